/* mimg.c: image instructions: operands by lane, loads, stores, atomics, samples.
 *
 * Manual: chapter 10; 10.2 to 10.4 for the order of addresses, 15.8 for the fields. */
#include "isa/rdna3/exec/mimg.h"
#include "isa/exec/float_bits.h"
#include "isa/rdna3/exec/trap.h"
#include "isa/rdna3/texture/small_float.h"

#include <errno.h>
#include <sys/uio.h>
#include <unistd.h>

/* ---- translation ---- */

void FN(translate_mimg)(const struct rdna3_code *c, struct rdna3_op *o)
{
    const struct rdna3_insn *in = o->insn;
    const uint32_t *f = in->f;
    const struct rdna3_row *row = op_row(o);
    struct rdna3_mimg *g = &o->mimg;
    struct rdna3_image_address address;
    memset(g, 0, sizeof *g);
    rdna3_image_address(in, &address);
    for (unsigned i = 0, n = 0; i < address.count; i++) {
        unsigned first = address.vgpr[i];
        if (first + address.dwords[i] > c->vgprs)
            first = 0; /* 3.3.2.2 */
        for (unsigned k = 0; k < address.dwords[i] && n < 16; k++)
            g->addr[n++] = (uint8_t)(first + k);
    }
    g->dim = (uint8_t)(f[F_dim] & 7);
    g->dmask = (uint8_t)f[F_dmask];
    g->has_no_mask = !g->dmask;
    if (!g->dmask)
        g->dmask = 1; /* and zeros come back (table 48) */
    g->parts = row->image;
    g->a16 = f[F_a16];
    g->d16 = f[F_d16];
    g->unrm = f[F_unrm];
    g->r128 = f[F_r128];
    g->glc = f[F_glc];
    g->has_status = f[F_tfe] || f[F_lwe];
    g->warns = f[F_lwe];
    g->rsrc = (uint16_t)(f[F_srsrc] * 4);
    g->samp = (uint16_t)(f[F_ssamp] * 4);
    /* A descriptor that leaves the SGPRs reads the TTMPs, which are zeros. */
    if (g->rsrc + (g->r128 ? 4 : 8) > SRC_TTMP0)
        g->rsrc = SRC_TTMP0;
    if (g->samp + 4 > SRC_TTMP0)
        g->samp = SRC_TTMP0;
    bool writes = false;
    for (unsigned i = 0; i < row->n_operands; i++)
        writes |= row->operands[i].role == ROLE_d && row->operands[i].is_write;
    unsigned dwords = rdna3_image_data_dwords(in) - f[F_tfe];
    g->data_dwords = (uint8_t)dwords;
    g->vdata = (uint8_t)f[F_vdata];
    if (g->vdata + dwords + (writes && g->has_status) > c->vgprs) {
        g->no_exec = writes; /* 3.3.3 */
        g->vdata = 0;
    }
}

/* ---- reading ---- */

static bool may_access(const struct machine *mc, uint64_t at, unsigned bytes)
{
    return in_window(mc, at, bytes) || is_allowed(mc, at, bytes);
}

/* Whether the instruction is only to say what it would access. */
static bool is_looked_at(struct rdna3_wave *w, uint64_t at, unsigned bytes, bool is_load,
                         bool is_store)
{
    if (w->look)
        w->look->see(w->look, w->access_lane, at, bytes, is_load, is_store);
    return w->look;
}

static bool read_resident(uint64_t at, unsigned bytes, uint8_t *out)
{
    struct iovec to = {out, bytes}, from = {host(at), bytes};
    return process_vm_readv(getpid(), &to, 1, &from, 1, 0) == (ssize_t)bytes || errno == EPERM;
}

MEM_RACY_BEGIN

