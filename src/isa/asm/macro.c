/* macro.c: conditional text (.if), macros and repetitions. Their text is expanded into a new
 * buffer, which is then read like a file. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "isa/asm/assembler.h"

enum { MOST_PARAMETERS = 32, MOST_EXPANDED = 1 << 28 };

struct asm_condition {
    struct asm_condition *outer;
    const char *at;
    bool is_active; /* this branch is read */
    bool was_taken; /* one branch has been */
    bool outer_active;
    bool has_else;
};

struct text {
    const char *p;
    size_t length;
};

struct parameter {
    struct text name, initial;
    bool is_required, takes_rest;
};

struct asm_macro {
    struct asm_macro *next;
    struct text name, body;
    unsigned count;
    struct parameter parameters[MOST_PARAMETERS];
};

/* ---- conditions --------------------------------------------------------------------------- */

bool asm_is_skipping(const struct assembler *as)
{
    return as->conditions && !as->conditions->is_active;
}

bool asm_check_conditions(struct assembler *as, struct asm_cursor *c)
{
    return !as->conditions || asm_fail(c, as->conditions->at, "this .if has no .endif");
}

static bool push_condition(struct assembler *as, struct asm_cursor *c, const char *at, bool value)
{
    struct asm_condition *k = asm_alloc(as, sizeof *k);
    if (!k)
        return asm_fail(c, at, "out of memory");
    k->outer = as->conditions;
    k->at = at;
    k->outer_active = !asm_is_skipping(as);
    k->is_active = k->outer_active && value;
    k->was_taken = value;
    as->conditions = k;
    return true;
}

static void to_line_end(struct asm_cursor *c)
{
    while (*c->p && *c->p != '\n')
        c->p++;
}

/* The rest of the statement, without blanks at its ends. */
static struct text rest_of_statement(struct asm_cursor *c)
{
    asm_skip(c);
    const char *start = c->p, *p = start;
    while (*p && *p != '\n' && *p != '\r' && *p != ';' && !(*p == '/' && p[1] == '/'))
        p++;
    c->p = p;
    while (p > start && (p[-1] == ' ' || p[-1] == '\t'))
        p--;
    return (struct text){start, (size_t)(p - start)};
}

static bool same(struct text a, struct text b)
{
    return a.length == b.length && !memcmp(a.p, b.p, a.length);
}

static bool compare_texts(struct asm_cursor *c, bool *equal)
{
    struct text all = rest_of_statement(c);
    const char *comma = memchr(all.p, ',', all.length);
    if (!comma)
        return asm_fail(c, all.p, "expected two texts with a comma between them");
    struct text a = {all.p, (size_t)(comma - all.p)};
    struct text b = {comma + 1, (size_t)(all.p + all.length - comma - 1)};
    while (a.length && (a.p[a.length - 1] == ' ' || a.p[a.length - 1] == '\t'))
        a.length--;
    while (b.length && (*b.p == ' ' || *b.p == '\t'))
        b.p++, b.length--;
    *equal = same(a, b);
    return true;
}

enum {
    IF_NOT_ZERO,
    IF_ZERO,
    IF_GT,
    IF_GE,
    IF_LT,
    IF_LE,
    IF_DEF,
    IF_NOT_DEF,
    IF_BLANK,
    IF_NOT_BLANK,
    IF_SAME,
    IF_OTHER,
    ELSE_IF,
    ELSE,
    END_IF
};

static const struct {
    const char *name;
    uint8_t action;
} conditionals[] = {
    {".if", IF_NOT_ZERO},      {".ifne", IF_NOT_ZERO}, {".ifeq", IF_ZERO},
    {".ifgt", IF_GT},          {".ifge", IF_GE},       {".iflt", IF_LT},
    {".ifle", IF_LE},          {".ifdef", IF_DEF},     {".ifndef", IF_NOT_DEF},
    {".ifnotdef", IF_NOT_DEF}, {".ifb", IF_BLANK},     {".ifnb", IF_NOT_BLANK},
    {".ifc", IF_SAME},         {".ifeqs", IF_SAME},    {".ifnc", IF_OTHER},
    {".ifnes", IF_OTHER},      {".elseif", ELSE_IF},   {".else", ELSE},
    {".endif", END_IF},
};

