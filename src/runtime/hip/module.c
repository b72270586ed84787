/* module.c: code objects: those that the program brings along, and those that it loads.
 *
 * Compiled programs register their fat binaries, kernels and variables from constructors, before
 * main: nothing is loaded until a kernel or variable is used, and then once per device. */
#include "module.h"

#include <elf.h>
#include <link.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { WRAPPER_MAGIC = 0x48495046 };
struct wrapper {
    uint32_t magic, version;
    const void *bundle;
    void *unused;
};

struct variable {
    const void *host; /* what programs name it by; NULL: of a module that was loaded */
    char *name;       /* in the code object */
    struct fatbin *fatbin;
    size_t size;
    void *managed; /* managed variables: their memory */
    struct variable *next;
};

static struct fatbin *fatbins;
static struct variable *variables;

/* Registered functions by host address. */
static struct function **by_host; /* [by_host_size] open addressing */
static size_t by_host_size, by_host_count;

/* ---- extent of code in memory ------------------------------------------------------------------
 */

struct extent {
    uintptr_t at;
    size_t size;
};

static int find_segment(struct dl_phdr_info *info, size_t size, void *data)
{
    struct extent *e = data;
    (void)size;
    for (int i = 0; i < info->dlpi_phnum; i++) {
        const ElfW(Phdr) *h = &info->dlpi_phdr[i];
        uintptr_t base = info->dlpi_addr + h->p_vaddr;
        if (h->p_type == PT_LOAD && e->at - base < h->p_filesz) {
            e->size = h->p_filesz - (e->at - base);
            return 1;
        }
    }
    return 0;
}

static uint64_t get_u64(const uint8_t *at)
{
    uint64_t value;
    memcpy(&value, at, sizeof value);
    return value;
}
static uint32_t get_u32(const uint8_t *at)
{
    uint32_t value;
    memcpy(&value, at, sizeof value);
    return value;
}

static size_t elf_bytes(const uint8_t *p)
{
    Elf64_Ehdr h;
    memcpy(&h, p, sizeof h);
    size_t end = sizeof h;
    if (h.e_shoff + (size_t)h.e_shnum * h.e_shentsize > end)
        end = h.e_shoff + (size_t)h.e_shnum * h.e_shentsize;
    for (unsigned i = 0; i < h.e_phnum; i++) {
        Elf64_Phdr s;
        memcpy(&s, p + h.e_phoff + (size_t)i * h.e_phentsize, sizeof s);
        if (s.p_offset + s.p_filesz > end)
            end = s.p_offset + s.p_filesz;
    }
    return end;
}

static size_t bundle_bytes(const uint8_t *p)
{
    enum { HEADER = 32, MOST = 4096 };
    uint64_t count = get_u64(p + 24), at = HEADER, end = HEADER;
    for (uint64_t i = 0; i < count && i < MOST; i++) {
        uint64_t offset = get_u64(p + at), size = get_u64(p + at + 8), id = get_u64(p + at + 16);
        at += 24 + id;
        if (offset + size > end)
            end = offset + size;
    }
    return end > at ? end : at;
}

size_t image_bytes(const void *bytes)
{
    const uint8_t *p = bytes;
    struct extent e = {(uintptr_t)p, 0};
    if (!memcmp(p, ELFMAG, SELFMAG))
        return elf_bytes(p);
    if (!strncmp(bytes, "__CLANG_OFFLOAD_BUNDLE__", 24)) /* reads no further than it fits */
        return bundle_bytes(p);
    if (memcmp(p, "CCOB", 4))
        return 0;
    /* Compressed: magic, u16 version, u16 method, then from version 2 on the file's size. */
    unsigned version = p[4] | (unsigned)p[5] << 8;
    if (version == 2)
        return get_u32(p + 8);
    if (version >= 3)
        return get_u64(p + 8);
    dl_iterate_phdr(find_segment, &e);
    return e.size;
}

/* ---- loading -------------------------------------------------------------------------- */

/* A kernel's pointer to a managed variable is where the host's is. */
static void set_managed(struct fatbin *f, int device)
{
    for (struct variable *v = variables; v; v = v->next) {
        uint64_t address, size;
        if (v->fatbin == f && v->managed &&
            shoal_module_find_symbol(f->modules[device], v->name, &address, &size) == SHOAL_OK &&
            size >= sizeof v->managed)
            shoal_mem_write(hip.shoal, address, &v->managed, sizeof v->managed);
    }
}

