/* spirv.c: programs in SPIR-V. llvm-spirv makes LLVM's language of it, for the target spir64
 * (lib/opencl/clc --spirv), whose address spaces, calling conventions and mangled names differ from
 * the device's: the text is rewritten line by line into what clang makes of OpenCL C, and linked
 * like any other object.
 *
 *                  private  global  constant  local  generic
 *   spir64               0       1         2      3        4
 *   the device           5       1         4      3        0
 *
 * Words are little-endian here. "SPIR-V" is the SPIR-V Specification 1.4. */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "opencl.h"

enum {
    MAGIC = 0x07230203,
    HEADER_WORDS = 5,
    OP_TYPE_BOOL = 20,
    OP_TYPE_INT = 21,
    OP_TYPE_FLOAT = 22,
    OP_CONSTANT_FALSE = 42,
    OP_CONSTANT = 43,
    OP_CONSTANT_NULL = 46,
    OP_SPEC_CONSTANT_TRUE = 48,
    OP_SPEC_CONSTANT_FALSE = 49,
    OP_SPEC_CONSTANT = 50,
    OP_DECORATE = 71,
    DECORATION_SPEC_ID = 1,
};

static const char *const tools[] = {"llvm-spirv",    "llvm-spirv-22", "llvm-spirv-21",
                                    "llvm-spirv-20", "llvm-spirv-19", "llvm-spirv-18",
                                    "llvm-spirv-17", "llvm-spirv-16", "llvm-spirv-15"};

/* The same names in the same order as in lib/opencl/clc. */
bool spirv_tool(struct bytes *out)
{
    const char *set = getenv("LLVM_SPIRV"), *path = getenv("PATH");
    char file[4096];
    if (set && set[0])
        return access(set, X_OK) == 0 && bytes_print(out, "%s", set);
    for (size_t length; path && *path; path += length + (path[length] == ':')) {
        length = strcspn(path, ":");
        for (size_t i = 0; i < sizeof tools / sizeof *tools; i++) {
            snprintf(file, sizeof file, "%.*s/%s", (int)length, path, tools[i]);
            if (access(file, X_OK) == 0)
                return bytes_print(out, "%s", file);
        }
    }
    return false;
}

bool spirv_is_there(void)
{
    struct bytes path = {0};
    bool is_there = spirv_tool(&path);
    bytes_clear(&path);
    return is_there;
}

/* ---- words ------------------------------------------------------------------------------------
 */

static uint32_t word_at(const struct bytes *il, size_t index)
{
    uint32_t word;
    memcpy(&word, il->data + 4 * index, sizeof word);
    return word;
}

static void set_word(struct bytes *il, size_t index, uint32_t word)
{
    memcpy(il->data + 4 * index, &word, sizeof word);
}

/* One instruction: words from `at` on. */
struct instruction {
    size_t at, count;
    unsigned opcode;
};

/* The next one; false: the end, or a count that leads out of the module. */
static bool next(const struct bytes *il, struct instruction *i)
{
    size_t words = il->size / 4;
    i->at = i->at ? i->at + i->count : HEADER_WORDS;
    if (i->at >= words)
        return false;
    uint32_t first = word_at(il, i->at);
    i->opcode = first & 0xffff;
    i->count = first >> 16;
    return i->count && i->count <= words - i->at;
}

cl_int spirv_read(const void *bytes, size_t size, struct bytes *out)
{
    CHECK(bytes && size, CL_INVALID_VALUE);
    CHECK(size % 4 == 0 && size > 4 * HEADER_WORDS, CL_INVALID_VALUE);
    CHECK(bytes_append(out, bytes, size), CL_OUT_OF_HOST_MEMORY);
    if (word_at(out, 0) == __builtin_bswap32(MAGIC))
        for (size_t i = 0; i < size / 4; i++)
            set_word(out, i, __builtin_bswap32(word_at(out, i)));
    struct instruction i = {0};
    bool is_good = word_at(out, 0) == MAGIC;
    while (is_good && next(out, &i))
        ;
    if (is_good && i.at >= size / 4)
        return CL_SUCCESS;
    bytes_clear(out);
    return CL_INVALID_VALUE;
}

