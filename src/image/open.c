/* open.c: the entry points of image.h: tells the kinds of files apart, owns the life of an image,
 * and answers look-ups. The formats are in the files beside it. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "image/case.h"
#include "image/image.h"
#include "image/parts.h"
#include "isa/registry.h"

typedef unsigned long long ull;

/* ---- opening ----------------------------------------------------------------- */

static shoal_status open_elf_image(struct view file, const char *container, struct diag *diag,
                                   struct image **out)
{
    struct image_data *data = calloc(1, sizeof *data);
    if (!data)
        return fail_memory(diag);
    data->image.container = container;
    shoal_status status =
        riscv_is(file) ? riscv_open(file, diag, data) : elf_open_code_object(file, diag, data);
    if (status != SHOAL_OK) {
        image_close(&data->image);
        return status;
    }
    *out = &data->image;
    return SHOAL_OK;
}

const char *image_identify(const void *bytes, size_t size)
{
    struct view file = {bytes, size};
    uint32_t machine = riscv_is(file) || image_is_hex(bytes, size)          ? ELF_MACHINE_RISCV
                       : bundle_is(file) || view_starts(file, "\177ELF", 4) ? ELF_MACHINE_AMDGPU
                                                                            : 0;
    const shoal_chip *chip = chip_of_machine(machine);
    return chip ? chip->isa : NULL;
}

/* What bundle_walk collects. */
struct collector {
    struct image_list list;
    size_t capacity, limit;
    bool in_fatbin;
    struct diag *diag;
};

static shoal_status collect(void *user, const struct bundle_entry *entry, bool *stop)
{
    struct collector *c = user;
    bool packed = entry->owned != NULL;
    const char *container = !c->in_fatbin ? entry->container
                            : packed      ? "compressed offload bundle in .hip_fatbin"
                                          : "offload bundle in .hip_fatbin";
    struct diag inner = {0};
    if (c->list.count == c->capacity) {
        size_t wanted = c->capacity ? c->capacity * 2 : 4;
        struct image **larger = realloc(c->list.images, wanted * sizeof *larger);
        if (!larger)
            return fail_memory(c->diag);
        c->list.images = larger;
        c->capacity = wanted;
    }
    shoal_status status =
        open_elf_image(entry->code, container, &inner, &c->list.images[c->list.count]);
    if (status != SHOAL_OK)
        return diag_fail(c->diag, status, "Entry %s of the %s: %s", entry->id.chars, container,
                         inner.text);
    c->list.count++;
    *stop = c->list.count == c->limit;
    return SHOAL_OK;
}

/* Opens up to `limit` images of a file of any kind. */
static shoal_status open_images(const void *bytes, size_t size, const shoal_chip *chip,
                                size_t limit, struct diag *diag, struct image_list *out)
{
    struct view file = {bytes, size};
    struct collector c = {.limit = limit, .diag = diag};
    shoal_status status = SHOAL_OK;
    const char *usual = chip_default(NULL)->name;
    *out = (struct image_list){0};
    if (!bytes)
        return diag_fail(diag, SHOAL_E_ARG, "image_open: bytes is NULL.");
    if (!bundle_is(file) && !view_starts(file, "\177ELF", 4)) {
        if (size == 0)
            return diag_fail(diag, SHOAL_E_FORMAT,
                             "The file is empty. Give a %s code object, an offload bundle, or "
                             "a HIP program.",
                             usual);
        char shown[16] = "";
        for (size_t i = 0; i < size && i < 4; i++)
            snprintf(shown + i * 3, sizeof shown - i * 3, " %02x", file.bytes[i]);
        return diag_fail(diag, SHOAL_E_FORMAT,
                         "The file starts with%s: neither an ELF file nor an offload bundle. Give "
                         "a %s code object, an offload bundle, or a HIP program; bare machine "
                         "code needs --raw.",
                         shown, usual);
    }
    if (elf_is_host(file)) {
        SHOAL_TRY(elf_find_fatbin(file, diag, &file));
        c.in_fatbin = true;
    }
    if (c.in_fatbin || bundle_is(file)) {
        status = bundle_walk(file, chip, collect, &c, diag);
    } else {
        c.list.images = calloc(1, sizeof *c.list.images);
        if (!c.list.images)
            return fail_memory(diag);
        status = open_elf_image(file, "ELF", diag, &c.list.images[0]);
        c.list.count = status == SHOAL_OK;
    }
    if (status != SHOAL_OK) {
        image_list_close(&c.list);
        return status;
    }
    *out = c.list;
    return SHOAL_OK;
}

