/* bundle.c: offload bundles, plain and compressed: finds the entry that suits a chip best. Knows
 * nothing of what the entries contain.
 *
 *   plain       "__CLANG_OFFLOAD_BUNDLE__", u64 count, count times {u64 offset, u64 size,
 *               u64 id size, id}; offsets from the magic
 *   compressed  "CCOB", u16 version, u16 method (0 zlib, 1 zstd), then
 *               version 1: u32 uncompressed size, u64 hash; the data has no stated end
 *               version 2: u32 file size, u32 uncompressed size, u64 hash
 *               version 3: u64 file size, u64 uncompressed size, u64 hash
 *               then the compressed plain bundle
 *
 * A .hip_fatbin section holds one bundle per translation unit, each at a multiple of 4096, with
 * zeros between. The hash (MD5 of the plain bundle) is not checked: zlib and zstd have their own.
 *
 * Reference: LLVM, "Clang Offload Bundler": Bundled Code Object File Layout; compressed layouts. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "image/parts.h"
#include "isa/registry.h"

#define PLAIN_MAGIC       "__CLANG_OFFLOAD_BUNDLE__"
#define PLAIN_MAGIC_SIZE  (sizeof PLAIN_MAGIC - 1)
#define PACKED_MAGIC      "CCOB"
#define PACKED_MAGIC_SIZE (sizeof PACKED_MAGIC - 1)

typedef unsigned long long ull;

/* Ids seen so far, for the message when none fits. */
struct id_list {
    char text[560];
    size_t used;
    size_t count, left_out;
};

static void list_id(struct id_list *list, struct view id)
{
    struct text text = text_clean((const char *)id.bytes, id.size);
    size_t length = strlen(text.chars), separator = list->count ? 2 : 0;
    list->count++;
    if (list->left_out || list->used + separator + length >= sizeof list->text) {
        list->left_out++;
        return;
    }
    memcpy(list->text + list->used, ", ", separator);
    memcpy(list->text + list->used + separator, text.chars, length + 1);
    list->used += separator + length;
}

bool bundle_is(struct view file)
{
    return view_starts(file, PLAIN_MAGIC, PLAIN_MAGIC_SIZE) ||
           view_starts(file, PACKED_MAGIC, PACKED_MAGIC_SIZE);
}

/* ---- plain bundles ----------------------------------------------------------- */

struct plain_entry {
    uint64_t offset, size, id_size;
};

/* Reads a plain bundle: the best entry (rank 0: none) and the bundle's size. */
static shoal_status read_plain(struct view file, uint64_t at, const shoal_chip *chip,
                               struct id_list *ids, struct bundle_entry *best, int *best_rank,
                               uint64_t *size, struct diag *diag)
{
    uint64_t count, position = PLAIN_MAGIC_SIZE + 8;
    *best_rank = 0;
    if (!view_read(file, PLAIN_MAGIC_SIZE, &count, 8))
        return diag_fail(diag, SHOAL_E_FORMAT,
                         "The offload bundle at offset %#llx ends inside its header. It is "
                         "truncated; copy or compile it again.",
                         (ull)at);
    for (uint64_t i = 0; i < count; i++) {
        struct plain_entry entry;
        struct view id, code, target;
        if (!view_read(file, position, &entry, sizeof entry) ||
            !view_sub(file, position + sizeof entry, entry.id_size, &id))
            return diag_fail(diag, SHOAL_E_FORMAT,
                             "The offload bundle at offset %#llx ends inside entry %llu of %llu of "
                             "its table. It is truncated or damaged; copy or compile it again.",
                             (ull)at, (ull)i, (ull)count);
        position += sizeof entry + entry.id_size;
        struct text shown = text_clean((const char *)id.bytes, id.size);
        if (!view_sub(file, entry.offset, entry.size, &code))
            return diag_fail(diag, SHOAL_E_FORMAT,
                             "Entry %s of the offload bundle at offset %#llx (%llu bytes at offset "
                             "%#llx) does not fit in the %zu bytes that follow. It is truncated or "
                             "damaged; copy or compile it again.",
                             shown.chars, (ull)at, (ull)entry.size, (ull)entry.offset, file.size);
        list_id(ids, id);
        if (entry.offset + entry.size > *size)
            *size = entry.offset + entry.size;
        int rank = target_of_id(id, &target) ? target_rank(chip, target) : 0;
        if (rank > *best_rank) {
            *best_rank = rank;
            best->code = code;
            best->id = shown;
        }
    }
    if (position > *size)
        *size = position;
    return SHOAL_OK;
}

