# Something that is no wrapper has the address of a bundle.
	.section .hip_fatbin,"a",@progbits
.Lhere:
	.zero 4096
	.section .data.points,"aw",@progbits
	.quad .Lhere