static bool condition_value(struct assembler *as, struct asm_cursor *c, unsigned action,
                            bool *value)
{
    int64_t v;
    switch (action) {
    case IF_DEF:
    case IF_NOT_DEF: {
        const char *word;
        size_t n = asm_word(c, &word);
        if (!n)
            return asm_fail(c, c->p, "expected a symbol");
        struct asm_symbol *s = asm_symbol_find(as, word, n);
        *value = (s && s->kind != ASM_SYMBOL_UNDEFINED) == (action == IF_DEF);
        return true;
    }
    case IF_BLANK:
    case IF_NOT_BLANK:
        *value = (rest_of_statement(c).length == 0) == (action == IF_BLANK);
        return true;
    case IF_SAME:
    case IF_OTHER:
        if (!compare_texts(c, value))
            return false;
        *value = *value == (action == IF_SAME);
        return true;
    default:
        break;
    }
    if (!asm_parse_number(as, c, "a condition", &v))
        return false;
    *value = action == IF_ZERO ? v == 0
             : action == IF_GT ? v > 0
             : action == IF_GE ? v >= 0
             : action == IF_LT ? v < 0
             : action == IF_LE ? v <= 0
                               : v != 0;
    return true;
}

static bool run_condition(struct assembler *as, struct asm_cursor *c, const char *at,
                          unsigned action)
{
    struct asm_condition *k = as->conditions;
    bool value = false;
    if (action < ELSE_IF) {
        if (asm_is_skipping(as)) {
            to_line_end(c);
            return push_condition(as, c, at, false);
        }
        /* A wrong condition counts as false, so that its .endif has a partner. */
        bool ok = condition_value(as, c, action, &value);
        return push_condition(as, c, at, ok && value) && ok;
    }
    if (!k)
        return asm_fail(c, at, "there is no .if before this");
    if (action == END_IF) {
        as->conditions = k->outer;
        return true;
    }
    if (k->has_else)
        return asm_fail(c, at, "after .else, only .endif can follow");
    k->has_else = action == ELSE;
    if (!k->outer_active || k->was_taken) {
        k->is_active = false;
        to_line_end(c);
        return true;
    }
    if (action == ELSE_IF && !condition_value(as, c, IF_NOT_ZERO, &value))
        return false;
    k->is_active = k->was_taken = action == ELSE || value;
    return true;
}

/* ---- bodies --------------------------------------------------------------------------------- */

static bool is_one_of(struct text word, const char *const *names)
{
    for (; *names; names++)
        if (asm_word_is(word.p, word.length, *names))
            return true;
    return false;
}

/* The lines up to the directive that closes what `at` opened. */
static bool read_body(struct assembler *as, struct asm_cursor *c, const char *at,
                      const char *const *openers, const char *const *closers, struct text *body)
{
    unsigned depth = 1;
    const char *line;
    size_t length;
    body->p = NULL;
    while ((line = asm_next_line(as, &length)) != NULL) {
        if (!body->p)
            body->p = line;
        struct asm_cursor inner = {line, c->error};
        struct text word;
        word.length = asm_word(&inner, &word.p);
        if (!word.length)
            continue;
        if (is_one_of(word, openers))
            depth++;
        if (is_one_of(word, closers) && !--depth) {
            body->length = (size_t)(line - body->p);
            c->p = line + length;
            return true;
        }
    }
    return asm_fail(c, at, "this has no %s", closers[0]);
}

struct builder {
    char *text;
    size_t length, room;
};

static bool append(struct builder *b, const char *text, size_t length)
{
    if (b->room - b->length < length + 1) {
        size_t room = 2 * b->room + length + 256;
        char *grown = realloc(b->text, room);
        if (!grown)
            return false;
        b->text = grown;
        b->room = room;
    }
    if (length)
        memcpy(b->text + b->length, text, length);
    b->length += length;
    return true;
}

static bool is_name_char(char ch) { return asm_is(ch, ASM_WORD) && ch != '.' && ch != '@'; }

