/* isa_json.c: instructions as JSON objects, for `shoal isa --json`. */
#include <inttypes.h>

#include "cli/isa_page.h"

static void print_words(struct json *json, const char *key, const char *const *words, size_t count)
{
    json_open_array(json, key);
    for (size_t i = 0; i < count; i++)
        json_string(json, NULL, words[i]);
    json_close_array(json);
}

static void print_hazard(struct json *json, const shoal_isa_hazard *h)
{
    json_open_object(json, NULL);
    json_string(json, "name", h->name);
    json_bool(json, "first", h->is_first);
    json_bool(json, "second", h->is_second);
    json_string(json, "where", h->where);
    json_string(json, "until", h->until);
    json_string(json, "remedy", h->remedy);
    json_string(json, "source", h->source);
    json_bool(json, "wave64_only", h->wave64_only);
    if (h->valu)
        json_u64(json, "valu", h->valu);
    if (h->trans)
        json_u64(json, "trans", h->trans);
    json_close_object(json);
}

static void print_page(struct json *json, const char *isa_name, const char *mnemonic)
{
    shoal_isa_page page;
    if (shoal_isa_page_find(isa_name, mnemonic, &page) != SHOAL_OK)
        return;
    json_string(json, "operation", page.operation);
    if (*page.precision)
        json_string(json, "precision", page.precision);
    if (*page.fragments)
        json_string(json, "fragments", page.fragments);
    json_string(json, "flow", page.flow);
    print_words(json, "modifiers", page.modifiers, page.modifier_count);
    print_words(json, "reads", page.reads, page.read_count);
    print_words(json, "writes", page.writes, page.write_count);
    print_words(json, "raises", page.raises, page.raise_count);
    print_words(json, "waits", page.waits, page.wait_count);
    json_open_array(json, "hazards");
    for (size_t i = 0; i < page.hazard_count; i++)
        print_hazard(json, &page.hazards[i]);
    json_close_array(json);
}

void isa_print_json(struct json *json, const char *isa_name, const shoal_isa_insn *d)
{
    json_open_object(json, NULL);
    json_string(json, "mnemonic", d->mnemonic);
    json_open_array(json, "encodings");
    for (size_t i = 0; i < d->encoding_count; i++)
        json_string(json, NULL, d->encodings[i].name);
    json_close_array(json);
    json_open_array(json, "opcodes");
    for (size_t i = 0; i < d->encoding_count; i++) {
        json_open_object(json, NULL);
        json_string(json, "encoding", d->encodings[i].name);
        if (d->encodings[i].opcode >= 0)
            json_i64(json, "opcode", d->encodings[i].opcode);
        json_u64(json, "bytes", d->encodings[i].size_bytes);
        json_close_object(json);
    }
    json_close_array(json);
    json_bool(json, "implemented", d->implemented);
    json_string(json, "section", d->section);
    if (*d->since)
        json_string(json, "since", d->since);
    if (*d->until)
        json_string(json, "until", d->until);
    if (*d->dialect) {
        char word[24];
        json_string(json, "dialect", d->dialect);
        json_bool(json, "own_encoding", d->is_own_encoding);
        snprintf(word, sizeof word, "0x%08" PRIx64, d->match);
        json_string(json, "match", word);
        snprintf(word, sizeof word, "0x%08" PRIx64, d->mask);
        json_string(json, "mask", word);
    }
    json_string(json, "class", d->class_name);
    json_open_array(json, "operands");
    for (size_t i = 0; i < d->operand_count; i++) {
        const shoal_isa_operand *o = &d->operands[i];
        json_open_object(json, NULL);
        json_string(json, "role", o->role);
        json_string(json, "type", o->type);
        json_string(json, "access", o->is_write ? "write" : "read");
        json_string(json, "field", o->field);
        json_string(json, "meaning", o->meaning);
        if (*o->place)
            json_string(json, "place", o->place);
        json_close_object(json);
    }
    json_close_array(json);
    json_string(json, "about", d->about);
    print_page(json, isa_name, d->mnemonic);
    json_close_object(json);
}
