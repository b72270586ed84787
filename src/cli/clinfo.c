/* clinfo.c: `shoal clinfo`: the OpenCL platform and devices that programs get from `shoal exec`,
 * asked of the library itself, so that no loader is needed. */
#include <stdlib.h>
#include <string.h>

#include "cli/cli.h"
#include "cli/place.h"

static int run(int argc, char **argv);

static void print_notes(FILE *out)
{
    fputs("Prints what clGetPlatformInfo and clGetDeviceInfo tell programs that 'shoal exec' "
          "starts.\n"
          "SHOAL_CHIP chooses the chip, SHOAL_OPENCL_DEVICES several. The program clinfo, where it "
          "is installed, shows all there "
          "is:\n"
          "shoal exec clinfo\n"
          "exit status: 2 the library was not built or cannot be loaded\n"
          "\n"
          "examples:\n"
          "  shoal clinfo\n"
          "  SHOAL_CHIP=gfx1102 shoal clinfo\n"
          "  SHOAL_OPENCL_DEVICES=gfx1100,ventus shoal clinfo\n",
          out);
}

const struct cli_command cli_clinfo = {
    .name = "clinfo",
    .summary = "shoal clinfo: shows the OpenCL device that programs get",
    .usage = "shoal clinfo",
    .options = NULL,
    .option_count = 0,
    .print_notes = print_notes,
    .run = run,
};

#ifdef SHOAL_HAVE_OPENCL

#define CL_TARGET_OPENCL_VERSION 300
#include <CL/cl.h>
#include <CL/cl_icd.h>
#include <dlfcn.h>

/* How a value is printed. */
enum form { TEXT, NUMBER, SIZE, BYTES, MHZ, YES, SIZES, NAMES };

static const struct row {
    const char *label;
    cl_device_info name;
    enum form form;
} rows[] = {
    {"device", CL_DEVICE_NAME, TEXT},
    {"version", CL_DEVICE_VERSION, TEXT},
    {"driver", CL_DRIVER_VERSION, TEXT},
    {"OpenCL C", CL_DEVICE_OPENCL_C_ALL_VERSIONS, NAMES},
    {"address bits", CL_DEVICE_ADDRESS_BITS, NUMBER},
    {"compute units", CL_DEVICE_MAX_COMPUTE_UNITS, NUMBER},
    {"clock", CL_DEVICE_MAX_CLOCK_FREQUENCY, MHZ},
    {"work-group", CL_DEVICE_MAX_WORK_GROUP_SIZE, SIZE},
    {"work-items", CL_DEVICE_MAX_WORK_ITEM_SIZES, SIZES},
    {"sub-groups", CL_DEVICE_MAX_NUM_SUB_GROUPS, NUMBER},
    {"global memory", CL_DEVICE_GLOBAL_MEM_SIZE, BYTES},
    {"largest buffer", CL_DEVICE_MAX_MEM_ALLOC_SIZE, BYTES},
    {"local memory", CL_DEVICE_LOCAL_MEM_SIZE, BYTES},
    {"images", CL_DEVICE_IMAGE_SUPPORT, YES},
    {"compiler", CL_DEVICE_COMPILER_AVAILABLE, YES},
    {"extensions", CL_DEVICE_EXTENSIONS_WITH_VERSION, NAMES},
    {"features", CL_DEVICE_OPENCL_C_FEATURES, NAMES},
};

static void print_bytes(cl_ulong n)
{
    static const char *const units[] = {"bytes", "KiB", "MiB", "GiB"};
    double x = (double)n;
    size_t unit = 0;
    for (; x >= 1024 && unit < 3; x /= 1024)
        unit++;
    printf("%.*f %s", unit == 3 && x < 100 ? 1 : 0, x, units[unit]);
}

