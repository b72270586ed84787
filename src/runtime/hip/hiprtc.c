/* hiprtc.c: run-time compilation: programs, what is asked about them, and the linker. How they are
 * compiled: rtc_compile.c. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "hip_api.h"

struct _hiprtcProgram {
    struct _hiprtcProgram *next;
    struct rtc_source source;
    char **headers, **header_names, **names, **lowered;
    struct bytes out, log;
    bool was_compiled; /* with success */
};

struct ihiprtcLinkState {
    struct ihiprtcLinkState *next;
    size_t count;
    struct bytes *inputs, out;
    char *error_log; /* the program's; may be NULL */
    size_t error_log_size;
};

/* All that exist, so that a foreign or destroyed handle is told from a good one. */
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct _hiprtcProgram *programs;
static struct ihiprtcLinkState *links;

static bool is_program(const struct _hiprtcProgram *program)
{
    pthread_mutex_lock(&lock);
    const struct _hiprtcProgram *p = programs;
    while (p && p != program)
        p = p->next;
    pthread_mutex_unlock(&lock);
    return p != NULL;
}

static bool is_link(const struct ihiprtcLinkState *state)
{
    pthread_mutex_lock(&lock);
    const struct ihiprtcLinkState *l = links;
    while (l && l != state)
        l = l->next;
    pthread_mutex_unlock(&lock);
    return l != NULL;
}

/* ---- errors and version ------------------------------------------------------------------- */

const char *hiprtcGetErrorString(hiprtcResult result)
{
    switch (result) {
#define TEXT(name)                                                                                 \
    case name:                                                                                     \
        return #name;
        TEXT(HIPRTC_SUCCESS)
        TEXT(HIPRTC_ERROR_OUT_OF_MEMORY)
        TEXT(HIPRTC_ERROR_PROGRAM_CREATION_FAILURE)
        TEXT(HIPRTC_ERROR_INVALID_INPUT)
        TEXT(HIPRTC_ERROR_INVALID_PROGRAM)
        TEXT(HIPRTC_ERROR_INVALID_OPTION)
        TEXT(HIPRTC_ERROR_COMPILATION)
        TEXT(HIPRTC_ERROR_BUILTIN_OPERATION_FAILURE)
        TEXT(HIPRTC_ERROR_NO_NAME_EXPRESSIONS_AFTER_COMPILATION)
        TEXT(HIPRTC_ERROR_NO_LOWERED_NAMES_BEFORE_COMPILATION)
        TEXT(HIPRTC_ERROR_NAME_EXPRESSION_NOT_VALID)
        TEXT(HIPRTC_ERROR_INTERNAL_ERROR)
        TEXT(HIPRTC_ERROR_LINKING)
#undef TEXT
    }
    return "invalid hiprtc error code";
}

/* The version of the interface that ROCm 5 answers with. */
hiprtcResult hiprtcVersion(int *major, int *minor)
{
    if (!major || !minor)
        return HIPRTC_ERROR_INVALID_INPUT;
    *major = 9;
    *minor = 0;
    return HIPRTC_SUCCESS;
}

/* ---- programs ------------------------------------------------------------------------------- */

static void free_texts(char **texts, size_t count)
{
    for (size_t i = 0; texts && i < count; i++)
        free(texts[i]);
    free(texts);
}

static void free_lowered(struct _hiprtcProgram *p)
{
    free_texts(p->lowered, p->source.name_count);
    p->lowered = NULL;
}

static void free_program(struct _hiprtcProgram *p)
{
    free_lowered(p);
    free_texts(p->headers, p->source.header_count);
    free_texts(p->header_names, p->source.header_count);
    free_texts(p->names, p->source.name_count);
    free((void *)(uintptr_t)p->source.text);
    free((void *)(uintptr_t)p->source.name);
    bytes_clear(&p->out);
    bytes_clear(&p->log);
    free(p);
}

/* Headers become files of a folder and stay in it. */
static bool is_good_name(const char *name)
{
    if (!name || !name[0] || name[0] == '/')
        return false;
    for (const char *part = name; part; part = strchr(part, '/')) {
        part += *part == '/';
        if (strcspn(part, "/") == 0 || (strncmp(part, "..", 2) == 0 && strcspn(part, "/") == 2))
            return false;
    }
    return true;
}