static bool read_element(struct texel_reader *reader, uint64_t at, unsigned bytes, uint8_t *out)
{
    struct image_reader *r = (struct image_reader *)reader;
    if (is_looked_at(r->w, at, bytes, true, false)) {
        memset(out, 0, bytes);
        return true;
    }
    r->w->watch_hits |= (uint8_t)watched(r->w->base.machine, at, bytes);
    memset(out, 0, bytes);
    if (!may_access(r->w->base.machine, at, bytes)) {
        if (r->is_partly_resident)
            return false;
        if (!r->outside) {
            r->outside_at = at;
            r->bytes = bytes;
        }
        r->outside |= UINT64_C(1) << r->w->access_lane;
        return true;
    }
    if (r->is_partly_resident && !read_resident(at, bytes, out))
        return false;
    switch (bytes) {
    case 1:
        *out = *(any_u8 *)host(at);
        break;
    case 2: {
        uint16_t v = *(any_u16 *)host(at);
        memcpy(out, &v, 2);
        break;
    }
    default:
        for (unsigned i = 0; i < bytes; i += 4) {
            uint32_t v = *(any_u32 *)host(at + i);
            memcpy(out + i, &v, 4);
        }
        break;
    }
    return true;
}

static void write_element(uint64_t at, unsigned bytes, const uint8_t *in)
{
    if (bytes == 1) {
        *(any_u8 *)host(at) = *in;
    } else if (bytes == 2) {
        uint16_t v;
        memcpy(&v, in, 2);
        *(any_u16 *)host(at) = v;
    } else {
        for (unsigned i = 0; i < bytes; i += 4) {
            uint32_t v;
            memcpy(&v, in + i, 4);
            *(any_u32 *)host(at + i) = v;
        }
    }
}

MEM_RACY_END

struct image_reader FN(image_reader)(struct rdna3_wave *w, bool is_partly_resident)
{
    return (struct image_reader){
        .base = {.read = read_element}, .w = w, .is_partly_resident = is_partly_resident};
}

bool FN(image_reader_fault)(const struct image_reader *r, const struct rdna3_op *o)
{
    if (!r->outside)
        return false;
    FN(fault)(r->w, o, SHOAL_FAULT_MEMORY, r->outside, r->outside_at, r->bytes, NULL);
    return true;
}

/* ---- operands ---- */

/* Word n of the parts behind offset, bias, compare and derivatives: 16 or 32 bits each. */
static uint32_t body(struct rdna3_wave *w, const struct rdna3_mimg *g, unsigned first, unsigned n,
                     unsigned lane)
{
    if (!g->a16)
        return image_address(w, g, first + n, lane);
    return image_address(w, g, first + n / 2, lane) >> 16 * (n & 1) & 0xffff;
}

enum { DIM_1D, DIM_2D, DIM_3D, DIM_CUBE, DIM_1D_ARRAY, DIM_2D_ARRAY, DIM_MSAA, DIM_MSAA_ARRAY };

static unsigned coordinates(unsigned dim) /* without slices, faces and samples */
{
    static const uint8_t n[8] = {1, 2, 3, 2, 1, 2, 2, 2};
    return n[dim];
}
static bool has_slice(unsigned dim)
{
    return dim == DIM_CUBE || dim == DIM_1D_ARRAY || dim == DIM_2D_ARRAY || dim == DIM_MSAA_ARRAY;
}
static bool has_sample(unsigned dim) { return dim == DIM_MSAA || dim == DIM_MSAA_ARRAY; }

/* The texel that an instruction without a sampler names. False: its level is not in the view. */
static bool place_of(struct rdna3_wave *w, const struct rdna3_mimg *g, const struct rdna3_image *m,
                     unsigned lane, struct texel_place *p)
{
    unsigned n = 0, dims = coordinates(g->dim);
    uint32_t level = 0;
    *p = (struct texel_place){.x = body(w, g, 0, n++, lane)};
    if (dims > 1)
        p->y = body(w, g, 0, n++, lane);
    if (dims > 2)
        p->z = body(w, g, 0, n++, lane);
    if (has_slice(g->dim))
        p->z = body(w, g, 0, n++, lane);
    if (has_sample(g->dim))
        p->sample = body(w, g, 0, n++, lane);
    if (g->parts & IMG_l)
        level = body(w, g, 0, n++, lane);
    if (m->type != IMAGE_3D && !rdna3_image_has_layers(m))
        p->z = 0;
    if (m->type == IMAGE_1D || m->type == IMAGE_1D_ARRAY)
        p->y = 0;
    p->z += m->first_layer;
    p->level = m->base_level + level;
    return level <= (uint32_t)(m->last_level - m->base_level);
}