/* The bits of the scalar type with this id; 1: a boolean; 0: it is none. */
static uint32_t scalar_bits(const struct bytes *il, uint32_t type)
{
    for (struct instruction i = {0}; next(il, &i);) {
        if (i.count < 2 || word_at(il, i.at + 1) != type)
            continue;
        if (i.opcode == OP_TYPE_BOOL)
            return 1;
        if ((i.opcode == OP_TYPE_INT || i.opcode == OP_TYPE_FLOAT) && i.count > 2)
            return word_at(il, i.at + 2);
    }
    return 0;
}

static cl_int set_constant(struct bytes *il, uint32_t id, size_t size, const void *value)
{
    for (struct instruction i = {0}; next(il, &i);) {
        if (i.opcode < OP_SPEC_CONSTANT_TRUE || i.opcode > OP_SPEC_CONSTANT || i.count < 3 ||
            word_at(il, i.at + 2) != id)
            continue;
        uint32_t bits = scalar_bits(il, word_at(il, i.at + 1)), words[2] = {0};
        CHECK(size == (bits == 1 ? 1 : bits / 8), CL_INVALID_VALUE);
        memcpy(words, value, size);
        if (i.opcode != OP_SPEC_CONSTANT)
            set_word(il, i.at,
                     3u << 16 | (words[0] ? OP_SPEC_CONSTANT_TRUE : OP_SPEC_CONSTANT_FALSE));
        for (size_t w = 3; w < i.count; w++)
            set_word(il, i.at + w, words[w - 3]);
        return CL_SUCCESS;
    }
    return CL_INVALID_SPEC_ID;
}

cl_int spirv_specialize(struct bytes *il, cl_uint spec_id, size_t size, const void *value)
{
    CHECK(value && size && size <= 8, CL_INVALID_VALUE);
    for (struct instruction i = {0}; next(il, &i);)
        if (i.opcode == OP_DECORATE && i.count == 4 &&
            word_at(il, i.at + 2) == DECORATION_SPEC_ID && word_at(il, i.at + 3) == spec_id)
            return set_constant(il, word_at(il, i.at + 1), size, value);
    return CL_INVALID_SPEC_ID;
}

/* llvm-spirv 15 does not take a scalar OpConstantNull, which SPIR-V allows and LLVM's backend
 * writes: a zero in its place. */
static bool simplify(const struct bytes *il, struct bytes *out)
{
    bool good = bytes_append(out, il->data, 4 * HEADER_WORDS);
    for (struct instruction i = {0}; good && next(il, &i);) {
        const char *at = il->data + 4 * i.at;
        uint32_t bits = i.opcode == OP_CONSTANT_NULL ? scalar_bits(il, word_at(il, i.at + 1)) : 0;
        uint32_t words[5] = {0};
        if (!bits) {
            good = bytes_append(out, at, 4 * i.count);
            continue;
        }
        size_t count = bits == 1 ? 3 : bits > 32 ? 5 : 4;
        memcpy(words, at, 12);
        words[0] = (uint32_t)count << 16 | (bits == 1 ? OP_CONSTANT_FALSE : OP_CONSTANT);
        good = bytes_append(out, words, 4 * count);
    }
    return good;
}

/* ---- names ------------------------------------------------------------------------------------
 */

enum { NAME = 512, PARAMETERS = 16, PRIVATE = 5, CONSTANT = 4 };

static int device_space(int spir)
{
    static const int spaces[] = {PRIVATE, 1, CONSTANT, 3, 0};
    return spir >= 0 && spir <= 4 ? spaces[spir] : spir;
}

/* A function that a module calls and does not have. */
struct function {
    char spir[NAME], device[NAME];
    /* By parameter: where the device has an opaque object (image, event); -1: as it is. */
    int spaces[PARAMETERS];
    bool returns_event, needs_bridge;
    int widened; /* a parameter of 32 bits that has 64 on the device; -1: none */
    struct function *next;
};

