// Each pixel becomes the mean of a box, read through a sampler.
kernel void blur(read_only image2d_t in, sampler_t sampler, write_only image2d_t out, int radius)
{
    int2 at = (int2)(get_global_id(0), get_global_id(1)), size = get_image_dim(in);
    if (at.x >= size.x || at.y >= size.y)
        return;
    float4 sum = 0;
    for (int y = -radius; y <= radius; y++)
        for (int x = -radius; x <= radius; x++)
            sum += read_imagef(in, sampler, convert_float2(at + (int2)(x, y)) + 0.5f);
    write_imagef(out, at, sum / (float)((2 * radius + 1) * (2 * radius + 1)));
}
