/* rc4.cl: 256 bytes of the RC4 key stream for a 16-byte key per work-item: an array of 256 bytes
 * on the stack, read and written at places that depend on it. */
kernel void rc4(global uint *out, global const uint4 *keys)
{
    uint i = get_global_id(0), items = get_global_size(0);
    uint4 key = keys[i];
    uint word[4] = {key.x, key.y, key.z, key.w};
    uchar state[256];
    for (uint k = 0; k < 256; k++)
        state[k] = k;
    uint j = 0;
    for (uint k = 0; k < 256; k++) {
        uchar at = state[k];
        j = (j + at + (word[k >> 2 & 3] >> 8 * (k & 3))) & 0xff;
        state[k] = state[j];
        state[j] = at;
    }
    j = 0;
    uint bytes = 0;
    for (uint k = 1; k <= 256; k++) {
        uchar at = state[k & 0xff];
        j = (j + at) & 0xff;
        uchar other = state[j];
        state[k & 0xff] = other;
        state[j] = at;
        bytes = bytes >> 8 | (uint)state[(at + other) & 0xff] << 24;
        if ((k & 3) == 0)
            out[((k >> 2) - 1) * items + i] = bytes;
    }
}
