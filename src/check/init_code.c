/* init_code.c: what instructions do to undefined values: asked of the compiler's module
 * (jit/shadow.h) and, for registers of addresses, of their operands (shoal_insn_operands), once per
 * launch. */
#include <stdlib.h>
#include <string.h>

#include "check/init.h"
#include "shoal/isa.h"

/* The first variable of an operand; -1: it is no register. */
static int first_variable(const struct shadow_set *s, const shoal_operand *o)
{
    shoal_register_file file;
    unsigned index;
    if (!s->exec->operand_register || !s->exec->operand_register(o, &file, &index))
        return -1;
    return (int)(file == SHOAL_REG_VECTOR ? index * s->halves : VAR_S0 + index);
}

static bool is_role(const shoal_operand *o, const char *role) { return strcmp(o->role, role) == 0; }

/* What is stored, not where. */
static bool is_data(const struct element *e, const shoal_operand *o, unsigned var)
{
    bool is_address = is_role(o, "addr") || is_role(o, "a");
    return is_role(o, "data") || is_role(o, "data1") ||
           (!is_address && e->has_data && (var == e->data || (e->has_data1 && var == e->data1)));
}

static void add_operand(const struct shadow_set *s, struct init_op *out, const shoal_operand *o,
                        bool is_memory)
{
    int var = first_variable(s, o);
    bool is_vector = o->kind == SHOAL_OPERAND_VGPR;
    if (var < 0 || !o->dwords)
        return;
    unsigned count = o->dwords * (is_vector ? s->halves : 1);
    for (unsigned i = 0; i < count && o->is_write && (unsigned)var + i < VAR_COUNT; i++)
        var_add(&out->def, (unsigned)var + i);
    bool is_descriptor = is_role(o, "rsrc") || is_role(o, "samp");
    bool is_told = out->shadow.element.is_known || is_descriptor;
    if (!is_memory || !is_told || !o->is_read || o->is_write || o->is_implicit ||
        is_data(&out->shadow.element, o, (unsigned)var) ||
        out->use_count == sizeof out->uses / sizeof *out->uses)
        return;
    out->uses[out->use_count++] =
        (struct init_use){(uint16_t)var, o->dwords, is_vector, is_descriptor};
}

static void find(const struct check_group *g, const struct wave *w, const struct shadow_set *s,
                 const struct op *op, struct init_op *out)
{
    const struct check *c = g->launch->check;
    shoal_operand operands[SHOAL_INSN_MAX_OPERANDS];
    c->init->api->describe(s, op, &out->shadow);
    out->def = out->shadow.d.fx.def;
    if (out->shadow.way != SHADOW_NONE)
        out->use = out->shadow.d.fx.use;
    bool is_memory = op->cls == SHOAL_CLASS_VMEM || op->cls == SHOAL_CLASS_SMEM ||
                     (op->cls == SHOAL_CLASS_LDS && out->shadow.way == SHADOW_NONE);
    size_t count = s->exec->operands ? s->exec->operands(op, w->lanes, operands) : 0;
    for (size_t i = 0; i < count; i++)
        add_operand(s, out, &operands[i], is_memory);
    for (unsigned i = 0; i < VARSET_WORDS; i++)
        if (out->use.w[i] | out->def.w[i])
            out->parts[out->part_count++] = (struct init_part){out->use.w[i], out->def.w[i], i};
}

static void *open_set(void *group, struct code *code)
{
    const struct check_group *g = group;
    struct shadow_set *set = calloc(1, sizeof *set);
    if (set && !g->launch->check->init->api->open(set, g->slot->launch->device->isa, code)) {
        free(set);
        return NULL;
    }
    return set;
}

static void close_set(void *api, void *set) { ((const struct shadow_api *)api)->close(set); }

void *init_op_make(void *group, struct wave *w, const struct op *op)
{
    struct init_op *made = calloc(1, sizeof *made);
    if (made)
        find(group, w, init_set(group), op, made);
    return made;
}

struct code_ops *init_code_of(struct check_group *g, const struct wave *w)
{
    struct check_launch *c = g->launch;
    return code_ops_of(&c->init_codes, &c->lock, w->code, open_set, g);
}

void init_codes_free(struct check_launch *c)
{
    code_ops_free(c->init_codes, close_set, (void *)(uintptr_t)c->check->init->api);
    c->init_codes = NULL;
}
