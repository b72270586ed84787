/* checker.h: what the engine calls of a checker of kernels (src/check).
 *
 * A device has at most one. Launches that are made while it has none call none of these functions
 * and pay nothing: their waves run in another loop (interp.c). */
#ifndef SHOAL_ENGINE_CHECKER_H
#define SHOAL_ENGINE_CHECKER_H

#include <stdbool.h>

#include "isa/machine.h"

struct launch;
struct slot;
struct shoal_device;

/* What the host does to device memory. */
enum checker_memory {
    MEMORY_UNWRITTEN, /* it was allocated: nobody has written there yet */
    MEMORY_WRITTEN,   /* it was written, or can be from now on, unseen */
    MEMORY_COPIED,    /* from `from`, which is device memory, too */
    MEMORY_READ,      /* to be used by the host */
};

struct checker {
    bool is_paused; /* launches are not checked */
    /* A launch begins: its state is complete. What it returns is launch->check until `end`; NULL:
     * no memory, and the launch fails. */
    void *(*begin)(struct checker *, struct launch *);
    void (*end)(struct launch *);
    /* A work-group begins: its waves are set up. It may set slot->check. items: its work-items in
     * each dimension. false: no memory, and the launch fails. */
    bool (*group_begin)(struct launch *, struct slot *, const uint32_t items[3]);
    void (*group_end)(struct launch *, struct slot *);
    /* Before an instruction of the wave; wave->next is its op. */
    void (*before)(struct launch *, struct wave *, const struct op *);
    /* Waves have met at a barrier and go on: bit i is wave i. */
    void (*leave)(struct launch *, struct slot *, uint32_t waves);
    /* The work-group can never go on: all its waves that have not ended wait for each other. The
     * launch is going to fail; the slot's states say what each waits for. */
    void (*stuck)(struct launch *, struct slot *);
    /* The wave has stopped at the fault wave->fault; the launch is going to fail. */
    void (*faulted)(struct launch *, struct slot *, const struct wave *);
    /* [to, to + size) of device memory; MEMORY_READ: [from, from + size). caller: the host's code
     * that asked for it, or NULL. May be NULL. */
    void (*memory)(struct checker *, enum checker_memory what, uint64_t to, uint64_t from,
                   uint64_t size, const void *caller);
    /* Frees the checker. The device is about to be destroyed, and no launch runs. */
    void (*destroy)(struct checker *);
};

#endif
