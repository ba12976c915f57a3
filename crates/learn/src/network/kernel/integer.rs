//! The first two layers in integers.
//!
//! Compilers do not find the instruction that multiplies pairs and adds them, so these are written for it. What
//! is left of their time with AVX2 is mostly memory: wider registers use the same code.

use super::{Kind, SimdLevel};
use crate::network::shape::{LANES, WIDE};

/// The sums of the first layer: `base` plus the rows of `on`.
pub fn sum_rows(level: SimdLevel, base: &[i32], rows: &[i16], on: &[u32], sums: &mut [i32]) {
    check_rows(base, rows, [on, &[]], sums.len());
    match level.0 {
        Kind::Plain => {
            plain::sum_rows(base, rows, [on, &[]], |start, sum| sums[start..][..WIDE].copy_from_slice(sum))
        }
        // SAFETY: such a level is only made on processors that have AVX2, and the slices were checked.
        #[cfg(target_arch = "x86_64")]
        Kind::Avx2 | Kind::Avx512 => unsafe { avx2::sum_rows(base, rows, on, sums) },
    }
}

/// The first layer of a state that differs from another one, whose sums are `base`, in the features that come
/// and go: each unit is its sum, but at least 0 and at most `ceiling`.
pub fn first_layer(
    level: SimdLevel,
    base: &[i32],
    rows: &[i16],
    change: [&[u32]; 2],
    ceiling: i16,
    units: &mut [i16],
) {
    check_rows(base, rows, change, units.len());
    match level.0 {
        Kind::Plain => plain::sum_rows(base, rows, change, |start, sums| {
            for (unit, &sum) in units[start..][..WIDE].iter_mut().zip(sums) {
                *unit = sum.clamp(0, i32::from(ceiling)) as i16;
            }
        }),
        // SAFETY: such a level is only made on processors that have AVX2, and the slices were checked.
        #[cfg(target_arch = "x86_64")]
        Kind::Avx2 | Kind::Avx512 => unsafe { avx2::first_layer(base, rows, change, ceiling, units) },
    }
}

/// The sums of the second layer: `bias` plus, for each pair of units of the first layer, both times their
/// weights, which lie side by side for each unit of the second.
pub fn second_layer(level: SimdLevel, units: &[i16], weights: &[i16], bias: &[i32], sums: &mut [i32]) {
    assert_eq!((units.len() % 2, bias.len() % LANES), (0, 0), "layers are multiples of the lanes");
    assert_eq!(weights.len(), units.len() * bias.len(), "a weight for each input and output");
    assert_eq!(bias.len(), sums.len(), "a sum for each output");
    match level.0 {
        Kind::Plain => plain::second_layer(units, weights, bias, sums),
        // SAFETY: such a level is only made on processors that have AVX2, and the slices were checked.
        #[cfg(target_arch = "x86_64")]
        Kind::Avx2 | Kind::Avx512 => unsafe { avx2::second_layer(units, weights, bias, sums) },
    }
}

/// Whether all rows are there.
fn check_rows(base: &[i32], rows: &[i16], change: [&[u32]; 2], units: usize) {
    let width = base.len();
    assert_eq!((width % WIDE, units), (0, width), "the first layer has whole blocks");
    let largest = change.iter().copied().flatten().max();
    assert!(largest.is_none_or(|&feature| (feature as usize + 1) * width <= rows.len()), "no such feature");
}

/// For every processor.
mod plain {
    use super::{LANES, WIDE};

    /// Hands each block of sums to `take`, with the place where it begins.
    pub fn sum_rows(
        base: &[i32],
        rows: &[i16],
        change: [&[u32]; 2],
        mut take: impl FnMut(usize, &[i32; WIDE]),
    ) {
        let width = base.len();
        for (block, base) in base.as_chunks::<WIDE>().0.iter().enumerate() {
            let mut sums = *base;
            for (sign, features) in [1, -1].into_iter().zip(change) {
                for &feature in features {
                    let row = &rows[feature as usize * width + block * WIDE..][..WIDE];
                    for (sum, &weight) in sums.iter_mut().zip(row) {
                        *sum += sign * i32::from(weight);
                    }
                }
            }
            take(block * WIDE, &sums);
        }
    }