/* Few programs say more than that a launch failed, so that the first code object without code for
 * the device is reported whatever SHOAL_LOG says. */
static void report_load_locked(hipError_t error)
{
    static bool is_said;
    const char *why = shoal_last_error(hip.shoal);
    if (error == hipErrorNoBinaryForGpu && !is_said) {
        is_said = true;
        fprintf(stderr, "shoal: kernels of this program cannot run: %s\n", why);
    } else {
        hip_log("a code object of the program cannot be loaded: %s", why);
    }
}

hipError_t module_load_locked(struct fatbin *f, int device)
{
    if (f->modules[device] || f->errors[device] != hipSuccess)
        return f->errors[device];
    if (!f->size)
        f->size = image_bytes(f->bytes);
    shoal_status st = shoal_module_load(hip.shoal, f->bytes, f->size, NULL, &f->modules[device]);
    if (st != SHOAL_OK) {
        f->errors[device] = hip_error_of(st);
        report_load_locked(f->errors[device]);
    } else {
        set_managed(f, device);
    }
    return f->errors[device];
}

/* ---- registration by compiled programs ------------------------------------------------ */

void **__hipRegisterFatBinary(const void *data)
{
    const struct wrapper *w = data;
    if (!w || w->magic != WRAPPER_MAGIC || w->version != 1)
        return NULL;
    struct fatbin *f = calloc(1, sizeof *f);
    if (!f)
        return NULL;
    f->bytes = w->bundle;
    hip_lock();
    f->next = fatbins;
    fatbins = f;
    hip_unlock();
    return (void **)f;
}

static size_t hash_of(const void *host)
{
    return (size_t)((uintptr_t)host * 0x9e3779b97f4a7c15u >> 20);
}

static bool host_table_grow(void)
{
    if (by_host_count * 2 < by_host_size)
        return true;
    size_t size = by_host_size ? by_host_size * 2 : 256;
    struct function **table = calloc(size, sizeof(struct function *));
    if (!table)
        return false;
    for (size_t i = 0; i < by_host_size; i++) {
        if (!by_host[i])
            continue;
        size_t at = hash_of(by_host[i]->host) & (size - 1);
        while (table[at])
            at = (at + 1) & (size - 1);
        table[at] = by_host[i];
    }
    free(by_host);
    by_host = table;
    by_host_size = size;
    return true;
}

static struct function **host_slot(const void *host)
{
    size_t at = hash_of(host) & (by_host_size - 1);
    while (by_host[at] && by_host[at]->host != host)
        at = (at + 1) & (by_host_size - 1);
    return &by_host[at];
}

static struct function *function_create(struct fatbin *f, const char *name, const void *host)
{
    struct function *k = calloc(1, sizeof *k);
    char *copy = k ? strdup(name) : NULL;
    if (!copy) {
        free(k);
        return NULL;
    }
    atomic_init(&k->refs, 1);
    k->fatbin = f;
    k->name = copy;
    k->host = host;
    return k;
}

bool function_shares_device(const struct function *a, const struct function *b)
{
    const struct fatbin *f = a->fatbin, *g = b->fatbin;
    return f && g && (!f->is_loaded_module || !g->is_loaded_module || f->device == g->device);
}

struct function *function_ref(struct function *k)
{
    atomic_fetch_add_explicit(&k->refs, 1, memory_order_relaxed);
    return k;
}

void function_unref(struct function *k)
{
    if (atomic_fetch_sub_explicit(&k->refs, 1, memory_order_acq_rel) > 1)
        return;
    free(k->name);
    free(k);
}

void __hipRegisterFunction(void **module, const void *handle, char *device_name, const char *name,
                           unsigned thread_limit, void *tid, void *bid, dim3 *block, dim3 *grid,
                           int *wave_size)
{
    (void)device_name, (void)thread_limit, (void)tid, (void)bid, (void)block, (void)grid,
        (void)wave_size;
    if (!module || !handle || !name)
        return;
    hip_lock();
    struct function *k = function_create((struct fatbin *)module, name, handle);
    if (k && host_table_grow()) {
        struct function **slot = host_slot(handle);
        if (*slot)
            function_unref(*slot); /* registered again, e.g. by a reloaded library */
        else
            by_host_count++;
        *slot = k;
    }
    hip_unlock();
}

