/* pages.c: whether the host has memory at an address. */
#include "base/pages.h"

#include <errno.h>
#include <stdint.h>
#include <sys/uio.h>
#include <unistd.h>

bool host_has_byte(const void *at)
{
    char byte;
    struct iovec to = {&byte, 1}, from = {(void *)(uintptr_t)at, 1};
    int kept = errno;
    bool has = process_vm_readv(getpid(), &to, 1, &from, 1, 0) == 1 || errno != EFAULT;
    errno = kept;
    return has;
}