    pub fn second_layer(units: &[i16], weights: &[i16], bias: &[i32], sums: &mut [i32]) {
        let outputs = bias.len();
        for (chunk, (bias, sums)) in
            bias.as_chunks::<LANES>().0.iter().zip(sums.as_chunks_mut().0).enumerate()
        {
            let mut sum = *bias;
            for (pair, weights) in units.chunks_exact(2).zip(weights.chunks_exact(2 * outputs)) {
                let weights = &weights[2 * LANES * chunk..][..2 * LANES];
                for (sum, weight) in sum.iter_mut().zip(weights.chunks_exact(2)) {
                    *sum +=
                        i32::from(pair[0]) * i32::from(weight[0]) + i32::from(pair[1]) * i32::from(weight[1]);
                }
            }
            *sums = sum;
        }
    }
}

/// For processors with AVX2, registers of eight sums.
#[cfg(target_arch = "x86_64")]
mod avx2 {
    use std::arch::x86_64::{
        __m128i, __m256i, _mm_loadu_si128, _mm256_add_epi32, _mm256_cvtepi16_epi32, _mm256_loadu_si256,
        _mm256_madd_epi16, _mm256_max_epi16, _mm256_min_epi16, _mm256_packs_epi32, _mm256_permute4x64_epi64,
        _mm256_set1_epi16, _mm256_set1_epi32, _mm256_setzero_si256, _mm256_storeu_si256, _mm256_sub_epi32,
    };

    use super::{LANES, WIDE};

    const EIGHT: usize = 8;
    const REGISTERS: usize = WIDE / EIGHT;

    /// A block of sums.
    ///
    /// # Safety
    /// `base` has a block from `start` on, and every feature has a row of `width` in `rows`.
    #[inline]
    #[target_feature(enable = "avx2")]
    unsafe fn sum_block(
        base: &[i32],
        rows: &[i16],
        change: [&[u32]; 2],
        start: usize,
    ) -> [__m256i; REGISTERS] {
        let width = base.len();
        let mut sums = [_mm256_setzero_si256(); REGISTERS];
        for (i, sum) in sums.iter_mut().enumerate() {
            // SAFETY: the block lies within `base`.
            *sum = unsafe { _mm256_loadu_si256(base.as_ptr().add(start + EIGHT * i).cast()) };
        }
        for &feature in change[0] {
            for (i, sum) in sums.iter_mut().enumerate() {
                // SAFETY: the row lies within `rows`, and the block within the row.
                let row = unsafe { rows.as_ptr().add(feature as usize * width + start + EIGHT * i) };
                // SAFETY: as above.
                *sum = _mm256_add_epi32(*sum, _mm256_cvtepi16_epi32(unsafe { load_eight(row) }));
            }
        }
        for &feature in change[1] {
            for (i, sum) in sums.iter_mut().enumerate() {
                // SAFETY: as above.
                let row = unsafe { rows.as_ptr().add(feature as usize * width + start + EIGHT * i) };
                // SAFETY: as above.
                *sum = _mm256_sub_epi32(*sum, _mm256_cvtepi16_epi32(unsafe { load_eight(row) }));
            }
        }
        sums
    }

    /// # Safety
    /// Eight numbers can be read.
    #[inline]
    #[target_feature(enable = "avx2")]
    unsafe fn load_eight(from: *const i16) -> __m128i {
        // SAFETY: the caller says so.
        unsafe { _mm_loadu_si128(from.cast()) }
    }

