//! Nothing on the map lies over anything else.

use artwork::area::layout::{COUNTER, COUNTERS, Layout, fits};
use artwork::{Rect, geometry};
use block_by_block::{Gate, Map, Place, Zone};

fn map() -> Map {
    let text = include_str!("../../../../assets/boards/hue.ron");
    Map::new(ron::from_str(text).unwrap()).unwrap()
}

fn square(p: artwork::Point, side: f32) -> Rect {
    Rect::around(p, side, side)
}

#[test]
fn labels_lie_in_their_areas_and_clear_of_the_gates() {
    let map = map();
    let layout = Layout::new(&map);
    for area in Place::areas() {
        let label = layout.label(area).unwrap();
        assert!(fits(layout.outline(area), label.room, 2.0), "{area}: label {:?}", label.room);
        assert!(Gate::all().all(|g| !layout.gate_box(g).overlaps(label.room)), "{area}");
        let (at, lettering) = label.name;
        let name = artwork::text::text_box(&map.area(area).name, at, lettering);
        assert!(fits(layout.outline(area), name, 0.5), "{area}: name {name:?}");
        assert!(!name.overlaps(label.room), "{area}: name over label");
        assert_eq!(label.letters.len(), Gate::all().filter(|g| map.lettered(*g).has(area)).count());
    }
}

#[test]
fn counters_side_by_side_cover_nothing() {
    let map = map();
    let layout = Layout::new(&map);
    let markers = Zone::ALL.map(|z| layout.zone_marker(z));
    for area in Place::areas() {
        // The river front is a ribbon, and Gate H stands in it.
        let least = if area.name() == "O-7" { 1 } else { 2 };
        assert!(layout.room(area) >= least, "{area} has room for {}", layout.room(area));
        for count in 1..=layout.room(area) {
            let slots = layout.slots(area, count);
            assert_eq!(slots.len(), count);
            for (i, p) in slots.iter().enumerate() {
                let here = square(*p, layout.side(area, count));
                assert!(fits(layout.outline(area), here, 0.0), "{area}: slot {i} of {count} at {p:?}");
                assert!(!here.overlaps(layout.label(area).unwrap().room), "{area}: slot over label");
                assert!(markers.iter().all(|m| !m.overlaps(here)), "{area}: slot over a zone marker");
                assert!(Gate::all().all(|g| !layout.gate_box(g).overlaps(here)), "{area}: slot over a gate");
                assert!(
                    slots[..i].iter().all(|q| !square(*q, layout.side(area, count)).overlaps(here)),
                    "{area}: slots over each other"
                );
            }
        }
    }
}

#[test]
fn counters_are_as_large_as_there_is_room() {
    let layout = Layout::new(&map());
    for place in Place::all() {
        let sides: Vec<f32> = (1..=20).map(|count| layout.side(place, count)).collect();
        assert!(sides.iter().all(|s| COUNTERS.contains(s)) && sides.is_sorted_by(|a, b| a >= b), "{place}: {sides:?}");
        assert_eq!(layout.side(place, layout.room(place) + 1), COUNTER, "{place}: a pile");
    }
    let alone = Place::areas().filter(|a| layout.side(*a, 1) == COUNTERS[0]).count();
    assert!(alone > 35, "{alone} areas show a counter at its largest");
}

#[test]
fn a_crowd_lies_in_piles_near_the_area() {
    let layout = Layout::new(&map());
    for place in Place::all() {
        let slots = layout.slots(place, 20);
        assert_eq!(slots.len(), 20);
        for (i, p) in slots.iter().enumerate() {
            let away = if geometry::inside(layout.outline(place), *p) {
                0.0
            } else {
                geometry::distance_to_outline(layout.outline(place), *p)
            };
            assert!(away < 1.0, "{place}: {p:?}");
            assert!(slots[..i].iter().all(|q| q.distance(*p) > 0.3), "{place}: two counters at one point");
        }
    }
    assert!(layout.slots(Place::MACV, 0).is_empty());
}

#[test]
fn zone_markers_lie_in_their_zones() {
    let layout = Layout::new(&map());
    for zone in Zone::ALL {
        let marker = layout.zone_marker(zone);
        assert!(zone.areas().any(|a| fits(layout.outline(a), marker, 1.0)), "{zone}: {marker:?}");
        assert!(Place::areas().all(|a| !layout.label(a).unwrap().room.overlaps(marker)), "{zone}");
    }
}

#[test]
fn a_point_finds_its_place() {
    let map = map();
    let layout = Layout::new(&map);
    for place in Place::all() {
        assert_eq!(layout.place_at(layout.slots(place, 1)[0]), Some(place));
    }
    assert_eq!(layout.place_at(artwork::pt(880.0, 250.0)), None, "the river is no place");
    assert_eq!(layout.place_at(artwork::pt(-50.0, 0.0)), None);
}
