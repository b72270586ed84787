/* dis_cfg.c: `shoal dis --cfg`: the basic blocks of each function, as text or for Graphviz. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "cli/cli.h"
#include "cli/dis_cfg.h"

/* Control flow enters a block at its first instruction and leaves it at its last. */
struct block {
    uint64_t start, end;
    int64_t next[2]; /* block numbers: the branch's target, what follows; NO_BLOCK, LEAVES */
};
enum { NO_BLOCK = -1, LEAVES = -2 }; /* LEAVES: a target outside the function */

struct printer {
    const struct dis_request *q;
    size_t function;
    bool out_of_memory;
};

enum { IS_INSN = 1, IS_LEADER = 2 };

struct graph {
    struct block *blocks;
    size_t count;
};

static size_t step(const struct dis_request *q, const struct dis_range *r, uint64_t at,
                   shoal_insn *insn, shoal_status *st)
{
    uint64_t left = r->end - at;
    *st = dis_decode(q, r->wave64, range_bytes(r, at), left, insn);
    return *st == SHOAL_OK ? insn->size_bytes : left < 4 ? (size_t)left : 4;
}

static bool ends_block(const shoal_insn *insn)
{
    return insn->flags & (SHOAL_INSN_END | SHOAL_INSN_BRANCH) && !(insn->flags & SHOAL_INSN_CALL);
}

/* What the dword at each place is: IS_INSN, IS_LEADER. */
static void mark(const struct dis_request *q, const struct dis_range *r, uint8_t *marks)
{
    shoal_insn insn;
    shoal_status st;
    marks[0] |= IS_LEADER;
    for (uint64_t at = r->start; at < r->end;) {
        size_t size = step(q, r, at, &insn, &st);
        marks[(at - r->start) / 4] |= IS_INSN;
        uint64_t target = at + (uint64_t)(int64_t)insn.branch_bytes;
        at += size;
        if (st != SHOAL_OK || !ends_block(&insn))
            continue;
        if (at < r->end)
            marks[(at - r->start) / 4] |= IS_LEADER;
        if (dis_has_target(&insn) && target - r->start < r->end - r->start)
            marks[(target - r->start) / 4] |= IS_LEADER;
    }
}

static int64_t find_block(const struct graph *g, uint64_t address)
{
    size_t low = 0, high = g->count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (g->blocks[middle].start < address)
            low = middle + 1;
        else
            high = middle;
    }
    return low < g->count && g->blocks[low].start == address ? (int64_t)low : LEAVES;
}

static void set_edges(const struct dis_request *q, const struct dis_range *r, const struct graph *g,
                      size_t index)
{
    struct block *b = &g->blocks[index];
    shoal_insn insn;
    shoal_status st = SHOAL_OK;
    uint64_t last = b->start;
    for (uint64_t at = b->start; at < b->end;) {
        last = at;
        at += step(q, r, at, &insn, &st);
    }
    bool ends = st == SHOAL_OK && ends_block(&insn);
    b->next[0] = b->next[1] = NO_BLOCK;
    if (ends && dis_has_target(&insn))
        b->next[0] = find_block(g, last + (uint64_t)(int64_t)insn.branch_bytes);
    if (!ends || insn.flags & SHOAL_INSN_CONDITIONAL)
        b->next[1] = index + 1 < g->count ? (int64_t)index + 1 : LEAVES;
}

/* false: no memory. The caller frees g->blocks. */
static bool build(const struct dis_request *q, const struct dis_range *r, struct graph *g)
{
    size_t dwords = (size_t)(r->end - r->start + 3) / 4, leaders = 0;
    uint8_t *marks = calloc(dwords + 1, 1);
    *g = (struct graph){0};
    if (!marks)
        return false;
    mark(q, r, marks);
    for (size_t i = 0; i < dwords; i++)
        leaders += marks[i] == (IS_INSN | IS_LEADER);
    g->blocks = calloc(leaders + 1, sizeof *g->blocks);
    for (size_t i = 0; g->blocks && i < dwords; i++) {
        if (marks[i] != (IS_INSN | IS_LEADER)) /* not a jump into an instruction's middle */
            continue;
        if (g->count)
            g->blocks[g->count - 1].end = r->start + 4 * i;
        g->blocks[g->count++] = (struct block){.start = r->start + 4 * i, .end = r->end};
    }
    free(marks);
    for (size_t i = 0; g->blocks && i < g->count; i++)
        set_edges(q, r, g, i);
    return g->blocks != NULL;
}

