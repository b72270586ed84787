// A histogram whose last bin is behind the buffer.
// @variants -O2; -O2 -mwavefrontsize64
// @run --grid 256 --block 128 --arg buf:u32:16
kernel void histogram(global uint *bins)
{
    uint i = get_global_id(0);
    atomic_inc(&bins[i % 17]); // @expect mem:out-of-bounds group=0,0,0 item=16,0,0 count=15 @bug
    atomic_inc(&bins[i % 16]); // @right
}
