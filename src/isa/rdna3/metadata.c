/* metadata.c: .amdgpu_metadata: a subset of YAML to a tree, the tree to a MessagePack note.
 *
 * YAML as LLVM writes it: block mappings and sequences, flow ones on a line, plain and quoted
 * scalars, comments. Map keys are written in order, as LLVM's document does. */
#include <stdlib.h>
#include <string.h>

#include "isa/rdna3/assemble.h"

enum { NOTE_TYPE = 32, DEEPEST = 64, MOST_BYTES = 1 << 26 };

enum node_kind {
    NODE_NIL,
    NODE_BOOL,
    NODE_UNSIGNED,
    NODE_SIGNED,
    NODE_FLOAT,
    NODE_STRING,
    NODE_LIST,
    NODE_MAP
};

struct node {
    uint8_t kind;
    union {
        uint64_t number;
        int64_t signed_number;
        double real;
    };
    const char *text;          /* NODE_STRING */
    size_t length;             /* of it, or of a list or map */
    struct node *first, *next; /* items; of a map: key, value, key, value */
    struct node *last;
};

/* ---- lines ---------------------------------------------------------------------------------- */

bool metadata_line(struct assembler *as, struct asm_cursor *c, const char *line, size_t length)
{
    struct rdna3_state *st = as->isa_state;
    if (!st->in_metadata)
        return false;
    struct asm_cursor words = {line, c->error};
    const char *word;
    size_t n = asm_word(&words, &word);
    if (n && asm_word_is(word, n, ".end_amdgpu_metadata")) {
        st->in_metadata = false;
        return true;
    }
    if (st->metadata_room - st->metadata_length < length + 2) {
        size_t room = 2 * st->metadata_room + length + 4096;
        char *grown = room < MOST_BYTES ? realloc(st->metadata, room) : NULL;
        if (!grown) {
            asm_out_of_memory(as);
            return true;
        }
        st->metadata = grown;
        st->metadata_room = room;
    }
    memcpy(st->metadata + st->metadata_length, line, length);
    st->metadata_length += length;
    st->metadata[st->metadata_length++] = '\n';
    st->metadata[st->metadata_length] = 0;
    return true;
}

/* ---- YAML -------------------------------------------------------------------------------------
 */

struct yaml {
    struct assembler *as;
    const char *p, *end; /* the rest of the present line: after indentation and "- " */
    const char *next;    /* the next line */
    int indent;          /* column of p; -1: the text is over */
    unsigned depth;
    const char *problem;
};

static bool bad(struct yaml *y, const char *problem)
{
    if (!y->problem)
        y->problem = problem;
    return false;
}

/* Goes to the next line with contents. */
static void next_line(struct yaml *y)
{
    while (*y->next) {
        const char *line = y->next, *stop = strchr(line, '\n');
        y->next = stop ? stop + 1 : line + strlen(line);
        y->end = stop ? stop : y->next;
        y->p = line;
        while (y->p < y->end && *y->p == ' ')
            y->p++;
        y->indent = (int)(y->p - line);
        if (y->p < y->end && y->end[-1] == '\r')
            y->end--;
        if (y->p == y->end || *y->p == '#')
            continue;
        if (y->end - line >= 3 && (!memcmp(line, "---", 3) || !memcmp(line, "...", 3)))
            continue;
        return;
    }
    y->indent = -1;
    y->p = y->end = y->next;
}

static struct node *new_node(struct yaml *y, unsigned kind)
{
    struct node *n = asm_alloc(y->as, sizeof *n);
    if (!n)
        bad(y, "out of memory");
    else
        n->kind = (uint8_t)kind;
    return n;
}

static void append(struct node *list, struct node *item)
{
    if (list->last)
        list->last->next = item;
    else
        list->first = item;
    list->last = item;
    list->length++;
}

static bool is_bool(const char *p, size_t n, bool *value)
{
    static const char *const words[] = {
        "y", "Y", "yes", "Yes", "YES", "on",  "On",  "ON",  "true",  "True",  "TRUE",
        "n", "N", "no",  "No",  "NO",  "off", "Off", "OFF", "false", "False", "FALSE"};
    for (unsigned i = 0; i < sizeof words / sizeof *words; i++)
        if (asm_word_is(p, n, words[i])) {
            *value = i < 11;
            return true;
        }
    return false;
}