/* Reads the T#; false after a fault. */
static bool parse_image(struct rdna3_wave *w, const struct rdna3_op *o, struct rdna3_image *m)
{
    const char *reason = rdna3_image_parse(&w->s[o->mimg.rsrc], o->mimg.r128, m);
    if (!reason)
        return true;
    if (!w->look)
        FN(fault)(w, o, SHOAL_FAULT_NOT_IMPLEMENTED, 0, 0, 0, "%s", reason);
    return false;
}

/* ---- results ---- */

struct image_result {
    uint32_t data[4][64]; /* by component or dword, then lane */
    uint32_t status[64];
};

/* Writes components that DMASK selected, converted to 16 bits where asked for. count: how many
 * there are in data. */
static void put_result(struct rdna3_wave *w, const struct rdna3_mimg *g, struct image_result *r,
                       unsigned count)
{
    uint64_t exec = image_exec(w, g);
    for (unsigned half = 0; half < w->halves && !w->look; half++) {
        uint32_t on = (uint32_t)(exec >> 32 * half);
        for (unsigned i = 0; i < g->data_dwords; i++) {
            vec32 *d = vgpr(w, g->vdata + i, half), v;
            if (!g->d16) {
                memcpy(&v, &r->data[i][32 * half], sizeof v);
            } else {
                vec32 low, high = {.u = d->u >> 16}; /* an odd last half stays as it was */
                memcpy(&low, &r->data[2 * i][32 * half], sizeof low);
                if (2 * i + 1 < count)
                    memcpy(&high, &r->data[2 * i + 1][32 * half], sizeof high);
                v.u = (low.u & 0xffff) | high.u << 16;
            }
            put_lanes(d, on, v.u);
        }
        if (g->has_status) {
            vec32 v;
            memcpy(&v, &r->status[32 * half], sizeof v);
            put_lanes(vgpr(w, g->vdata + g->data_dwords, half), on, v.u);
        }
    }
}

/* Puts the components that DMASK selects of rgba into the lane's data. */
static unsigned mask_components(const struct rdna3_mimg *g, const uint32_t rgba[4],
                                struct image_result *r, unsigned lane)
{
    unsigned n = 0;
    for (unsigned i = 0; i < 4; i++)
        if (g->dmask >> i & 1)
            r->data[n++][lane] = g->has_no_mask ? 0 : rgba[i];
    return n;
}

static uint32_t to_16(const struct rdna3_image *m, uint32_t v)
{
    float f;
    memcpy(&f, &v, 4);
    return rdna3_format_is_integer(m->format) ? v & 0xffff : rdna3_half_of_float(f);
}

/* ---- loads ---- */

/* The element's dwords as they are; elements of 8 and 16 bits are extended. */
static void raw_dwords(const struct texel_format *f, const uint8_t *element, bool is_signed,
                       uint32_t rgba[4])
{
    memset(rgba, 0, 16);
    memcpy(rgba, element, f->bytes);
    if (is_signed && f->bytes == 1)
        rgba[0] = (uint32_t)(int8_t)element[0];
    else if (is_signed && f->bytes == 2)
        rgba[0] = (uint32_t)(int16_t)rgba[0];
}

