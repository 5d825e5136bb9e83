# The two commands: `make demo` and `make test`. Both install what is missing. `make help` lists all: what stands behind `##` in the line of a target.

LLVM_PREFIX ?= /usr/lib/llvm-22
GPU         ?= gfx942
PREFIX      ?= /usr/local
KERNEL      ?= tests/kernels/gfx942/fa_f16_d64_128x64.ll
CORPUS      ?= ../shared/corpus
JOBS        ?= $(shell nproc)

export LLVM_SYS_221_PREFIX = $(LLVM_PREFIX)
export LIBCLANG_PATH = $(LLVM_PREFIX)/lib

CXX_FILES = $(wildcard cpp/*.cpp cpp/*.h crates/*/cpp/*.h crates/mc/cpp/machine_code/*.cpp crates/mc/cpp/machine_code/*.h)
# The crates that need neither LLVM nor libclang.
CORE      = $(addprefix -p cdnasched-,base cache check driver engine hsa object show testing)
CLI       = target/release/cdna-sched

.PHONY: help demo test bare bare-release build plugin install dist wheel setup format fmt lint deny msrv unit static-test lit python triton browser kit-test kit picture triton-matrix corpus validate execute random-kernels random-kernels-test bench trust \
        mutate-rules mutate-waits interpret random-waits hazards-long robustness fuzz sanitize clean

help: ## these lines
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "%-20s %s\n", $$1, $$2 }' $(firstword $(MAKEFILE_LIST))

demo: build ## one kernel, compiled by LLVM alone and with cdnasched: a short table, and a page
	@scripts/demo.sh "$(LLVM_PREFIX)" "$(KERNEL)" "$(GPU)"

# Everything is built as the tests are: their dependencies have more features, and whatever depends on one with others would be
# built twice. What is tested runs side by side, for some of it waits for one process; what each prints comes when it is through.
test: BUILD = cargo build --release --workspace --lib --bins --tests --examples
test: setup fmt lint deny ## everything that is tested without a GPU
	@$(MAKE) BUILD="$(BUILD)" build
	@$(MAKE) BUILD=true -j3 --output-sync=target unit triton browser kit-test lit random-kernels-test python-test pages figures-test book

# The commands of COMMANDS in a clone on a bare Debian 12, made for it (as root; scripts/bare.sh): what somebody who just cloned
# this sees. For example: make bare COMMANDS='"make lint" "make wheel"'.
COMMANDS ?= "make demo" "make test"
bare: ## COMMANDS in a clone on a bare Debian 12 (as root)
	@scripts/bare.sh $(COMMANDS)

# The same with all that README.md and docs/ tell their readers to run: scripts/bare/readme.txt.
bare-release: ## all that README.md and docs/ tell their readers to run, there (as root)
	@scripts/bare.sh --readme

BUILD ?= cargo build --release
build: setup ## the plugin, the command line, the launcher and the library for running processes
	$(BUILD)

# For who changes the engine: after a change to it the plugin is there again in seconds; it takes a few percent longer.
plugin: setup ## the plugin alone, quickly after a change: target/incremental/libcdnasched.so
	cargo build --profile incremental --package cdnasched --lib

# The plugin, the command line, clang's config file and the CMake package.
install: build ## the plugin, the command line, the config file of clang and the CMake package, into PREFIX
	@scripts/install.sh target/release "$(PREFIX)"

# The command line and the C library without LLVM as a shared library, in DIST; takes ten minutes.
DIST ?= dist
dist: setup ## the command line and the C library without the shared library of LLVM, into DIST
	@scripts/dist.sh "$(LLVM_PREFIX)" "$(DIST)"

# The Python package with that library in it, in DIST; takes as long.
wheel: setup ## the Python package with that library in it, into DIST
	@scripts/wheel.sh "$(LLVM_PREFIX)" "$(DIST)"

.PHONY: release release-test workflows python-test
# All files of a release in RELEASE: wheel, executable, archives of the static build and of the plugin, kit, bill of materials, licences,
# checksums (CONTRIBUTING.md). And each of them tried in bare roots, releases of Debian, as root.
RELEASE ?= target/release-files
ROOTS   ?= bookworm trixie
release: build ## all files of a release, into RELEASE
	@scripts/release.sh "$(LLVM_PREFIX)" target/release "$(RELEASE)"

release-test: ## each of them tried in bare roots of Debian (as root)
	@scripts/release-test.sh "$(RELEASE)" $(ROOTS)

# The workflow files for GitHub, by their schema and a linter.
test: workflows
workflows: setup ## the workflow files for GitHub, checked by their schema and a linter
	@scripts/workflows.sh

setup: ## installs what is missing
	@scripts/setup.sh "$(LLVM_PREFIX)"

# Checks the format; `make format` changes it.
fmt: ## checks the format
	cargo fmt --all --check
	clang-format-22 --dry-run -Werror $(CXX_FILES)

format: ## changes the format
	cargo fmt --all
	clang-format-22 -i $(CXX_FILES)

lint: ## clippy, for all sets of features
	cargo clippy --release --workspace --all-targets -- -D warnings
	cargo clippy --release $(CORE) --lib --tests -- -D warnings
	cargo clippy --release -p cdnasched --no-default-features --features ffi --lib --tests -- -D warnings
	cargo clippy --release --no-default-features --features mc --all-targets -- -D warnings

# Licences and sources of the dependencies, and versions there are twice: deny.toml. The tool is built when it is missing and
# the files have changed since scripts/deny.passed was written.
deny: ## licences and sources of the dependencies
	@scripts/deny.sh

# The oldest Rust that Cargo.toml promises. (`make lint` reports uses of newer library functions.)
msrv: ## builds with the oldest Rust that Cargo.toml promises
	rustup toolchain install 1.88 --profile minimal --no-self-update
	cargo +1.88 check --workspace --all-targets --target-dir target/msrv

unit: ## the tests in Rust
	cargo test --release --workspace

# The command line without LLVM's code generator, as `make dist` has it: not a part of `make test`, for it builds everything once more, in a
# folder of its own. `make dist` tries the executable itself.
static-test: setup ## the tests of the command line without LLVM
	cargo test --package cdnasched-cli --no-default-features --target-dir target/static

lit: build ## the tests of plugin and command line (lit)
	$(LLVM_PREFIX)/bin/lit -sv -j$(JOBS) --param llvm_bin=$(LLVM_PREFIX)/bin lit-tests

# The Python package, with the plugin as its library and the worker beside that.
WORKER = target/release/cdna-sched-worker
$(WORKER): python/native/worker.c build
	$(CC) -O2 -Wall -Wextra -Werror -o $@ $< -ldl

# Says where the package is, which runs from this clone then, without a wheel.
python: build $(WORKER) ## says where the Python package is, which runs from this clone then
	@scripts/python.sh

python-test: build $(WORKER) ## the tests of the Python package
	CDNASCHED_LIBRARY=$(abspath target/release/libcdnasched.so) PYTHONPATH=$(abspath python/src) \
	    python3 -m unittest discover -s python/tests

# Kernels that one release of Triton compiles, lints, mends and schedules: docs/triton.md. The release is installed
# into target/triton-venv.
triton: build $(WORKER) ## kernels that one release of Triton compiles, linted, mended and scheduled
	@scripts/triton-test.sh target/release/libcdnasched.so $(WORKER)

# The same for four releases, four GPUs and the kernels of the corpus; takes half an hour. RELEASES, GPUS and NAMES (parts of names)
# choose some of them.
RELEASES ?= 3.6.0 3.7.1 3.8.0 3.9.0
GPUS     ?= gfx908 gfx90a gfx942 gfx950
NAMES    ?=
triton-matrix: build $(WORKER) ## the same for several releases and GPUs (half an hour)
	@scripts/triton-matrix.py target/release/libcdnasched.so $(WORKER) "$(LLVM_PREFIX)" --corpus "$(CORPUS)" \
	    --releases $(RELEASES) --gpus $(GPUS) $(if $(NAMES),--kernels $(NAMES))

# Pages of `cdna-sched view` (docs/view.md) and the book in a headless Chromium. Playwright is installed into target/browser-venv.
browser: build book ## pages and the book in a browser without a window
	@scripts/browser-test.sh $(CLI)

.PHONY: book pages pages-update figures figures-test

# The book: docs/ and the pages beside it as HTML, its links checked. mdBook is built into target/tools when it is missing (a minute).
book: setup ## docs/ as HTML, its links checked
	@python3 -m unittest discover -s scripts/book
	@scripts/book.sh

# The commands of the tutorial, the how-to pages and the Python package's, run: what they print is what the pages show. (Pages on Triton: `make triton`.)
PAGES = $(wildcard docs/tutorial/*.md docs/howto/*.md) docs/python.md docs/view.md
pages: build $(WORKER) ## the commands of the tutorial and the how-to pages, run and compared with what these show
	@python3 scripts/book/pages.py run --llvm "$(LLVM_PREFIX)" --jobs $(JOBS) $(PAGES)

# What they print, written into the pages. Read it before it is committed.
pages-update: build $(WORKER) ## what they print, written into the pages
	@python3 scripts/book/pages.py run --update --llvm "$(LLVM_PREFIX)" $(PAGES)
	@[ -x target/triton-venv/bin/python ] || { echo "*** there is no Triton: pages on Triton stay as they are (make triton installs it)"; exit 1; }
	@target/triton-venv/bin/python scripts/book/pages.py run --update --triton --llvm "$(LLVM_PREFIX)" $(PAGES)

# The figures in README.md and the book, measured anew: docs/figures.json, and the sentences that have them. The corpus and thread
# traces are not part of this project; without them the figures of this project's own kernels alone are measured.
TRACES ?= ../shared/traces
figures: build ## the figures of README.md and the book, measured anew
	@python3 scripts/figures/figures.py make --cli $(CLI) --plugin target/release/libcdnasched.so --llvm "$(LLVM_PREFIX)" \
	    --corpus "$(CORPUS)" --traces "$(TRACES)"

# Whether they are what the documents say, and those of this project's own kernels what the tool says.
figures-test: build ## whether the figures are those of the documents and of the tool
	@python3 -m unittest discover -s scripts/figures
	@python3 scripts/figures/figures.py check --cli $(CLI)

# What a GPU's owner measures us with: kit/README.md. Fills kit/objects and packs the archive.
KIT_ARCHIVE ?= target/cdnasched-kit.tar.gz
kit: build ## the archive with which the owner of a GPU measures us, into KIT_ARCHIVE
	@scripts/kit.sh "$(LLVM_PREFIX)" target/release "$(KIT_ARCHIVE)"

# The kit's tests, which need no GPU, with a part of its objects.
kit-test: build ## the tests of the kit, without a GPU
	@scripts/kit-test.sh "$(LLVM_PREFIX)" target/release target/kit-test

# The picture in README.md and docs/view.md: docs/images/view.png.
picture: build ## the picture in README.md
	@scripts/picture.sh $(CLI)

# Every kernel of the corpus, compared with LLVM and held to what the project promises.
corpus: build ## every kernel of CORPUS, compared with LLVM and held to what the project promises
	@scripts/corpus.sh "$(CLI)" "$(CORPUS)" "$(GPU)"

# The cost model against clocks that others measured on hardware, on the corpus' kernels of those names; with
# PERCENT=N it fails where the model is off by more.
PERCENT ?=
validate: build ## the cost model against clocks that others measured
	@scripts/validate.sh "$(CLI)" "$(CORPUS)" "$(PERCENT)"

# The kernels of the corpus and random ones (or FILES) run in an emulator, LLVM's code against ours;
# with SAMPLE=N only N kernels of the corpus and N random ones.
EMU            ?= ../shared/emu
RANDOM_KERNELS ?= 100
SAMPLE         ?= 0
BUDGET         ?= 200000
INTEGERS       ?= 256 208 128 64 16 4 1
FLAGS          ?=
FILES          ?=
# TEXT=1: ours is what `opt` makes of LLVM's text, not what the plugin makes.
TEXT           ?=
# OBJECT=1: what it makes of LLVM's code object.
OBJECT         ?=
execute: export SAMPLE := $(SAMPLE)
execute: export RANDOM_KERNELS := $(RANDOM_KERNELS)
execute: export BUDGET := $(BUDGET)
execute: export INTEGERS := $(INTEGERS)
execute: export FLAGS := $(FLAGS)
execute: export FILES := $(FILES)
execute: export JOBS := $(JOBS)
execute: export TEXT := $(TEXT)
execute: export OBJECT := $(OBJECT)
execute: build ## kernels run in an emulator, the code of LLVM against ours
	@scripts/execute.sh "$(LLVM_PREFIX)" target/release/libcdnasched.so "$(CORPUS)" "$(GPU)" "$(EMU)"

# COUNT random kernels, from SEED on, through the plugin, opt, lint and fix: nothing may be refused, found or computed differently.
# They are executed where EMU names an emulator. KIND is ir or text; GPU and KIND leave the others out.
COUNT ?= 300
SEED  ?= 0
KIND  ?= all
random-kernels: build ## COUNT random kernels through the plugin, opt, lint and fix
	@scripts/random-kernels.sh "$(LLVM_PREFIX)" target/release "$(wildcard $(EMU))" --count $(COUNT) --seed $(SEED) --kind $(KIND) \
	    --gpu $(if $(filter file,$(origin GPU)),all,$(GPU)) --jobs $(JOBS) --flags="$(FLAGS)"

# The same few ones every time, judged without an emulator, and the judge's own tests.
random-kernels-test: build ## the same few ones every time, and the tests of their judge
	@python3 -m unittest discover -s scripts/random-kernels
	@scripts/random-kernels.sh "$(LLVM_PREFIX)" target/release "" --count 36 --jobs $(JOBS) --keep target/random-kernels-test

# Every wait of every kernel of the corpus weakened or removed: the checker must name what LLVM puts back.
# And every wait and marker of the memory model removed or moved before we place any: none may get lost.
mutate-waits: setup ## every wait of CORPUS weakened or removed: the checker must see it
	CDNASCHED_CORPUS=$(abspath $(CORPUS)) cargo test --release --test waits_vs_llvm mutation -- --nocapture

# Every kernel of the corpus, and 3,000 random functions for each GPU, executed on symbolic values
# before and after stage 1.
interpret: setup ## CORPUS and random functions executed on symbolic values before and after stage 1
	CDNASCHED_CORPUS=$(abspath $(CORPUS)) CDNASCHED_RANDOM=3000 cargo test --release --test execution -- --nocapture

# 20,000 random functions of memory instructions for each GPU against LLVM's wait inserter.
random-waits: setup ## random functions against the wait inserter of LLVM
	CDNASCHED_RANDOM=20000 cargo test --release --test waits_vs_llvm random -- --nocapture

# Our nops against LLVM's over FUNCTIONS random functions for each GPU; prints how many are done.
FUNCTIONS ?= 20000
hazards-long: setup ## our nops against those of LLVM over FUNCTIONS random functions
	CDNASCHED_RANDOM=$(FUNCTIONS) cargo test --release --test hazards_vs_llvm random -- --nocapture

# What the schedules are worth, how many are proved best, and what all that costs; over an hour.
bench: build ## what the schedules are worth, and what they cost (over an hour)
	@scripts/bench.sh "$(CLI)" "$(CORPUS)" "$(LLVM_PREFIX)"
	cargo bench

# Why the output can be believed: see docs/trust.md.
trust: build mutate-rules ## why the output can be believed (docs/trust.md)
	cargo test --release --test differential --test robustness -- --nocapture
	$(LLVM_PREFIX)/bin/lit -sv --param llvm_bin=$(LLVM_PREFIX)/bin lit-tests/options/refused.test lit-tests/options/check.test

# Every row of the hazard table dropped and weakened, every update of the counters left out: who
# notices.
mutate-rules: setup ## every row of the hazard table dropped or weakened: a test must see it
	cargo test --release --workspace --lib --test streams mutants -- --nocapture --test-threads=1

# Very large functions, with time and peak memory.
robustness: setup ## very large functions, with time and peak memory
	cargo test --release --test robustness -- --ignored --nocapture --test-threads=1

# Random inputs for SECONDS to each of the targets in fuzz/; what fails is kept in fuzz/artifacts.
SECONDS ?= 60
fuzz: ## random inputs for SECONDS to each target of fuzz/
	@scripts/fuzz.sh "$(SECONDS)"

# The shim under valgrind, on a few kernels.
sanitize: build ## the shim under valgrind, on a few kernels
	@scripts/sanitize.sh "$(LLVM_PREFIX)" target/release/libcdnasched.so

clean: ## removes what was built
	cargo clean