/* Appends the body with \NAME replaced by values. */
static bool substitute(struct builder *b, struct text body, const struct text *names,
                       const struct text *values, unsigned count, unsigned number)
{
    const char *p = body.p, *end = p + body.length;
    while (p < end) {
        const char *slash = memchr(p, '\\', (size_t)(end - p));
        if (!slash || slash + 1 >= end)
            return append(b, p, (size_t)(end - p));
        if (!append(b, p, (size_t)(slash - p)))
            return false;
        p = slash + 1;
        if (*p == '@') {
            char digits[16];
            int n = snprintf(digits, sizeof digits, "%u", number);
            if (!append(b, digits, (size_t)n))
                return false;
            p++;
        } else if (*p == '(' && p + 1 < end && p[1] == ')') {
            p += 2;
        } else {
            struct text name = {p, 0};
            while (p + name.length < end && (is_name_char(p[name.length]) || p[name.length] == '.'))
                name.length++;
            unsigned i = count;
            /* the longest name that is a parameter: \r.l is register r's half */
            for (; name.length && i == count; name.length -= i == count) {
                for (i = 0; i < count && !same(names[i], name);)
                    i++;
            }
            if (i < count) {
                if (!append(b, values[i].p, values[i].length))
                    return false;
                p += name.length;
            } else if (!append(b, "\\", 1)) {
                return false;
            }
        }
    }
    return true;
}

static bool push_expansion(struct assembler *as, struct asm_cursor *c, struct builder *b,
                           const char *name, const char *at)
{
    as->expanded_bytes += b->length;
    bool ok = as->expanded_bytes <= MOST_EXPANDED;
    if (!ok)
        asm_fail(c, at, "macros and repetitions make more than %d MiB of text",
                 MOST_EXPANDED >> 20);
    else
        ok = asm_push_buffer(as, name, b->text ? b->text : "", b->length, at, true);
    free(b->text);
    return ok;
}

/* ---- arguments ------------------------------------------------------------------------------- */

/* The next argument: up to a comma outside brackets and strings, or a blank between two words. */
static struct text next_argument(struct asm_cursor *c, bool rest)
{
    asm_skip(c);
    const char *start = c->p, *p = start;
    int depth = 0;
    while (*p && *p != '\n' && *p != '\r' && *p != ';' && !(*p == '/' && p[1] == '/')) {
        if (*p == '"') {
            for (p++; *p && *p != '"' && *p != '\n'; p++)
                if (*p == '\\' && p[1] && p[1] != '\n')
                    p++;
            if (*p == '"')
                p++;
            continue;
        }
        if (*p == '(' || *p == '[')
            depth++;
        else if (*p == ')' || *p == ']')
            depth--;
        else if (*p == ',' && depth <= 0 && !rest)
            break;
        else if ((*p == ' ' || *p == '\t') && depth <= 0 && !rest) {
            const char *next = p;
            while (*next == ' ' || *next == '\t')
                next++;
            bool word_before = p > start && (asm_is(p[-1], ASM_WORD) || strchr(")]\"", p[-1]));
            if (word_before && (asm_is(*next, ASM_WORD) || *next == '"' || *next == '\\'))
                break;
        }
        p++;
    }
    c->p = p;
    while (p > start && (p[-1] == ' ' || p[-1] == '\t'))
        p--;
    return (struct text){start, (size_t)(p - start)};
}

/* A text that is one string loses its quotes. */
static struct text unquote(struct text t)
{
    if (t.length >= 2 && t.p[0] == '"' && t.p[t.length - 1] == '"' &&
        !memchr(t.p + 1, '"', t.length - 2)) {
        t.p++;
        t.length -= 2;
    }
    return t;
}

struct asm_macro *asm_find_macro(struct assembler *as, const char *name, size_t length)
{
    for (struct asm_macro *m = as->macros; m; m = m->next)
        if (m->name.length == length && !memcmp(m->name.p, name, length))
            return m;
    return NULL;
}