/* Texel `p` as the 32 or 16 bits that each component's VGPR gets. */
static void load_texel(const struct rdna3_image *m, const struct texel_place *p,
                       struct image_reader *reader, enum image_access access, bool d16,
                       uint32_t rgba[4])
{
    uint64_t at;
    uint8_t element[16] = {0};
    memset(rgba, 0, 16);
    const struct texel_format *f = m->format;
    if (!rdna3_texel_address(m, p, &at)) {
        if (!m->is_unbound && access == IMAGE_FORMATTED)
            rdna3_texel_select(m, rgba, rgba);
        if (d16 && !m->is_unbound)
            for (unsigned i = 0; i < 4; i++)
                rgba[i] = to_16(m, rgba[i]);
        return;
    }
    if (!reader->base.read(&reader->base, at, f->bytes, element))
        reader->base.missed = true;
    if (access != IMAGE_FORMATTED) {
        raw_dwords(f, element, access == IMAGE_RAW_SIGNED, rgba);
        return;
    }
    unsigned x = f->group_width ? (unsigned)p->x % f->group_width : 0;
    unsigned y = f->group_height ? (unsigned)p->y % f->group_height : 0;
    if (!d16 || f->layout != LAYOUT_ELEMENT) {
        rdna3_format_texel(f, element, x, y, rgba);
        rdna3_texel_select(m, rgba, rgba);
        for (unsigned i = 0; i < 4 && d16; i++)
            rgba[i] = to_16(m, rgba[i]);
        return;
    }
    uint32_t dwords[4] = {0}, half[4];
    memcpy(dwords, element, f->bytes);
    for (unsigned i = 0; i < 4; i++)
        half[i] = rdna3_format_unpack(f, dwords, i, true);
    for (unsigned i = 0; i < 4; i++)
        rgba[i] = m->select[i] >= SELECT_X   ? half[m->select[i] - SELECT_X]
                  : m->select[i] == SELECT_1 ? rdna3_format_one(f, true)
                                             : 0;
}

static bool is_partly_resident(const struct rdna3_image *m) { return m->min_lod_warning != 0; }

const struct rdna3_op *FN(image_load)(struct rdna3_wave *w, const struct rdna3_op *o,
                                      enum image_access access)
{
    const struct rdna3_mimg *g = &o->mimg;
    struct rdna3_image m;
    if (!parse_image(w, o, &m))
        return NULL;
    struct image_result r;
    struct image_reader reader = FN(image_reader)(w, is_partly_resident(&m));
    unsigned count = 1;
    memset(&r, 0, sizeof r);
    access_begin(w, o);
    for (uint64_t left = image_exec(w, g); left; left &= left - 1) {
        unsigned lane = (unsigned)__builtin_ctzll(left);
        struct texel_place p;
        uint32_t rgba[4] = {0};
        w->access_lane = (uint8_t)lane;
        if (!place_of(w, g, &m, lane, &p))
            p.level = IMAGE_LEVELS; /* outside */
        reader.base.missed = false;
        load_texel(&m, &p, &reader, access, g->d16, rgba);
        count = mask_components(g, rgba, &r, lane);
        r.status[lane] =
            reader.base.missed && !g->has_no_mask ? 1u | (p.level - m.base_level) << 16 : 0;
    }
    access_end(w);
    if (FN(image_reader_fault)(&reader, o))
        return NULL;
    put_result(w, g, &r, count);
    return op_next(o);
}

/* Four samples of one component, from the given one on. */
const struct rdna3_op *FN(image_load_samples)(struct rdna3_wave *w, const struct rdna3_op *o)
{
    const struct rdna3_mimg *g = &o->mimg;
    struct rdna3_image m;
    if (!parse_image(w, o, &m))
        return NULL;
    struct image_result r;
    struct image_reader reader = FN(image_reader)(w, is_partly_resident(&m));
    unsigned component = (unsigned)__builtin_ctz(g->dmask);
    memset(&r, 0, sizeof r);
    access_begin(w, o);
    for (uint64_t left = image_exec(w, g); left; left &= left - 1) {
        unsigned lane = (unsigned)__builtin_ctzll(left);
        struct texel_place p;
        w->access_lane = (uint8_t)lane;
        place_of(w, g, &m, lane, &p);
        reader.base.missed = false;
        for (unsigned i = 0; i < 4; i++, p.sample++) {
            uint32_t rgba[4];
            load_texel(&m, &p, &reader, IMAGE_FORMATTED, g->d16, rgba);
            r.data[i][lane] = rgba[component];
        }
        r.status[lane] = reader.base.missed;
    }
    access_end(w);
    if (FN(image_reader_fault)(&reader, o))
        return NULL;
    put_result(w, g, &r, 4);
    return op_next(o);
}

