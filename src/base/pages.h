/* pages.h: whether the host has memory at an address. */
#ifndef SHOAL_BASE_PAGES_H
#define SHOAL_BASE_PAGES_H

#include <stdbool.h>

enum { HOST_PAGE = 4096 };

/* Whether this process may read the byte at `at`, without a signal if not. true where the system
 * does not answer the question (a sandbox that forbids process_vm_readv). */
bool host_has_byte(const void *at);

#endif