/* ---- compressed bundles ------------------------------------------------------ */

struct packed {
    unsigned version, method;
    uint64_t total; /* with the header; 0: not stated (version 1) */
    uint64_t plain_size;
    struct view data;
};

static shoal_status read_packed_header(struct view file, uint64_t at, uint64_t budget,
                                       struct packed *out, struct diag *diag)
{
    uint16_t version, method;
    uint32_t total32 = 0, plain32 = 0;
    bool whole = view_read(file, 4, &version, 2) && view_read(file, 6, &method, 2);
    *out = (struct packed){0};
    if (whole && (version < 1 || version > 3 || method > 1))
        return diag_fail(diag, SHOAL_E_UNSUPPORTED,
                         "The compressed offload bundle at offset %#llx has version %u and "
                         "compression method %u; Shoal knows versions 1 to 3 and methods 0 (zlib) "
                         "and 1 (zstd). Unpack it with clang-offload-bundler.",
                         (ull)at, version, method);
    uint64_t header = !whole ? 0 : version == 1 ? 20 : version == 2 ? 24 : 32;
    whole = whole && view_has(file, 0, header);
    if (whole && version == 3) {
        view_read(file, 8, &out->total, 8);
        view_read(file, 16, &out->plain_size, 8);
    } else if (whole) {
        if (version == 2)
            view_read(file, 8, &total32, 4);
        view_read(file, version == 2 ? 12 : 8, &plain32, 4);
        out->total = total32;
        out->plain_size = plain32;
    }
    if (!whole)
        return diag_fail(diag, SHOAL_E_FORMAT,
                         "The compressed offload bundle at offset %#llx ends inside its header. It "
                         "is truncated; copy or compile it again.",
                         (ull)at);
    uint64_t total = version == 1 ? file.size : out->total;
    if (total < header || total > file.size)
        return diag_fail(diag, SHOAL_E_FORMAT,
                         "The compressed offload bundle at offset %#llx states a size of %llu "
                         "bytes, but %zu follow. It is truncated or damaged; copy or compile it "
                         "again.",
                         (ull)at, (ull)total, file.size);
    if (out->plain_size > budget)
        return diag_fail(diag, SHOAL_E_LIMIT,
                         "The compressed offload bundle at offset %#llx unpacks to %llu bytes; at "
                         "most %llu in all are allowed. Unpack it with clang-offload-bundler.",
                         (ull)at, (ull)out->plain_size, (ull)IMAGE_MAX_UNCOMPRESSED);
    out->version = version;
    out->method = method;
    view_sub(file, header, total - header, &out->data);
    return SHOAL_OK;
}

/* Unpacks; plain->bytes are freed by the caller. size receives the bytes that the bundle takes;
 * the plain size is taken off the budget. */
