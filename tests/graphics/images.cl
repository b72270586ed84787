// Kernels of images.py. Each writes what it read to a buffer or an image that the test compares.

kernel void copy_f(read_only image2d_t in, write_only image2d_t out)
{
    int2 at = (int2)(get_global_id(0), get_global_id(1));
    write_imagef(out, at, read_imagef(in, at));
}

kernel void copy_i(read_only image2d_t in, write_only image2d_t out)
{
    int2 at = (int2)(get_global_id(0), get_global_id(1));
    write_imagei(out, at, read_imagei(in, at));
}

kernel void copy_ui(read_only image2d_t in, write_only image2d_t out)
{
    int2 at = (int2)(get_global_id(0), get_global_id(1));
    write_imageui(out, at, read_imageui(in, at));
}

// coords: two floats per work-item
kernel void sample(read_only image2d_t in, sampler_t sampler, global const float2 *coords,
                   global float4 *out)
{
    size_t i = get_global_id(0);
    out[i] = read_imagef(in, sampler, coords[i]);
}

constant sampler_t own = CLK_NORMALIZED_COORDS_TRUE | CLK_ADDRESS_REPEAT | CLK_FILTER_LINEAR;

kernel void sample_own(read_only image2d_t in, global const float2 *coords, global float4 *out)
{
    size_t i = get_global_id(0);
    out[i] = read_imagef(in, own, coords[i]);
}

kernel void volume(read_only image3d_t in, sampler_t sampler, global const float4 *coords,
                   global float4 *out)
{
    size_t i = get_global_id(0);
    out[i] = read_imagef(in, sampler, coords[i]);
}

kernel void layers(read_only image2d_array_t in, global const int4 *coords, global float4 *out)
{
    size_t i = get_global_id(0);
    out[i] = read_imagef(in, coords[i]);
}

kernel void add_in_place(read_write image2d_t image, float x)
{
    int2 at = (int2)(get_global_id(0), get_global_id(1));
    write_imagef(image, at, read_imagef(image, at) + x);
}

kernel void queries(read_only image3d_t volume, read_only image2d_array_t array, write_only image2d_t plane,
                    global int *out)
{
    out[0] = get_image_width(volume);
    out[1] = get_image_height(volume);
    out[2] = get_image_depth(volume);
    out[3] = get_image_width(array);
    out[4] = (int)get_image_array_size(array);
    out[5] = get_image_dim(plane).x;
    out[6] = get_image_dim(plane).y;
    out[7] = get_image_channel_data_type(plane) == CLK_UNORM_INT8;
    out[8] = get_image_channel_order(plane) == CLK_RGBA;
    out[9] = get_image_channel_data_type(volume) == CLK_FLOAT;
}
