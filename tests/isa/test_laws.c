/* Laws of the decoder, for pseudo-random bits with a fixed seed: encode(decode(b)) = b up to
 * bits that no field owns; nothing is read past `avail`; every first word is decoded or refused
 * with a reason; text is written to its room and no further. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cmocka.h>

#include "isa/rdna3/print.h"

static uint64_t state = 0x9e3779b97f4a7c15;

static uint32_t random32(void)
{
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return (uint32_t)(state >> 16);
}

/* Bits of the format's own dwords that are fixed or belong to a field. */
static void owned_bits(unsigned format, uint32_t out[2])
{
    uint64_t owned = rdna3_formats[format].mask;
    for (unsigned i = 0; i < rdna3_fields[format].count; i++) {
        const struct rdna3_field_info *f = &rdna3_fields[format].fields[i];
        owned |= ((UINT64_C(1) << f->bits) - 1) << f->first_bit;
    }
    out[0] = (uint32_t)owned;
    out[1] = (uint32_t)(owned >> 32);
}

/* A random word that begins with the bits of a random format. */
static void random_words(uint32_t words[5])
{
    for (int i = 0; i < 5; i++)
        words[i] = random32();
    const struct rdna3_format_info *f = &rdna3_formats[random32() % FMT_COUNT];
    words[0] = (words[0] & ~f->mask) | f->match;
}

static void encode_inverts_decode(void **unused)
{
    (void)unused;
    unsigned decoded = 0;
    for (int i = 0; i < 2000000; i++) {
        uint32_t words[5], back[5] = {0}, owned[2];
        struct rdna3_insn in;
        random_words(words);
        if (rdna3_decode(words, sizeof words, &in) != SHOAL_OK)
            continue;
        decoded++;
        size_t size = rdna3_encode(&in, back);
        assert_int_equal(size, in.size_bytes);
        owned_bits(in.format, owned);
        words[0] &= owned[0];
        if (rdna3_formats[in.format].dwords > 1)
            words[1] &= owned[1];
        assert_memory_equal(words, back, size);
    }
    assert_true(decoded > 500000);
}

