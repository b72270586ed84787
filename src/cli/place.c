/* place.c: see place.h. In a build tree the binary is at the top and the libraries are in
 * src/runtime/, the OpenCL compiler in lib/opencl/; meson.build says where they are installed:
 * SHOAL_LIBDIR and SHOAL_DATADIR, and SHOAL_BIN_TO_LIB and SHOAL_BIN_TO_DATA for an installation
 * that was moved. */
#include "cli/place.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static char *join(const char *folder, const char *name)
{
    char *path;
    return asprintf(&path, "%s/%s", folder, name) < 0 ? NULL : path;
}

/* The folder of the running binary. */
static char *own_folder(void)
{
    char *path = realpath("/proc/self/exe", NULL);
    char *slash = path ? strrchr(path, '/') : NULL;
    if (slash)
        *slash = '\0';
    return path;
}

/* The real name of `folder` if hip/libamdhip64.so is in it. */
static char *with_hip(const char *folder)
{
    char *library = join(folder, "hip/libamdhip64.so");
    char *found = library && access(library, R_OK) == 0 ? realpath(folder, NULL) : NULL;
    free(library);
    return found;
}

char *place_libdir(void)
{
    static const char *const from_binary[] = {"src/runtime", SHOAL_BIN_TO_LIB};
    char *found = NULL, *own = own_folder();
    for (size_t i = 0; own && !found && i < sizeof from_binary / sizeof *from_binary; i++) {
        char *folder = join(own, from_binary[i]);
        found = folder ? with_hip(folder) : NULL;
        free(folder);
    }
    free(own);
    return found ? found : with_hip(SHOAL_LIBDIR);
}

char *place_hip(const char *name)
{
    char *libdir = place_libdir();
    char *hip = libdir ? join(libdir, "hip") : NULL;
    char *path = hip && name[0] ? join(hip, name) : NULL;
    free(libdir);
    if (!name[0])
        return hip;
    free(hip);
    if (path && access(path, F_OK) == 0)
        return path;
    free(path);
    return NULL;
}

char *place_opencl_library(void)
{
    char *libdir = place_libdir();
    char *folder = libdir ? join(libdir, "opencl") : NULL;
    char *library = folder ? join(folder, "libshoal-opencl.so") : NULL;
    bool is_here = library && access(library, R_OK) == 0;
    free(libdir);
    free(library);
    if (is_here)
        return folder;
    free(folder);
    return NULL;
}

/* The first of the folders that has the file; relative ones are beside the binary. */
static char *find(const char *const folders[3], const char *name)
{
    char *own = own_folder(), *path = NULL;
    for (size_t i = 0; own && !path && i < 3; i++) {
        char *folder = folders[i][0] == '/' ? strdup(folders[i]) : join(own, folders[i]);
        path = folder ? join(folder, name) : NULL;
        free(folder);
        if (path && access(path, R_OK) != 0) {
            free(path);
            path = NULL;
        }
    }
    free(own);
    return path;
}

char *place_opencl(const char *name)
{
    const char *const folders[] = {"lib/opencl", SHOAL_BIN_TO_DATA "/shoal/opencl",
                                   SHOAL_DATADIR "/shoal/opencl"};
    return find(folders, name);
}

char *place_ventus(const char *name)
{
    const char *const folders[] = {"lib/ventus", SHOAL_BIN_TO_DATA "/shoal/ventus",
                                   SHOAL_DATADIR "/shoal/ventus"};
    return find(folders, name);
}