/* ---- stores ---- */

static uint32_t stored_component(struct rdna3_wave *w, const struct rdna3_mimg *g, unsigned n,
                                 unsigned lane)
{
    if (!g->d16)
        return *vgpr_lane(w, g->vdata + n, lane);
    return *vgpr_lane(w, g->vdata + n / 2, lane) >> 16 * (n & 1) & 0xffff;
}

const struct rdna3_op *FN(image_store)(struct rdna3_wave *w, const struct rdna3_op *o,
                                       enum image_access access)
{
    const struct rdna3_mimg *g = &o->mimg;
    struct rdna3_image m;
    if (!parse_image(w, o, &m))
        return NULL;
    struct image_reader reader = FN(image_reader)(w, false);
    /* All addresses first: a fault leaves memory as it was. */
    uint64_t at[64], on = 0;
    for (uint64_t left = g->has_no_mask ? 0 : image_exec(w, g); left; left &= left - 1) {
        unsigned lane = (unsigned)__builtin_ctzll(left);
        struct texel_place p;
        if (!place_of(w, g, &m, lane, &p) || !rdna3_texel_address(&m, &p, &at[lane]))
            continue; /* dropped */
        w->access_lane = (uint8_t)lane;
        if (is_looked_at(w, at[lane], m.format->bytes, false, true))
            continue;
        if (!may_access(w->base.machine, at[lane], m.format->bytes)) {
            if (!reader.outside) {
                reader.outside_at = at[lane];
                reader.bytes = m.format->bytes;
            }
            reader.outside |= UINT64_C(1) << lane;
        }
        on |= UINT64_C(1) << lane;
        w->watch_hits |= (uint8_t)watched(w->base.machine, at[lane], m.format->bytes);
    }
    if (FN(image_reader_fault)(&reader, o))
        return NULL;
    access_begin(w, o);
    for (; on; on &= on - 1) {
        unsigned lane = (unsigned)__builtin_ctzll(on), n = 0;
        uint32_t rgba[4] = {0};
        uint8_t element[16];
        w->access_lane = (uint8_t)lane;
        for (unsigned i = 0; i < 4; i++)
            if (g->dmask >> i & 1)
                rgba[i] = stored_component(w, g, n++, lane);
        if (access != IMAGE_FORMATTED) {
            memcpy(element, rgba, sizeof element);
        } else if (!rdna3_format_store(m.format, rgba, g->d16, element)) {
            access_end(w);
            return FN(fault)(w, o, SHOAL_FAULT_NOT_IMPLEMENTED, 0, 0, 0,
                             "images of this data format cannot be written");
        }
        write_element(at[lane], m.format->bytes, element);
    }
    access_end(w);
    return op_next(o);
}

/* ---- atomics ---- */

