/* cc_work.c: what needs a stack: recursion, arrays, saved registers, initialised and cleared data.
 * Compiled for Ventus by `shoal cc-ventus` and for the host (HOST), whose results are the expected
 * ones. */
struct args {
    const unsigned *in;
    unsigned *out;
    unsigned count;
};

static unsigned table[8] = {3, 1, 4, 1, 5, 9, 2, 6};
unsigned calls;

static __attribute__((noinline)) unsigned deep(unsigned n, unsigned *sum)
{
    unsigned part[4];
    for (unsigned i = 0; i < 4; i++)
        part[i] = n * i + *sum;
    *sum += part[n & 3];
    calls++;
    return n ? deep(n - 1, sum) + part[1] : part[3];
}

static __attribute__((noinline)) void sort(unsigned *v, unsigned n)
{
    for (unsigned i = 1; i < n; i++)
        for (unsigned j = i; j && v[j - 1] > v[j]; j--) {
            unsigned t = v[j];
            v[j] = v[j - 1];
            v[j - 1] = t;
        }
}

void work(const struct args *a);
void work(const struct args *a)
{
    unsigned local[32];
    float scale = 0.75f;
    calls = 0;
    for (unsigned i = 0; i < 32; i++)
        local[i] = a->in[i % a->count] * table[i & 7];
    sort(local, 32);
    for (unsigned i = 0; i < a->count; i++) {
        unsigned sum = local[(i * 7) & 31];
        a->out[i] = (deep(i & 3, &sum) ^ sum) + (unsigned)((float)(local[i] & 0xffff) * scale);
    }
    a->out[0] += calls;
}

#ifdef HOST
#include <stdio.h>
int main(void)
{
    unsigned in[16], out[16];
    for (unsigned i = 0; i < 16; i++)
        in[i] = i;
    work(&(struct args){in, out, 16});
    for (unsigned i = 0; i < 16; i++)
        printf("%u ", out[i]);
}
#endif
