/* jit_signatures.c: the semantic functions of all instruction sets that are compiled, in one row.
 */
#include "jit/signature.h"

extern const struct signature_table rdna3_signatures, ventus_signatures;

static const struct signature_table *const tables[] = {&rdna3_signatures, &ventus_signatures};
enum { TABLES = sizeof tables / sizeof *tables };

unsigned signature_count(void)
{
    unsigned n = 0;
    for (unsigned i = 0; i < TABLES; i++)
        n += tables[i]->count;
    return n;
}

const struct signature *signature_at(unsigned index)
{
    unsigned i = 0;
    while (index >= tables[i]->count)
        index -= tables[i++]->count;
    return &tables[i]->signatures[index];
}

/* Of a set's first function. */
static int first_of(const struct signature_table *t)
{
    int first = 0;
    for (unsigned i = 0; tables[i] != t; i++)
        first += (int)tables[i]->count;
    return first;
}

int signature_of_row(const struct signature_table *t, unsigned row)
{
    return t->of_row[row] < 0 ? -1 : first_of(t) + t->of_row[row];
}

int signature_beside_rows(const struct signature_table *t, unsigned n)
{
    return first_of(t) + (int)(t->beside_rows + n);
}