const struct rdna3_op *FN(image_atomic)(struct rdna3_wave *w, const struct rdna3_op *o,
                                        atomic_fn fn32, atomic_fn fn64)
{
    const struct rdna3_mimg *g = &o->mimg;
    struct rdna3_image m;
    if (!parse_image(w, o, &m))
        return NULL;
    unsigned bytes = m.format->bytes;
    if (!m.is_unbound && bytes != 4 && bytes != 8)
        return w->look ? NULL
                       : FN(fault)(w, o, SHOAL_FAULT_NOT_IMPLEMENTED, 0, 0, 0,
                                   "image atomics need elements of 32 or 64 bits, these have %u",
                                   8 * bytes);
    unsigned dwords = bytes == 8 ? 2 : 1;
    bool has_pair = g->data_dwords >= 2 * dwords; /* compare and swap */
    vec32 old[2][2];
    uint64_t exec = image_exec(w, g);
    memset(old, 0, sizeof old);
    for (unsigned half = 0; half < w->halves; half++) {
        struct atomic_step step = {.fn = bytes == 8 ? fn64 : fn32,
                                   .mode = w->mode | MODE_CACHE_ATOMIC,
                                   .bytes = 4 * dwords,
                                   .is_shared = true};
        u64x32 at = splat64(0);
        uint64_t bad = 0, bad_at = 0;
        uint32_t on = 0;
        for (uint32_t left = (uint32_t)(exec >> 32 * half); left; left &= left - 1) {
            unsigned l = (unsigned)__builtin_ctz(left), lane = l + 32 * half;
            struct texel_place p;
            uint64_t address;
            if (!place_of(w, g, &m, lane, &p) || !rdna3_texel_address(&m, &p, &address))
                continue;
            w->access_lane = (uint8_t)lane;
            if (is_looked_at(w, address, bytes, true, true))
                continue;
            if (!may_access(w->base.machine, address, bytes)) {
                bad_at = bad ? bad_at : address;
                bad |= UINT64_C(1) << lane;
            }
            at[l] = address;
            w->watch_hits |= (uint8_t)watched(w->base.machine, address, bytes);
            on |= 1u << l;
        }
        if (bad)
            return FN(fault)(w, o, SHOAL_FAULT_MEMORY, bad, bad_at, bytes, NULL);
        if (w->look)
            continue;
        for (unsigned i = 0; i < dwords; i++) {
            step.data[i] = *vgpr(w, g->vdata + i, half);
            if (has_pair)
                step.data1[i] = *vgpr(w, g->vdata + dwords + i, half);
        }
        w->access_lane = (uint8_t)(32 * half);
        access_begin(w, o);
        FN(mem_atomic)(&step, &at, on, old[half]);
        access_end(w);
    }
    for (unsigned half = 0; half < w->halves && g->glc && !w->look; half++)
        for (unsigned i = 0; i < dwords; i++)
            put_lanes(vgpr(w, g->vdata + i, half), (uint32_t)(exec >> 32 * half), old[half][i].u);
    return op_next(o);
}

/* ---- queries ---- */

const struct rdna3_op *FN(image_resinfo)(struct rdna3_wave *w, const struct rdna3_op *o)
{
    const struct rdna3_mimg *g = &o->mimg;
    struct rdna3_image m;
    if (!parse_image(w, o, &m))
        return NULL;
    struct image_result r;
    unsigned count = 1;
    memset(&r, 0, sizeof r);
    for (uint64_t left = image_exec(w, g); left; left &= left - 1) {
        unsigned lane = (unsigned)__builtin_ctzll(left);
        uint32_t level = body(w, g, 0, 0, lane), info[4] = {0};
        uint32_t levels = (uint32_t)(m.last_level - m.base_level) + 1;
        if (!m.is_unbound) {
            info[3] = levels;
            if (level < levels) {
                unsigned l = m.base_level + level;
                info[0] = rdna3_level_extent(m.width, l);
                info[1] = rdna3_level_extent(m.height, l);
                info[2] = rdna3_image_has_layers(&m) ? m.layers
                          : m.is_layer_view          ? m.depth - m.first_layer
                                                     : rdna3_level_extent(m.depth, l);
            }
        }
        count = mask_components(g, info, &r, lane);
    }
    put_result(w, g, &r, count);
    return op_next(o);
}

/* ---- samples ---- */

/* Coordinates of a lane: s, t, r and the slice or face. */
static void sample_coordinates(struct rdna3_wave *w, const struct rdna3_mimg *g, unsigned first,
                               unsigned lane, double coord[3], double *layer, double *lod)
{
    unsigned n = 0, dims = coordinates(g->dim);
    double v[6];
    unsigned count = dims + has_slice(g->dim) + !!(g->parts & IMG_l);
    for (; n < count; n++) {
        uint32_t word = body(w, g, first, n, lane);
        v[n] = g->a16 ? (double)rdna3_float_of_half(word) : (double)float_of_bits(word);
    }
    for (unsigned i = 0; i < 3; i++)
        coord[i] = i < dims ? v[i] : 0;
    if (g->dim == DIM_CUBE) { /* faces span 1 to 2: V_CUBESC / |V_CUBEMA| + 1.5 */
        coord[0] -= 1;
        coord[1] -= 1;
    }
    *layer = has_slice(g->dim) ? v[dims] : 0;
    *lod = g->parts & IMG_l ? v[count - 1] : 0;
}