static void add_variable(void *module, const void *host, const char *name, size_t size,
                         void *managed)
{
    struct variable *v = calloc(1, sizeof *v);
    if (!v || !module || !name || !(v->name = strdup(name))) {
        free(v);
        return;
    }
    v->host = host;
    v->fatbin = module;
    v->size = size;
    v->managed = managed;
    hip_lock();
    v->next = variables;
    variables = v;
    hip_unlock();
}

void __hipRegisterVar(void **module, void *var, char *host, char *device_name, int ext, size_t size,
                      int constant, int global)
{
    (void)host, (void)ext, (void)constant, (void)global;
    add_variable(module, var, device_name, size, NULL);
}

void __hipRegisterManagedVar(void *module, void **pointer, void *init, const char *name,
                             size_t size, unsigned align)
{
    (void)align;
    void *at = NULL;
    if (!pointer || block_alloc(BLOCK_MANAGED, size ? size : 1, 0, 0, hipMemAttachGlobal, NULL,
                                &at) != hipSuccess)
        return;
    if (init)
        memcpy(at, init, size);
    *pointer = at;
    add_variable(module, pointer, name, size, at);
}

/* What a code object has for `name` of a managed variable is its first value, beside a pointer. */
static const char managed_suffix[] = ".managed";

static void *managed_copy(uint64_t first_value, size_t size)
{
    void *at = NULL;
    if (block_alloc(BLOCK_MANAGED, size ? size : 1, 0, 0, hipMemAttachGlobal, NULL, &at) ==
        hipSuccess)
        shoal_mem_read(hip.shoal, at, first_value, size);
    return at;
}

hipError_t module_find_managed(struct fatbin *f, int device)
{
    const char *symbol;
    uint64_t address, size;
    for (size_t i = 0;
         shoal_module_symbol_at(f->modules[device], i, &symbol, &address, &size) == SHOAL_OK; i++) {
        size_t length = strlen(symbol), suffix = sizeof managed_suffix - 1;
        if (length <= suffix || strcmp(symbol + length - suffix, managed_suffix) != 0)
            continue;
        void *at = managed_copy(address, size);
        char *name = strndup(symbol, length - suffix);
        if (at && name)
            add_variable(f, NULL, name, size, at);
        free(name);
        if (!at || !name)
            return hipErrorOutOfMemory;
    }
    hip_lock();
    set_managed(f, device);
    hip_unlock();
    return hipSuccess;
}

static void functions_free_locked(struct fatbin *f)
{
    for (size_t i = 0; i < f->function_count; i++) {
        handle_drop_locked(f->functions[i]->handle);
        f->functions[i]->fatbin = NULL;
        memset(f->functions[i]->kernels, 0, sizeof f->functions[i]->kernels);
        function_unref(f->functions[i]);
    }
    free(f->functions);
    f->functions = NULL;
    f->function_count = 0;
}

/* Slots of the host table stay in use, so that others behind them are found: their function is
 * renamed to one that no module has. */
void module_forget_locked(struct fatbin *f)
{
    for (size_t i = 0; i < by_host_size; i++)
        if (by_host[i] && by_host[i]->fatbin == f) {
            by_host[i]->fatbin = NULL;
            memset(by_host[i]->kernels, 0, sizeof by_host[i]->kernels);
        }
    for (struct variable **link = &variables; *link;) {
        struct variable *v = *link;
        if (v->fatbin == f) {
            *link = v->next;
            if (v->managed && !v->host)
                block_free_locked(block_find_locked((uint64_t)(uintptr_t)v->managed));
            free(v->name);
            free(v);
        } else {
            link = &v->next;
        }
    }
    for (struct fatbin **link = &fatbins; *link; link = &(*link)->next)
        if (*link == f) {
            *link = f->next;
            break;
        }
    functions_free_locked(f);
}

