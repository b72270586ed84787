/* module.h: code objects inside: of the program, of modules, of libraries. */
#ifndef SHOAL_HIP_MODULE_H
#define SHOAL_HIP_MODULE_H

#include "runtime.h"

struct fatbin {
    const void *bytes; /* of the program; of a library, which owns them */
    size_t size;
    bool is_loaded_module; /* by hipModuleLoad, for one device */
    bool is_watched;       /* its end is waited for: watch_locked */
    int device;            /* of such a module */
    hipModule_t handle;
    shoal_module *modules[MAX_DEVICES];
    hipError_t errors[MAX_DEVICES]; /* of loading; hipSuccess: not tried, or it went well */
    struct function **functions;    /* [function_count] that have handles */
    size_t function_count;
    struct fatbin *next;
};

/* Size of a code object or bundle that is given by its address only; 0: none of them. */
size_t image_bytes(const void *bytes);
/* Loads it for the device, once. */
hipError_t module_load_locked(struct fatbin *f, int device);
/* Gives the managed variables of what was loaded their memory. Without the lock. */
hipError_t module_find_managed(struct fatbin *f, int device);
/* The function, with a handle, of code that is loaded for the device. */
hipError_t module_function_locked(struct fatbin *f, int device, const char *name,
                                  struct function **out);
/* A variable; its memory if it is managed, which it may have to be. */
hipError_t module_global_locked(const struct fatbin *f, int device, const char *name,
                                bool is_managed, void **at, size_t *bytes);
/* Takes what belongs to it out of all tables. */
void module_forget_locked(struct fatbin *f);

#endif
