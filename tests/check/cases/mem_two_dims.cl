// Rows and columns are exchanged: the picture is wider than high.
// @run --grid 16,8 --block 8,8 --arg buf:u8:128 --arg i32:16 --arg i32:8
kernel void invert(global uchar *p, int width, int height)
{
    int x = get_global_id(0), y = get_global_id(1);
    int i = x * width + y; // @bug
    int i = y * width + x; // @right
    p[i] = 255 - p[i]; // @expect mem:out-of-bounds group=1,0,0 item=0,0,0 @expect mem:out-of-bounds group=1,0,0 item=0,0,0
}