shoal_status image_open(const void *bytes, size_t size, struct diag *diag, struct image **out)
{
    struct image_list list;
    *out = NULL;
    SHOAL_TRY(open_images(bytes, size, NULL, 1, diag, &list));
    *out = list.images[0];
    free(list.images);
    return SHOAL_OK;
}

shoal_status image_open_all(const void *bytes, size_t size, const shoal_chip *chip,
                            struct diag *diag, struct image_list *out)
{
    return open_images(bytes, size, chip, SIZE_MAX, diag, out);
}

void image_close(struct image *image)
{
    if (!image)
        return;
    struct image_data *data = (struct image_data *)image;
    arena_free(&data->arena);
    free(data);
}

void image_list_close(struct image_list *list)
{
    for (size_t i = 0; i < list->count; i++)
        image_close(list->images[i]);
    free(list->images);
    *list = (struct image_list){0};
}

/* ---- look-ups ---------------------------------------------------------------- */

const struct image_kernel *image_find_kernel(const struct image *image, const char *name)
{
    size_t length = strlen(name);
    for (size_t i = 0; i < image->kernel_count; i++) {
        if (strcmp(image->kernels[i].name, name) == 0)
            return &image->kernels[i];
    }
    for (size_t i = 0; i < image->kernel_count; i++) {
        const char *symbol = image->kernels[i].symbol;
        if (strncmp(symbol, name, length) == 0 &&
            (symbol[length] == 0 || strcmp(symbol + length, ".kd") == 0))
            return &image->kernels[i];
    }
    return NULL;
}

const struct image_symbol *image_find_symbol(const struct image *image, const char *name)
{
    size_t index = symbol_exported_index(image, name);
    if (index != SIZE_MAX)
        return &image->symbols[index];
    for (size_t i = image->exported_symbol_count; i < image->symbol_count; i++) {
        if (strcmp(image->symbols[i].name, name) == 0)
            return &image->symbols[i];
    }
    return NULL;
}

const struct image_printf *image_find_printf(const struct image *image, uint32_t id)
{
    for (size_t i = 0; i < image->printf_count; i++) {
        if (image->printfs[i].id == id && !image->printfs[i].has_hash)
            return &image->printfs[i];
    }
    return NULL;
}

/* ---- files ------------------------------------------------------------------- */

static shoal_status fail_file(struct diag *diag, const char *path, const char *what, int error)
{
    return diag_fail(diag, SHOAL_E_IO, "%s: cannot %s: %s.", path, what, strerror(error));
}

/* Reads to the end; pipes have no size, and files may change while they are read. */
static shoal_status read_stream(FILE *file, const char *path, struct diag *diag, uint8_t **bytes,
                                size_t *size)
{
    size_t room = 1u << 16, used = 0;
    struct stat info;
    if (fstat(fileno(file), &info) == 0 && S_ISDIR(info.st_mode))
        return fail_file(diag, path, "read", EISDIR);
    if (fstat(fileno(file), &info) == 0 && S_ISREG(info.st_mode) && info.st_size >= 0) {
        if ((uint64_t)info.st_size > IMAGE_MAX_FILE)
            return diag_fail(diag, SHOAL_E_LIMIT,
                             "%s: the file has %llu bytes; at most %llu can be loaded.", path,
                             (ull)info.st_size, (ull)IMAGE_MAX_FILE);
        room = (size_t)info.st_size + 1;
    }
    for (;;) {
        uint8_t *larger = realloc(*bytes, room);
        if (!larger)
            return fail_memory(diag);
        *bytes = larger;
        used += fread(*bytes + used, 1, room - used, file);
        if (ferror(file))
            return fail_file(diag, path, "read", errno);
        if (used < room)
            break;
        if (room > IMAGE_MAX_FILE)
            return diag_fail(diag, SHOAL_E_LIMIT, "%s: more than %llu bytes cannot be loaded.",
                             path, (ull)IMAGE_MAX_FILE);
        room *= 2;
    }
    *size = used;
    return SHOAL_OK;
}

shoal_status image_read_file(const char *path, struct diag *diag, void **out_bytes,
                             size_t *out_size)
{
    uint8_t *bytes = NULL;
    *out_bytes = NULL;
    *out_size = 0;
    FILE *file = fopen(path, "rb");
    if (!file)
        return fail_file(diag, path, "open", errno);
    shoal_status status = read_stream(file, path, diag, &bytes, out_size);
    fclose(file);
    if (status != SHOAL_OK) {
        free(bytes);
        return status;
    }
    *out_bytes = bytes;
    return SHOAL_OK;
}
