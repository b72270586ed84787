/* image_address.c: how many VGPRs an image instruction takes, and which.
 *
 * Manual 10.1 and 15.8. The row says which parts there are (IMG_*), the dim field how many
 * coordinates and derivatives, A16 whether coordinates are packed in pairs. */
#include "isa/rdna3/rdna3.h"

static unsigned address_dwords(const struct rdna3_row *row, const uint32_t *f)
{
    static const uint8_t coordinates[8] = {1, 2, 3, 3, 2, 3, 3, 4};
    static const uint8_t derivatives[8] = {2, 4, 6, 4, 2, 4, 4, 4};
    unsigned parts = row->image, dim = f[F_dim] & 7;
    unsigned n = (parts & IMG_r ? 0u : coordinates[dim]) + !!(parts & IMG_l);
    if (f[F_a16])
        n = (n + 1) / 2;
    n += !!(parts & IMG_c) + !!(parts & IMG_b) + !!(parts & IMG_o);
    if (parts & IMG_d) /* 16-bit ones are packed in pairs, x and y apart from each other */
        n += parts & IMG_h ? (derivatives[dim] / 2u + 1) / 2 * 2 : derivatives[dim];
    return n;
}

void rdna3_image_address(const struct rdna3_insn *in, struct rdna3_image_address *out)
{
    const struct rdna3_row *row = &rdna3_rows[in->row];
    const uint32_t *f = in->f;
    const uint8_t vgpr[5] = {(uint8_t)f[F_vaddr], (uint8_t)in->nsa, (uint8_t)(in->nsa >> 8),
                             (uint8_t)(in->nsa >> 16), (uint8_t)(in->nsa >> 24)};
    unsigned node = row->image & IMG_n ? row->image & IMG_w ? 2 : 1 : 0, n;
    *out = (struct rdna3_image_address){.count = 1, .vgpr = {vgpr[0]}};
    if (node) { /* ray: node pointer, extent, origin, direction, inverse direction */
        if (in->ext != EXT_NSA) {
            out->dwords[0] = (uint8_t)(node + (f[F_a16] ? 7 : 10));
            return;
        }
        const uint8_t parts[5] = {(uint8_t)node, 1, 3, 3, 3};
        out->count = f[F_a16] ? 4 : 5;
        for (unsigned i = 0; i < out->count; i++) {
            out->vgpr[i] = vgpr[i];
            out->dwords[i] = parts[i];
        }
        return;
    }
    n = address_dwords(row, f);
    if (in->ext != EXT_NSA) { /* register tuples of 13 to 15 do not exist */
        out->dwords[0] = (uint8_t)(n > 12 ? 16 : n);
        return;
    }
    for (out->count = 0; out->count < 5 && out->count < n; out->count++) {
        out->vgpr[out->count] = vgpr[out->count];
        out->dwords[out->count] = 1;
    }
    if (n > 5) /* the last one takes the rest */
        out->dwords[4] = (uint8_t)(n - 4);
}

unsigned rdna3_image_data_dwords(const struct rdna3_insn *in)
{
    const uint32_t *f = in->f;
    unsigned n = (unsigned)__builtin_popcount(f[F_dmask]);
    if (rdna3_rows[in->row].flags & FLAG_gather)
        n = 4;
    if (!n)
        n = 1;
    if (f[F_d16])
        n = (n + 1) / 2;
    return n + f[F_tfe];
}