/* A plain scalar: number, bool or string. */
static bool plain_scalar(struct yaml *y, struct node *node, const char *p, size_t n)
{
    bool minus = n > 1 && *p == '-', value;
    const char *digits = p + minus;
    size_t count = n - minus;
    if (asm_is(*digits, ASM_DIGIT) ||
        (*digits == '.' && count > 1 && asm_is(digits[1], ASM_DIGIT))) {
        char text[64];
        struct asm_error error = {.at = NULL};
        struct asm_number number;
        if (count < sizeof text) {
            memcpy(text, digits, count);
            text[count] = 0;
            struct asm_cursor c = {text, &error};
            if (asm_number(&c, &number) && c.p == text + count) {
                if (number.is_float) {
                    node->kind = NODE_FLOAT;
                    node->real = minus ? -number.real : number.real;
                    return true;
                }
                node->kind = minus ? NODE_SIGNED : NODE_UNSIGNED;
                node->number = minus ? -number.integer : number.integer;
                return true;
            }
        }
    }
    if (is_bool(p, n, &value)) {
        node->kind = NODE_BOOL;
        node->number = value;
        return true;
    }
    node->kind = NODE_STRING;
    node->text = asm_copy(y->as, p, n);
    node->length = n;
    return node->text != NULL || bad(y, "out of memory");
}

static bool quoted_scalar(struct yaml *y, struct node *node)
{
    char quote = *y->p++;
    char *text = asm_alloc(y->as, (size_t)(y->end - y->p) + 1);
    size_t n = 0;
    if (!text)
        return bad(y, "out of memory");
    for (;; y->p++) {
        if (y->p >= y->end)
            return bad(y, "a quoted text has no end in its line");
        char ch = *y->p;
        if (ch == quote) {
            if (quote == '\'' && y->p + 1 < y->end && y->p[1] == '\'')
                y->p++;
            else
                break;
        } else if (ch == '\\' && quote == '"') {
            if (++y->p >= y->end)
                return bad(y, "a quoted text has no end in its line");
            ch = *y->p;
            static const char from[] = "ntr0abefv", to[] = "\n\t\r\0\a\b\x1b\f\v";
            const char *e = strchr(from, ch);
            if (ch == 'x' && y->end - y->p > 2 && asm_is(y->p[1], ASM_HEX) &&
                asm_is(y->p[2], ASM_HEX)) {
                char hex[3] = {y->p[1], y->p[2], 0};
                ch = (char)strtoul(hex, NULL, 16);
                y->p += 2;
            } else if (ch && e) {
                ch = to[e - from];
            }
        }
        text[n++] = ch;
    }
    y->p++;
    node->kind = NODE_STRING;
    node->text = text;
    node->length = n;
    return true;
}

static void skip_blanks(struct yaml *y)
{
    while (y->p < y->end && (*y->p == ' ' || *y->p == '\t'))
        y->p++;
    if (y->p < y->end && *y->p == '#')
        y->p = y->end;
}

/* The end of a plain scalar at p: a comment, ": ", or in flow context , ] }. */
static const char *plain_end(const struct yaml *y, const char *p, bool flow)
{
    for (; p < y->end; p++) {
        if (*p == ':' &&
            (p + 1 == y->end || p[1] == ' ' || p[1] == '\t' || (flow && strchr(",]}", p[1]))))
            break;
        if (*p == '#' && p > y->p && (p[-1] == ' ' || p[-1] == '\t'))
            break;
        if (flow && strchr(",[]{}", *p))
            break;
    }
    return p;
}

static bool scalar(struct yaml *y, struct node *node, bool flow)
{
    if (*y->p == '\'' || *y->p == '"')
        return quoted_scalar(y, node);
    if (strchr("&*|>%@`", *y->p))
        return bad(y, "anchors, tags and blocks of text are not supported");
    bool tagged_string = false;
    if (*y->p == '!') { /* !str and !!str: a string in spite of its looks */
        const char *tag = y->p;
        while (y->p < y->end && *y->p != ' ')
            y->p++;
        tagged_string = y->p - tag >= 3 && !memcmp(y->p - 3, "str", 3);
        skip_blanks(y);
        if (y->p < y->end && (*y->p == '\'' || *y->p == '"'))
            return quoted_scalar(y, node);
    }
    const char *start = y->p, *stop = plain_end(y, start, flow);
    y->p = stop;
    while (stop > start && (stop[-1] == ' ' || stop[-1] == '\t'))
        stop--;
    if (tagged_string) {
        node->kind = NODE_STRING;
        node->text = asm_copy(y->as, start, (size_t)(stop - start));
        node->length = (size_t)(stop - start);
        return node->text != NULL || bad(y, "out of memory");
    }
    return plain_scalar(y, node, start, (size_t)(stop - start));
}

