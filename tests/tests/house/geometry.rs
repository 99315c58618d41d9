//! What is measured on a table, on tables of a few cells.

use table::{Angle, Board, Compass, Cover, Going, Heading, Point, Quarter, Template, Terrain, Veil, cohesive};
use tabletop::dice::Seeded;

fn board(rows: &[&str]) -> Board {
    Board::new(rows, &[]).unwrap_or_else(|problem| panic!("{problem}"))
}

fn cell(x: i32, y: i32) -> Point {
    Point::inches(x, y).middle()
}

#[test]
fn every_terrain_has_a_letter_of_its_own() {
    for &kind in Terrain::ALL {
        assert_eq!(Terrain::lettered(kind.letter()), Some(kind), "{kind:?}");
    }
}

#[test]
fn a_crooked_drawing_is_refused_with_its_row() {
    assert!(Board::new(&["...", ".."], &[]).unwrap_err().contains("Row 2"));
    assert!(Board::new(&["..?"], &[]).unwrap_err().contains('?'));
    assert!(Board::new(&["..."], &["01"]).is_err());
    assert!(Board::new::<&str>(&[], &[]).is_err());
}

#[test]
fn sight_ends_at_walls_of_houses_hills_and_deep_growth_and_is_the_same_both_ways() {
    let b = board(&[".....", "..h..", "JJJ..", "....."]);
    assert!(b.sight(cell(0, 0), cell(4, 0), 400).clear());
    assert!(!b.sight(cell(0, 1), cell(4, 1), 400).clear());
    assert!(b.sight(cell(2, 1), cell(4, 1), 400).clear(), "out of the house one sees");
    assert_eq!(b.sight(cell(0, 2), cell(4, 2), 400).through, 250);
    assert!(!b.sight(cell(0, 2), cell(4, 2), 200).clear());
    let hill = Board::new(&["....."], &["00200"]).unwrap();
    assert!(!hill.sight(cell(0, 0), cell(4, 0), 400).clear());
    assert!(hill.sight(cell(2, 0), cell(4, 0), 400).clear());
    for n in 0..400 {
        let (a, c) = (Point::new(n * 37 % 500, n * 91 % 400), Point::new(n * 53 % 500, n * 29 % 400));
        for depth in [0, 100, 250] {
            let (there, back) = (b.sight(a, c, depth), b.sight(c, a, depth));
            assert_eq!((there.clear(), there.through), (back.clear(), back.through), "{a} {c}");
        }
        assert_eq!(b.walk(a, c).bad, b.walk(c, a).bad);
    }
}

#[test]
fn cover_is_where_one_stands_or_what_is_crossed_just_before() {
    let b = board(&["..W..J"]);
    assert_eq!(b.cover(cell(0, 0), cell(3, 0)), Cover::Hard);
    assert_eq!(b.cover(cell(0, 0), cell(4, 0)), Cover::None);
    assert_eq!(b.cover(cell(0, 0), cell(5, 0)), Cover::Soft);
    assert_eq!(b.cover(cell(4, 0), cell(3, 0)), Cover::None, "the wall is on the other side");
}

#[test]
fn sight_walks_and_shelter_are_those_of_the_cells_on_the_line_even_over_plain_ground() {
    let mut lots = Seeded::new(7);
    for _ in 0..40 {
        let letter = |n: usize| Terrain::ALL.get(n).map_or('.', |kind| kind.letter());
        // Six cells of seven are open ground.
        let rows: Vec<String> =
            (0..9).map(|_| (0..12).map(|_| letter(lots.choose(Terrain::ALL.len() * 7))).collect()).collect();
        let b = Board::new(&rows, &[]).unwrap();
        for _ in 0..60 {
            // A line may begin or end off the table.
            let mut point = || Point::new(at(lots.choose(1_500)) - 150, at(lots.choose(1_200)) - 150);
            let (from, to) = (point(), point());
            let line = b.line(from, to);
            let terrain = |cell: Point| b.terrain(cell);
            let sum = |counts: &dyn Fn(Terrain) -> bool| -> i32 {
                line.iter().filter(|(cell, _)| counts(terrain(*cell))).map(|(_, length)| length).sum()
            };
            assert_eq!(b.sight(from, to, 0).through, sum(&|kind| kind.veil() == Veil::Thick), "{rows:?} {from} {to}");
            if sum(&|kind| kind.veil() != Veil::Clear) == 0 {
                assert!(b.sight(from, to, 0).clear(), "{rows:?} {from} {to}");
            }
            // Not what stands around either end: out of a house one sees.
            let amid = |cell: Point| !cell.within(from, 300) && !cell.within(to, 300);
            let house = |kind: Terrain| kind.veil() == Veil::Solid;
            if line.iter().any(|(cell, _)| amid(*cell) && house(terrain(*cell))) {
                assert!(!b.sees(from, to, i32::MAX - 1), "{rows:?} {from} {to}");
            }
            let walk = b.walk(from, to);
            assert_eq!((walk.length, walk.bad), (from.distance(to), sum(&|kind| kind.going() == Going::Bad)));
            assert_eq!(walk.impassable > 0, line.iter().any(|(cell, _)| terrain(*cell).going() == Going::Impassable));
            let own = (from.x / 100, from.y / 100);
            let before = |cell: &&(Point, i32)| cell.0.within(to, 150) && (cell.0.x / 100, cell.0.y / 100) != own;
            let best = line.iter().filter(before).map(|(cell, _)| terrain(*cell).cover()).max();
            let on_table = b.contains(from) && b.contains(to);
            assert!(
                !on_table || b.cover(from, to) == best.max(Some(terrain(to).cover())).unwrap(),
                "{rows:?} {from} {to}"
            );
        }
    }
}

