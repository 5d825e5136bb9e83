//! Time of placing nops, by size of the function: it should grow with the instructions and no
//! faster.

use std::hint::black_box;

use cdnasched_base::machine::{Function, text};
use cdnasched_base::rules::Policy;
use cdnasched_engine::hazard::place;
use criterion::{BatchSize, BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};

const MFMA: &str = "V_MFMA_F32_16X16X16F16_vgprcd_e64 def early v[8:11], v[64:65], v[68:69], v[80:83], #0, #0, #0, imp mode, imp exec\n";
const FILLER: &str = "S_MOV_B32 def s99, #0\n";
const READ: &str = "V_MOV_B32_e32 def v100, v8, imp exec\n";

/// Blocks of ten instructions; every seventh ends a loop of four.
fn function(insts: usize) -> Function {
    let blocks = insts / 10;
    let mut body = String::from(
        "cdna-flat 1\nfunction \"f\"\ngpu gfx942\nresources lds=0 workgroup=0 entry\n",
    );
    for block in 0..blocks {
        let (successors, end) = match (block + 1 == blocks, block % 7) {
            (true, _) => (
                String::new(),
                "S_ENDPGM #0 | return term noreturn\n".to_owned(),
            ),
            (_, 3) => (
                format!(" successors={},{}", block - 3, block + 1),
                format!("S_CBRANCH_SCC1 bb.{}, imp scc | term branch\n", block - 3),
            ),
            _ => (
                format!(" successors={}", block + 1),
                "S_NOP #0\n".to_owned(),
            ),
        };
        // Loops run more often than what leads to them: their nops may be hoisted.
        let frequency = if block % 7 < 4 { 32 } else { 1 };
        body += &format!("block {block} frequency={frequency} depth=0{successors}\n");
        for _ in 0..3 {
            body += MFMA;
            body += FILLER;
            body += READ;
        }
        body += &end;
    }
    text::parse(&body).expect("the text form of a function")
}

fn nops(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("nops");
    group.sample_size(10);
    for insts in [1_000, 10_000, 100_000] {
        let function = function(insts);
        group.throughput(Throughput::Elements(insts as u64));
        group.bench_with_input(
            BenchmarkId::from_parameter(insts),
            &function,
            |b, function| {
                b.iter_batched(
                    || function.clone(),
                    |mut function| black_box(place(&mut function, Policy::Safe)),
                    BatchSize::LargeInput,
                );
            },
        );
    }
}

criterion_group!(benches, nops);
criterion_main!(benches);