/* One below the other, with the versions that are not 1.0. */
static void print_names(const cl_name_version *names, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        cl_version v = names[i].version;
        printf("%s%s", i ? "\n                " : "", names[i].name);
        if (v != CL_MAKE_VERSION(1, 0, 0) || strcmp(names[i].name, "OpenCL C") == 0)
            printf(" %u.%u", CL_VERSION_MAJOR(v), CL_VERSION_MINOR(v));
    }
}

static void print_row(const struct row *row, const void *value, size_t size)
{
    const size_t *sizes = value;
    printf("%-15s ", row->label);
    switch (row->form) {
    case TEXT:
        printf("%s", (const char *)value);
        break;
    case NUMBER:
        printf("%u", *(const cl_uint *)value);
        break;
    case SIZE:
        printf("%zu", sizes[0]);
        break;
    case BYTES:
        print_bytes(*(const cl_ulong *)value);
        break;
    case MHZ:
        printf("%u MHz", *(const cl_uint *)value);
        break;
    case YES:
        printf("%s", *(const cl_bool *)value ? "yes" : "no");
        break;
    case SIZES:
        printf("%zu x %zu x %zu", sizes[0], sizes[1], sizes[2]);
        break;
    case NAMES:
        print_names(value, size / sizeof(cl_name_version));
        break;
    }
    printf("\n");
}

/* All of them are asked through the table that loaders use (cl_khr_icd). */
static int show(cl_platform_id platform)
{
    const struct _cl_icd_dispatch *cl = *(struct _cl_icd_dispatch *const *)platform;
    static max_align_t value[1024];
    cl_device_id devices[8];
    cl_uint count;
    size_t size;
    if (cl->clGetPlatformInfo(platform, CL_PLATFORM_NAME, sizeof value, value, &size) ||
        cl->clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 8, devices, &count))
        return cli_fail(&cli_clinfo, "the platform has no device");
    printf("%-15s %s\n", "platform", (const char *)value);
    for (cl_uint d = 0; d < count; d++)
        for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
            if (cl->clGetDeviceInfo(devices[d], rows[i].name, sizeof value, value, &size))
                return cli_fail(&cli_clinfo, "the device does not tell its %s", rows[i].label);
            if (size)
                print_row(&rows[i], value, size);
        }
    return CLI_DONE;
}

static int load_and_show(const char *folder)
{
    char *path = NULL;
    void *library =
        asprintf(&path, "%s/libshoal-opencl.so", folder) >= 0 ? dlopen(path, RTLD_NOW) : NULL;
    free(path);
    if (!library)
        return cli_fail(&cli_clinfo, "%s", dlerror());
    cl_int (*platforms)(cl_uint, cl_platform_id *, cl_uint *);
    void *found = dlsym(library, "clIcdGetPlatformIDsKHR");
    memcpy(&platforms, &found, sizeof platforms);
    cl_platform_id platform;
    if (!platforms || platforms(1, &platform, NULL) != CL_SUCCESS)
        return cli_fail(&cli_clinfo, "the library has no platform");
    return show(platform);
}

static int show_library(void)
{
    char *folder = place_opencl_library();
    if (!folder)
        return cli_fail(&cli_clinfo, "no libshoal-opencl belongs to this shoal; build it with "
                                     "'make', or 'make install'");
    int status = load_and_show(folder);
    free(folder);
    return status;
}

#else

static int show_library(void)
{
    return cli_fail(&cli_clinfo, "this shoal was built without OpenCL's headers: apt install "
                                 "opencl-c-headers, and build again");
}

#endif

static int run(int argc, char **argv)
{
    struct cli_reader reader = cli_reader_start(&cli_clinfo, argc, argv);
    const char *value;
    for (int which; (which = cli_next(&reader, &value)) != CLI_END;) {
        if (which == CLI_ERROR)
            return CLI_USAGE;
        if (which == CLI_HELP) {
            cli_print_help(&cli_clinfo, stdout);
            return CLI_DONE;
        }
        return cli_fail(&cli_clinfo, "unexpected '%s'; it takes no arguments", value);
    }
    return show_library();
}