/* Copies one type of a mangled name (Itanium ABI) with the device's address spaces. space: of an
 * opaque object that is elsewhere. NULL: the end, or what is not known. */
static const char *copy_type(const char *from, char **to, int *space)
{
    *space = -1;
    if (*from == 'P') {
        int ignored, from_space = 0, used = 0;
        *(*to)++ = *from++;
        if (sscanf(from, "U3AS%1d%n", &from_space, &used) == 1)
            from += used;
        if (device_space(from_space))
            *to += sprintf(*to, "U3AS%d", device_space(from_space));
        return copy_type(from, to, &ignored);
    }
    if (*from == 'K' || *from == 'V') {
        *(*to)++ = *from++;
        return copy_type(from, to, space);
    }
    bool is_qualifier = *from == 'U';
    if (is_qualifier)
        *(*to)++ = *from++;
    if (isdigit((unsigned char)*from)) {
        char *end;
        size_t length = strtoul(from, &end, 10);
        if (length > strlen(end))
            return NULL;
        *space = strncmp(end, "ocl_image", 9) == 0   ? CONSTANT
                 : strncmp(end, "ocl_event", 9) == 0 ? 0
                                                     : -1;
        memcpy(*to, from, (size_t)(end - from) + length);
        *to += (size_t)(end - from) + length;
        return is_qualifier ? copy_type(end + length, to, space) : end + length;
    }
    size_t length = 1;
    if (*from == 'D' && from[1] == 'v') {
        length = strcspn(from, "_") + 1;
        memcpy(*to, from, length);
        *to += length;
        return copy_type(from + length, to, space);
    }
    if (*from == 'D')
        length = 2;
    else if (*from == 'S')
        length = strcspn(from, "_") + 1;
    if (strlen(from) < length || !*from)
        return NULL;
    memcpy(*to, from, length);
    *to += length;
    return from + length;
}

static void translate_name(struct function *f)
{
    char *to = f->device, *end;
    for (int i = 0; i < PARAMETERS; i++)
        f->spaces[i] = -1;
    strcpy(f->device, f->spir);
    if (strncmp(f->spir, "_Z", 2) != 0 || !isdigit((unsigned char)f->spir[2]) ||
        strlen(f->spir) > NAME / 2)
        return;
    size_t length = strtoul(f->spir + 2, &end, 10);
    if (length > strlen(end))
        return;
    const char *from = end + length;
    to += from - f->spir;
    for (int i = 0; from && *from && i < PARAMETERS; i++) {
        /* LLVM's backend gives the stride of a copy as uint, where SPIR-V wants size_t. */
        if (strncmp(from, "mj9ocl_event", 12) == 0) {
            f->widened = i + 1;
            to += sprintf(to, "mm");
            from += 2;
            i += 2;
        }
        from = copy_type(from, &to, &f->spaces[i]);
    }
    if (from)
        *to = '\0';
    else
        strcpy(f->device, f->spir);
}

/* ---- text -------------------------------------------------------------------------------------
 */

static bool is_name(char c) { return c && (isalnum((unsigned char)c) || strchr("_.$-", c)); }

static const char *name_end(const char *at)
{
    while (*at && is_name(*at))
        at++;
    return at;
}

static const struct function *find_function(const struct function *list, const char *name,
                                            size_t length)
{
    while (list && (strlen(list->spir) != length || memcmp(list->spir, name, length) != 0))
        list = list->next;
    return list;
}

/* The pN in an intrinsic's name are address spaces. */
static bool put_intrinsic(const char *name, size_t length, struct bytes *out)
{
    bool good = true;
    for (size_t i = 0; good && i < length; i++) {
        bool is_space = i + 2 < length + 1 && name[i] == '.' && name[i + 1] == 'p' &&
                        isdigit((unsigned char)name[i + 2]) &&
                        (i + 3 == length || name[i + 3] == '.');
        if (is_space) {
            good = bytes_print(out, ".p%d", device_space(name[i + 2] - '0'));
            i += 2;
        } else {
            good = bytes_append(out, &name[i], 1);
        }
    }
    return good;
}