bool asm_expand_macro(struct assembler *as, struct asm_cursor *c, struct asm_macro *m)
{
    struct text names[MOST_PARAMETERS], values[MOST_PARAMETERS];
    bool given[MOST_PARAMETERS] = {false};
    const char *at = c->p - m->name.length;
    unsigned next = 0;
    for (unsigned i = 0; i < m->count; i++) {
        names[i] = m->parameters[i].name;
        values[i] = m->parameters[i].initial;
    }
    while (!asm_at_end(c)) {
        const char *here = c->p, *word;
        size_t n = asm_peek_word(c, &word);
        unsigned i = next;
        bool named = false;
        if (n && word[n] == '=' && word[n + 1] != '=') {
            for (i = 0; i < m->count && !same(names[i], (struct text){word, n});)
                i++;
            named = i < m->count;
            if (named)
                c->p = word + n + 1;
            else
                i = next;
        }
        if (i >= m->count)
            return asm_fail(c, here, "macro %.*s has only %u parameters", (int)m->name.length,
                            m->name.p, m->count);
        bool rest = m->parameters[i].takes_rest;
        struct text v = next_argument(c, rest);
        if (v.length || !asm_eat(c, ',')) {
            if (v.length) {
                values[i] = rest ? v : unquote(v);
                given[i] = true;
            }
            asm_eat(c, ',');
        }
        if (!named)
            next++;
    }
    for (unsigned i = 0; i < m->count; i++)
        if (m->parameters[i].is_required && !given[i])
            return asm_fail(c, at, "macro %.*s needs a value for %.*s", (int)m->name.length,
                            m->name.p, (int)names[i].length, names[i].p);
    struct builder b = {.text = NULL};
    if (!substitute(&b, m->body, names, values, m->count, as->expansions++)) {
        free(b.text);
        return asm_fail(c, at, "out of memory");
    }
    return push_expansion(as, c, &b, asm_copy(as, m->name.p, m->name.length), at);
}

static bool define_macro(struct assembler *as, struct asm_cursor *c, const char *at)
{
    static const char *const openers[] = {".macro", NULL}, *const closers[] = {".endm", ".endmacro",
                                                                               NULL};
    struct asm_macro *m = asm_alloc(as, sizeof *m);
    if (!m)
        return asm_fail(c, at, "out of memory");
    m->name.length = asm_word(c, &m->name.p);
    bool ok = m->name.length != 0 || asm_fail(c, c->p, "expected the macro's name");
    asm_eat(c, ',');
    while (ok && !asm_at_end(c)) {
        if (m->count == MOST_PARAMETERS) {
            ok = asm_fail(c, c->p, "a macro has at most %d parameters", MOST_PARAMETERS);
            break;
        }
        struct parameter *p = &m->parameters[m->count++];
        p->name.length = asm_word(c, &p->name.p);
        if (!p->name.length) {
            ok = asm_fail(c, c->p, "expected a parameter's name");
            break;
        }
        p->initial.p = "";
        if (asm_eat(c, ':')) {
            struct text kind;
            kind.length = asm_word(c, &kind.p);
            p->is_required = asm_word_is(kind.p, kind.length, "req");
            p->takes_rest = asm_word_is(kind.p, kind.length, "vararg");
            if (!p->is_required && !p->takes_rest)
                ok = asm_fail(c, kind.p, "expected req or vararg");
        }
        if (asm_eat(c, '='))
            p->initial = unquote(next_argument(c, false));
        asm_eat(c, ',');
    }
    struct asm_error kept = *c->error;
    c->error->at = NULL;
    if (!read_body(as, c, at, openers, closers, &m->body))
        return false;
    *c->error = kept;
    if (!ok)
        return false;
    if (asm_find_macro(as, m->name.p, m->name.length))
        return asm_fail(c, m->name.p, "macro %.*s is defined already", (int)m->name.length,
                        m->name.p);
    m->next = as->macros;
    as->macros = m;
    return true;
}

static bool purge_macro(struct assembler *as, struct asm_cursor *c)
{
    const char *word;
    size_t n = asm_word(c, &word);
    for (struct asm_macro **m = &as->macros; *m; m = &(*m)->next)
        if ((*m)->name.length == n && !memcmp((*m)->name.p, word, n)) {
            *m = (*m)->next;
            return true;
        }
    return asm_fail(c, word, "there is no macro of this name");
}