/* The parts before the coordinates. Returns the first dword of these. */
static unsigned sample_extras(struct rdna3_wave *w, const struct rdna3_mimg *g, unsigned lane,
                              struct sample_request *q)
{
    unsigned n = 0;
    if (g->parts & IMG_o) {
        uint32_t v = image_address(w, g, n++, lane);
        for (unsigned i = 0; i < 3; i++)
            q->offset[i] = (int32_t)(v << (26 - 8 * i)) >> 26;
    }
    if (g->parts & IMG_b) {
        uint32_t v = image_address(w, g, n++, lane);
        q->lod_bias = g->a16 ? (double)rdna3_float_of_half(v) : (double)float_of_bits(v);
    }
    if (g->parts & IMG_c) {
        q->has_compare = true;
        q->reference = float_of_bits(image_address(w, g, n++, lane));
    }
    if (g->parts & IMG_d) {
        static const uint8_t steps[8] = {1, 2, 3, 2, 1, 2, 2, 2};
        unsigned dims = steps[g->dim];
        for (unsigned i = 0; i < 2 * dims; i++) {
            unsigned axis = i % dims;
            double v;
            if (g->parts & IMG_h) {
                unsigned dword = n + i / dims * ((dims + 1) / 2) + axis / 2;
                v = (double)rdna3_float_of_half(image_address(w, g, dword, lane) >>
                                                16 * (axis & 1));
            } else {
                v = (double)float_of_bits(image_address(w, g, n + i, lane));
            }
            (i < dims ? q->dh : q->dv)[axis] = v;
        }
        n += g->parts & IMG_h ? (dims + 1) / 2 * 2 : 2 * dims;
    }
    return n;
}

/* What a lane asks for. Derivatives without _D are those of its quad (10.3): the lane's quad
 * mates take part whether they are active or not, as in WQM. */
static void request_of(struct rdna3_wave *w, const struct rdna3_mimg *g, unsigned lane,
                       enum image_lod lod, struct sample_request *q)
{
    double value, layer, near[3], right[3], below[3];
    *q = (struct sample_request){.gather = -1};
    unsigned first = sample_extras(w, g, lane, q);
    sample_coordinates(w, g, first, lane, q->coord, &q->layer, &value);
    switch (lod) {
    case IMAGE_LOD_GIVEN:
        q->lod_kind = LOD_GIVEN;
        q->lod = value;
        return;
    case IMAGE_LOD_ZERO:
        q->lod_kind = LOD_ZERO;
        return;
    case IMAGE_LOD_CLAMPED:
        q->lod_clamp = value;
        break;
    default:
        break;
    }
    q->lod_kind = LOD_COMPUTED;
    if (g->parts & IMG_d)
        return;
    unsigned quad = lane & ~3u;
    sample_coordinates(w, g, first, quad, near, &layer, &value);
    sample_coordinates(w, g, first, quad + 1, right, &layer, &value);
    sample_coordinates(w, g, first, quad + 2, below, &layer, &value);
    for (unsigned i = 0; i < 3; i++) {
        q->dh[i] = right[i] - near[i];
        q->dv[i] = below[i] - near[i];
    }
}

/* The border colour that the sampler's index stands for. */
static void read_border(struct rdna3_wave *w, const struct rdna3_sampler *s,
                        struct image_reader *reader, uint32_t border[4])
{
    uint64_t table = w->base.machine->border_colors;
    memset(border, 0, 16);
    if (s->border_type == 3 && table)
        reader->base.read(&reader->base, table + 16 * s->border_index, 16, (uint8_t *)border);
}

static bool parse_both(struct rdna3_wave *w, const struct rdna3_op *o, struct rdna3_image *m,
                       struct rdna3_sampler *s)
{
    rdna3_sampler_parse(&w->s[o->mimg.samp], o->mimg.unrm, s);
    if (!parse_image(w, o, m))
        return false;
    if (m->samples > 1) {
        if (!w->look)
            FN(fault)
        (w, o, SHOAL_FAULT_NOT_IMPLEMENTED, 0, 0, 0,
         "multisampled images cannot be sampled, only loaded (manual 10.3)");
        return false;
    }
    return true;
}

