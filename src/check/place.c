/* place.c: where a work-item is: ids, the instruction, the line of its source or the instructions
 * around it. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "check/checker.h"
#include "engine/source.h"
#include "shoal/isa.h"

enum {
    LINES_BEFORE = 2,
    LINES_AFTER = 2,
    MOST_BYTES = 1 << 20, /* that are decoded to find where the instructions before begin */
};

/* n: work-items of the work-group */
static void item_of(const uint32_t n[3], uint64_t index, uint32_t item[3])
{
    item[0] = (uint32_t)(index % n[0]);
    item[1] = (uint32_t)(index / n[0] % n[1]);
    item[2] = (uint32_t)(index / n[0] / n[1]);
}

/* Bytes of the instruction at `offset` of the code. */
static uint64_t size_at(const struct launch *l, const struct code *code, uint64_t offset)
{
    const struct isa_exec *isa = l->device->isa;
    const char *name = isa->has_dialects ? isa->dialect_isas[l->kernel->config.dialect] : isa->isa;
    shoal_insn insn;
    shoal_insn_decode(shoal_isa_find(name), code->bytes + offset, code->size_bytes - offset, &insn);
    return insn.size_bytes ? insn.size_bytes : 4;
}

/* The instructions around `at`. Instructions have several sizes, so that the ones before are found
 * from the kernel's start on. */
static void list_around(const struct launch *l, const struct code *code, uint64_t at, char *text,
                        size_t size)
{
    uint64_t recent[LINES_BEFORE], from = l->kernel->entry - code->base;
    size_t count = 0, used = 0;
    text[0] = 0;
    if (from > at || at - from > MOST_BYTES)
        from = at;
    for (; from < at; from += size_at(l, code, from))
        recent[count++ % LINES_BEFORE] = from;
    size_t before = count < LINES_BEFORE ? count : LINES_BEFORE;
    uint64_t offset = before ? recent[(count - before) % LINES_BEFORE] : at;
    for (size_t i = 0; i < before + 1 + LINES_AFTER && offset < code->size_bytes; i++) {
        char line[96];
        l->device->isa->print(code, offset, line, sizeof line);
        int n = snprintf(text + used, size - used, "%s%s%s", used ? "\n" : "",
                         offset == at ? "> " : "  ", line);
        used += n > 0 && (size_t)n < size - used ? (size_t)n : 0;
        offset += size_at(l, code, offset);
    }
}

void place_fill(const struct check_group *g, const struct wave *w, int lane, shoal_check_place *out)
{
    place_fill_at(g, w, g->slot->launch->device->isa->op_pc(w, w->next), lane, out);
}

/* The functions that were inlined there. */
static void fill_frames(const struct launch *l, uint64_t pc, shoal_check_place *out)
{
    struct source_frame at[SHOAL_CHECK_FRAMES], first[SHOAL_CHECK_FRAMES];
    const struct shoal_module *m = l->kernel->module;
    out->frame_count = source_frames(m, pc, at, SHOAL_CHECK_FRAMES);
    for (size_t i = 0; i < out->frame_count; i++) {
        shoal_check_frame *f = &out->frames[i];
        snprintf(f->function, sizeof f->function, "%s", at[i].function);
        if (at[i].line)
            source_print(at[i].file, at[i].line, at[i].column, f->source, sizeof f->source);
    }
    size_t n = source_frames(m, l->kernel->entry, first, SHOAL_CHECK_FRAMES);
    out->is_called = n && out->frame_count &&
                     strcmp(first[n - 1].function, at[out->frame_count - 1].function) != 0;
}

/* Fills in what depends on the instruction. */
static void fill_instruction(const struct launch *l, const struct code *code, uint64_t pc,
                             shoal_check_place *out)
{
    const struct isa_exec *isa = l->device->isa;
    out->pc_offset = (int64_t)(pc - l->kernel->entry);
    snprintf(out->kernel, sizeof out->kernel, "%s", l->kernel->info->name);
    source_find(l->kernel->module, pc, out->source, sizeof out->source);
    fill_frames(l, pc, out);
    if (pc - code->base >= code->size_bytes)
        return;
    isa->print(code, pc - code->base, out->instruction, sizeof out->instruction);
    if (!out->source[0])
        list_around(l, code, pc - code->base, out->around, sizeof out->around);
}

