/* unload.c: a program that loads libshoal, lets a kernel without end be compiled and run, unloads
 * the library, and ends.
 *
 * usage: unload LIBRARY MICROSECONDS: the time until it unloads. Exit status 7. */
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "shoal/asm.h"
#include "shoal/shoal.h"

#define FIND(name)                                                                                 \
    __typeof__(name) *name##_ = NULL;                                                              \
    *(void **)&name##_ = dlsym(library, #name);                                                    \
    if (!name##_)                                                                                  \
        return fprintf(stderr, "%s\n", dlerror()), 1;
#define MUST(call)                                                                                 \
    if ((call) != SHOAL_OK)                                                                        \
        return fprintf(stderr, "unload: %s\n", #call), 1;

static char *write_kernel(void)
{
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    fputs("loop:\n", out);
    for (int i = 0; i < 1500; i++)
        fprintf(out, "v_mul_lo_u32 v2, v2, %d\nv_add_nc_u32 v2, %d, v2\n", 2 * i + 3, i);
    fputs("s_branch loop\ns_endpgm\n", out);
    fclose(out);
    return text;
}

static int run(void *library, useconds_t delay)
{
    FIND(shoal_asm_options_default)
    FIND(shoal_asm_text)
    FIND(shoal_device_create)
    FIND(shoal_module_load)
    FIND(shoal_module_find_kernel)
    FIND(shoal_launch_desc_default)
    FIND(shoal_launch_async)
    char *text = write_kernel();
    shoal_asm_options options = shoal_asm_options_default_();
    options.output = SHOAL_ASM_RAW;
    shoal_asm_result *code = NULL;
    MUST(shoal_asm_text_("rdna3", text, strlen(text), &options, &code));
    shoal_device *device;
    shoal_module *module;
    shoal_kernel *kernel;
    shoal_completion *completion;
    const shoal_load_options raw = {.raw = true};
    MUST(shoal_device_create_(NULL, &device));
    MUST(shoal_module_load_(device, code->output, code->output_size, &raw, &module));
    MUST(shoal_module_find_kernel_(module, "raw", &kernel));
    shoal_launch_desc d = shoal_launch_desc_default_();
    d.grid[0] = 256;
    d.block[0] = 64;
    d.engine = SHOAL_ENGINE_JIT;
    MUST(shoal_launch_async_(device, kernel, &d, &completion));
    usleep(delay);
    return 7;
}

int main(int argc, char **argv)
{
    if (argc < 3)
        return 2;
    void *library = dlopen(argv[1], RTLD_NOW | RTLD_LOCAL);
    if (!library)
        return fprintf(stderr, "%s\n", dlerror()), 1;
    int status = run(library, (useconds_t)atoi(argv[2]));
    dlclose(library);
    usleep(20000); /* its threads go on */
    return status;
}
