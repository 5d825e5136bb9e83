//! What is said of orders, and what becomes of a function that gets one.

use super::*;
use crate::machine::{BlockId, text};
use crate::{self as pipeline, RemarkKind};
use std::sync::Arc;

/// A loop of one wave a SIMD: a load from LDS, what needs it, and work that needs neither.
fn looped() -> Function {
    let mut body = String::from(
        "  DS_READ_B32_gfx9 def v10, v0, #0, #0 | load | read space=3 bytes=4\n  \
         V_ADD_F32_e32 def v11, v10, v10\n",
    );
    for n in 0..12 {
        body += &format!("  V_ADD_F32_e32 def v{}, v2, v3\n", 20 + n);
    }
    text::parse(&format!(
        "cdna-flat 1\nfunction \"t\"\ngpu gfx942\nresources lds=65536 workgroup=256 entry\n\
         block 0 frequency=64 depth=1 loop=0 successors=0,1\n{body}  \
         S_CBRANCH_SCC1 bb.0, imp scc | term branch boundary\n\
         block 1 frequency=1 depth=0\n  S_ENDPGM #0 | return term noreturn boundary\n\n\
         edge 0 1 true 1\n"
    ))
    .expect("valid text")
}

fn evaluator() -> Evaluator {
    Evaluator::new(looped(), &Options::ALL)
}

/// The order in which node 1 comes last.
fn late() -> Orders {
    let nodes = [0].into_iter().chain(2..14).chain([1]);
    Orders::from([(0, nodes.collect())])
}

fn clocks(judgement: &Judgement) -> (f64, f64) {
    let trace = &judgement.traces[0];
    let first = |clocks: &BTreeMap<String, Clocks>| clocks.values().map(|c| c.one_wave).sum();
    (first(&trace.clocks), first(&trace.clocks_before))
}

#[test]
fn the_incoming_order_takes_what_it_takes() {
    let evaluator = evaluator();
    let same = Orders::from([(0, (0..14).collect())]);
    for detail in Detail::ALL {
        let judgement = evaluator.judge(&same, detail).expect("an order");
        assert!(judgement.legal, "{judgement:?}");
        let (new, old) = clocks(&judgement);
        assert!(new == old && new > 0.0, "{judgement:?}");
    }
}

#[test]
fn an_order_that_hides_the_load_is_faster_however_closely_it_is_looked_at() {
    let evaluator = evaluator();
    for detail in Detail::ALL {
        let judgement = evaluator.judge(&late(), detail).expect("an order");
        let (new, old) = clocks(&judgement);
        assert!(judgement.legal && new < old, "{detail:?}: {judgement:?}");
        let trace = &judgement.traces[0];
        assert_eq!((trace.is_loop, trace.waits), (true, 1));
        assert_eq!(judgement.waits.is_some(), detail > Detail::Expected);
    }
}

#[test]
fn a_broken_dependence_is_named() {
    let evaluator = evaluator();
    let turned = Orders::from([(0, [1, 0].into_iter().chain(2..14).collect())]);
    let judgement = evaluator
        .judge(&turned, Detail::Expected)
        .expect("an order");
    assert!(!judgement.legal && judgement.traces.is_empty());
    let [broken] = &judgement.broken[..] else {
        panic!("{judgement:?}");
    };
    assert_eq!(
        (broken.region, broken.from, broken.to, broken.kind),
        (0, 0, 1, "true")
    );
    assert_eq!(
        broken.reason,
        "the later one reads v10, which the first writes"
    );
    assert!(broken.second.starts_with("v_add_f32"), "{broken:?}");
}

/// The checker does not go by the dependences: without them it refuses the order all the same.
#[test]
fn the_checker_sees_a_dependence_that_the_graph_lacks() {
    let mut function = looped();
    function.set_edges(Vec::new());
    let evaluator = Evaluator::new(function, &Options::ALL);
    let turned = Orders::from([(0, [1, 0].into_iter().chain(2..14).collect())]);
    let by_graph = evaluator
        .judge(&turned, Detail::Expected)
        .expect("an order");
    assert!(by_graph.legal);
    let checked = evaluator.judge(&turned, Detail::Placed).expect("an order");
    assert!(!checked.legal && checked.findings.len() == 1, "{checked:?}");
}

