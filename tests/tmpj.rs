use cdnasched::{check, machine::text};
#[test]
fn j() {
    let f = text::parse(&std::fs::read_to_string(std::env::var("FLAT").unwrap()).unwrap()).unwrap();
    for o in check::waits(&f) {
        println!("{o}");
    }
    println!("needless {:?}", check::needless(&f));
}