fn at(n: usize) -> i32 {
    i32::try_from(n).unwrap()
}

#[test]
fn a_walk_counts_bad_going_obstacles_and_water() {
    let b = board(&[".JJW.R"]);
    let walk = b.walk(cell(0, 0), cell(4, 0));
    assert_eq!((walk.length, walk.bad, walk.obstacles, walk.impassable), (400, 200, 1, 0));
    assert_eq!(b.walk(cell(4, 0), cell(5, 0)).impassable, 50);
    assert_eq!(b.path(&[cell(0, 0), cell(2, 0), cell(0, 0)]).length, 400);
}

#[test]
fn distances_are_whole_hundredths() {
    assert_eq!(Point::inches(0, 0).distance(Point::inches(3, 4)), 500);
    assert!(Point::inches(0, 0).within(Point::inches(3, 4), 500));
    assert!(!Point::inches(0, 0).within(Point::new(301, 400), 500));
    assert_eq!(Point::inches(0, 0).toward(Point::inches(3, 4), 250), Point::new(150, 200));
    assert_eq!(Point::new(1250, 800).to_string(), "12.5\"/8\"");
    assert_eq!(Point::inches(5, 5).compass(Compass::face(1), 200), Point::inches(5, 3));
}

#[test]
fn arcs_and_quarters() {
    let north = Heading { dx: 0, dy: -1 };
    assert_eq!(north.quarter(Heading { dx: 1, dy: -1 }), Quarter::Front);
    assert_eq!(north.quarter(Heading { dx: 3, dy: -1 }), Quarter::Flank);
    assert_eq!(north.quarter(Heading { dx: 0, dy: 5 }), Quarter::Rear);
    assert!(!north.holds(Heading { dx: 3, dy: -5 }, Angle::Thirty));
    assert!(north.holds(Heading { dx: 1, dy: -2 }, Angle::Thirty));
    assert!(north.holds(Heading { dx: 1, dy: 0 }, Angle::Ninety));
}

#[test]
fn templates_cover_their_edges_and_nothing_beyond() {
    let centre = Point::inches(10, 10);
    let box_ = Template::Rectangle { centre, along: Heading { dx: 0, dy: -1 }, length: 800, width: 1000 };
    assert!(box_.covers(Point::inches(15, 14)) && !box_.covers(Point::inches(16, 10)));
    assert!(!box_.covers(Point::new(1000, 1401)));
    let turned = Template::Rectangle { centre, along: Heading { dx: 1, dy: 1 }, length: 1000, width: 200 };
    assert!(turned.covers(Point::inches(13, 13)) && !turned.covers(Point::inches(13, 10)));
    let fan = Template::Fan { tip: centre, facing: Heading { dx: 1, dy: 0 }, half: Angle::Thirty, reach: 600 };
    assert!(
        fan.covers(Point::inches(16, 10)) && !fan.covers(Point::inches(10, 16)) && !fan.covers(Point::inches(4, 10))
    );
}

#[test]
fn cohesion_is_a_chain() {
    assert!(cohesive(&[Point::inches(0, 0), Point::inches(4, 0), Point::inches(2, 0)], 200));
    assert!(!cohesive(&[Point::inches(0, 0), Point::inches(3, 0)], 200));
    assert!(cohesive(&[], 200));
}

#[test]
fn where_somebody_stands_is_told_in_words() {
    let row = "J".repeat(30);
    let board = Board::new(&vec![row.as_str(); 30], &[]).unwrap();
    let told = |x, y| board.whereabouts(Point::inches(x, y).middle());
    assert_eq!(told(15, 15), "in the middle of the table, in jungle");
    assert_eq!(told(1, 15), "at the western edge, in jungle");
    assert_eq!(told(1, 28), "in the south-western corner, in jungle");
    assert_eq!(told(22, 7), "in the north-east, in jungle");
    assert_eq!(told(22, 1), "at the northern edge, to the east, in jungle");
    assert_eq!(told(15, 7), "in the north, in jungle");
}