static struct node *flow_node(struct yaml *y)
{
    if (y->depth == DEEPEST) {
        bad(y, "the metadata is nested too deeply");
        return NULL;
    }
    skip_blanks(y);
    struct node *n = new_node(y, NODE_STRING);
    if (!n)
        return NULL;
    if (y->p == y->end) {
        bad(y, "a list or map in brackets must be in one line");
        return NULL;
    }
    if (*y->p != '[' && *y->p != '{')
        return scalar(y, n, true) ? n : NULL;
    bool map = *y->p++ == '{';
    n->kind = map ? NODE_MAP : NODE_LIST;
    y->depth++;
    for (;;) {
        skip_blanks(y);
        if (y->p < y->end && *y->p == (map ? '}' : ']')) {
            y->p++;
            y->depth--;
            return n;
        }
        struct node *item = flow_node(y);
        if (!item)
            return NULL;
        append(n, item);
        skip_blanks(y);
        if (map) {
            if (y->p == y->end || *y->p++ != ':') {
                bad(y, "expected ':' after a key");
                return NULL;
            }
            if (!(item = flow_node(y)))
                return NULL;
            append(n, item);
            n->length--;
            skip_blanks(y);
        }
        if (y->p < y->end && *y->p == ',')
            y->p++;
        else if (y->p == y->end || *y->p != (map ? '}' : ']')) {
            bad(y, "expected ',' or the closing bracket");
            return NULL;
        }
    }
}

static struct node *block(struct yaml *y, int indent);

static bool is_item(const struct yaml *y)
{
    return *y->p == '-' && (y->p + 1 == y->end || y->p[1] == ' ');
}

/* Is the rest of the line `key: ...` or `key:`? */
static bool is_key(struct yaml *y)
{
    const char *kept = y->p;
    struct node n = {.kind = NODE_NIL};
    bool yes;
    if (*y->p == '[' || *y->p == '{')
        return false;
    if (*y->p == '\'' || *y->p == '"') {
        const char *problem = y->problem;
        yes = quoted_scalar(y, &n) && (skip_blanks(y), y->p < y->end && *y->p == ':');
        y->problem = problem;
    } else {
        const char *stop = plain_end(y, y->p, false);
        yes = stop < y->end && *stop == ':';
    }
    y->p = kept;
    return yes;
}

static struct node *value_after_key(struct yaml *y, int indent)
{
    skip_blanks(y);
    if (y->p < y->end) {
        struct node *v;
        if (*y->p == '[' || *y->p == '{') {
            v = flow_node(y);
        } else {
            v = new_node(y, NODE_NIL);
            if (v && !scalar(y, v, false))
                return NULL;
        }
        if (!v)
            return NULL;
        skip_blanks(y);
        if (y->p < y->end) {
            bad(y, "unexpected text after a value");
            return NULL;
        }
        next_line(y);
        return v;
    }
    next_line(y);
    if (y->indent > indent || (y->indent == indent && is_item(y)))
        return block(y, y->indent);
    return new_node(y, NODE_NIL);
}

static struct node *block(struct yaml *y, int indent)
{
    if (y->depth == DEEPEST) {
        bad(y, "the metadata is nested too deeply");
        return NULL;
    }
    struct node *n = new_node(y, NODE_NIL);
    if (!n)
        return NULL;
    y->depth++;
    if (is_item(y)) {
        n->kind = NODE_LIST;
        while (y->indent == indent && is_item(y) && !y->problem) {
            y->p++;
            const char *dash = y->p;
            skip_blanks(y);
            struct node *item;
            if (y->p < y->end) {
                y->indent = indent + 1 + (int)(y->p - dash);
                item = is_key(y) || is_item(y) ? block(y, y->indent) : value_after_key(y, indent);
            } else {
                next_line(y);
                item = y->indent > indent ? block(y, y->indent) : new_node(y, NODE_NIL);
            }
            if (!item)
                return NULL;
            append(n, item);
        }
    } else if (is_key(y)) {
        n->kind = NODE_MAP;
        while (y->indent == indent && !y->problem && y->p < y->end && !is_item(y)) {
            if (!is_key(y)) {
                bad(y, "expected `key: value`");
                return NULL;
            }
            struct node *key = new_node(y, NODE_STRING);
            if (!key || !scalar(y, key, false))
                return NULL;
            skip_blanks(y);
            y->p++; /* : */
            struct node *value = value_after_key(y, indent);
            if (!value)
                return NULL;
            append(n, key);
            append(n, value);
            n->length--;
        }
    } else {
        struct node *v = value_after_key(y, indent);
        y->depth--;
        return v;
    }
    y->depth--;
    if (y->indent > indent) {
        bad(y, "this line is indented too far");
        return NULL;
    }
    return n;
}