static char **copy_texts(const char *const *texts, size_t count)
{
    char **copy = calloc(count + 1, sizeof *copy);
    for (size_t i = 0; copy && i < count; i++)
        if (!(copy[i] = strdup(texts[i]))) {
            free_texts(copy, count);
            return NULL;
        }
    return copy;
}

hiprtcResult hiprtcCreateProgram(hiprtcProgram *prog, const char *src, const char *name,
                                 int numHeaders, const char *const *headers,
                                 const char *const *includeNames)
{
    if (!prog || !src || numHeaders < 0 || (numHeaders > 0 && (!headers || !includeNames)))
        return HIPRTC_ERROR_INVALID_INPUT;
    for (int i = 0; i < numHeaders; i++)
        if (!headers[i] || !is_good_name(includeNames[i]))
            return HIPRTC_ERROR_INVALID_INPUT;
    struct _hiprtcProgram *p = calloc(1, sizeof *p);
    if (!p)
        return HIPRTC_ERROR_OUT_OF_MEMORY;
    p->source.text = strdup(src);
    p->source.name = strdup(name && name[0] ? name : "default_program");
    p->headers = copy_texts(headers, (size_t)numHeaders);
    p->header_names = copy_texts(includeNames, (size_t)numHeaders);
    if (!p->source.text || !p->source.name || !p->headers || !p->header_names) {
        free_program(p);
        return HIPRTC_ERROR_OUT_OF_MEMORY;
    }
    p->source.headers = p->headers;
    p->source.header_names = p->header_names;
    p->source.header_count = (size_t)numHeaders;
    pthread_mutex_lock(&lock);
    p->next = programs;
    programs = p;
    pthread_mutex_unlock(&lock);
    *prog = p;
    return HIPRTC_SUCCESS;
}

hiprtcResult hiprtcDestroyProgram(hiprtcProgram *prog)
{
    if (!prog)
        return HIPRTC_ERROR_INVALID_INPUT;
    pthread_mutex_lock(&lock);
    struct _hiprtcProgram **at = &programs;
    while (*at && *at != *prog)
        at = &(*at)->next;
    struct _hiprtcProgram *p = *at;
    if (p)
        *at = p->next;
    pthread_mutex_unlock(&lock);
    if (!p)
        return HIPRTC_ERROR_INVALID_PROGRAM;
    free_program(p);
    *prog = NULL;
    return HIPRTC_SUCCESS;
}

hiprtcResult hiprtcAddNameExpression(hiprtcProgram prog, const char *name_expression)
{
    if (!name_expression || !name_expression[0])
        return HIPRTC_ERROR_INVALID_INPUT;
    if (!is_program(prog))
        return HIPRTC_ERROR_INVALID_PROGRAM;
    if (prog->was_compiled)
        return HIPRTC_ERROR_NO_NAME_EXPRESSIONS_AFTER_COMPILATION;
    for (size_t i = 0; i < prog->source.name_count; i++)
        if (!strcmp(prog->names[i], name_expression))
            return HIPRTC_SUCCESS;
    char **names = realloc(prog->names, (prog->source.name_count + 1) * sizeof *names);
    if (!names)
        return HIPRTC_ERROR_OUT_OF_MEMORY;
    prog->names = names;
    prog->source.names = names;
    char *copy = strdup(name_expression);
    if (!copy)
        return HIPRTC_ERROR_OUT_OF_MEMORY;
    names[prog->source.name_count++] = copy;
    return HIPRTC_SUCCESS;
}

hiprtcResult hiprtcGetLoweredName(hiprtcProgram prog, const char *name_expression,
                                  const char **lowered_name)
{
    if (!name_expression || !lowered_name)
        return HIPRTC_ERROR_INVALID_INPUT;
    if (!is_program(prog))
        return HIPRTC_ERROR_INVALID_PROGRAM;
    if (!prog->was_compiled)
        return HIPRTC_ERROR_NO_LOWERED_NAMES_BEFORE_COMPILATION;
    for (size_t i = 0; i < prog->source.name_count; i++)
        if (!strcmp(prog->names[i], name_expression)) {
            *lowered_name = prog->lowered[i];
            return HIPRTC_SUCCESS;
        }
    return HIPRTC_ERROR_NAME_EXPRESSION_NOT_VALID;
}

/* ---- compiling ------------------------------------------------------------------------------ */

