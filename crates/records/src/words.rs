/// Defines an enum whose values have the same words in JSON, in PGN and in messages.
macro_rules! words {
    (
        $(#[$of_enum:meta])*
        pub enum $name:ident {
            $($(#[$of_value:meta])* $value:ident = $word:literal,)+
        }
    ) => {
        $(#[$of_enum])*
        #[derive(
            Clone, Copy, PartialEq, Eq, Hash, Debug, ::serde::Serialize, ::serde::Deserialize,
        )]
        pub enum $name {
            $($(#[$of_value])* #[serde(rename = $word)] $value,)+
        }

        impl $name {
            /// All values, in their order.
            pub const ALL: &[$name] = &[$($name::$value),+];

            #[must_use]
            pub fn word(self) -> &'static str {
                match self {
                    $($name::$value => $word,)+
                }
            }

            #[must_use]
            pub fn from_word(word: &str) -> Option<$name> {
                $name::ALL.iter().copied().find(|value| value.word() == word)
            }
        }

        impl ::std::fmt::Display for $name {
            fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
                f.write_str(self.word())
            }
        }
    };
}
