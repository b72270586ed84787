/* print.cl: OpenCL printf with every conversion. */
#pragma OPENCL EXTENSION cl_khr_fp64 : enable

kernel void formats(int d, uint u, float f, long l, char c, double g)
{
    printf("plain text\n");
    printf("%d|%5d|%-5d|%05d|%+d|% d\n", d, d, d, d, d, d);
    printf("%i|%u|%o|%x|%X|%#x|%#o\n", d, u, u, u, u, u, u);
    printf("%f|%.2f|%10.3f|%-10.1f|%e|%.3E|%g|%G|%a\n", f, f, f, f, f, f, f, f, f);
    printf("%ld|%lu|%lx|%20ld\n", l, (ulong)l, l, l);
    printf("%hd|%hu|%hhd|%hhx\n", (short)d, (ushort)d, (char)d, (uchar)d);
    printf("%c%c%c|%5c|%%|%s|%10s|%.3s\n", c, c + 1, 'z', c, "string", "right", "truncate");
    printf("%.17g|%.15e|%F\n", g, g, g);
    printf("%s", "");
    printf("%d%%\n", 100);
    printf("%f %f %f %d\n", INFINITY, -INFINITY, 0.0f, d);
}

kernel void vectors(float4 f, int2 i, uchar4 c, short8 s, long2 l, double2 d, uint16 u)
{
    printf("%v4hlf\n", f);
    printf("%.2v4hlf|%8.1v4hlf\n", f, f);
    printf("%v2hld\n", i);
    printf("%v4hhu|%v4hhx\n", c, c);
    printf("%v8hd\n", s);
    printf("%v2ld|%v2lx\n", l, as_ulong2(l));
    printf("%v2lf|%.3v2le\n", d, d);
    printf("%v16hlu\n", u);
}

/* One line per work-item; some print twice, and return values are kept. */
kernel void from_all(global int *results)
{
    int i = get_global_id(0);
    results[i] = printf("item %d of %s\n", i, "the grid");
    if (i % 3 == 0)
        results[i] += printf("third %d %u\n", i, i * i);
}

/* Called, twice per turn, under a condition. */
__attribute__((noinline)) static void report(int k)
{
    if (k & 1)
        printf("odd %d\n", k);
    else
        printf("even %d %s\n", k, "or zero");
}

kernel void in_function(int n)
{
    for (int k = 0; k < n; k++)
        report(k);
}