/* Options of hiprtc that are not the compiler's: which chip, and how programs are started. */
static bool is_ours(const char *option)
{
    static const char *const prefixes[] = {"--gpu-architecture=", "-arch=", "--offload-arch=",
                                           "-default-device", "--device-as-default"};
    for (size_t i = 0; i < sizeof prefixes / sizeof *prefixes; i++)
        if (!strncmp(option, prefixes[i], strlen(prefixes[i])))
            return true;
    return false;
}

hiprtcResult hiprtcCompileProgram(hiprtcProgram prog, int numOptions, const char *const *options)
{
    if (!is_program(prog))
        return HIPRTC_ERROR_INVALID_PROGRAM;
    if (numOptions < 0 || (numOptions > 0 && !options))
        return HIPRTC_ERROR_INVALID_INPUT;
    for (int i = 0; i < numOptions; i++)
        if (!options[i])
            return HIPRTC_ERROR_INVALID_OPTION;
    bytes_clear(&prog->out);
    bytes_clear(&prog->log);
    free_lowered(prog);
    prog->was_compiled = false;
    const char **kept = calloc((size_t)numOptions + 1, sizeof *kept);
    prog->lowered = calloc(prog->source.name_count + 1, sizeof *prog->lowered);
    if (!kept || !prog->lowered) {
        free((void *)kept);
        return HIPRTC_ERROR_OUT_OF_MEMORY;
    }
    struct rtc_source source = prog->source;
    source.options = kept;
    for (int i = 0; i < numOptions; i++) {
        source.is_relocatable |= !strcmp(options[i], "-fgpu-rdc");
        if (!is_ours(options[i]))
            kept[source.option_count++] = options[i];
    }
    hiprtcResult result = rtc_compile(&source, &prog->out, prog->lowered, &prog->log);
    free((void *)kept);
    prog->source.is_relocatable = source.is_relocatable;
    prog->was_compiled = result == HIPRTC_SUCCESS;
    return result;
}

hiprtcResult hiprtcGetProgramLogSize(hiprtcProgram prog, size_t *logSizeRet)
{
    if (!logSizeRet)
        return HIPRTC_ERROR_INVALID_INPUT;
    if (!is_program(prog))
        return HIPRTC_ERROR_INVALID_PROGRAM;
    *logSizeRet = prog->log.size + 1;
    return HIPRTC_SUCCESS;
}

hiprtcResult hiprtcGetProgramLog(hiprtcProgram prog, char *log)
{
    if (!log)
        return HIPRTC_ERROR_INVALID_INPUT;
    if (!is_program(prog))
        return HIPRTC_ERROR_INVALID_PROGRAM;
    memcpy(log, prog->log.data ? prog->log.data : "", prog->log.size + 1);
    return HIPRTC_SUCCESS;
}

static hiprtcResult get_out(hiprtcProgram prog, bool is_relocatable, char *bytes, size_t *size)
{
    if (!bytes && !size)
        return HIPRTC_ERROR_INVALID_INPUT;
    if (!is_program(prog) || !prog->was_compiled || prog->source.is_relocatable != is_relocatable)
        return HIPRTC_ERROR_INVALID_PROGRAM;
    if (bytes)
        memcpy(bytes, prog->out.data, prog->out.size);
    if (size)
        *size = prog->out.size;
    return HIPRTC_SUCCESS;
}

hiprtcResult hiprtcGetCode(hiprtcProgram prog, char *code)
{
    return get_out(prog, false, code, NULL);
}

hiprtcResult hiprtcGetCodeSize(hiprtcProgram prog, size_t *codeSizeRet)
{
    return get_out(prog, false, NULL, codeSizeRet);
}

/* Bitcode is what -fgpu-rdc gives, and a code object what one gets without it. */
hiprtcResult hiprtcGetBitcode(hiprtcProgram prog, char *bitcode)
{
    return get_out(prog, true, bitcode, NULL);
}

hiprtcResult hiprtcGetBitcodeSize(hiprtcProgram prog, size_t *bitcode_size)
{
    return get_out(prog, true, NULL, bitcode_size);
}

/* ---- linking ----------------------------------------------------------------------------------
 */

