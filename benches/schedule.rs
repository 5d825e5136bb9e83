//! Time of scheduling one block, by its size: it should grow with the instructions and no faster.

use std::fmt::Write as _;
use std::hint::black_box;

use cdnasched_base::gpu::WaitStates;
use cdnasched_base::machine::{Function, InstId, text};
use cdnasched_engine::schedule::{Options, schedule};
use criterion::{BatchSize, BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};

/// One block of loads, matrix instructions and vector work; each needs what was three before.
fn function(insts: u32) -> Function {
    let mut body = String::from(
        "cdna-flat 1\nfunction \"f\"\ngpu gfx942\nresources lds=0 workgroup=0 entry\n\
         block 0 frequency=1 depth=0\n",
    );
    for n in 0..insts {
        let (new, old) = (100 + n % 90, 100 + (n + 87) % 90);
        // Writing to a String cannot fail.
        let _ = match n % 8 {
            0 => writeln!(
                body,
                "  DS_READ_B32_gfx9 def v{new}, v{old}, #0, #0, imp exec | load | read space=3 bytes=4"
            ),
            3 => writeln!(
                body,
                "  V_MFMA_F32_16X16X16F16_vgprcd_e64 def early v[8:11], v[64:65], v[68:69], v[8:11], #0, #0, #0, imp mode, imp exec"
            ),
            5 => writeln!(
                body,
                "  V_EXP_F32_e32 def v{new}, v{old}, imp mode, imp exec"
            ),
            _ => writeln!(
                body,
                "  V_ADD_F32_e32 def v{new}, v{old}, v2, imp mode, imp exec"
            ),
        };
    }
    for n in 3..insts {
        let _ = writeln!(body, "edge {} {n} true 1", n - 3);
    }
    text::parse(&body).expect("the text form of a function")
}

fn one_block(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("schedule");
    group.sample_size(10);
    for insts in [500, 2_000, 20_000] {
        let function = function(insts);
        let options = Options::new(&function);
        let needs = |_: InstId, _: InstId| WaitStates(0);
        group.throughput(Throughput::Elements(u64::from(insts)));
        group.bench_with_input(
            BenchmarkId::from_parameter(insts),
            &function,
            |b, function| {
                b.iter_batched(
                    || function.clone(),
                    |mut function| black_box(schedule(&mut function, &needs, &options)),
                    BatchSize::LargeInput,
                );
            },
        );
    }
}

criterion_group!(benches, one_block);
criterion_main!(benches);
