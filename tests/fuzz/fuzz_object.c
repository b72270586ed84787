/* fuzz_object.c: libFuzzer target of shoal/object.h: any bytes are refused with a message or give
 * objects of which everything can be read: code, names, lines.
 *
 *   build/tests/image/fuzz_object -max_len=65536 CORPUS build/tests/image/fixtures
 *
 * Inputs are copied to a block of exactly their size and freed before the objects are used. */
#include <stdlib.h>
#include <string.h>

#include "shoal/object.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);

static volatile uint64_t sink; /* so that no read is left out */

static void require(bool claim)
{
    if (!claim)
        abort();
}

static void use(const shoal_object *o)
{
    sink += strlen(o->container) + strlen(o->processor);
    for (size_t i = 0; i < o->section_count; i++) {
        const shoal_object_section *s = &o->sections[i];
        sink += strlen(s->name);
        if (s->size_bytes)
            sink += s->bytes[0] + s->bytes[s->size_bytes - 1];
    }
    for (size_t i = 0; i < o->symbol_count; i++) {
        const shoal_object_symbol *s = &o->symbols[i];
        sink += strlen(s->name);
        require(s->section < o->section_count);
        require(s->wave_lanes == 0 || s->wave_lanes == 32 || s->wave_lanes == 64);
        require(!i || s[-1].section < s->section ||
                (s[-1].section == s->section && s[-1].address <= s->address));
    }
    for (size_t i = 0; i < o->line_count; i++) {
        sink += strlen(o->lines[i].file);
        require(!i || o->lines[i - 1].section < o->lines[i].section ||
                (o->lines[i - 1].section == o->lines[i].section &&
                 o->lines[i - 1].address <= o->lines[i].address));
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    char message[SHOAL_OBJECT_MESSAGE_BYTES] = "";
    shoal_objects *objects;
    uint8_t *copy = malloc(size ? size : 1);
    if (!copy)
        return 0;
    memcpy(copy, bytes, size);
    shoal_status st = shoal_objects_open_bytes(copy, size, &objects, message);
    free(copy);
    require((st == SHOAL_OK) == (objects != NULL));
    require(st == SHOAL_OK || st == SHOAL_E_NOMEM || message[0]);
    require(!objects || shoal_objects_count(objects) > 0);
    for (size_t i = 0; i < shoal_objects_count(objects); i++)
        use(shoal_objects_at(objects, i));
    shoal_objects_close(objects);
    return 0;
}
