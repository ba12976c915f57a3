//! How connections are found, for those who want to know.

/// How a point is connected, or nearly connected, to an end of the board.
#[derive(Clone, Copy, Debug)]
pub(super) enum Step<'a, B, T> {
    /// The point with this cell is at this end.
    Touch(usize, usize),
    /// The point with this cell touches one with this connection.
    Link(T, usize),
    /// It has these two empty cells in common with one.
    Bridge(T, usize, B),
    /// These near connections of the point have no cell in common.
    Any(&'a [T]),
}

/// Takes notes of the steps that connections are found by.
pub(super) trait Notes<B> {
    /// Stands for a step.
    type Note: Copy + Default + 'static;
    /// Notes a step.
    fn note(&mut self, step: Step<'_, B, Self::Note>) -> Self::Note;
}

/// A search wants to know what is connected, and not how.
pub(super) struct NoNotes;

impl<B> Notes<B> for NoNotes {
    type Note = ();
    #[inline]
    fn note(&mut self, _: Step<'_, B, ()>) {}
}
