fn main() {
    let map = block_by_block::Map::new(ron::from_str(include_str!("../../../assets/boards/hue.ron")).unwrap()).unwrap();
    let t = std::time::Instant::now();
    let l = artwork::Layout::new(&map);
    println!("{:?}", t.elapsed());
    for p in block_by_block::Place::areas() {
        print!("{p}:{} ", l.room(p));
    }
    println!();
    for p in ["O-7", "S1-2"] { let p = block_by_block::Place::named(p).unwrap(); println!("{:?} {:?}", l.label(p), l.slots(p,3)); }
    for z in block_by_block::Zone::ALL { println!("{z} {:?}", l.zone_marker(z)); }
}
