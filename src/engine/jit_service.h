/* jit_service.h: the threads that look compiled code up and compile, and their jobs.
 *
 * There are two: one for what launches wait for (look-ups, and the first code of a kernel), one
 * for better code, which takes LLVM so long that nobody should queue behind it. jit.h decides what
 * becomes a job; a kernel is in one job at most. */
#ifndef SHOAL_ENGINE_JIT_SERVICE_H
#define SHOAL_ENGINE_JIT_SERVICE_H

#include "engine/device.h"
#include "engine/module.h"

/* What SHOAL_JIT_BACKEND says. */
enum jit_choice {
    JIT_CHOICE_AUTO, /* direct code first and LLVM's later where nobody waits; else LLVM's */
    JIT_CHOICE_LLVM,
    JIT_CHOICE_DIRECT,
};

struct jit_service;

enum jit_choice jit_choice(void);

/* The device's service, made on first use. NULL: no memory. */
struct jit_service *jit_service(shoal_device *device);
/* Whether there is a compiler; its path. */
bool jit_service_has_module(const struct jit_service *s);
const char *jit_service_module(const struct jit_service *s);
/* Whether the direct back end makes code for this device. */
bool jit_service_has_direct(const struct jit_service *s);
/* Whether that is AVX-512 code, which LLVM makes faster, too. */
bool jit_service_has_avx512(const struct jit_service *s);
/* How many threads can run at once here. */
unsigned jit_service_cores(const struct jit_service *s);
/* Whether it has been loaded already, so that the first job need not. */
bool jit_service_is_loaded(struct jit_service *s);
/* Whether the kernel's first code may be the direct back end's: this host, SHOAL_JIT_BACKEND. */
bool jit_service_has_tiers(const struct jit_service *s);

/* Takes the kernel, of a launch that runs, from state `from` to a job; false: it is in another
 * state. */
bool jit_enqueue(shoal_device *device, struct shoal_kernel *k, enum jit_state from,
                 enum jit_state to);
/* Waits until no job has the kernel. false: the deadline (0: none) came first, and its job, if it
 * runs, is cancelled. */
bool jit_wait(shoal_device *device, struct shoal_kernel *k, uint64_t deadline_ns);
/* Before a module's kernels are freed: forgets their jobs. While LLVM works on one it is not waited
 * for: LLVM uses nothing of the engine, and what it makes is dropped. */
void jit_forget(shoal_module *module);
/* The same for all; the threads end. */
void jit_destroy(shoal_device *device);

/* Around looking at a kernel's records. NULL: the device has no service, so nothing writes them. */
struct jit_service *jit_service_lock(shoal_device *device);
void jit_service_unlock(struct jit_service *s);

/* An installation that lost its compiler would be slow without a word: says it, once. */
void jit_tell_that_it_lacks(struct jit_service *s, shoal_device *device);

static inline enum jit_state jit_state_of(const struct shoal_kernel *k)
{
    return atomic_load_explicit(&k->jit.state, memory_order_acquire);
}

#endif
