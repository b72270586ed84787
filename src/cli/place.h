/* place.h: where the libraries of this build or installation are. */
#ifndef SHOAL_CLI_PLACE_H
#define SHOAL_CLI_PLACE_H

/* The folder whose subfolder hip/ has libamdhip64 and what `shoal hipcc` needs: what
 * `shoal --libdir` prints. Looked for from the place of the running binary, so that a build
 * tree and an installation that was moved both work. The caller frees. NULL: there is none. */
char *place_libdir(void);

/* A file or folder in hip/ of that folder ("": the folder itself). The caller frees. NULL: it
 * is not there. */
char *place_hip(const char *name);

/* The folder of libshoal-opencl and of vendors/, where loaders find its name. The caller frees.
 * NULL: it was not built. */
char *place_opencl_library(void);

/* A file of lib/opencl: the compiler script or what it needs. The caller frees. NULL: it is not
 * there. */
char *place_opencl(const char *name);
/* The same of lib/ventus. */
char *place_ventus(const char *name);

#endif
