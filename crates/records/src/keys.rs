//! Serializes the players and the score as keys with plain values.

/// The players: `"p1": "new", "p2": "old"`.
pub mod players {
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    #[derive(Serialize, Deserialize)]
    struct Players<T> {
        p1: T,
        p2: T,
    }

    pub fn serialize<S: Serializer>(
        [p1, p2]: &[String; 2],
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        Players { p1, p2 }.serialize(serializer)
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<[String; 2], D::Error> {
        Players::deserialize(deserializer).map(|Players { p1, p2 }| [p1, p2])
    }
}

/// A score: `"cp": 12` or `"mate": -4`, or neither.
pub mod score {
    use serde::{Deserialize, Deserializer, Serialize, Serializer};
    use zugi_protocol::UgiScore;

    #[derive(Default, Serialize, Deserialize)]
    struct Value {
        #[serde(default, skip_serializing_if = "Option::is_none")]
        cp: Option<i32>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        mate: Option<i32>,
    }

    pub fn serialize<S: Serializer>(
        score: &Option<UgiScore>,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        let value = match *score {
            Some(UgiScore::Cp(cp)) => Value { cp: Some(cp), mate: None },
            Some(UgiScore::Mate(plies)) => Value { cp: None, mate: Some(plies) },
            None => Value::default(),
        };
        value.serialize(serializer)
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Option<UgiScore>, D::Error> {
        let Value { cp, mate } = Value::deserialize(deserializer)?;
        Ok(mate.map(UgiScore::Mate).or(cp.map(UgiScore::Cp)))
    }
}
