//! Checks JSON against the schemas of the specification.

use serde_json::Value;

const BOARD: &str = include_str!("../../docs/reference/board.schema.json");

pub fn board_schema() -> Value {
    serde_json::from_str(BOARD).expect("JSON")
}

/// Checks a value against a part of the schema; an unknown schema keyword fails, so that nothing
/// goes unchecked.
#[track_caller]
pub fn check(value: &Value, part: &Value, schema: &Value) {
    let size = match value {
        Value::Object(members) => members.len(),
        Value::Array(items) => items.len(),
        Value::String(text) => text.chars().count(),
        _ => 0,
    };
    let (members, items) = (value.as_object(), value.as_array());
    let words = part.as_object().expect("a part of the schema");
    let properties = words.get("properties").and_then(Value::as_object);
    for (word, rule) in words {
        let bound = rule.as_u64().unwrap_or_default();
        let holds = match word.as_str() {
            "$schema" | "$defs" | "title" | "description" | "examples" => true,
            "$ref" => {
                let name = rule.as_str().unwrap().strip_prefix("#/$defs/").expect("a definition");
                check(value, &schema["$defs"][name], schema);
                true
            }
            "type" => [rule.clone()]
                .iter()
                .chain(rule.as_array().into_iter().flatten())
                .any(|name| *name == type_of(value)),
            "enum" => rule.as_array().unwrap().contains(value),
            "minimum" => value.as_u64().is_none_or(|number| number >= bound),
            "maximum" => value.as_u64().is_none_or(|number| number <= bound),
            "minItems" | "minLength" | "minProperties" => size as u64 >= bound,
            "maxItems" | "maxLength" | "maxProperties" => size as u64 <= bound,
            "required" => {
                let names = rule.as_array().unwrap().iter().map(|name| name.as_str().unwrap());
                members.is_none_or(|members| names.clone().all(|name| members.contains_key(name)))
            }
            "properties" => {
                for (name, part) in properties.into_iter().flatten() {
                    value.get(name).into_iter().for_each(|member| check(member, part, schema));
                }
                true
            }
            "additionalProperties" => members.into_iter().flatten().all(|(name, member)| {
                let is_known = properties.is_some_and(|known| known.contains_key(name));
                if !is_known && rule.is_object() {
                    check(member, rule, schema);
                }
                is_known || rule.is_object()
            }),
            "items" => {
                items.into_iter().flatten().for_each(|item| check(item, rule, schema));
                true
            }
            "prefixItems" => {
                let parts = rule.as_array().unwrap().iter();
                let both = items.into_iter().flatten().zip(parts);
                both.for_each(|(item, part)| check(item, part, schema));
                true
            }
            _ => panic!("{word:?} is not checked"),
        };
        assert!(holds, "{value} breaks {word:?}: {rule}");
    }
}

fn type_of(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "boolean",
        Value::Number(_) => "integer",
        Value::String(_) => "string",
        Value::Array(_) => "array",
        Value::Object(_) => "object",
    }
}
