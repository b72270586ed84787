/* unpack.c: zlib and zstd streams of a stated size, as offload bundles and debug sections hold
 * them. */
#include <stdlib.h>

#include <zlib.h>
#include <zstd.h>

#include "image/parts.h"

/* An output buffer that grows with what really arrives: a header that lies about the size costs
 * no memory. limit is one more than the stated size, to tell a longer stream from a finished
 * one. */
struct output {
    uint8_t *bytes;
    size_t used, room, limit;
};

/* Makes room after the buffer was filled. */
static enum unpack_result output_grow(struct output *out)
{
    if (out->room == out->limit)
        return UNPACK_TOO_LONG;
    size_t wanted = out->room ? out->room * 2 : 1u << 16;
    if (wanted > out->limit)
        wanted = out->limit;
    uint8_t *larger = realloc(out->bytes, wanted);
    if (!larger)
        return UNPACK_NOMEM;
    out->bytes = larger;
    out->room = wanted;
    return UNPACK_OK;
}

static enum unpack_result unpack_zlib(struct view in, struct output *out, uint64_t *taken)
{
    enum { STEP = 1 << 30 }; /* zlib counts in 32 bits */
    z_stream stream = {0};
    uint64_t fed = 0;
    enum unpack_result result = UNPACK_OK;
    int code = inflateInit(&stream);
    if (code != Z_OK)
        return UNPACK_NOMEM;
    while (code != Z_STREAM_END) {
        if (out->used == out->room && (result = output_grow(out)) != UNPACK_OK)
            break;
        if (stream.avail_in == 0) {
            size_t left = in.size - fed;
            stream.next_in = (Bytef *)(uintptr_t)(in.bytes + fed);
            stream.avail_in = left > STEP ? STEP : (uInt)left;
            fed += stream.avail_in;
        }
        size_t room = out->room - out->used;
        uInt before = room > STEP ? STEP : (uInt)room;
        stream.next_out = out->bytes + out->used;
        stream.avail_out = before;
        code = inflate(&stream, Z_NO_FLUSH);
        out->used += before - stream.avail_out;
        if (code != Z_OK && code != Z_STREAM_END) {
            result = code == Z_MEM_ERROR ? UNPACK_NOMEM : UNPACK_DAMAGED;
            break;
        }
    }
    *taken = fed - stream.avail_in;
    inflateEnd(&stream);
    return result;
}

static enum unpack_result unpack_zstd(struct view in, struct output *out, uint64_t *taken)
{
    ZSTD_DCtx *context = ZSTD_createDCtx();
    ZSTD_inBuffer input = {in.bytes, in.size, 0};
    enum unpack_result result = UNPACK_OK;
    if (!context)
        return UNPACK_NOMEM;
    for (size_t code = 1; code != 0;) {
        if (out->used == out->room && (result = output_grow(out)) != UNPACK_OK)
            break;
        ZSTD_outBuffer output = {out->bytes, out->room, out->used};
        size_t input_before = input.pos;
        code = ZSTD_decompressStream(context, &output, &input);
        bool stuck = input.pos == input_before && output.pos == out->used;
        out->used = output.pos;
        if (ZSTD_isError(code) || (code != 0 && stuck)) {
            result = UNPACK_DAMAGED;
            break;
        }
    }
    *taken = input.pos;
    ZSTD_freeDCtx(context);
    return result;
}

enum unpack_result unpack_stream(bool is_zlib, struct view in, uint64_t plain_size,
                                 struct view *plain, uint64_t *taken)
{
    struct output out = {.limit = (size_t)plain_size + 1};
    enum unpack_result result =
        is_zlib ? unpack_zlib(in, &out, taken) : unpack_zstd(in, &out, taken);
    if (result == UNPACK_OK && out.used == plain_size) {
        *plain = (struct view){out.bytes, out.used};
        return UNPACK_OK;
    }
    free(out.bytes);
    return result != UNPACK_OK     ? result
           : out.used > plain_size ? UNPACK_TOO_LONG
                                   : UNPACK_TOO_SHORT;
}
