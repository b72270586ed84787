#include "engine/jit.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>

#include "jit/jit.h"

/* MODE at the start of a kernel is what its descriptor says: the JIT compiles for it and
 * checks it where compiled code is entered. */
static uint32_t mode_of(const struct image_descriptor *d)
{
    return (d->rsrc1 >> 12 & 0xff) | (d->rsrc1 >> 21 & 1) << 8 | (d->rsrc1 >> 23 & 1) << 9 |
           (d->rsrc1 >> 26 & 1) << 23 | (d->rsrc2 >> 24 & 0x7f) << 12;
}

static void *open_module(struct diag *diag)
{
    const char *const names[] = {getenv("SHOAL_JIT_MODULE"),
#ifdef SHOAL_JIT_PATH
                                 SHOAL_JIT_PATH,
#endif
                                 "libshoal-jit.so"};
    for (unsigned i = 0; i < sizeof names / sizeof *names; i++) {
        void *module = names[i] ? dlopen(names[i], RTLD_NOW | RTLD_LOCAL) : NULL;
        if (module)
            return module;
    }
    diag_fail(diag, SHOAL_E_UNSUPPORTED,
              "The JIT (libshoal-jit.so) cannot be loaded: %s. Build with -Djit=enabled, or use "
              "--engine interp.",
              dlerror());
    return NULL;
}

shoal_status jit_load(shoal_device *device, struct diag *diag)
{
    pthread_mutex_lock(&device->lock);
    shoal_status st = SHOAL_OK;
    if (!device->jit) {
        const struct jit_api *(*get)(int) = NULL;
        char why[512] = "";
        void *module = open_module(diag);
        if (module)
            *(void **)(&get) = dlsym(module, "shoal_jit_api");
        const struct jit_api *api = get ? get(JIT_ABI) : NULL;
        struct jit *jit = api ? api->create(why, sizeof why) : NULL;
        if (jit) {
            device->jit_api = api;
            device->jit = jit;
        } else {
            st = diag_fail(diag, SHOAL_E_UNSUPPORTED, "The JIT does not work here: %s.",
                           why[0] ? why : "it belongs to another version of Shoal");
        }
    }
    pthread_mutex_unlock(&device->lock);
    return st;
}

bool jit_prepare(shoal_device *device, struct shoal_kernel *kernel)
{
    if (kernel->jit_tried)
        return kernel->jit_works;
    kernel->jit_tried = true;
    char why[512] = "";
    shoal_status st = SHOAL_E_NOMEM;
    struct code *code =
        device->machine.find_code(&device->machine, kernel->entry, kernel->variant | JIT_VARIANT);
    if (code)
        st = device->jit_api->compile(device->jit, device->isa, &device->machine, code,
                                      kernel->entry - code->base,
                                      mode_of(&kernel->info->descriptor), why, sizeof why);
    kernel->jit_works = st == SHOAL_OK;
    if (!kernel->jit_works)
        device_log(device, SHOAL_LOG_WARNING,
                   "kernel %s is not compiled and runs in the interpreter: %s", kernel->info->name,
                   why[0] ? why : shoal_status_text(st));
    return kernel->jit_works;
}

void jit_unload(shoal_device *device)
{
    if (device->jit)
        device->jit_api->destroy(device->jit);
}
