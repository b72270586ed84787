/* nothing.cl: what is compiled first, so that loading LLVM is not counted. */
kernel void nothing(void) {}