/* From a destructor: of a library that is unloaded, or at the end of the process, when kernels may
 * still run in other threads. A process that ends does not wait for them: they go on with their
 * module until it has ended. */
void __hipUnregisterFatBinary(void **module)
{
    if (hip.is_child || atomic_load(&hip.is_ending))
        return;
    hip_lock();
    struct fatbin *f = fatbins;
    while (f && f != (struct fatbin *)module)
        f = f->next;
    if (!f) {
        hip_unlock();
        return;
    }
    module_forget_locked(f);
    for (int i = 0; i < MAX_DEVICES; i++)
        if (f->modules[i] && device_status(i) == hipSuccess) {
            device_wait_locked(i);
            shoal_module_unload(f->modules[i]);
        }
    hip_unlock();
    free(f);
}

/* ---- functions and variables ---------------------------------------------------------- */

/* Before anything of it is used, and after its library has registered __hipUnregisterFatBinary as
 * an exit handler. */
static void watch_locked(struct fatbin *f)
{
    if (f->is_watched)
        return;
    f->is_watched = true;
    hip_watch_end();
}

hipError_t function_of_host(const void *host, struct function **out)
{
    hip_lock();
    *out = by_host_size && host ? *host_slot(host) : NULL;
    if (*out && (*out)->fatbin)
        watch_locked((*out)->fatbin);
    hip_unlock();
    return *out && (*out)->fatbin ? hipSuccess : hipErrorInvalidDeviceFunction;
}

hipError_t function_of_handle(hipFunction_t handle, struct function **out)
{
    hip_lock();
    *out = handle_get_locked(HANDLE_FUNCTION, handle);
    hip_unlock();
    return *out ? hipSuccess : hipErrorInvalidHandle;
}

hipError_t function_of_any(const void *either, struct function **out)
{
    if (function_of_handle((hipFunction_t)(uintptr_t)either, out) == hipSuccess)
        return hipSuccess;
    return function_of_host(either, out);
}

hipError_t function_kernel(struct function *k, int device, shoal_kernel **out)
{
    hip_lock();
    hipError_t error = hipSuccess;
    if (!k->kernels[device]) {
        struct fatbin *f = k->fatbin;
        if (!f || (f->is_loaded_module && f->device != device))
            error = hipErrorInvalidDeviceFunction;
        if (error == hipSuccess)
            error = module_load_locked(f, device);
        if (error == hipSuccess &&
            shoal_module_find_kernel(f->modules[device], k->name, &k->kernels[device]) != SHOAL_OK)
            error = hipErrorInvalidDeviceFunction;
    }
    *out = k->kernels[device];
    hip_unlock();
    return error;
}

hipError_t symbol_find(const void *symbol, uint64_t *out_address, size_t *out_size)
{
    int device = hip_thread.device;
    hipError_t error = hipErrorInvalidSymbol;
    hip_lock();
    const struct variable *v = variables;
    /* To a program, a managed variable is its memory. */
    while (v && (!v->host || (v->host != symbol && (!v->managed || v->managed != symbol))))
        v = v->next;
    if (v && v->managed) {
        *out_address = (uint64_t)(uintptr_t)v->managed;
        *out_size = v->size;
        error = hipSuccess;
    } else if (v && symbol) {
        uint64_t size;
        watch_locked(v->fatbin);
        error = module_load_locked(v->fatbin, device);
        if (error == hipSuccess && shoal_module_find_symbol(v->fatbin->modules[device], v->name,
                                                            out_address, &size) != SHOAL_OK)
            error = hipErrorInvalidSymbol;
        *out_size = v->size;
    }
    hip_unlock();
    return error;
}

hipError_t hipGetSymbolAddress(void **devPtr, const void *symbol)
{
    uint64_t address;
    size_t size;
    if (!devPtr)
        return hip_done(hipErrorInvalidValue);
    hipError_t error = hip_start();
    if (error == hipSuccess)
        error = symbol_find(symbol, &address, &size);
    if (error == hipSuccess)
        *devPtr = (void *)(uintptr_t)address;
    return hip_done(error);
}

hipError_t hipGetSymbolSize(size_t *size, const void *symbol)
{
    uint64_t address;
    if (!size)
        return hip_done(hipErrorInvalidValue);
    hipError_t error = hip_start();
    if (error == hipSuccess)
        error = symbol_find(symbol, &address, size);
    return hip_done(error);
}

