	.amdgcn_target "amdgcn-amd-amdhsa--gfx942"
	.text
	.globl	k
	.type	k,@function
k:
	.file	1 "@SOURCE@"
	.loc	1 1 0
.Ltmp0:
.Ltmp1:
	v_add_f32_e32 v0, v0, v0
	s_endpgm
.Lend:
	.size	k, .Lend-k