static void decode_never_reads_past_avail(void **unused)
{
    (void)unused;
    size_t page = (size_t)sysconf(_SC_PAGESIZE);
    unsigned char *two =
        mmap(NULL, 2 * page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    assert_ptr_not_equal(two, MAP_FAILED);
    assert_int_equal(mprotect(two + page, page, PROT_NONE), 0);
    for (int i = 0; i < 200000; i++) {
        uint32_t words[5];
        struct rdna3_insn whole, cut;
        random_words(words);
        shoal_status st = rdna3_decode(words, sizeof words, &whole);
        for (size_t avail = 0; avail <= 20; avail++) {
            unsigned char *at = two + page - avail; /* one byte more would fault */
            memcpy(at, words, avail);
            shoal_status got = rdna3_decode(at, avail, &cut);
            if (avail >= whole.size_bytes) {
                assert_int_equal(got, st);
                assert_int_equal(cut.size_bytes, whole.size_bytes);
            } else if (got == SHOAL_E_TRUNCATED) {
                assert_true(cut.size_bytes > avail);
                assert_true(cut.size_bytes <= 12);
            } else {
                assert_int_not_equal(got, SHOAL_OK);
            }
        }
    }
    munmap(two, 2 * page);
}

static void first_words_are_decoded_or_refused(void **unused)
{
    (void)unused;
    unsigned good = 0, bad = 0;
    for (uint32_t i = 0; i < 1u << 22; i++) {
        uint32_t words[5] = {i * 2654435761u, 0, 0, 0, 0}; /* an odd factor visits all classes */
        struct rdna3_insn in;
        shoal_status st = rdna3_decode(words, sizeof words, &in);
        if (st == SHOAL_OK) {
            good++;
            assert_null(in.reason);
            assert_true(in.size_bytes == 4 || in.size_bytes == 8 || in.size_bytes == 12);
        } else {
            bad++;
            assert_true(st == SHOAL_E_ILLEGAL || st == SHOAL_E_RESERVED);
            assert_non_null(in.reason);
        }
    }
    assert_true(good > 1000000);
    assert_true(bad > 100000);
}

static void text_stays_in_its_room(void **unused)
{
    (void)unused;
    for (int i = 0; i < 300000; i++) {
        uint32_t words[5];
        struct rdna3_insn in;
        char full[RDNA3_TEXT_BYTES], part[RDNA3_TEXT_BYTES];
        random_words(words);
        if (rdna3_decode(words, sizeof words, &in) != SHOAL_OK)
            continue;
        struct rdna3_print_options opt = {.wave64 = random32() & 1};
        size_t n = rdna3_print(&in, &opt, full, sizeof full);
        assert_true(n > 2 && n < 240);
        assert_int_equal(strlen(full), n);
        size_t room = random32() % (n + 2);
        memset(part, '#', sizeof part);
        assert_int_equal(rdna3_print(&in, &opt, part, room), n);
        for (size_t k = room; k < n + 2; k++)
            assert_int_equal(part[k], '#');
        if (room) {
            assert_int_equal(part[room - 1 < n ? room - 1 : n], 0);
            assert_memory_equal(part, full, room - 1 < n ? room - 1 : n);
        }
    }
}

/* What chips ignore, errata E-052: a word with other values in fields that its row does not use is
 * refused as text and runs as the word without them. Counts the rows and formats seen. */
static void unused_fields_do_not_matter(void **unused)
{
    (void)unused;
    static bool seen[RDNA3_ROW_COUNT][FMT_COUNT];
    unsigned kinds = 0;
    for (int i = 0; i < 1500000; i++) {
        uint32_t words[5];
        struct rdna3_insn want, got, refused;
        random_words(words);
        if (rdna3_decode_run(RDNA3_GFX1100, words, sizeof words, &want) != SHOAL_OK ||
            want.format == FMT_VOPD)
            continue;
        bool was_ignored = want.ignored != NULL;
        const struct rdna3_row *row = &rdna3_rows[want.row];
        const struct rdna3_fixed *fixed = &rdna3_fixed[want.row][want.format != row->format];
        uint64_t free_bits = fixed->mask & ~fixed->required;
        uint64_t flip = free_bits & (random32() | (uint64_t)random32() << 32);
        words[0] ^= (uint32_t)flip;
        if (rdna3_formats[want.format].dwords > 1)
            words[1] ^= (uint32_t)(flip >> 32);
        assert_int_equal(rdna3_decode_run(RDNA3_GFX1100, words, sizeof words, &got), SHOAL_OK);
        shoal_status st = rdna3_decode(words, sizeof words, &refused);
        assert_int_equal(st, got.ignored ? SHOAL_E_RESERVED : SHOAL_OK);
        if (got.ignored)
            assert_string_equal(refused.reason, got.ignored);
        got.ignored = want.ignored = NULL;
        assert_memory_equal(&got, &want, sizeof got);
        kinds += flip && !was_ignored && !seen[want.row][want.format];
        seen[want.row][want.format] |= flip && !was_ignored;
    }
    assert_true(kinds > 300);
}

static const char *label(void *context, uint64_t address)
{
    *(uint64_t *)context = address;
    return address == 0x1000 ? "loop" : NULL;
}

static void branches_print_labels(void **unused)
{
    (void)unused;
    uint64_t asked = 0;
    struct rdna3_print_options opt = {.pc = 0x1010, .label = label, .context = &asked};
    struct rdna3_insn in;
    char text[RDNA3_TEXT_BYTES];
    uint32_t back = 0xbfa0fffb; /* s_branch -5: 0x1010 + 4 - 20 */
    assert_int_equal(rdna3_decode(&back, 4, &in), SHOAL_OK);
    rdna3_print(&in, &opt, text, sizeof text);
    assert_string_equal(text, "s_branch loop");
    assert_int_equal(asked, 0x1000);
    opt.pc = 0x2000;
    rdna3_print(&in, &opt, text, sizeof text);
    assert_string_equal(text, "s_branch 65531");
    rdna3_print(&in, NULL, text, sizeof text);
    assert_string_equal(text, "s_branch 65531");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(encode_inverts_decode),
        cmocka_unit_test(decode_never_reads_past_avail),
        cmocka_unit_test(first_words_are_decoded_or_refused),
        cmocka_unit_test(unused_fields_do_not_matter),
        cmocka_unit_test(text_stays_in_its_room),
        cmocka_unit_test(branches_print_labels),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
