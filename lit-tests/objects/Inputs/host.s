	.section .hip_fatbin,"a"
	.p2align 12
	.globl __hip_fatbin
	.hidden __hip_fatbin
__hip_fatbin:
	.incbin "fat"
	.section .hipFatBinSegment,"aw"
	.long 0x48495046, 1
	.quad __hip_fatbin
	.quad 0
	.section .note.GNU-stack,"",@progbits