static shoal_status unpack(struct view file, uint64_t at, uint64_t *budget, struct view *plain,
                           uint64_t *size, struct diag *diag)
{
    struct packed packed;
    uint64_t taken = 0;
    SHOAL_TRY(read_packed_header(file, at, *budget, &packed, diag));
    *budget -= packed.plain_size;
    enum unpack_result result =
        unpack_stream(packed.method == 0, packed.data, packed.plain_size, plain, &taken);
    if (result == UNPACK_OK) {
        *size = packed.version == 1 ? 20 + taken : packed.total;
        return SHOAL_OK;
    }
    if (result == UNPACK_NOMEM)
        return fail_memory(diag);
    return diag_fail(diag, SHOAL_E_FORMAT,
                     "The compressed offload bundle at offset %#llx does not unpack with %s to the "
                     "%llu bytes that it states: %s. It is truncated or damaged; copy or compile "
                     "it again.",
                     (ull)at, packed.method == 0 ? "zlib" : "zstd", (ull)packed.plain_size,
                     result == UNPACK_DAMAGED    ? "the data is damaged"
                     : result == UNPACK_TOO_LONG ? "there is more"
                                                 : "there is less");
}

/* ---- all bundles of a file --------------------------------------------------- */

static shoal_status read_one(struct view file, uint64_t at, const shoal_chip *chip,
                             struct id_list *ids, struct bundle_entry *entry, int *rank,
                             uint64_t *size, uint64_t *budget, struct diag *diag)
{
    uint64_t plain_size = 0;
    *entry = (struct bundle_entry){.container = "offload bundle"};
    *size = 0;
    if (view_starts(file, PLAIN_MAGIC, PLAIN_MAGIC_SIZE))
        return read_plain(file, at, chip, ids, entry, rank, size, diag);
    struct view plain;
    SHOAL_TRY(unpack(file, at, budget, &plain, size, diag));
    entry->container = "compressed offload bundle";
    entry->owned = (void *)(uintptr_t)plain.bytes;
    if (!view_starts(plain, PLAIN_MAGIC, PLAIN_MAGIC_SIZE))
        return diag_fail(diag, SHOAL_E_FORMAT,
                         "The compressed offload bundle at offset %#llx does not hold an offload "
                         "bundle. It is damaged; compile it again.",
                         (ull)at);
    return read_plain(plain, at, chip, ids, entry, rank, &plain_size, diag);
}

shoal_status bundle_walk(struct view file, const shoal_chip *chip,
                         shoal_status (*take)(void *user, const struct bundle_entry *entry,
                                              bool *stop),
                         void *user, struct diag *diag)
{
    struct id_list ids = {0};
    uint64_t at = 0, budget = IMAGE_MAX_UNCOMPRESSED;
    size_t seen = 0, taken = 0;
    bool stop = false;
    const char *wanted = (chip ? chip : chip_default(NULL))->name;
    while (!stop) {
        struct view rest;
        struct bundle_entry entry;
        uint64_t size;
        int rank = 0;
        while (at < file.size && file.bytes[at] == 0)
            at++;
        if (!view_sub(file, at, file.size - at, &rest) || !bundle_is(rest))
            break;
        shoal_status status = read_one(rest, at, chip, &ids, &entry, &rank, &size, &budget, diag);
        if (status == SHOAL_OK && rank > 0) {
            status = take(user, &entry, &stop);
            taken++;
        }
        free(entry.owned);
        SHOAL_TRY(status);
        at += size;
        seen++;
    }
    if (taken)
        return SHOAL_OK;
    if (seen == 0)
        return diag_fail(diag, SHOAL_E_FORMAT,
                         "Section .hip_fatbin (%zu bytes) does not start with an offload bundle. "
                         "The file is damaged; compile it again.",
                         file.size);
    if (ids.count == 0)
        return diag_fail(diag, SHOAL_E_TARGET,
                         "The offload bundle has no entries. Compile with --offload-arch=%s.",
                         wanted);
    char more[40] = "";
    if (ids.left_out)
        snprintf(more, sizeof more, " and %zu more", ids.left_out);
    return diag_fail(diag, SHOAL_E_TARGET,
                     "The offload bundle has no code for %s. It has: %s%s. Compile with "
                     "--offload-arch=%s.",
                     wanted, ids.text, more, wanted);
}
