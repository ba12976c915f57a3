//! Whether this processor has the instructions that the program was compiled for.

/// One sentence if it has not: the first of them would end the program without a word.
#[cfg(all(target_arch = "x86_64", target_feature = "avx2", target_feature = "bmi2"))]
pub fn complaint() -> Option<&'static str> {
    // The macro of the standard library answers what the compiler was told, so the processor is asked directly.
    let leaf = |number| std::arch::x86_64::__cpuid_count(number, 0);
    let has = |register: u32, bit: u32| register >> bit & 1 == 1;
    let has_extended = leaf(0).eax >= 7;
    let has_avx2 = has_extended && has(leaf(7).ebx, 5) && has(leaf(7).ebx, 8);
    (!has_avx2).then_some(
        "this processor lacks AVX2 or BMI2, which the program was compiled for; docs/installation.md tells how to build a \
         portable program",
    )
}

/// The program was compiled for any processor of its architecture.
#[cfg(not(all(target_arch = "x86_64", target_feature = "avx2", target_feature = "bmi2")))]
pub fn complaint() -> Option<&'static str> {
    None
}
