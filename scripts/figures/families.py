"""Which kind of kernel a function of the corpus is, by the name of its module and whether it has matrix instructions."""

MATRIX = "GEMM and other matrix kernels"
ATTENTION = "attention"
EXPERTS = "MoE"
ROWS = "softmax, norms, reductions, scans"
OTHERS = "others"

# In the order of the table.
FAMILIES = (MATRIX, ATTENTION, EXPERTS, ROWS, OTHERS)

# How modules are named (without what marks a version with debug information).
NAMED = (
    (ATTENTION, ("fa_", "linear_attn_", "paged_decode_")),
    (EXPERTS, ("moe_",)),
    (ROWS, ("argmax_", "cross_entropy_", "layernorm_", "reduce_", "rmsnorm_", "scan_", "softmax_")),
    (MATRIX, ("gemm_",)),
)


def family(kernel: str, matrix: bool) -> str:
    """The family of the function of a module (`gfx942/gemm_f64_64x64x16_w4`)."""
    name = kernel.split("/")[1].removeprefix("dbg_")
    for of, beginnings in NAMED:
        if name.startswith(beginnings):
            return of
    return MATRIX if matrix else OTHERS