void place_fill_at(const struct check_group *g, const struct wave *w, uint64_t pc, int lane,
                   shoal_check_place *out)
{
    *out = (shoal_check_place){
        .launch = g->launch->number,
        .workgroup = {w->group->id[0], w->group->id[1], w->group->id[2]},
        .wave = w->index,
        .lane = lane,
    };
    item_of(g->items, (uint64_t)w->index * w->lanes + (lane < 0 ? 0 : (unsigned)lane), out->item);
    fill_instruction(g->slot->launch, w->code, pc, out);
}

void place_set_item(shoal_check_place *p, const uint64_t groups[3], const uint32_t block[3],
                    const uint32_t last_block[3], uint32_t lanes, uint64_t group, uint32_t wave,
                    int lane)
{
    uint32_t items[3];
    const uint64_t id[3] = {group % groups[0], group / groups[0] % groups[1],
                            group / groups[0] / groups[1]};
    for (int i = 0; i < 3; i++) {
        p->workgroup[i] = (uint32_t)id[i];
        items[i] = id[i] == groups[i] - 1 ? last_block[i] : block[i];
    }
    p->wave = wave;
    p->lane = lane;
    item_of(items, (uint64_t)wave * lanes + (lane < 0 ? 0 : (unsigned)lane), p->item);
}

void place_fill_of(const struct check_launch *c, uint64_t group, uint32_t wave, int lane,
                   const struct code *code, uint64_t pc, shoal_check_place *out)
{
    const struct launch *l = c->launch;
    *out = (shoal_check_place){.launch = c->number};
    place_set_item(out, l->groups, l->desc.block,
                   l->device->isa->full_groups ? l->desc.block : l->last_block, l->lanes, group,
                   wave, lane);
    fill_instruction(l, code, pc, out);
}

void place_offset(const shoal_check_place *p, char *text, size_t size)
{
    uint64_t distance = p->pc_offset < 0 ? 0 - (uint64_t)p->pc_offset : (uint64_t)p->pc_offset;
    snprintf(text, size, "%c0x%" PRIx64, p->pc_offset < 0 ? '-' : '+', distance);
}

const char *place_relative(const char *path)
{
    char here[4096];
    size_t length = getcwd(here, sizeof here) ? strlen(here) : 0;
    bool is_below = length > 1 && strncmp(path, here, length) == 0 && path[length] == '/';
    return is_below ? path + length + 1 : path;
}

void place_split(const char *source, char *file, size_t size, unsigned *line, unsigned *column)
{
    unsigned number[2] = {0};
    size_t length = strlen(source), count = 0;
    while (count < 2) {
        size_t digits = 0;
        while (digits < length && source[length - digits - 1] >= '0' &&
               source[length - digits - 1] <= '9')
            digits++;
        if (digits == 0 || digits >= length || source[length - digits - 1] != ':')
            break;
        number[count++] = (unsigned)strtoul(source + length - digits, NULL, 10);
        length -= digits + 1;
    }
    *line = count ? number[count - 1] : 0;
    *column = count == 2 ? number[0] : 0;
    snprintf(file, size, "%.*s", (int)length, source);
}

void place_title(const shoal_check_place *p, const char *wave, const char *lane, char *text,
                 size_t size)
{
    int n = snprintf(text, size,
                     "kernel %s, work-group (%" PRIu32 ", %" PRIu32 ", %" PRIu32 "), %s %" PRIu32,
                     p->kernel, p->workgroup[0], p->workgroup[1], p->workgroup[2], wave, p->wave);
    if (n > 0 && (size_t)n < size && p->lane >= 0)
        snprintf(text + n, size - (size_t)n,
                 ", %s %d, work-item (%" PRIu32 ", %" PRIu32 ", %" PRIu32 ")", lane, p->lane,
                 p->item[0], p->item[1], p->item[2]);
}
