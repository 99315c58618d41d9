//! `docs/scenarios.md` says what a scenario file of Search & Destroy can say.

use std::fs;

use pointman_tests::root;
use pointman_tests::search_and_destroy::rules;
use search_and_destroy::Scenario;
use search_and_destroy::state::Switch;
use tabletop::Ruleset;
use tabletop::dice::Seeded;
use tabletop::files::parse_ron;

/// `docs/scenarios.md` says what a scenario file can say: every field of a scenario, an entry and a counter, and every part of the rules.
#[test]
fn the_page_on_scenarios_names_every_field_and_every_part_of_the_rules() {
    let page = fs::read_to_string(root().join("docs/scenarios.md")).unwrap();
    let (from, to) = ("## Search & Destroy", "## 20mm Platoon");
    let page = &page[page.find(from).unwrap()..page.find(to).unwrap()];
    let scenario: Scenario = parse_ron(
        "all.ron",
        "(title: \"x\", summary: \"y\", turns: 1, entries: [(forces: [Crew], at: Map)], units: [(kind: Rifle)])",
    )
    .unwrap();
    let written = serde_json::to_value(&scenario).unwrap();
    let fields = |value: &serde_json::Value| value.as_object().unwrap().keys().cloned().collect::<Vec<_>>();
    let mut names = fields(&written);
    names.extend(fields(&written["entries"][0]));
    names.extend(fields(&written["units"][0]));
    names.extend(Switch::ALL.map(|switch| format!("{switch:?}")));
    let missing: Vec<_> = names.iter().filter(|name| !page.contains(&format!("`{name}`"))).collect();
    assert!(missing.is_empty(), "docs/scenarios.md does not tell of {missing:?}");
    let example = page.split("```ron").nth(1).and_then(|rest| rest.split("```").next()).unwrap();
    let example: Scenario = parse_ron("docs/scenarios.md", example).unwrap();
    rules().begin(&example, &mut Seeded::new(1)).unwrap();
}
