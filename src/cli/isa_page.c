/* isa_page.c: instructions as text for people: a line each, or a page. */
#include "cli/isa_page.h"

#include <inttypes.h>
#include <string.h>

#include "cli/cli.h"

static void print_encoding_names(const shoal_isa_insn *d)
{
    for (size_t i = 0; i < d->encoding_count; i++)
        printf("%s%s", i ? ", " : "", d->encodings[i].name);
}

void isa_print_line(const shoal_isa_insn *d)
{
    const char *implemented = d->implemented ? "yes" : "later";
    if (*d->dialect) { /* sections are titles, and not of ASCII */
        printf("%-20s %-5s %-9s %-4s %-9s %s\n", d->mnemonic, implemented, d->dialect,
               d->is_own_encoding ? "ours" : "", d->encodings[0].name, d->section);
        return;
    }
    printf("%-36s %-5s %-8s ", d->mnemonic, implemented, d->section);
    print_encoding_names(d);
    putchar('\n');
}

/* A fixed bit: of the format, or of the instruction where it says which; - if it may be either. */
static char fixed_bit(const shoal_isa_insn *d, const shoal_isa_field *f, unsigned bit)
{
    if (!d->mask)
        return (char)('0' + (f->value >> bit & 1));
    unsigned at = f->first_bit + bit;
    return d->mask >> at & 1 ? (char)('0' + (d->match >> at & 1)) : '-';
}

static void print_layout(const char *isa_name, const shoal_isa_insn *d, const shoal_isa_encoding *e)
{
    shoal_isa_field fields[SHOAL_ISA_MAX_FIELDS];
    size_t n = 0;
    shoal_isa_format_fields(isa_name, e->format, fields, &n);
    for (size_t i = 0; i < n; i++) {
        const shoal_isa_field *f = &fields[i];
        unsigned last = f->first_bit + f->bits - 1;
        printf("    %2u..%-2u  ", f->first_bit, last);
        if (!f->name) {
            for (unsigned bit = f->bits; bit-- > 0;)
                putchar(fixed_bit(d, f, bit));
            putchar('\n');
        } else if (!strcmp(f->name, "op") && e->opcode >= 0) {
            printf("op = %d\n", e->opcode);
        } else {
            puts(f->name);
        }
    }
}

/* One layout per format; DPP forms differ by a dword that src0 announces. */
static void print_encodings(const char *isa_name, const shoal_isa_insn *d)
{
    const char *shown = "";
    for (size_t i = 0; i < d->encoding_count; i++) {
        const shoal_isa_encoding *e = &d->encodings[i];
        printf("  %s, %u bytes", e->name, e->size_bytes);
        if (e->opcode >= 0)
            printf(", opcode %d", e->opcode);
        bool repeated = !strcmp(e->format, shown);
        if (repeated && strstr(e->name, "DPP16"))
            printf(": as above, src0 = 250, then a DPP16 dword");
        else if (repeated && strstr(e->name, "DPP8"))
            printf(": as above, src0 = 233 or 234, then a DPP8 dword");
        else if (repeated && strstr(e->name, "NSA"))
            printf(": as above, nsa = 1, then a dword with address registers");
        putchar('\n');
        if (!repeated)
            print_layout(isa_name, d, e);
        shown = e->format;
    }
}

/* ---- a page --------------------------------------------------------------------- */

static void heading(const char *text)
{
    printf("\n%s%s%s\n", cli_colour(stdout, CLI_BOLD), text, cli_colour(stdout, CLI_PLAIN));
}

/* Every line of a text, indented. */
static void print_lines(const char *text)
{
    while (*text) {
        int length = (int)strcspn(text, "\n");
        printf("  %.*s\n", length, text);
        text += length;
        text += *text == '\n';
    }
}

static void print_words(const char *what, const char *const *words, size_t count)
{
    if (!count)
        return;
    printf("  %-8s", what);
    for (size_t i = 0; i < count; i++)
        printf("%s%s", i ? ", " : "", words[i]);
    putchar('\n');
}

static bool same_role(const shoal_isa_operand *a, const shoal_isa_operand *b)
{
    return !strcmp(a->role, b->role);
}

