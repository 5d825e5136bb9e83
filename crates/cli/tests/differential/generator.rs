//! Random kernels in LLVM IR: few values, used over and over, in every kind of instruction that
//! needs a wait or a nop, under branches that diverge, in loops and around calls. Loops end soon: the
//! kernels can be run.

mod lds_dma;

use cdnasched_base::gpu::Gpu;

/// Splitmix64: the same seed gives the same kernel, everywhere.
pub struct Random(u64);

impl Random {
    pub fn new(seed: u64) -> Random {
        Random(seed)
    }
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }
    fn below(&mut self, n: usize) -> usize {
        (self.next() % n as u64) as usize
    }
    fn pick<'a, T: ?Sized>(&mut self, of: &[&'a T]) -> &'a T {
        of[self.below(of.len())]
    }
}

const INTS: usize = 4;
const FLOATS: usize = 4;
const TYPES: [&str; 4] = ["i32", "float", "<4 x float>", "<4 x half>"];

/// What becomes of a kernel.
#[derive(Clone, Copy, PartialEq)]
pub enum Use {
    Compiled,
    /// It is run too. Then matrix instructions, which write all lanes, are placed where all are active:
    /// elsewhere what they leave in the others depends on branches that LLVM drops or keeps.
    Run,
}

/// The present value of every variable, by type.
#[derive(Clone)]
struct State {
    vars: [Vec<String>; 4],
}

struct Kernel<'r> {
    random: &'r mut Random,
    gpu: Gpu,
    text: String,
    names: u32,
    block: String,
    calls: bool,
    purpose: Use,
    /// How many branches and loops around us not all lanes take alike.
    divergent: u32,
}

/// A module with one kernel.
pub fn module(seed: u64, gpu: Gpu, purpose: Use) -> String {
    let mut random = Random::new(seed);
    let calls = random.below(4) == 0;
    let mut kernel = Kernel {
        random: &mut random,
        gpu,
        text: String::new(),
        names: 0,
        block: "entry".into(),
        calls,
        purpose,
        divergent: 0,
    };
    let int = |v: &str| v.to_owned();
    let mut state = State {
        vars: [
            ["%tid", "%n", "%tid", "1"].map(int).to_vec(),
            ["%x", "%y", "%x", "1.0"].map(int).to_vec(),
            vec!["zeroinitializer".into(), "%v0".into()],
            vec!["%h0".into()],
        ],
    };
    kernel.region(&mut state, 3);
    if !lds_dma::legal_bytes(gpu).is_empty() && kernel.random.below(2) == 0 {
        kernel.pipeline(&mut state);
        kernel.region(&mut state, 2);
    }
    kernel.results(&state);
    let (entry, body) = (lds_dma::ENTRY, kernel.text);
    format!(
        "target triple = \"amdgcn-amd-amdhsa\"\n\
         @lds = internal addrspace(3) global [1024 x i32] poison, align 16\n\
         define amdgpu_kernel void @k(ptr addrspace(1) %a, ptr addrspace(1) noalias %b, ptr addrspace(1) noalias readonly %c, i32 %n, float %x, float %y) #0 {{\n\
         entry:\n  %tid = call i32 @llvm.amdgcn.workitem.id.x()\n\
         \x20 %pv = getelementptr <4 x float>, ptr addrspace(1) %c, i32 %tid\n\
         \x20 %v0 = load <4 x float>, ptr addrspace(1) %pv, align 16\n\
         \x20 %ph = getelementptr <4 x half>, ptr addrspace(1) %a, i32 %tid\n\
         \x20 %h0 = load <4 x half>, ptr addrspace(1) %ph, align 8\n\
         {entry}{body}  ret void\n}}\n\
         define internal float @helper(float %x, ptr addrspace(1) %p) #1 {{\n  %v = load float, ptr addrspace(1) %p\n  %s = fadd float %v, %x\n  store float %s, ptr addrspace(1) %p\n  ret float %s\n}}\n\
         declare i32 @llvm.amdgcn.workitem.id.x()\ndeclare void @llvm.amdgcn.s.barrier()\n\
         declare i32 @llvm.amdgcn.readfirstlane.i32(i32)\ndeclare i32 @llvm.amdgcn.ds.bpermute(i32, i32)\n\
         declare float @llvm.amdgcn.rcp.f32(float)\ndeclare float @llvm.exp2.f32(float)\n\
         declare <4 x float> @llvm.amdgcn.mfma.f32.16x16x16f16(<4 x half>, <4 x half>, <4 x float>, i32, i32, i32)\n\
         declare <4 x float> @llvm.amdgcn.mfma.f32.4x4x4f16(<4 x half>, <4 x half>, <4 x float>, i32, i32, i32)\n\
         declare <4 x float> @llvm.amdgcn.mfma.f32.4x4x1f32(float, float, <4 x float>, i32, i32, i32)\n\
         declare <4 x float> @llvm.amdgcn.mfma.f32.16x16x4f32(float, float, <4 x float>, i32, i32, i32)\n\
         declare double @llvm.amdgcn.mfma.f64.4x4x4f64(double, double, double, i32, i32, i32)\n\
         {}\
         attributes #0 = {{ \"amdgpu-flat-work-group-size\"=\"64,256\" }}\nattributes #1 = {{ noinline }}\n",
        lds_dma::DECLARATIONS
    )
}

