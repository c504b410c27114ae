words! {
    /// A person's annotation of a move. The order is that of the PGN numbers, `$1` to `$6`. Marks
    /// of an analysis are a [`MoveMark`](super::MoveMark).
    pub enum Annotation {
        Good = "!",
        Mistake = "?",
        Brilliant = "!!",
        Blunder = "??",
        Interesting = "!?",
        Dubious = "?!",
    }
}

impl Annotation {
    /// The annotation with this PGN number, 1 for `$1`; `None` for all but 1 to 6.
    ///
    /// ```
    /// use zugi_records::Annotation;
    /// assert_eq!(Annotation::from_number(5), Some(Annotation::Interesting));
    /// assert_eq!(Annotation::from_number(13), None);
    /// ```
    #[must_use]
    pub fn from_number(number: usize) -> Option<Annotation> {
        Annotation::ALL.get(number.checked_sub(1)?).copied()
    }
}
