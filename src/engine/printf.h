/* printf.h: output of kernels that goes through a buffer. */
#ifndef SHOAL_ENGINE_PRINTF_H
#define SHOAL_ENGINE_PRINTF_H

#include "engine/launch.h"

enum { PRINTF_BUFFER_BYTES = 16 << 20 };

/* Makes sure that the launch has a printf buffer and empties it. */
shoal_status printf_setup(struct launch *l);
/* Lets the kernel print through device memory that comes with the program, and empties it. */
shoal_status printf_attach(struct launch *l, uint64_t address, uint32_t bytes);
/* Prints what the kernel has left in the buffer. */
void printf_flush(struct launch *l);
/* Makes room in the buffer while kernels run, if it is getting full. From any worker. */
void printf_poll(struct launch *l);

#endif
