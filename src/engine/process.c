/* process.c: see process.h. */
#include "engine/process.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

#include "engine/signals.h"

static atomic_uint generation, compiling;
static atomic_bool has_lost_compiler;

static void in_child(void)
{
    if (atomic_exchange(&compiling, 0))
        atomic_store(&has_lost_compiler, true);
    atomic_fetch_add(&generation, 1);
    signals_in_child();
}

/* This code may be part of a library of the program, which knows nothing of threads in it. */
static void keep_loaded(void)
{
    Dl_info here;
    if (dladdr((const void *)(uintptr_t)&process_prepare, &here) && here.dli_fname)
        dlopen(here.dli_fname, RTLD_NOW | RTLD_NOLOAD | RTLD_NODELETE);
}

static void prepare(void)
{
    keep_loaded();
    pthread_atfork(NULL, NULL, in_child);
}

void process_prepare(void)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, prepare);
}

unsigned process_generation(void)
{
    return atomic_load_explicit(&generation, memory_order_relaxed);
}

void process_begin_compiling(void) { atomic_fetch_add(&compiling, 1); }

void process_end_compiling(void) { atomic_fetch_sub(&compiling, 1); }

bool process_lost_compiler(void) { return atomic_load(&has_lost_compiler); }