const struct rdna3_op *FN(image_sample)(struct rdna3_wave *w, const struct rdna3_op *o,
                                        enum image_lod lod, enum image_gather gather)
{
    const struct rdna3_mimg *g = &o->mimg;
    struct rdna3_image m;
    struct rdna3_sampler s;
    if (!parse_both(w, o, &m, &s))
        return NULL;
    struct image_result r;
    struct image_reader reader = FN(image_reader)(w, is_partly_resident(&m));
    uint32_t border[4];
    unsigned count = 1;
    memset(&r, 0, sizeof r);
    access_begin(w, o);
    read_border(w, &s, &reader, border);
    for (uint64_t left = image_exec(w, g); left; left &= left - 1) {
        unsigned lane = (unsigned)__builtin_ctzll(left);
        struct sample_request q;
        struct sample_result result;
        w->access_lane = (uint8_t)lane;
        request_of(w, g, lane, lod, &q);
        memcpy(q.border, border, sizeof border);
        if (gather != IMAGE_FILTERED) {
            q.gather = __builtin_ctz(g->dmask);
            q.gather_row = gather == IMAGE_GATHER_ROW;
        }
        reader.base.missed = false;
        rdna3_sample(&m, &s, &q, &reader.base, &result);
        for (unsigned i = 0; i < 4 && g->d16; i++)
            result.rgba[i] = to_16(&m, result.rgba[i]);
        if (gather == IMAGE_FILTERED) {
            count = mask_components(g, result.rgba, &r, lane);
        } else {
            for (unsigned i = 0; i < 4; i++)
                r.data[i][lane] = g->has_no_mask ? 0 : result.rgba[i];
            count = 4;
        }
        /* 10.1.1: a page that is missing hides the warning. */
        double level = result.lod + m.base_level;
        uint32_t whole = (uint32_t)(level < 0 ? 0 : level);
        bool warns = g->warns && level * 256 < m.min_lod_warning;
        r.status[lane] = reader.base.missed && !g->has_no_mask ? 1u | whole << 16
                         : warns                               ? 2u | whole << 16
                                                               : 0;
    }
    access_end(w);
    if (FN(image_reader_fault)(&reader, o))
        return NULL;
    put_result(w, g, &r, count);
    return op_next(o);
}

const struct rdna3_op *FN(image_lod)(struct rdna3_wave *w, const struct rdna3_op *o)
{
    const struct rdna3_mimg *g = &o->mimg;
    struct rdna3_image m;
    struct rdna3_sampler s;
    if (!parse_both(w, o, &m, &s))
        return NULL;
    struct image_result r;
    unsigned count = 1;
    memset(&r, 0, sizeof r);
    for (uint64_t left = image_exec(w, g); left; left &= left - 1) {
        unsigned lane = (unsigned)__builtin_ctzll(left);
        struct sample_request q;
        struct sample_result result = {0};
        request_of(w, g, lane, IMAGE_LOD_COMPUTED, &q);
        if (!m.is_unbound)
            rdna3_sample_lod(&m, &s, &q, &result);
        float lods[2] = {(float)result.lod, (float)result.computed_lod};
        uint32_t rgba[4] = {0};
        memcpy(rgba, lods, sizeof lods);
        count = mask_components(g, rgba, &r, lane);
    }
    put_result(w, g, &r, count);
    return op_next(o);
}

/* ---- for checkers ---- */

void FN(texels_of)(struct wave *wave, const struct op *op, struct texel_look *look)
{
    struct rdna3_wave *w = (struct rdna3_wave *)wave;
    const struct rdna3_op *o = (const struct rdna3_op *)op;
    if (!o->insn || o->executor != EXECUTOR_exec_wave || op_row(o)->format != FMT_MIMG)
        return;
    w->look = look;
    o->fn.wave(w, o);
    w->look = NULL;
}