/* ---- MessagePack ---------------------------------------------------------------------- */

struct out {
    struct assembler *as;
    struct asm_section *section;
    bool ok;
};

static void put(struct out *o, const void *bytes, size_t n)
{
    uint8_t *to = o->ok ? asm_reserve(o->as, o->section, n) : NULL;
    o->ok = o->ok && to;
    if (to && n)
        memcpy(to, bytes, n);
}

/* A type byte and a big-endian number. */
static void put_tagged(struct out *o, uint8_t tag, uint64_t v, unsigned size)
{
    uint8_t bytes[9] = {tag};
    for (unsigned i = 0; i < size; i++)
        bytes[1 + i] = (uint8_t)(v >> 8 * (size - 1 - i));
    put(o, bytes, 1 + size);
}

static void put_unsigned(struct out *o, uint64_t v)
{
    if (v < 128)
        put_tagged(o, (uint8_t)v, 0, 0);
    else if (v <= UINT8_MAX)
        put_tagged(o, 0xcc, v, 1);
    else if (v <= UINT16_MAX)
        put_tagged(o, 0xcd, v, 2);
    else if (v <= UINT32_MAX)
        put_tagged(o, 0xce, v, 4);
    else
        put_tagged(o, 0xcf, v, 8);
}

static void put_signed(struct out *o, int64_t v)
{
    if (v >= 0)
        put_unsigned(o, (uint64_t)v);
    else if (v >= -32)
        put_tagged(o, (uint8_t)v, 0, 0);
    else if (v >= INT8_MIN)
        put_tagged(o, 0xd0, (uint64_t)v, 1);
    else if (v >= INT16_MIN)
        put_tagged(o, 0xd1, (uint64_t)v, 2);
    else if (v >= INT32_MIN)
        put_tagged(o, 0xd2, (uint64_t)v, 4);
    else
        put_tagged(o, 0xd3, (uint64_t)v, 8);
}

static void put_string(struct out *o, const char *s, size_t n)
{
    if (n < 32)
        put_tagged(o, (uint8_t)(0xa0 | n), 0, 0);
    else if (n <= UINT8_MAX)
        put_tagged(o, 0xd9, n, 1);
    else if (n <= UINT16_MAX)
        put_tagged(o, 0xda, n, 2);
    else
        put_tagged(o, 0xdb, n, 4);
    put(o, s, n);
}

static void put_count(struct out *o, uint8_t fix, uint8_t tag16, size_t n)
{
    if (n < 16)
        put_tagged(o, (uint8_t)(fix | n), 0, 0);
    else if (n <= UINT16_MAX)
        put_tagged(o, tag16, n, 2);
    else
        put_tagged(o, (uint8_t)(tag16 + 1), n, 4);
}

static int compare_keys(const struct node *a, const struct node *b)
{
    if (a->kind != b->kind || a->kind != NODE_STRING)
        return a->kind != b->kind      ? (a->kind < b->kind ? -1 : 1)
               : a->number < b->number ? -1
                                       : a->number > b->number;
    size_t n = a->length < b->length ? a->length : b->length;
    int d = memcmp(a->text, b->text, n);
    return d ? d : a->length < b->length ? -1 : a->length > b->length;
}

static int compare_pairs(const void *a, const void *b)
{
    return compare_keys(*(struct node *const *)a, *(struct node *const *)b);
}

static void put_node(struct out *o, const struct node *n);

static void put_map(struct out *o, const struct node *n)
{
    struct node **keys = asm_alloc(o->as, (n->length + 1) * sizeof *keys);
    if (!keys) {
        o->ok = false;
        return;
    }
    size_t count = 0;
    for (struct node *k = n->first; k && k->next; k = k->next->next)
        keys[count++] = k;
    qsort(keys, count, sizeof *keys, compare_pairs);
    put_count(o, 0x80, 0xde, count);
    for (size_t i = 0; i < count; i++) {
        put_node(o, keys[i]);
        put_node(o, keys[i]->next);
    }
}

static void put_node(struct out *o, const struct node *n)
{
    uint64_t bits;
    switch (n->kind) {
    case NODE_BOOL:
        put_tagged(o, n->number ? 0xc3 : 0xc2, 0, 0);
        break;
    case NODE_UNSIGNED:
        put_unsigned(o, n->number);
        break;
    case NODE_SIGNED:
        put_signed(o, n->signed_number);
        break;
    case NODE_FLOAT:
        memcpy(&bits, &n->real, 8);
        put_tagged(o, 0xcb, bits, 8);
        break;
    case NODE_STRING:
        put_string(o, n->text, n->length);
        break;
    case NODE_LIST:
        put_count(o, 0x90, 0xdc, n->length);
        for (const struct node *i = n->first; i; i = i->next)
            put_node(o, i);
        break;
    case NODE_MAP:
        put_map(o, n);
        break;
    default:
        put_tagged(o, 0xc0, 0, 0);
        break;
    }
}