/* ---- repetitions ------------------------------------------------------------------------------
 */

static const char *const repeaters[] = {".rept", ".rep", ".irp", ".irpc", NULL};
static const char *const repeat_ends[] = {".endr", NULL};

static bool repeat(struct assembler *as, struct asm_cursor *c, const char *at)
{
    int64_t count;
    struct text body;
    bool ok = asm_parse_number(as, c, "the number of repetitions", &count);
    struct asm_error kept = *c->error;
    c->error->at = NULL;
    if (!read_body(as, c, at, repeaters, repeat_ends, &body))
        return false;
    *c->error = kept;
    if (!ok)
        return false;
    if (count < 0 || (body.length && (uint64_t)count > MOST_EXPANDED / body.length))
        return asm_fail(c, at, "too many repetitions");
    struct builder b = {.text = NULL};
    for (int64_t i = 0; i < count && body.length; i++)
        if (!substitute(&b, body, NULL, NULL, 0, as->expansions)) {
            free(b.text);
            return asm_fail(c, at, "out of memory");
        }
    as->expansions++;
    return push_expansion(as, c, &b, ".rept", at);
}

static bool repeat_for(struct assembler *as, struct asm_cursor *c, const char *at,
                       bool by_character)
{
    struct text name, body, list;
    name.length = asm_word(c, &name.p);
    bool ok = name.length != 0 || asm_fail(c, c->p, "expected a parameter's name");
    asm_eat(c, ',');
    list = rest_of_statement(c);
    struct asm_error kept = *c->error;
    c->error->at = NULL;
    if (!read_body(as, c, at, repeaters, repeat_ends, &body))
        return false;
    *c->error = kept;
    if (!ok)
        return false;
    struct builder b = {.text = NULL};
    struct asm_cursor values = {list.p, c->error};
    if (by_character)
        list = unquote(list);
    for (size_t i = 0; ok && (by_character ? i < list.length : values.p < list.p + list.length);
         i++) {
        struct text value = {list.p + i, 1};
        if (!by_character) {
            value = unquote(next_argument(&values, false));
            asm_eat(&values, ',');
        }
        ok = b.length + body.length <= MOST_EXPANDED &&
             substitute(&b, body, &name, &value, 1, as->expansions);
    }
    as->expansions++;
    if (!ok) {
        free(b.text);
        return asm_fail(c, at, "the repetitions make too much text");
    }
    return push_expansion(as, c, &b, by_character ? ".irpc" : ".irp", at);
}

int asm_macro_directive(struct assembler *as, struct asm_cursor *c, const char *word, size_t n)
{
    for (unsigned i = 0; i < sizeof conditionals / sizeof *conditionals; i++)
        if (asm_word_is(word, n, conditionals[i].name))
            return run_condition(as, c, word, conditionals[i].action) ? 1 : -1;
    if (asm_is_skipping(as))
        return 0;
    if (asm_word_is(word, n, ".macro"))
        return define_macro(as, c, word) ? 1 : -1;
    if (asm_word_is(word, n, ".rept") || asm_word_is(word, n, ".rep"))
        return repeat(as, c, word) ? 1 : -1;
    if (asm_word_is(word, n, ".irp"))
        return repeat_for(as, c, word, false) ? 1 : -1;
    if (asm_word_is(word, n, ".irpc"))
        return repeat_for(as, c, word, true) ? 1 : -1;
    if (asm_word_is(word, n, ".purgem"))
        return purge_macro(as, c) ? 1 : -1;
    if (asm_word_is(word, n, ".exitm")) {
        to_line_end(c);
        return asm_exit_expansion(as) || asm_fail(c, word, ".exitm outside a macro") ? 1 : -1;
    }
    if (asm_word_is(word, n, ".endm") || asm_word_is(word, n, ".endmacro") ||
        asm_word_is(word, n, ".endr")) {
        asm_fail(c, word, "there is nothing that this ends");
        return -1;
    }
    return 0;
}