hiprtcResult hiprtcLinkCreate(unsigned int num_options, hiprtcJIT_option *option_ptr,
                              void **option_vals_pptr, hiprtcLinkState *hip_link_state_ptr)
{
    if (!hip_link_state_ptr || (num_options && (!option_ptr || !option_vals_pptr)))
        return HIPRTC_ERROR_INVALID_INPUT;
    struct ihiprtcLinkState *state = calloc(1, sizeof *state);
    if (!state)
        return HIPRTC_ERROR_OUT_OF_MEMORY;
    for (unsigned i = 0; i < num_options; i++) {
        if (option_ptr[i] == HIPRTC_JIT_ERROR_LOG_BUFFER)
            state->error_log = option_vals_pptr[i];
        if (option_ptr[i] == HIPRTC_JIT_ERROR_LOG_BUFFER_SIZE_BYTES)
            state->error_log_size = (uintptr_t)option_vals_pptr[i];
    }
    pthread_mutex_lock(&lock);
    state->next = links;
    links = state;
    pthread_mutex_unlock(&lock);
    *hip_link_state_ptr = state;
    return HIPRTC_SUCCESS;
}

static hiprtcResult add_input(struct ihiprtcLinkState *state, struct bytes bytes)
{
    struct bytes *inputs = realloc(state->inputs, (state->count + 1) * sizeof *inputs);
    if (!inputs) {
        bytes_clear(&bytes);
        return HIPRTC_ERROR_OUT_OF_MEMORY;
    }
    state->inputs = inputs;
    inputs[state->count++] = bytes;
    return HIPRTC_SUCCESS;
}

hiprtcResult hiprtcLinkAddData(hiprtcLinkState hip_link_state, hiprtcJITInputType input_type,
                               void *image, size_t image_size, const char *name,
                               unsigned int num_options, hiprtcJIT_option *options_ptr,
                               void **option_values)
{
    (void)name, (void)num_options, (void)options_ptr, (void)option_values;
    struct bytes bytes = {0};
    if (!image || !image_size || input_type != HIPRTC_JIT_INPUT_LLVM_BITCODE ||
        !is_link(hip_link_state))
        return HIPRTC_ERROR_INVALID_INPUT;
    if (!bytes_append(&bytes, image, image_size))
        return HIPRTC_ERROR_OUT_OF_MEMORY;
    return add_input(hip_link_state, bytes);
}

hiprtcResult hiprtcLinkAddFile(hiprtcLinkState hip_link_state, hiprtcJITInputType input_type,
                               const char *file_path, unsigned int num_options,
                               hiprtcJIT_option *options_ptr, void **option_values)
{
    (void)num_options, (void)options_ptr, (void)option_values;
    struct bytes bytes = {0};
    if (!file_path || input_type != HIPRTC_JIT_INPUT_LLVM_BITCODE || !is_link(hip_link_state))
        return HIPRTC_ERROR_INVALID_INPUT;
    if (!bytes_read_file(file_path, &bytes)) {
        bytes_clear(&bytes);
        return HIPRTC_ERROR_INVALID_INPUT;
    }
    return add_input(hip_link_state, bytes);
}

hiprtcResult hiprtcLinkComplete(hiprtcLinkState hip_link_state, void **bin_out, size_t *size_out)
{
    if (!bin_out || !size_out || !is_link(hip_link_state) || !hip_link_state->count)
        return HIPRTC_ERROR_INVALID_INPUT;
    struct ihiprtcLinkState *state = hip_link_state;
    struct bytes log = {0};
    bytes_clear(&state->out);
    hiprtcResult result = rtc_link(state->count, state->inputs, &state->out, &log);
    if (state->error_log && state->error_log_size)
        snprintf(state->error_log, state->error_log_size, "%s", log.data ? log.data : "");
    else if (result == HIPRTC_ERROR_LINKING)
        fprintf(stderr, "shoal: hiprtc cannot link:\n%s", log.data ? log.data : "");
    bytes_clear(&log);
    if (result == HIPRTC_SUCCESS) {
        *bin_out = state->out.data;
        *size_out = state->out.size;
    }
    return result;
}

hiprtcResult hiprtcLinkDestroy(hiprtcLinkState hip_link_state)
{
    pthread_mutex_lock(&lock);
    struct ihiprtcLinkState **at = &links;
    while (*at && *at != hip_link_state)
        at = &(*at)->next;
    struct ihiprtcLinkState *state = *at;
    if (state)
        *at = state->next;
    pthread_mutex_unlock(&lock);
    if (!state)
        return HIPRTC_ERROR_INVALID_INPUT;
    for (size_t i = 0; i < state->count; i++)
        bytes_clear(&state->inputs[i]);
    free(state->inputs);
    bytes_clear(&state->out);
    free(state);
    return HIPRTC_SUCCESS;
}
