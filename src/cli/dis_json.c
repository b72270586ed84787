/* dis_json.c: `shoal dis --json`: instructions with their operands as data. */
#include <inttypes.h>
#include <string.h>

#include "base/json.h"
#include "cli/dis_json.h"

struct printer {
    const struct dis_request *q;
    struct json json;
};

static const char *const kind_names[] = {
    [SHOAL_OPERAND_VGPR] = "vgpr",         [SHOAL_OPERAND_SGPR] = "sgpr",
    [SHOAL_OPERAND_TTMP] = "ttmp",         [SHOAL_OPERAND_VCC] = "vcc",
    [SHOAL_OPERAND_EXEC] = "exec",         [SHOAL_OPERAND_M0] = "m0",
    [SHOAL_OPERAND_SCC] = "scc",           [SHOAL_OPERAND_NULL] = "null",
    [SHOAL_OPERAND_APERTURE] = "aperture", [SHOAL_OPERAND_CONSTANT] = "constant",
    [SHOAL_OPERAND_LITERAL] = "literal",   [SHOAL_OPERAND_IMMEDIATE] = "immediate",
    [SHOAL_OPERAND_LABEL] = "label",       [SHOAL_OPERAND_MEMORY] = "memory",
    [SHOAL_OPERAND_STATE] = "state",
};

static void print_operand(struct json *json, const shoal_operand *o)
{
    json_open_object(json, NULL);
    json_string(json, "kind", kind_names[o->kind]);
    json_string(json, "role", o->role);
    json_string(json, "type", o->type);
    json_bool(json, "read", o->is_read);
    json_bool(json, "write", o->is_write);
    json_bool(json, "implicit", o->is_implicit);
    if (o->dwords) {
        json_u64(json, "first", o->first);
        json_u64(json, "dwords", o->dwords);
    } else {
        json_i64(json, "value", o->value);
    }
    json_close_object(json);
}

static void print_insn(struct printer *p, const struct dis_range *r, uint64_t at,
                       const shoal_insn *insn)
{
    struct json *json = &p->json;
    char text[SHOAL_INSN_TEXT_BYTES];
    shoal_operand operands[SHOAL_INSN_MAX_OPERANDS];
    shoal_isa_insn row;
    shoal_text_options options = {.wave64 = r->wave64, .address = at};
    shoal_insn_format(p->q->isa, insn, &options, text, sizeof text);
    if (shoal_isa_insn_at(p->q->isa_name, insn->id, &row) == SHOAL_OK) {
        json_string(json, "mnemonic", row.mnemonic);
        json_string(json, "class", row.class_name);
    }
    json_string(json, "format", shoal_insn_format_name(p->q->isa, insn->format));
    json_string(json, "text", text);
    if (dis_has_target(insn))
        json_u64(json, "target", at + (uint64_t)(int64_t)insn->branch_bytes);
    json_open_array(json, "operands");
    size_t count = shoal_insn_operands(p->q->isa, insn, r->wave64, operands);
    for (size_t i = 0; i < count; i++)
        print_operand(json, &operands[i]);
    json_close_array(json);
}

static void print_range(void *user, const struct dis_range *r)
{
    struct printer *p = user;
    struct json *json = &p->json;
    json_newline(json);
    json_open_object(json, NULL);
    json_string(json, "name", r->name);
    json_string(json, "section", r->section->name);
    json_u64(json, "address", r->start);
    json_u64(json, "size_bytes", r->end - r->start);
    json_u64(json, "wave_lanes", r->wave64 ? 64 : 32);
    json_open_array(json, "instructions");
    for (uint64_t at = r->start; at < r->end;) {
        const uint8_t *code = range_bytes(r, at);
        shoal_insn insn;
        uint64_t left = r->end - at, size = left < 4 ? left : 4;
        bool ok = dis_decode(p->q, r->wave64, code, left, &insn) == SHOAL_OK;
        char bytes[2 * SHOAL_INSN_MAX_BYTES + 1];
        if (ok)
            size = insn.size_bytes;
        for (uint64_t i = 0; i < size; i++)
            snprintf(bytes + 2 * i, 3, "%02x", code[i]);
        json_newline(json);
        json_open_object(json, NULL);
        json_u64(json, "address", at);
        json_string(json, "bytes", bytes);
        if (ok)
            print_insn(p, r, at, &insn);
        else
            json_string(json, "invalid", insn.reason);
        json_close_object(json);
        at += size;
    }
    json_close_array(json);
    json_close_object(json);
}

void dis_json_file(const struct dis_request *q, const shoal_object *const *objects, size_t count)
{
    struct printer p = {q, json_start(stdout)};
    json_open_object(&p.json, NULL);
    json_string(&p.json, "file", q->file);
    json_open_array(&p.json, "objects");
    for (size_t i = 0; i < count; i++) {
        json_newline(&p.json);
        json_open_object(&p.json, NULL);
        json_string(&p.json, "container", objects[i]->container);
        json_string(&p.json, "processor", objects[i]->processor);
        json_open_array(&p.json, "functions");
        dis_each_range(q, objects[i], print_range, &p);
        json_close_array(&p.json);
        json_close_object(&p.json);
    }
    json_close_array(&p.json);
    json_close_object(&p.json);
    putchar('\n');
}