/* The space that stands behind a type or a global's '='; *length: its text with the blank before.
 */
static int space_behind(const char *at, size_t *length)
{
    int space = 0, used = 0;
    *length = sscanf(at, " addrspace(%1d)%n", &space, &used) == 1 && used > 0 ? (size_t)used : 0;
    return space;
}

static bool put_pointer(int space, struct bytes *out)
{
    return space ? bytes_print(out, "ptr addrspace(%d)", space) : bytes_append(out, "ptr", 3);
}

/* One line, token by token. */
static bool put_line(const char *line, const struct function *functions, struct bytes *out)
{
    bool good = true;
    size_t used;
    for (const char *at = line; good && *at;) {
        char before = at == line ? ' ' : at[-1];
        const char *end = name_end(at + 1);
        if (*at == '"') {
            end = at + 1 + strcspn(at + 1, "\"");
            end += *end == '"';
            good = bytes_append(out, at, (size_t)(end - at));
            at = end;
        } else if (*at == '@') {
            size_t length = (size_t)(end - at - 1);
            const struct function *f = find_function(functions, at + 1, length);
            good = bytes_append(out, "@", 1) &&
                   (strncmp(at, "@llvm.", 6) == 0 ? put_intrinsic(at + 1, length, out)
                    : f ? bytes_print(out, "%s%s", f->device, f->needs_bridge ? ".spir" : "")
                        : bytes_append(out, at + 1, length));
            at = end;
        } else if (*at == '%' && isdigit((unsigned char)at[1])) {
            good = bytes_print(out, "%%v"); /* named, so that there may be others */
            at++;
        } else if (is_name(before) || before == '%') {
            good = bytes_append(out, at++, 1);
        } else if (strncmp(at, "ptr", 3) == 0 && !is_name(at[3])) {
            int space = space_behind(at + 3, &used);
            good = put_pointer(device_space(space), out);
            at += 3 + used;
        } else if (strncmp(at, "addrspace(", 10) == 0) {
            good = bytes_print(out, "addrspace(%d)", device_space(at[10] - '0'));
            at += 12;
        } else if (strncmp(at, "spir_func ", 10) == 0) {
            at += 10;
        } else if (strncmp(at, "spir_kernel", 11) == 0) {
            good = bytes_append(out, "amdgpu_kernel", 13);
            at += 11;
        } else {
            good = bytes_append(out, at++, 1);
        }
    }
    return good;
}

/* Kernels get structures in the argument buffer and not on the stack: `line` is a kernel's head,
 * and `copies` what makes private copies. */
static bool put_kernel_head(const char *line, const struct function *functions, struct bytes *out,
                            struct bytes *copies)
{
    static const char from[] = "ptr addrspace(5) ", mark[] = "byval(";
    struct bytes text = {0};
    bool good = put_line(line, functions, &text);
    const char *at = text.data;
    for (const char *found; good && (found = strstr(at, mark)) != NULL;) {
        const char *start = found, *type = found + sizeof mark - 1;
        while (start > at && strncmp(start, from, sizeof from - 1) != 0)
            start--;
        const char *type_end = strchr(type, ')'), *name = type_end ? strchr(type_end, '%') : NULL;
        if (!name || start == at)
            break;
        const char *end = name_end(name + 1);
        int length = (int)(type_end - type), name_length = (int)(end - name);
        good = bytes_append(out, at, (size_t)(start - at)) &&
               bytes_print(out, "ptr addrspace(4) byref(%.*s) %.*s.given", length, type,
                           name_length, name) &&
               bytes_print(copies,
                           "  %.*s = alloca %.*s, align 16, addrspace(5)\n"
                           "  %.*s.value = load %.*s, ptr addrspace(4) %.*s.given, align 4\n"
                           "  store %.*s %.*s.value, ptr addrspace(5) %.*s, align 4\n",
                           name_length, name, length, type, name_length, name, length, type,
                           name_length, name, length, type, name_length, name, name_length, name);
        at = end;
    }
    good = good && bytes_append(out, at, strlen(at));
    bytes_clear(&text);
    return good;
}

