/* triangle.c: shades a triangle with a pixel shader in RDNA3 machine code and writes a PNG.
 *
 *     triangle [--size N] [--wave64] PIXEL.s OUT.png
 *
 * The fixed-function part is done here, as the hardware would: pixels are tested against the
 * three edges, gathered quad by quad into waves, and each wave gets its barycentrics in VGPRs,
 * the vertex parameters in LDS, the texture's descriptors in SGPRs. What it exports to MRT0
 * becomes the picture. See docs/graphics.md. */
#include <png.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "shoal/asm.h"
#include "shoal/graphics.h"

enum { TEXTURE = 64, LEVELS = 7, ATTRIBUTES = 2 };

struct vertex {
    float x, y; /* in 0..1 of the picture */
    float attribute[ATTRIBUTES][4];
};

static const struct vertex triangle[3] = {
    {0.50f, 0.06f, {{1, 0.25f, 0.25f, 1}, {1.5f, 0, 0, 0}}},
    {0.06f, 0.90f, {{0.25f, 1, 0.25f, 1}, {0, 3, 0, 0}}},
    {0.94f, 0.82f, {{0.25f, 0.25f, 1, 1}, {3, 3, 0, 0}}},
};

struct picture {
    unsigned size;
    uint8_t *rgb; /* [size * size * 3] */
    /* pixel of each lane of the wave that runs */
    unsigned x[64], y[64];
};

static void fail(const char *what, const char *why)
{
    fprintf(stderr, "triangle: %s: %s\n", what, why);
    exit(1);
}

/* ---- the shader ---- */

static char *read_text(const char *path, size_t *size)
{
    FILE *f = fopen(path, "rb");
    char *text = malloc(1 << 16);
    if (!f || !text)
        fail(path, "cannot be read");
    *size = fread(text, 1, 1 << 16, f);
    fclose(f);
    return text;
}

static shoal_kernel *load_shader(shoal_device *device, const char *path, bool wave64)
{
    size_t size;
    char *text = read_text(path, &size), line[1024];
    shoal_asm_options options = shoal_asm_options_default();
    shoal_asm_result *code;
    options.file_name = path;
    options.output = SHOAL_ASM_RAW;
    options.wave64 = wave64;
    shoal_asm_define define = {"WAVE64", wave64};
    options.defines = &define;
    options.define_count = 1;
    if (shoal_asm_text("rdna3", text, size, &options, &code) != SHOAL_OK) {
        for (size_t i = 0; code && i < code->diagnostic_count; i++) {
            shoal_asm_format_diagnostic(&code->diagnostics[i], line, sizeof line);
            fputs(line, stderr);
        }
        exit(1);
    }
    shoal_load_options load = {.raw = true, .name = "pixel", .wave64 = wave64};
    shoal_module *module;
    if (shoal_module_load(device, code->output, code->output_size, &load, &module) != SHOAL_OK)
        fail(path, shoal_last_error(device));
    shoal_asm_result_free(code);
    free(text);
    return shoal_module_kernel_at(module, 0);
}

/* ---- the texture: a chessboard that fades to grey in the smaller levels ---- */

static void set_bits(uint32_t *d, unsigned at, unsigned count, uint64_t value)
{
    for (unsigned i = 0; i < count; i++)
        d[(at + i) / 32] |= (uint32_t)(value >> i & 1) << (at + i) % 32;
}

/* Fills s[0:7] and s[8:11]. Linear surface: the smallest level first, rows of 256 bytes. */
static void make_texture(shoal_device *device, uint32_t sgprs[12])
{
    uint64_t address;
    uint8_t *texels;
    size_t rows = 2 * TEXTURE - 1, at = 0;
    if (shoal_mem_alloc(device, rows * 256, 256, &address) != SHOAL_OK ||
        shoal_mem_map(device, address, rows * 256, (void **)&texels) != SHOAL_OK)
        fail("texture", shoal_last_error(device));
    for (unsigned level = LEVELS; level-- > 0;) {
        unsigned n = TEXTURE >> level;
        for (unsigned y = 0; y < n; y++, at += 256)
            for (unsigned x = 0; x < n; x++) {
                bool dark = ((x << level) / 8 + (y << level) / 8) % 2;
                uint8_t v = level > 3 ? 160 : dark ? 64 : 255;
                memcpy(texels + at + 4 * x, (uint8_t[]){v, v, v, 255}, 4);
            }
    }
    memset(sgprs, 0, 12 * sizeof *sgprs);
    set_bits(sgprs, 0, 40, address >> 8);
    set_bits(sgprs, 48, 4, LEVELS - 1); /* of the resource */
    set_bits(sgprs, 52, 8, 42);         /* 8_8_8_8_UNORM */
    set_bits(sgprs, 62, 14, TEXTURE - 1);
    set_bits(sgprs, 78, 14, TEXTURE - 1);
    for (unsigned i = 0; i < 4; i++)
        set_bits(sgprs, 96 + 3 * i, 3, 4 + i); /* X, Y, Z, W */
    set_bits(sgprs, 112, 4, LEVELS - 1);       /* of the view */
    set_bits(sgprs, 124, 4, 9);                /* 2D */
    uint32_t *sampler = sgprs + 8;
    set_bits(sampler, 44, 12, 0xfff); /* most LOD */
    set_bits(sampler, 84, 2, 1);      /* bilinear, for both filters */
    set_bits(sampler, 86, 2, 1);
    set_bits(sampler, 90, 2, 2); /* linear between levels */
}

/* ---- pixels ---- */