/* ---- modules that are loaded ---------------------------------------------------------- */

/* Takes a module that was loaded for the current device over. */
static hipError_t module_add(shoal_module *loaded, hipModule_t *out)
{
    struct fatbin *f = calloc(1, sizeof *f);
    hip_lock();
    if (f) {
        f->is_loaded_module = true;
        f->device = hip_thread.device;
        f->modules[f->device] = loaded;
        f->handle = handle_make_locked(HANDLE_MODULE, f);
        f->next = fatbins;
        if (f->handle)
            fatbins = f;
    }
    hip_unlock();
    if (!f || !f->handle) {
        free(f);
        shoal_module_unload(loaded);
        return hipErrorOutOfMemory;
    }
    *out = f->handle;
    return module_find_managed(f, f->device);
}

static hipError_t load_failed(shoal_status st)
{
    hip_log("hipModuleLoad: %s", shoal_last_error(hip.shoal));
    return hip_error_of(st);
}

hipError_t hipModuleLoad(hipModule_t *module, const char *fname)
{
    if (!module || !fname)
        return hip_done(hipErrorInvalidValue);
    hipError_t error = hip_start();
    if (error != hipSuccess)
        return hip_done(error);
    struct stat file;
    if (HIP_GENERATION >= 7 && stat(fname, &file) == 0 && file.st_size == 0)
        return hip_done(hipErrorInvalidImage);
    shoal_module *loaded;
    shoal_status st = shoal_module_load_file(hip.shoal, fname, NULL, &loaded);
    return hip_done(st == SHOAL_OK ? module_add(loaded, module) : load_failed(st));
}

hipError_t hipModuleLoadData(hipModule_t *module, const void *image)
{
    if (!module || !image)
        return hip_done(hipErrorInvalidValue);
    hipError_t error = hip_start();
    if (error != hipSuccess)
        return hip_done(error);
    size_t size = image_bytes(image);
    if (!size)
        return hip_done(hipErrorInvalidImage);
    shoal_module *loaded;
    shoal_status st = shoal_module_load(hip.shoal, image, size, NULL, &loaded);
    return hip_done(st == SHOAL_OK ? module_add(loaded, module) : load_failed(st));
}

/* The options are for a compiler of intermediate code: there is nothing to compile. */
hipError_t hipModuleLoadDataEx(hipModule_t *module, const void *image, unsigned int numOptions,
                               void *options, void **optionValues)
{
    if (numOptions && (!options || !optionValues))
        return hip_done(hipErrorInvalidValue);
    return hipModuleLoadData(module, image);
}

hipError_t hipModuleLoadFatBinary(hipModule_t *module, const void *image)
{
    return hipModuleLoadData(module, image);
}

bool is_managed_variable_locked(uint64_t base)
{
    const struct variable *v = variables;
    while (v && v->managed != (void *)(uintptr_t)base)
        v = v->next;
    return v != NULL;
}

/* The program's own code is loaded again when it is used. */
static void unload_locked(struct fatbin *f, int device)
{
    for (size_t i = 0; i < by_host_size; i++)
        if (by_host[i] && by_host[i]->fatbin == f)
            by_host[i]->kernels[device] = NULL;
    for (size_t i = 0; i < f->function_count; i++)
        f->functions[i]->kernels[device] = NULL;
    if (f->modules[device])
        shoal_module_unload(f->modules[device]);
    f->modules[device] = NULL;
    f->errors[device] = hipSuccess;
}

void modules_reset(int device)
{
    for (;;) {
        hip_lock();
        const struct fatbin *f = fatbins;
        while (f && !(f->is_loaded_module && f->device == device))
            f = f->next;
        hipModule_t handle = f ? f->handle : NULL;
        hip_unlock();
        if (!handle || hipModuleUnload(handle) != hipSuccess)
            break;
    }
    hip_lock();
    for (struct fatbin *f = fatbins; f; f = f->next)
        if (!f->is_loaded_module)
            unload_locked(f, device);
    hip_unlock();
}