/* ---- output -------------------------------------------------------------------------------------
 */

static void insn_text(const struct dis_request *q, const struct dis_range *r, uint64_t at,
                      shoal_insn *insn, size_t *size, char text[SHOAL_INSN_TEXT_BYTES])
{
    shoal_status st;
    shoal_text_options options = {.wave64 = r->wave64, .address = at};
    *size = step(q, r, at, insn, &st);
    if (st == SHOAL_OK)
        shoal_insn_format(q->isa, insn, &options, text, SHOAL_INSN_TEXT_BYTES);
    else
        snprintf(text, SHOAL_INSN_TEXT_BYTES, "// %s", insn->reason);
}

static void print_text(struct printer *p, const struct dis_range *r, const struct graph *g)
{
    shoal_insn insn;
    size_t size;
    char text[SHOAL_INSN_TEXT_BYTES];
    printf("%sfunction ", p->function ? "\n" : "");
    cli_print_clean(stdout, r->name);
    printf(": %zu blocks\n", g->count);
    for (size_t i = 0; i < g->count; i++) {
        const struct block *b = &g->blocks[i];
        const char *separator = " -> ";
        printf("\n%sblock %zu%s  %#" PRIx64 "..%#" PRIx64, cli_colour(stdout, CLI_BOLD), i,
               cli_colour(stdout, CLI_PLAIN), b->start, b->end);
        for (int k = 0; k < 2; k++) {
            if (b->next[k] == NO_BLOCK)
                continue;
            printf("%s", separator);
            separator = ", ";
            if (b->next[k] == LEAVES)
                printf("elsewhere");
            else
                printf("%" PRId64, b->next[k]);
        }
        putchar('\n');
        for (uint64_t at = b->start; at < b->end; at += size) {
            insn_text(p->q, r, at, &insn, &size, text);
            printf("\t%s\n", text);
        }
    }
}

/* Text inside a Graphviz string. */
static void print_escaped(const char *text)
{
    for (; *text; text++) {
        if (*text == '"' || *text == '\\')
            putchar('\\');
        putchar((unsigned char)*text < 32 ? '?' : *text);
    }
}

static void print_dot(struct printer *p, const struct dis_range *r, const struct graph *g)
{
    shoal_insn insn;
    size_t size;
    char text[SHOAL_INSN_TEXT_BYTES];
    printf("  subgraph cluster_%zu {\n    label=\"", p->function);
    print_escaped(r->name);
    puts("\";");
    for (size_t i = 0; i < g->count; i++) {
        const struct block *b = &g->blocks[i];
        printf("    f%zub%zu [label=\"%zu: %#" PRIx64 "\\l", p->function, i, i, b->start);
        for (uint64_t at = b->start; at < b->end; at += size) {
            insn_text(p->q, r, at, &insn, &size, text);
            print_escaped(text);
            printf("\\l");
        }
        puts("\"];");
    }
    puts("  }");
    for (size_t i = 0; i < g->count; i++)
        for (int k = 0; k < 2; k++) {
            const struct block *b = &g->blocks[i];
            if (b->next[k] < 0)
                continue;
            bool is_choice = b->next[0] != NO_BLOCK && b->next[1] != NO_BLOCK;
            printf("  f%zub%zu -> f%zub%" PRId64 "%s;\n", p->function, i, p->function, b->next[k],
                   is_choice && k == 0 ? " [label=\"taken\"]" : "");
        }
}

static void show(void *user, const struct dis_range *r)
{
    struct printer *p = user;
    struct graph g;
    if (!build(p->q, r, &g)) {
        p->out_of_memory = true;
        return;
    }
    if (p->q->cfg == CFG_DOT)
        print_dot(p, r, &g);
    else
        print_text(p, r, &g);
    free(g.blocks);
    p->function++;
}

bool dis_cfg_file(const struct dis_request *q, const shoal_object *const *objects, size_t count)
{
    struct printer p = {.q = q};
    if (q->cfg == CFG_DOT)
        puts("digraph code {\n  node [shape=box, fontname=monospace];");
    for (size_t i = 0; i < count; i++)
        dis_each_range(q, objects[i], show, &p);
    if (q->cfg == CFG_DOT)
        puts("}");
    return !p.out_of_memory;
}