/* "declare spir_func TYPE @NAME(TYPES) ...": notes the function, and whether its opaque objects are
 * elsewhere on the device. */
static struct function *read_declaration(const char *line)
{
    const char *name = strchr(line, '@'), *end = name ? name_end(name + 1) : NULL;
    if (!end || *end != '(' || end - name - 1 >= NAME)
        return NULL;
    struct function *f = calloc(1, sizeof *f);
    if (!f)
        return NULL;
    memcpy(f->spir, name + 1, (size_t)(end - name - 1));
    f->widened = -1;
    translate_name(f);
    f->returns_event = strstr(f->spir, "ocl_event") && strncmp(name - 4, "ptr ", 4) == 0;
    f->needs_bridge = f->returns_event;
    for (int i = 0; i < PARAMETERS; i++)
        f->needs_bridge |= f->spaces[i] >= 0;
    return f;
}

/* Behind the declaration of `f`, a function that calls it with what is meant. */
static bool put_bridge(const struct function *f, const char *line, struct bytes *out)
{
    struct bytes body = {0}, call = {0}, head = {0}, real = {0};
    const char *at = name_end(strchr(line, '@') + 1);
    char result[64];
    snprintf(result, sizeof result, "%.*s", (int)(strchr(line, '@') - line - 8), line + 8);
    bool good = true;
    for (int i = 0; good && *at && *at != ')' && i < PARAMETERS; i++) {
        at++;
        int depth = 0, length = 0;
        for (; at[length] && (depth || (at[length] != ',' && at[length] != ')')); length++)
            depth += strchr("(<[{", at[length]) ? 1 : strchr(")>]}", at[length]) ? -1 : 0;
        while (length && *at == ' ')
            at++, length--;
        const char *comma = i ? ", " : "";
        good = bytes_print(&head, "%s%.*s %%a%d", comma, length, at, i);
        if (i == f->widened) {
            good = good && bytes_print(&body, "  %%b%d = zext i32 %%a%d to i64\n", i, i) &&
                   bytes_print(&real, "%si64", comma) &&
                   bytes_print(&call, "%si64 %%b%d", comma, i);
        } else if (f->spaces[i] < 0) {
            good = good && bytes_print(&real, "%s%.*s", comma, length, at) &&
                   bytes_print(&call, "%s%.*s %%a%d", comma, length, at, i);
        } else {
            good = good &&
                   bytes_print(&body, "  %%b%d = addrspacecast %.*s %%a%d to ", i, length, at, i) &&
                   put_pointer(f->spaces[i], &body) && bytes_print(&body, "\n") &&
                   bytes_print(&real, "%s", comma) && put_pointer(f->spaces[i], &real) &&
                   bytes_print(&call, "%s", comma) && put_pointer(f->spaces[i], &call) &&
                   bytes_print(&call, " %%b%d", i);
        }
        at += length;
    }
    const char *returned = f->returns_event ? "ptr " : result;
    bool is_void = strncmp(returned, "void", 4) == 0;
    good = good &&
           bytes_print(out, "declare %s@%s(%s)\ndefine internal %s@%s.spir(%s) alwaysinline {\n%s",
                       returned, f->device, real.data ? real.data : "", result, f->device,
                       head.data ? head.data : "", body.data ? body.data : "") &&
           bytes_print(out, "  %scall %s@%s(%s)\n", is_void ? "" : "%r = ", returned, f->device,
                       call.data ? call.data : "");
    if (good && f->returns_event)
        good = bytes_print(out, "  %%c = addrspacecast ptr %%r to %s\n  ret %s%%c\n}\n", result,
                           result);
    else if (good)
        good = bytes_print(out, "  ret %s%s\n}\n", is_void ? "void" : result, is_void ? "" : "%r");
    bytes_clear(&body);
    bytes_clear(&call);
    bytes_clear(&head);
    bytes_clear(&real);
    return good;
}

