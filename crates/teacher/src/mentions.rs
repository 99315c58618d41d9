//! The pieces and places a command is about: what lights up when it is talked of.

use serde::Serialize;
use serde_json::Value;

use crate::pattern::{parts, point};

/// The fields whose numbers are pieces. Other numbers are dice, amounts and directions.
const PIECES: [&str; 15] = [
    "carrier",
    "caught",
    "enemy",
    "figure",
    "helicopter",
    "observer",
    "of",
    "passengers",
    "squad",
    "target",
    "to",
    "unit",
    "units",
    "vehicle",
    "weapon",
];

/// The pieces and places a command is about, as the rules write them: a word, the number of a piece, a point of a table. A
/// marker of a table is `Marker 4`, because squads are numbered as well.
pub fn mentions<C: Serialize>(command: &C) -> Vec<Value> {
    fn gather(field: &str, value: &Value, found: &mut Vec<Value>) {
        let marker = matches!(field, "marker" | "markers");
        let pieces = marker || PIECES.contains(&field);
        match value {
            Value::Array(list) if point(value).is_some() && !matches!(field, "passengers" | "units" | "markers") => {
                if field == "caught" {
                    found.extend(list.first().cloned());
                } else {
                    found.push(value.clone());
                }
            }
            Value::Array(list) => list.iter().for_each(|v| gather(field, v, found)),
            Value::Object(map) => map.iter().for_each(|(field, v)| gather(&field.to_lowercase(), v, found)),
            Value::Number(number) if marker => found.push(Value::from(format!("Marker {number}"))),
            Value::Number(_) if pieces => found.push(value.clone()),
            Value::String(_) => found.push(value.clone()),
            Value::Number(_) | Value::Null | Value::Bool(_) => {}
        }
    }
    let mut found = Vec::new();
    let fields = parts(command).1;
    // A squad's figure is counted from the first of the squad: it is not a piece by itself.
    let counted = |field: &str| field == "figure" && fields.contains_key("squad");
    fields.iter().filter(|(field, _)| !counted(field)).for_each(|(field, value)| gather(field, value, &mut found));
    found
}

#[cfg(test)]
mod tests {
    use serde::de::DeserializeOwned;
    use tabletop::parse_ron;

    use super::*;

    fn of<C: Serialize + DeserializeOwned>(text: &str) -> Vec<Value> {
        mentions(&parse_ron::<C>("command", text).unwrap())
    }

    #[test]
    fn a_command_mentions_its_pieces_and_places_and_no_other_numbers() {
        use {block_by_block as bbb, platoon, search_and_destroy as sd, skirmish};
        let words = |list: &[&str]| -> Vec<Value> { list.iter().map(|word| Value::from(*word)).collect() };
        let point = |x: i64, y: i64| Value::from(vec![x, y]);
        assert_eq!(of::<bbb::Command>(r#"Move(unit: "Hac Bao", to: "N2-1")"#), words(&["N2-1", "Hac Bao"]));
        let throw = "Throw(figure: 3, grenade: Smoke, at: (650, 800))";
        assert_eq!(of::<skirmish::Command>(throw), [point(650, 800), 3.into(), "Smoke".into()]);
        assert_eq!(of::<skirmish::Command>("Turn(figure: 1, facing: (dx: 2, dy: -1))"), [Value::from(1)]);
        assert_eq!(of::<skirmish::Command>("FireClaymore(figure: 1, number: 2)"), [Value::from(1)]);
        assert_eq!(of::<platoon::Command>("Search(squad: 1, marker: 4)"), [Value::from("Marker 4"), 1.into()]);
        assert_eq!(of::<platoon::Command>("Snipe(squad: 11, target: 1, figure: 2)"), [Value::from(11), 1.into()]);
        let burst = "Burst(caught: [(1, 0), (12, 3)], markers: [4])";
        assert_eq!(of::<platoon::Command>(burst), [Value::from(1), 12.into(), "Marker 4".into()]);
        let load = "Load(unit: 7, killed: 2, wounded: 3)";
        assert_eq!(of::<sd::Command>(load), [Value::from(7)]);
        let land = r#"Land(helicopter: 9, passengers: [4, 5], supply: false, at: "1510")"#;
        assert_eq!(of::<sd::Command>(land), [Value::from("1510"), 9.into(), 4.into(), 5.into()]);
    }
}
