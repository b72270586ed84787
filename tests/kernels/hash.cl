/* hash.cl: SHA-256, and a stream cipher's quarter rounds on vectors. */

constant uint round_constants[64] = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2,
};

/* The digest of message i, which is `length` bytes at data + i * length, length <= 119. */
kernel void sha256(global const uchar *data, uint length, global uint *digests)
{
    size_t i = get_global_id(0);
    uint state[8] = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
                     0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
    uint blocks = (length + 9 + 63) / 64;
    for (uint block = 0; block < blocks; block++) {
        uint w[64];
        for (uint t = 0; t < 16; t++) {
            uint word = 0;
            for (uint k = 0; k < 4; k++) {
                uint at = block * 64 + t * 4 + k;
                uint byte = at < length ? data[i * length + at] : at == length ? 0x80u : 0u;
                word = word << 8 | byte;
            }
            w[t] = word;
        }
        if (block == blocks - 1)
            w[15] = length * 8;
        for (uint t = 16; t < 64; t++) {
            uint x = w[t - 15];
            uint y = w[t - 2];
            uint s0 = rotate(x, 25u) ^ rotate(x, 14u) ^ x >> 3;
            uint s1 = rotate(y, 15u) ^ rotate(y, 13u) ^ y >> 10;
            w[t] = w[t - 16] + s0 + w[t - 7] + s1;
        }
        uint a = state[0], b = state[1], c = state[2], d = state[3];
        uint e = state[4], f = state[5], g = state[6], h = state[7];
        for (uint t = 0; t < 64; t++) {
            uint s1 = rotate(e, 26u) ^ rotate(e, 21u) ^ rotate(e, 7u);
            uint t1 = h + s1 + bitselect(g, f, e) + round_constants[t] + w[t];
            uint s0 = rotate(a, 30u) ^ rotate(a, 19u) ^ rotate(a, 10u);
            uint t2 = s0 + ((a & b) ^ (a & c) ^ (b & c));
            h = g;
            g = f;
            f = e;
            e = d + t1;
            d = c;
            c = b;
            b = a;
            a = t1 + t2;
        }
        state[0] += a;
        state[1] += b;
        state[2] += c;
        state[3] += d;
        state[4] += e;
        state[5] += f;
        state[6] += g;
        state[7] += h;
    }
    for (uint k = 0; k < 8; k++)
        digests[i * 8 + k] = state[k];
}

/* The ChaCha20 block function (RFC 8439): rows of the state as uint4. */
kernel void chacha20(global const uint4 *key, uint4 nonce, global uint4 *stream)
{
    size_t i = get_global_id(0);
    uint4 a = (uint4)(0x61707865, 0x3320646e, 0x79622d32, 0x6b206574);
    uint4 b = key[0];
    uint4 c = key[1];
    uint4 d = nonce;
    d.x += (uint)i;
    uint4 a0 = a, d0 = d;
    for (int round = 0; round < 20; round++) {
        a += b;
        d = rotate(d ^ a, (uint4)(16));
        c += d;
        b = rotate(b ^ c, (uint4)(12));
        a += b;
        d = rotate(d ^ a, (uint4)(8));
        c += d;
        b = rotate(b ^ c, (uint4)(7));
        if (round & 1) {
            b = b.wxyz;
            c = c.zwxy;
            d = d.yzwx;
        } else {
            b = b.yzwx;
            c = c.zwxy;
            d = d.wxyz;
        }
    }
    stream[4 * i] = a + a0;
    stream[4 * i + 1] = b + key[0];
    stream[4 * i + 2] = c + key[1];
    stream[4 * i + 3] = d + d0;
}