impl Kernel<'_> {
    fn name(&mut self) -> String {
        self.names += 1;
        format!("%t{}", self.names)
    }
    fn line(&mut self, text: &str) {
        self.text += &format!("  {text}\n");
    }
    fn value(&mut self, of: String) -> String {
        let name = self.name();
        self.line(&format!("{name} = {of}"));
        name
    }
    fn start(&mut self, label: &str) {
        self.text += &format!("{label}:\n");
        self.block = label.to_owned();
    }
    fn any(&mut self, state: &State, kind: usize) -> String {
        let at = self.random.below(state.vars[kind].len());
        state.vars[kind][at].clone()
    }
    fn set(&mut self, state: &mut State, kind: usize, value: String) {
        let at = self.random.below(state.vars[kind].len());
        state.vars[kind][at] = value;
    }
    /// A place in memory that depends on the lane.
    fn place(&mut self, state: &State, kind: usize, lds: bool) -> String {
        let index = self.any(state, 0);
        let masked = self.value(format!("and i32 {index}, 63"));
        let (space, base) = match lds {
            true => (3, "@lds"),
            false => (1, self.random.pick(&["%a", "%b", "%b"])),
        };
        let ty = TYPES[kind];
        self.value(format!(
            "getelementptr {ty}, ptr addrspace({space}) {base}, i32 {masked}"
        ))
    }

    /// Whether a matrix instruction may be placed here.
    fn matrix(&self) -> bool {
        self.purpose == Use::Compiled || self.divergent == 0
    }
    /// A number that decides where to go, and whether it is the same in all lanes.
    fn decisive(&mut self, state: &State) -> (String, bool) {
        let number = self.any(state, 0);
        let uniform = self.random.below(2) == 0;
        let number = match uniform {
            true => self.value(format!(
                "call i32 @llvm.amdgcn.readfirstlane.i32(i32 {number})"
            )),
            false => number,
        };
        (number, uniform)
    }

    fn statement(&mut self, state: &mut State) {
        let loads_into_lds = !lds_dma::legal_bytes(self.gpu).is_empty();
        match self.random.below(if loads_into_lds { 17 } else { 16 }) {
            16 => self.lone_load_into_lds(state),
            0 | 1 => {
                let (a, b) = (self.any(state, 0), self.any(state, 0));
                let op = self.random.pick(&["add", "mul", "xor", "lshr", "sub"]);
                let value = self.value(format!("{op} i32 {a}, {b}"));
                let value = self.value(format!("and i32 {value}, 1048575"));
                self.set(state, 0, value);
            }
            2 | 3 => {
                let (a, b) = (self.any(state, 1), self.any(state, 1));
                let op = self.random.pick(&["fadd", "fmul", "fsub"]);
                let value = self.value(format!("{op} contract float {a}, {b}"));
                self.set(state, 1, value);
            }
            4 => {
                let a = self.any(state, 1);
                let f = self.random.pick(&["llvm.amdgcn.rcp.f32", "llvm.exp2.f32"]);
                let value = self.value(format!("call float @{f}(float {a})"));
                self.set(state, 1, value);
            }
            5 | 6 if self.matrix() => {
                let (a, b, c) = (self.any(state, 3), self.any(state, 3), self.any(state, 2));
                let f = self.random.pick(&["16x16x16f16", "4x4x4f16"]);
                let value = self.value(format!(
                    "call <4 x float> @llvm.amdgcn.mfma.f32.{f}(<4 x half> {a}, <4 x half> {b}, <4 x float> {c}, i32 0, i32 0, i32 0)"
                ));
                self.set(state, 2, value);
            }
            7 if self.matrix() => {
                let (a, b, c) = (self.any(state, 1), self.any(state, 1), self.any(state, 2));
                let f = self.random.pick(&["4x4x1f32", "16x16x4f32"]);
                let value = self.value(format!(
                    "call <4 x float> @llvm.amdgcn.mfma.f32.{f}(float {a}, float {b}, <4 x float> {c}, i32 0, i32 0, i32 0)"
                ));
                self.set(state, 2, value);
            }
            8 => {
                let (v, lane) = (self.any(state, 2), self.random.below(4));
                let value = self.value(format!("extractelement <4 x float> {v}, i32 {lane}"));
                self.set(state, 1, value);
            }
            9 | 10 => {
                let (kind, lds) = (self.random.below(4), self.random.below(2) == 0);
                let (ty, place) = (TYPES[kind], self.place(state, kind, lds));
                let space = if lds { 3 } else { 1 };
                let value = self.value(format!("load {ty}, ptr addrspace({space}) {place}"));
                let value = match kind {
                    0 => self.value(format!("and i32 {value}, 1048575")),
                    _ => value,
                };
                self.set(state, kind, value);
            }
            11 => {
                let (kind, lds) = (self.random.below(4), self.random.below(2) == 0);
                let (ty, place) = (TYPES[kind], self.place(state, kind, lds));
                let value = self.any(state, kind);
                let space = if lds { 3 } else { 1 };
                self.line(&format!(
                    "store {ty} {value}, ptr addrspace({space}) {place}"
                ));
            }
            12 => {
                let lds = self.random.below(2) == 0;
                let (place, value) = (self.place(state, 0, lds), self.any(state, 0));
                let space = if lds { 3 } else { 1 };
                let order = self.random.pick(&["monotonic", "acq_rel"]);
                let old = self.value(format!(
                    "atomicrmw add ptr addrspace({space}) {place}, i32 {value} syncscope(\"agent\") {order}"
                ));
                let old = self.value(format!("and i32 {old}, 1048575"));
                self.set(state, 0, old);
            }
            13 => {
                let a = self.any(state, 0);
                let value = match self.random.below(2) {
                    0 => self.value(format!("call i32 @llvm.amdgcn.readfirstlane.i32(i32 {a})")),
                    _ => {
                        let b = self.any(state, 0);
                        self.value(format!(
                            "call i32 @llvm.amdgcn.ds.bpermute(i32 {a}, i32 {b})"
                        ))
                    }
                };
                let value = self.value(format!("and i32 {value}, 1048575"));
                self.set(state, 0, value);
            }
            14 if self.matrix() && self.gpu != Gpu::Gfx908 => {
                let a = self.any(state, 1);
                let wide = self.value(format!("fpext float {a} to double"));
                let value = self.value(format!(
                    "call double @llvm.amdgcn.mfma.f64.4x4x4f64(double {wide}, double {wide}, double {wide}, i32 0, i32 0, i32 0)"
                ));
                let value = self.value(format!("fptrunc double {value} to float"));
                self.set(state, 1, value);
            }
            15 if self.calls => {
                let (a, place) = (self.any(state, 1), self.place(state, 1, false));
                let value = self.value(format!(
                    "call float @helper(float {a}, ptr addrspace(1) {place})"
                ));
                self.set(state, 1, value);
            }
            _ => {
                let (a, kind) = (self.any(state, 0), self.random.below(2));
                let (x, y) = (self.any(state, kind), self.any(state, kind));
                let test = self.value(format!("icmp slt i32 {a}, 17"));
                let ty = TYPES[kind];
                let value = self.value(format!("select i1 {test}, {ty} {x}, {ty} {y}"));
                self.set(state, kind, value);
            }
        }
    }

    fn region(&mut self, state: &mut State, depth: u32) {
        for _ in 0..1 + self.random.below(3) {
            for _ in 0..self.random.below(10) {
                self.statement(state);
            }
            match self.random.below(4) {
                0 if depth > 0 => self.branch(state, depth - 1),
                1 if depth > 0 => self.cycle(state, depth - 1),
                _ => {}
            }
        }
    }

    fn branch(&mut self, state: &mut State, depth: u32) {
        self.names += 1;
        let n = self.names;
        let ((a, a_uniform), (b, b_uniform)) = (self.decisive(state), self.decisive(state));
        let divergent = u32::from(!(a_uniform && b_uniform));
        let test = self.value(format!("icmp ult i32 {a}, {b}"));
        self.line(&format!("br i1 {test}, label %yes{n}, label %no{n}"));
        self.divergent += divergent;
        self.start(&format!("yes{n}"));
        let mut yes = state.clone();
        self.region(&mut yes, depth);
        let from_yes = self.block.clone();
        self.line(&format!("br label %join{n}"));
        self.start(&format!("no{n}"));
        let mut no = state.clone();
        if self.random.below(2) == 0 {
            self.region(&mut no, depth);
        }
        let from_no = self.block.clone();
        self.divergent -= divergent;
        self.line(&format!("br label %join{n}"));
        self.start(&format!("join{n}"));
        for (kind, ty) in TYPES.iter().enumerate() {
            for at in 0..state.vars[kind].len() {
                let (y, n) = (&yes.vars[kind][at], &no.vars[kind][at]);
                let phi = format!("phi {ty} [ {y}, %{from_yes} ], [ {n}, %{from_no} ]");
                state.vars[kind][at] = self.value(phi);
            }
        }
    }

    /// A loop of at most seven times.
    fn cycle(&mut self, state: &mut State, depth: u32) {
        let (limit, uniform) = match self.random.below(2) {
            0 => ("%n".to_owned(), true),
            _ => self.decisive(state),
        };
        let divergent = u32::from(!uniform);
        let limit = self.value(format!("and i32 {limit}, 7"));
        self.divergent += divergent;
        self.repeat(state, &limit, |kernel, inside, _| {
            kernel.region(inside, depth)
        });
        self.divergent -= divergent;
    }

    /// A loop that ends when its counter, which the body is given, reaches a limit.
    fn repeat(
        &mut self,
        state: &mut State,
        limit: &str,
        body: impl FnOnce(&mut Self, &mut State, &str),
    ) {
        self.names += 1;
        let n = self.names;
        let before = self.block.clone();
        self.line(&format!("br label %loop{n}"));
        let outside = std::mem::take(&mut self.text);
        self.block = format!("loop{n}");
        let entered = state.clone();
        let mut inside = state.clone();
        for vars in &mut inside.vars {
            for var in vars {
                *var = self.name();
            }
        }
        let heads = inside.clone();
        body(self, &mut inside, &format!("%i{n}"));
        let count = self.value(format!("add i32 %i{n}, 1"));
        let again = self.value(format!("icmp ult i32 {count}, {limit}"));
        let from = self.block.clone();
        self.line(&format!("br i1 {again}, label %loop{n}, label %out{n}"));
        let body = std::mem::replace(&mut self.text, outside);
        self.text +=
            &format!("loop{n}:\n  %i{n} = phi i32 [ 0, %{before} ], [ {count}, %{from} ]\n");
        for (kind, ty) in TYPES.iter().enumerate() {
            for (at, head) in heads.vars[kind].iter().enumerate() {
                let (old, new) = (&entered.vars[kind][at], &inside.vars[kind][at]);
                self.text +=
                    &format!("  {head} = phi {ty} [ {old}, %{before} ], [ {new}, %{from} ]\n");
            }
        }
        self.text += &body;
        self.start(&format!("out{n}"));
        *state = inside;
    }

    fn results(&mut self, state: &State) {
        for (kind, vars) in state.vars.iter().enumerate() {
            for (at, var) in vars.iter().enumerate() {
                let ty = TYPES[kind];
                let slot = kind * (INTS + FLOATS) + at;
                let index = self.value(format!("add i32 %tid, {}", slot * 256));
                let place = self.value(format!(
                    "getelementptr {ty}, ptr addrspace(1) %b, i32 {index}"
                ));
                self.line(&format!("store {ty} {var}, ptr addrspace(1) {place}"));
            }
        }
    }
}
