//! How connections are found, for a caller that wants to know.

/// How a point is connected, or nearly connected, to an end of the board.
#[derive(Clone, Debug)]
pub(super) enum Step<B, T> {
    /// It is at this end; a cell of the point.
    Touch(usize, usize),
    /// It touches a point with this connection; a cell of the point.
    Link(T, usize),
    /// It has these two empty cells in common with a point with this connection; a cell of the point.
    Bridge(T, usize, B),
    /// These near connections of the point have no cell in common.
    Any(Vec<T>),
}

/// Takes notes of the steps that connections are found by.
pub(super) trait Notes<B> {
    /// Stands for a step.
    type Note: Copy + Default + 'static;
    /// Notes a step.
    fn note(&mut self, step: impl FnOnce() -> Step<B, Self::Note>) -> Self::Note;
}

/// A search wants to know what is connected, and not how.
pub(super) struct NoNotes;

impl<B> Notes<B> for NoNotes {
    type Note = ();
    #[inline]
    fn note(&mut self, _: impl FnOnce() -> Step<B, ()>) {}
}