    /// # Safety
    /// The slices are those that [`super::check_rows`] lets pass.
    #[target_feature(enable = "avx2")]
    pub unsafe fn sum_rows(base: &[i32], rows: &[i16], on: &[u32], sums: &mut [i32]) {
        for start in (0..base.len()).step_by(WIDE) {
            // SAFETY: the caller checked the slices.
            let block = unsafe { sum_block(base, rows, [on, &[]], start) };
            for (i, sum) in block.into_iter().enumerate() {
                // SAFETY: the block lies within `sums`.
                unsafe { _mm256_storeu_si256(sums.as_mut_ptr().add(start + EIGHT * i).cast(), sum) };
            }
        }
    }

    /// # Safety
    /// The slices are those that [`super::check_rows`] lets pass.
    #[target_feature(enable = "avx2")]
    pub unsafe fn first_layer(
        base: &[i32],
        rows: &[i16],
        change: [&[u32]; 2],
        ceiling: i16,
        units: &mut [i16],
    ) {
        let (zero, ceiling) = (_mm256_setzero_si256(), _mm256_set1_epi16(ceiling));
        for start in (0..base.len()).step_by(WIDE) {
            // SAFETY: the caller checked the slices.
            let block = unsafe { sum_block(base, rows, change, start) };
            for (i, pair) in block.chunks_exact(2).enumerate() {
                // Packing cuts off at 16 bits, which lies beyond the ceiling, and leaves the quarters in another
                // order.
                let packed = _mm256_permute4x64_epi64::<0b11_01_10_00>(_mm256_packs_epi32(pair[0], pair[1]));
                let cut = _mm256_min_epi16(_mm256_max_epi16(packed, zero), ceiling);
                // SAFETY: the block lies within `units`.
                unsafe { _mm256_storeu_si256(units.as_mut_ptr().add(start + 2 * EIGHT * i).cast(), cut) };
            }
        }
    }

    /// # Safety
    /// `weights` has a pair for each pair of `units` and each of `bias`, and `sums` is as long as `bias`, which
    /// is a multiple of the lanes.
    #[target_feature(enable = "avx2")]
    pub unsafe fn second_layer(units: &[i16], weights: &[i16], bias: &[i32], sums: &mut [i32]) {
        let mut start = 0;
        while start + 2 * LANES <= bias.len() {
            // SAFETY: the caller checked the slices.
            unsafe { columns::<{ 2 * LANES / EIGHT }>(units, weights, bias, sums, start) };
            start += 2 * LANES;
        }
        if start < bias.len() {
            // SAFETY: as above, and the rest is one chunk of lanes.
            unsafe { columns::<{ LANES / EIGHT }>(units, weights, bias, sums, start) };
        }
    }

    /// `N` registers of sums, from `start` on.
    ///
    /// # Safety
    /// As above, and `bias` has this number of numbers from `start` on.
    #[inline]
    #[target_feature(enable = "avx2")]
    unsafe fn columns<const N: usize>(
        units: &[i16],
        weights: &[i16],
        bias: &[i32],
        sums: &mut [i32],
        start: usize,
    ) {
        let mut sum = [_mm256_setzero_si256(); N];
        for (i, sum) in sum.iter_mut().enumerate() {
            // SAFETY: the caller says so.
            *sum = unsafe { _mm256_loadu_si256(bias.as_ptr().add(start + EIGHT * i).cast()) };
        }
        for pair in 0..units.len() / 2 {
            // SAFETY: both units of the pair are there.
            let both = unsafe { units.as_ptr().add(2 * pair).cast::<i32>().read_unaligned() };
            let both = _mm256_set1_epi32(both);
            for (i, sum) in sum.iter_mut().enumerate() {
                // SAFETY: this pair has two weights for each of `bias`.
                let weights = unsafe {
                    let from = weights.as_ptr().add(2 * (pair * bias.len() + start + EIGHT * i));
                    _mm256_loadu_si256(from.cast())
                };
                *sum = _mm256_add_epi32(*sum, _mm256_madd_epi16(both, weights));
            }
        }
        for (i, sum) in sum.into_iter().enumerate() {
            // SAFETY: `sums` is as long as `bias`.
            unsafe { _mm256_storeu_si256(sums.as_mut_ptr().add(start + EIGHT * i).cast(), sum) };
        }
    }
}
