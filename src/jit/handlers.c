/* handlers.c: what libshoal-jit.so asks to be done at the end of the process: nothing.
 *
 * LLVM has hundreds of global objects with destructors. Run by exit(), they would take away what a
 * thread that compiles at that moment uses. The module has a copy of LLVM and of the C++ library of
 * its own, linked so that all their registrations of destructors come here (-Wl,--wrap); what such
 * destructors would free or flush ends with the process anyway. So compiling may go on until the
 * very end, and nobody has to wait for it. */
#include <stddef.h>

int __wrap___cxa_atexit(void (*destroy)(void *), void *object, void *module);

/* As the C++ ABI's function; 0: it is registered. */
int __wrap___cxa_atexit(void (*destroy)(void *), void *object, void *module)
{
    (void)destroy, (void)object, (void)module;
    return 0;
}