hipError_t hipModuleUnload(hipModule_t module)
{
    if (!module)
        return hip_done(hipErrorInvalidHandle);
    references_forget(module);
    hip_lock();
    struct fatbin *f = handle_get_locked(HANDLE_MODULE, module);
    if (f) {
        handle_drop_locked(module);
        device_wait_locked(f->device);
        module_forget_locked(f);
        shoal_module_unload(f->modules[f->device]);
        free(f);
    }
    hip_unlock();
    return hip_done(f ? hipSuccess : hipErrorInvalidHandle);
}

hipError_t module_function_locked(struct fatbin *f, int device, const char *name,
                                  struct function **out)
{
    shoal_kernel *kernel;
    if (shoal_module_find_kernel(f->modules[device], name, &kernel) != SHOAL_OK)
        return hipErrorNotFound;
    for (size_t i = 0; i < f->function_count; i++)
        if (!strcmp(f->functions[i]->name, name)) {
            *out = f->functions[i];
            return hipSuccess;
        }
    struct function **grown =
        realloc(f->functions, (f->function_count + 1) * sizeof(struct function *));
    if (!grown)
        return hipErrorOutOfMemory;
    f->functions = grown;
    struct function *k = function_create(f, name, NULL);
    if (k)
        k->handle = handle_make_locked(HANDLE_FUNCTION, k);
    if (!k || !k->handle)
        return hipErrorOutOfMemory;
    k->kernels[device] = kernel;
    f->functions[f->function_count++] = k;
    *out = k;
    return hipSuccess;
}

hipError_t hipModuleGetFunction(hipFunction_t *function, hipModule_t module, const char *kname)
{
    if (!function || !kname || !kname[0])
        return hip_done(hipErrorInvalidValue);
    struct function *found;
    hip_lock();
    struct fatbin *f = handle_get_locked(HANDLE_MODULE, module);
    hipError_t error =
        f ? module_function_locked(f, f->device, kname, &found) : hipErrorInvalidHandle;
    if (error == hipSuccess)
        *function = found->handle;
    hip_unlock();
    return hip_done(error);
}

hipError_t module_global_locked(const struct fatbin *f, int device, const char *name,
                                bool is_managed, void **at, size_t *bytes)
{
    uint64_t address = 0, size = 0;
    const struct variable *v = variables;
    while (v && !(v->fatbin == f && v->managed && !strcmp(v->name, name)))
        v = v->next;
    if (v) {
        address = (uint64_t)(uintptr_t)v->managed;
        size = v->size;
    } else if (is_managed ||
               shoal_module_find_symbol(f->modules[device], name, &address, &size) != SHOAL_OK) {
        return hipErrorNotFound;
    }
    if (at)
        *at = (void *)(uintptr_t)address;
    if (bytes)
        *bytes = size;
    return hipSuccess;
}

hipError_t hipModuleGetGlobal(hipDeviceptr_t *dptr, size_t *bytes, hipModule_t hmod,
                              const char *name)
{
    if (!name || (!dptr && !bytes))
        return hip_done(hipErrorInvalidValue);
    hip_lock();
    const struct fatbin *f = handle_get_locked(HANDLE_MODULE, hmod);
    hipError_t error =
        f ? module_global_locked(f, f->device, name, false, dptr, bytes) : hipErrorInvalidHandle;
    hip_unlock();
    return hip_done(error);
}

hipError_t hipGetFuncBySymbol(hipFunction_t *functionPtr, const void *symbolPtr)
{
    struct function *k;
    if (!functionPtr || !symbolPtr)
        return hip_done(hipErrorInvalidValue);
    hipError_t error = function_of_host(symbolPtr, &k);
    if (error == hipSuccess) {
        hip_lock();
        if (!k->handle)
            k->handle = handle_make_locked(HANDLE_FUNCTION, k);
        *functionPtr = k->handle;
        hip_unlock();
    }
    return hip_done(error);
}

const char *hipKernelNameRef(const hipFunction_t f)
{
    struct function *k;
    return function_of_handle(f, &k) == hipSuccess ? k->name : NULL;
}

const char *hipKernelNameRefByPtr(const void *hostFunction, hipStream_t stream)
{
    struct function *k;
    (void)stream;
    return function_of_any(hostFunction, &k) == hipSuccess ? k->name : NULL;
}
