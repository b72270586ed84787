/* signals.h: faults of the host while a wave accesses device memory.
 *
 *   struct recovery r;
 *   recovery_enter(&r, group);
 *   if (sigsetjmp(r.context, 0) == 0)
 *       run(group);             // may stop anywhere while faulting_access of group->running is
 *                               // set
 *   else
 *       ...                     // r.address: what could not be accessed
 *   recovery_leave();
 *
 * The process has one handler for SIGSEGV and SIGBUS. It acts only on a thread that is
 * between enter and leave while the running wave's faulting_access is set and the address is one
 * that waves may access, or for its lazy pages. Every other signal goes to the handler that was
 * there before; if there was none, and a wave runs, Shoal itself has gone wrong: that ends the
 * launch (host_pc), and not the process. While functions of the program are called, `running` is
 * NULL. */
#ifndef SHOAL_ENGINE_SIGNALS_H
#define SHOAL_ENGINE_SIGNALS_H

#include <setjmp.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct group;

struct recovery {
    sigjmp_buf context;
    struct group *volatile group; /* whose wave `running` executes */
    const void *volatile address; /* that could not be accessed; NULL: the host does not tell */
    /* NULL: the wave accessed it. Else Shoal's own code did: the address of the instruction. */
    const void *volatile host_pc;
    /* Pages that become accessible when they are touched; then is_touched is set. */
    uint8_t *lazy; /* [lazy_bytes] NULL: none */
    size_t lazy_bytes;
    volatile bool is_touched;
};

/* Installs the handler, counted: one call of signals_remove per call. */
void signals_install(void);
void signals_remove(void);
/* Puts the handler back on top if the program has installed another one since (test
 * frameworks and language run-times do). Called before each launch. */
void signals_ensure(void);
/* After fork: threads that installed the handler at that moment are not here. */
void signals_in_child(void);

/* The calling thread's recovery, until recovery_leave; not nested. */
void recovery_enter(struct recovery *r, struct group *group);
void recovery_leave(void);

#endif