/* "entry:", "12:"; the latter are numbers of values. */
static bool is_label(const char *line)
{
    const char *end = name_end(line);
    return end > line && *end == ':';
}

/* A line of the translation. copies: what is to stand in front of the first instruction. */
static bool translate_line(const char *line, const struct function *functions, struct bytes *copies,
                           struct bytes *out)
{
    bool good;
    if (strncmp(line, "target ", 7) == 0 || strncmp(line, "; ", 2) == 0 ||
        strstr(line, "@llvm.lifetime."))
        return true;
    if (strncmp(line, "declare ", 8) == 0) {
        const char *name = strchr(line, '@');
        const struct function *f =
            name ? find_function(functions, name + 1, (size_t)(name_end(name + 1) - name - 1))
                 : NULL;
        if (!f || !f->needs_bridge)
            return put_line(line, functions, out) && bytes_append(out, "\n", 1);
        struct bytes text = {0};
        good = put_line(line, NULL, &text) && put_bridge(f, text.data, out);
        bytes_clear(&text);
        return good;
    }
    if (strncmp(line, "define ", 7) == 0 && strstr(line, "spir_kernel")) {
        bytes_clear(copies);
        return put_kernel_head(line, functions, out, copies) && bytes_append(out, "\n", 1);
    }
    if (is_label(line))
        return (!isdigit((unsigned char)*line) || bytes_append(out, "v", 1)) &&
               put_line(line, functions, out) && bytes_append(out, "\n", 1);
    good = !copies->size || bytes_append(out, copies->data, copies->size);
    bytes_clear(copies);
    const char *notes = strstr(line, ", !");
    if (!strstr(line, " = alloca "))
        return good && put_line(line, functions, out) && bytes_append(out, "\n", 1);
    char *head = strndup(line, notes ? (size_t)(notes - line) : strlen(line));
    good = good && head && put_line(head, functions, out) &&
           bytes_print(out, ", addrspace(%d)%s\n", PRIVATE, notes ? notes : "");
    free(head);
    return good;
}

/* The text of llvm-spirv's module, behind the head of a module of the device. */
static bool translate_text(char *text, struct bytes *out)
{
    struct function *functions = NULL;
    struct bytes copies = {0};
    bool good = true, has_head = false;
    for (char *line = text; line; line = strchr(line, '\n') ? strchr(line, '\n') + 1 : NULL)
        if (strncmp(line, "declare ", 8) == 0) {
            struct function *f = read_declaration(line);
            if (f) {
                f->next = functions;
                functions = f;
            }
        }
    for (char *line = text, *end; good && line && *line; line = end ? end + 1 : NULL) {
        end = strchr(line, '\n');
        if (end)
            *end = '\0';
        /* clc puts the device's two lines in front. */
        if (strncmp(line, "target ", 7) == 0 && !has_head) {
            has_head = strncmp(line, "target triple", 13) == 0;
            good = bytes_print(out, "%s\n", line);
        } else {
            good = translate_line(line, functions, &copies, out);
        }
    }
    bytes_clear(&copies);
    for (struct function *f = functions, *after; f; f = after) {
        after = f->next;
        free(f);
    }
    return good;
}

cl_int spirv_translate(const struct bytes *il, cl_int failure, struct bytes *out, struct bytes *log)
{
    struct bytes simple = {0}, text = {0};
    cl_int result = simplify(il, &simple) ? CL_SUCCESS : CL_OUT_OF_HOST_MEMORY;
    if (result == CL_SUCCESS)
        result = build_spirv_text(&simple, failure, &text, log);
    if (result == CL_SUCCESS && !translate_text(text.data, out))
        result = CL_OUT_OF_HOST_MEMORY;
    bytes_clear(&simple);
    bytes_clear(&text);
    return result;
}