/* ---- the note ------------------------------------------------------------------------- */

static const struct node *find_key(const struct node *map, const char *key)
{
    if (map->kind == NODE_MAP)
        for (const struct node *k = map->first; k && k->next; k = k->next->next)
            if (k->kind == NODE_STRING && asm_word_is(k->text, k->length, key))
                return k->next;
    return NULL;
}

/* What a loader cannot do without. */
static const char *check(const struct node *root)
{
    if (root->kind != NODE_MAP)
        return "the metadata must be a map";
    const struct node *kernels = find_key(root, "amdhsa.kernels");
    const struct node *version = find_key(root, "amdhsa.version");
    if (!version || version->kind != NODE_LIST || version->length != 2)
        return "the metadata needs amdhsa.version, a list of two numbers like [1, 2]";
    if (!kernels)
        return NULL;
    if (kernels->kind != NODE_LIST)
        return "amdhsa.kernels must be a list";
    static const char *const texts[] = {".name", ".symbol"};
    static const char *const numbers[] = {".kernarg_segment_size",
                                          ".group_segment_fixed_size",
                                          ".private_segment_fixed_size",
                                          ".kernarg_segment_align",
                                          ".wavefront_size",
                                          ".sgpr_count",
                                          ".vgpr_count",
                                          ".max_flat_workgroup_size"};
    for (const struct node *k = kernels->first; k; k = k->next) {
        for (unsigned i = 0; i < 2; i++) {
            const struct node *v = find_key(k, texts[i]);
            if (!v || v->kind != NODE_STRING)
                return "every kernel of the metadata needs .name and .symbol";
        }
        for (unsigned i = 0; i < sizeof numbers / sizeof *numbers; i++) {
            const struct node *v = find_key(k, numbers[i]);
            if (!v || v->kind != NODE_UNSIGNED)
                return "every kernel of the metadata needs the numbers .kernarg_segment_size, "
                       ".kernarg_segment_align, .group_segment_fixed_size, "
                       ".private_segment_fixed_size, .wavefront_size, .sgpr_count, .vgpr_count and "
                       ".max_flat_workgroup_size";
        }
    }
    return NULL;
}

bool metadata_write(struct assembler *as, struct asm_cursor *c)
{
    struct rdna3_state *st = as->isa_state;
    if (!st->has_metadata)
        return true;
    const char *text = st->metadata ? st->metadata : "";
    struct yaml y = {.as = as, .next = text};
    next_line(&y);
    struct node *root = y.indent >= 0 ? block(&y, y.indent) : NULL;
    if (root && y.indent >= 0)
        bad(&y, "this line is indented less than the first");
    unsigned line = 1;
    for (const char *p = text; p < y.next && p < y.p; p++)
        line += *p == '\n';
    if (y.problem)
        return asm_fail(c, st->metadata_at, "in line %u of the metadata: %s", line, y.problem);
    if (!root)
        return asm_fail(c, st->metadata_at, "the metadata is empty");
    const char *problem = check(root);
    if (problem)
        return asm_fail(c, st->metadata_at, "%s", problem);
    struct out o = {as, asm_section_get(as, ".note", 5, ELF_SHT_NOTE, ELF_SHF_ALLOC), true};
    if (!o.section)
        return asm_fail(c, st->metadata_at, "out of memory");
    o.section->align = 4;
    static const uint8_t head[20] = {7, 0, 0,   0,   0,   0,   0,   0,   NOTE_TYPE, 0,
                                     0, 0, 'A', 'M', 'D', 'G', 'P', 'U', 0,         0};
    uint64_t start = o.section->size;
    put(&o, head, sizeof head);
    uint64_t payload = o.section->size;
    put_node(&o, root);
    if (!o.ok)
        return asm_fail(c, st->metadata_at, "out of memory");
    uint64_t size = o.section->size - payload;
    while (o.section->size % 4 && o.ok)
        put(&o, "", 1);
    for (unsigned i = 0; i < 4 && o.ok; i++)
        o.section->data[start + 4 + i] = (uint8_t)(size >> 8 * i);
    return o.ok || asm_fail(c, st->metadata_at, "out of memory");
}