static void take_export(void *user, const shoal_export *e)
{
    struct picture *p = user;
    if (e->target != SHOAL_EXPORT_MRT0)
        return;
    for (unsigned lane = 0; lane < 64; lane++)
        for (unsigned c = 0; c < 3 && e->exec >> lane & 1; c++) {
            float v;
            memcpy(&v, &e->values[c][lane], 4);
            v = v > 0 ? v < 1 ? v : 1 : 0;
            p->rgb[3 * (p->y[lane] * p->size + p->x[lane]) + c] = (uint8_t)(v * 255 + 0.5f);
        }
}

struct batch {
    shoal_device *device;
    shoal_kernel *kernel;
    struct picture *picture;
    shoal_wave_start start;
    uint32_t vgprs[2][64]; /* [register][lane], packed for the wave size when it runs */
    uint64_t exec;
    unsigned lanes, used;
};

static void run_batch(struct batch *b)
{
    uint32_t packed[2 * 64];
    if (!b->used)
        return;
    for (unsigned i = 0; i < 2; i++)
        memcpy(packed + i * b->lanes, b->vgprs[i], b->lanes * 4);
    b->start.vgprs = packed;
    b->start.vgpr_count = 2;
    b->start.exec = b->exec;
    b->start.has_exec = true;
    shoal_launch_desc d = shoal_launch_desc_default();
    d.grid[0] = d.block[0] = b->lanes;
    d.dynamic_lds_bytes = (uint32_t)b->start.lds_size;
    d.start = &b->start;
    if (shoal_launch(b->device, b->kernel, &d, NULL) != SHOAL_OK)
        fail("launch", shoal_last_error(b->device));
    b->used = 0;
    b->exec = 0;
}

/* Twice the area of the triangle (a, b, p); its sign says on which side of the edge p is. */
static double area(const struct vertex *a, const struct vertex *b, double x, double y)
{
    return ((double)b->x - (double)a->x) * (y - (double)a->y) -
           ((double)b->y - (double)a->y) * (x - (double)a->x);
}

static void draw(struct batch *b)
{
    struct picture *p = b->picture;
    double whole = area(&triangle[0], &triangle[1], (double)triangle[2].x, (double)triangle[2].y);
    for (unsigned y = 0; y < p->size; y += 2)
        for (unsigned x = 0; x < p->size; x += 2) {
            uint64_t covered = 0;
            for (unsigned i = 0; i < 4; i++) { /* a quad: left, right, below them left, right */
                unsigned lane = b->used + i, px = x + (i & 1), py = y + (i >> 1);
                double sx = (px + 0.5) / p->size, sy = (py + 0.5) / p->size;
                float bary[2] = {(float)(area(&triangle[2], &triangle[0], sx, sy) / whole),
                                 (float)(area(&triangle[0], &triangle[1], sx, sy) / whole)};
                p->x[lane] = px;
                p->y[lane] = py;
                memcpy(&b->vgprs[0][lane], &bary[0], 4);
                memcpy(&b->vgprs[1][lane], &bary[1], 4);
                if (bary[0] >= 0 && bary[1] >= 0 && bary[0] + bary[1] <= 1)
                    covered |= UINT64_C(1) << lane;
            }
            if (!covered)
                continue;
            b->exec |= covered;
            b->used += 4;
            if (b->used == b->lanes)
                run_batch(b);
        }
    run_batch(b);
}

int main(int argc, char **argv)
{
    struct picture picture = {.size = 256};
    bool wave64 = false;
    int i = 1;
    for (; i < argc && argv[i][0] == '-'; i++) {
        if (!strcmp(argv[i], "--wave64"))
            wave64 = true;
        else if (!strcmp(argv[i], "--size") && i + 1 < argc)
            picture.size = (unsigned)strtoul(argv[++i], NULL, 10);
    }
    if (argc - i != 2 || picture.size < 2 || picture.size > 8192 || picture.size % 2) {
        fprintf(stderr, "usage: triangle [--size EVEN] [--wave64] PIXEL.s OUT.png\n");
        return 2;
    }
    picture.rgb = calloc((size_t)picture.size * picture.size, 3);
    shoal_device *device = NULL;
    if (!picture.rgb || shoal_device_create(NULL, &device) != SHOAL_OK)
        fail("device", shoal_last_error(NULL));

    struct batch b = {.device = device, .picture = &picture, .lanes = wave64 ? 64 : 32};
    uint32_t sgprs[12];
    float parameters[ATTRIBUTES][3][4]; /* P0, P1 - P0, P2 - P0 */
    b.kernel = load_shader(device, argv[i], wave64);
    make_texture(device, sgprs);
    for (unsigned a = 0; a < ATTRIBUTES; a++)
        for (unsigned c = 0; c < 4; c++)
            for (unsigned v = 0; v < 3; v++)
                parameters[a][v][c] =
                    triangle[v].attribute[a][c] - (v ? triangle[0].attribute[a][c] : 0);
    b.start = shoal_wave_start_default();
    b.start.sgprs = sgprs;
    b.start.sgpr_count = 12;
    b.start.lds = parameters;
    b.start.lds_size = sizeof parameters;
    b.start.on_export = take_export;
    b.start.user = &picture;
    draw(&b);

    png_image png = {.version = PNG_IMAGE_VERSION,
                     .width = picture.size,
                     .height = picture.size,
                     .format = PNG_FORMAT_RGB};
    if (!png_image_write_to_file(&png, argv[i + 1], 0, picture.rgb, 0, NULL))
        fail(argv[i + 1], png.message);
    shoal_device_destroy(device);
    free(picture.rgb);
    return 0;
}
