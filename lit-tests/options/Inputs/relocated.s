	.amdgcn_target "amdgcn-amd-amdhsa--gfx942"
	.text
	.globl k
	.type k,@function
k:
	s_getpc_b64 s[4:5]
	s_add_u32 s4, s4, data@rel32@lo+4
	s_addc_u32 s5, s5, data@rel32@hi+12
	s_load_dword s0, s[4:5], 0x0
	s_waitcnt lgkmcnt(0)
	v_mov_b32_e32 v0, s0
	s_endpgm
	.size k, .-k