/* What is read and written stands twice in the row, and once here. */
static void print_operands(const shoal_isa_insn *d)
{
    heading("Operands");
    if (!d->operand_count)
        puts("  none");
    for (size_t i = 0; i < d->operand_count; i++) {
        const shoal_isa_operand *o = &d->operands[i];
        bool is_write = o->is_write, is_read = !o->is_write, again = false;
        for (size_t k = 0; k < d->operand_count; k++) {
            again |= k < i && same_role(&d->operands[k], o);
            is_write |= same_role(&d->operands[k], o) && d->operands[k].is_write;
            is_read |= same_role(&d->operands[k], o) && !d->operands[k].is_write;
        }
        if (again)
            continue;
        const char *access = is_read && is_write ? "changes" : is_write ? "writes" : "reads";
        printf("  %-8s%-7s%-7s %s", access, o->role, o->type, o->meaning);
        if (o->bits > 32 && *o->place)
            printf(", %u dwords", o->bits / 32);
        if (o->field)
            printf(": %s%sin %s", o->place, *o->place ? " " : "", o->field);
        else
            printf("%s", *o->meaning ? ", implicit" : "implicit");
        putchar('\n');
    }
}

static void print_hazards(const shoal_isa_page *page)
{
    if (!page->hazard_count)
        return;
    heading("Hazards that hardware leaves to the program");
    for (size_t i = 0; i < page->hazard_count; i++) {
        const shoal_isa_hazard *h = &page->hazards[i];
        printf("  %s (%s%s%s): %s\n", h->name,
               h->is_first && h->is_second ? "first or second"
               : h->is_first               ? "first"
                                           : "second",
               h->wave64_only ? ", wave64 only; " : "; ", h->source, h->where);
        printf("    over when: %s\n    remedy: %s\n", h->until, h->remedy);
    }
}

static void print_effects(const shoal_isa_page *page)
{
    bool goes_on = !strcmp(page->flow, "next");
    if (goes_on && !page->read_count && !page->write_count && !page->raise_count &&
        !page->wait_count)
        return;
    heading("State and counters");
    if (!goes_on)
        printf("  flow    %s\n", page->flow);
    print_words("reads", page->reads, page->read_count);
    print_words("writes", page->writes, page->write_count);
    print_words("raises", page->raises, page->raise_count);
    print_words("waits", page->waits, page->wait_count);
}

void isa_print_page(const char *isa_name, const shoal_isa_insn *d)
{
    shoal_isa_page page;
    if (shoal_isa_page_find(isa_name, d->mnemonic, &page) != SHOAL_OK)
        return;
    printf("%s%s%s: %s\n", cli_colour(stdout, CLI_BOLD), d->mnemonic, cli_colour(stdout, CLI_PLAIN),
           d->about);
    printf("Manual section %s, class %s, %s.\n", d->section, d->class_name,
           d->implemented ? "executed by shoal" : "decoded and printed, not executed yet");
    if (*d->since)
        printf("On %s and later chips.\n", d->since);
    if (*d->until)
        printf("Not on %s and later chips.\n", d->until);
    heading("Operation");
    print_lines(page.operation);
    if (*page.precision)
        printf("  %s%s%s\n", cli_colour(stdout, CLI_DIM), page.precision,
               cli_colour(stdout, CLI_PLAIN));
    print_operands(d);
    if (page.modifier_count)
        heading("Modifiers");
    for (size_t i = 0; i < page.modifier_count; i++)
        printf("  %s\n", page.modifiers[i]);
    if (*page.fragments) {
        heading("Matrices in registers");
        print_lines(page.fragments);
    }
    print_effects(&page);
    print_hazards(&page);
    if (*d->dialect)
        printf("\nDialect: %s. Bits: %#0*" PRIx64 " under the mask %#0*" PRIx64 "%s.\n", d->dialect,
               2 + 2 * (int)d->encodings[0].size_bytes, d->match,
               2 + 2 * (int)d->encodings[0].size_bytes, d->mask,
               d->is_own_encoding ? ", which is Shoal's own assignment" : "");
    heading("Encodings");
    print_encodings(isa_name, d);
}