#[test]
fn what_is_no_order_is_refused() {
    let evaluator = evaluator();
    let judge = |region, nodes: Vec<u32>| {
        let orders = Orders::from([(region, nodes)]);
        evaluator
            .judge(&orders, Detail::Expected)
            .expect_err("no order")
    };
    let twice = [0, 0].into_iter().chain(2..14).collect();
    assert!(matches!(judge(0, twice), NoOrder::Node { node: 0, .. }));
    assert!(matches!(
        judge(0, vec![0]),
        NoOrder::Length { found: 1, .. }
    ));
    assert!(matches!(judge(7, vec![0]), NoOrder::NoRegion { .. }));
    let beyond = (1..15).collect();
    assert!(matches!(judge(0, beyond), NoOrder::Node { node: 14, .. }));
}

#[test]
fn the_graph_says_what_a_node_is() {
    let graph = evaluator().graph();
    let [region] = &graph.regions[..] else {
        panic!("{graph:?}");
    };
    assert_eq!(region.nodes.len(), 14);
    let load = &region.nodes[0];
    assert_eq!(
        (&*load.writes, load.loads, load.stores),
        (&["v10".to_owned()][..], true, false)
    );
    let [dep] = &region.dependences[..] else {
        panic!("{region:?}");
    };
    assert_eq!((dep.from, dep.to, dep.kind), (0, 1, "true"));
    assert!(dep.latency >= 16, "{dep:?}");
    assert!(graph.traces[0].is_loop && !graph.models.is_empty());
}

fn compiled(orders: FunctionOrders) -> (Function, pipeline::Outcome) {
    let options = Options {
        orders: Some(Arc::new(OrderFile::new(vec![orders]))),
        ..Options::ALL
    };
    let mut function = looped();
    let outcome =
        pipeline::Stage::Schedule.run(&mut function, &options, &mut pipeline::Progress::default());
    (function, outcome)
}

#[test]
fn a_function_gets_the_order_of_a_file() {
    let file = evaluator().file(&late());
    let text = serde_json::to_string(&OrderFile::new(vec![file])).expect("JSON");
    let read = OrderFile::parse(&text).expect("a file");
    let (function, outcome) = compiled(read.of("t").expect("the function").clone());
    assert!(outcome.remarks.iter().any(|r| r.name == "GivenOrder"));
    let order: Vec<u32> = function
        .block(BlockId(0))
        .order
        .iter()
        .map(|i| i.0)
        .collect();
    assert_eq!(&order[..3], [0, 2, 3]);
    // The wait is directly before what needs it, which is last before the branch.
    assert_eq!(order[order.len() - 2], 1);
}

#[test]
fn orders_of_another_version_or_against_a_dependence_change_nothing() {
    let mut other = evaluator().file(&late());
    other.fingerprint = "0".into();
    let mut turned = evaluator().file(&late());
    turned.regions = Orders::from([(0, [1, 0].into_iter().chain(2..14).collect())]);
    for (orders, why) in [(other, "another version"), (turned, "has node 1")] {
        let (function, outcome) = compiled(orders);
        let warning = outcome
            .remarks
            .iter()
            .find(|r| r.kind == RemarkKind::Warning);
        assert!(
            warning.is_some_and(|w| w.message.contains(why)),
            "{outcome:?}"
        );
        let first: Vec<u32> = function
            .block(BlockId(0))
            .order
            .iter()
            .map(|i| i.0)
            .collect();
        assert_eq!((first[0], first[2]), (0, 1), "{first:?}");
    }
}

#[test]
fn files_of_another_kind_are_refused() {
    let parse = |text: &str| OrderFile::parse(text).expect_err("no such file");
    assert!(matches!(parse("[]"), FileError::Malformed(_)));
    let other = r#"{"cdna_sched_orders": 2, "functions": []}"#;
    assert!(matches!(parse(other), FileError::Version { found: 2 }));
    let twice = r#"{"function": "f", "fingerprint": "0", "regions": {}}"#;
    let twice = format!(r#"{{"cdna_sched_orders": 1, "functions": [{twice}, {twice}]}}"#);
    assert!(matches!(parse(&twice), FileError::Twice(_)));
}

#[test]
fn our_own_search_gives_an_order_that_is_legal_and_faster() {
    let evaluator = evaluator();
    let found = evaluator.search();
    let judgement = evaluator.judge(&found, Detail::Checked).expect("an order");
    let (new, old) = clocks(&judgement);
    assert!(judgement.legal && new < old, "{judgement:?}");
}
