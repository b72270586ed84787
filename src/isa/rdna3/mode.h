/* mode.h: the bits of MODE, the wave's floating-point settings, and of STATUS. */
#ifndef SHOAL_RDNA3_MODE_H
#define SHOAL_RDNA3_MODE_H

/* MODE, manual 3.4.2 */
enum {
    MODE_ROUND32 = 0x3,
    MODE_ROUND16_64 = 0xc,
    MODE_DENORM32_IN = 1 << 4, /* denormals are not flushed */
    MODE_DENORM32_OUT = 1 << 5,
    MODE_DENORM16_64_IN = 1 << 6,
    MODE_DENORM16_64_OUT = 1 << 7,
    MODE_DENORM32 = MODE_DENORM32_IN | MODE_DENORM32_OUT,
    MODE_DENORM16_64 = MODE_DENORM16_64_IN | MODE_DENORM16_64_OUT,
    MODE_DENORM_IN = MODE_DENORM32_IN | MODE_DENORM16_64_IN,
    MODE_DENORM_OUT = MODE_DENORM32_OUT | MODE_DENORM16_64_OUT,
    MODE_DX10_CLAMP = 1 << 8,
    MODE_IEEE = 1 << 9,
    MODE_EXCEPTIONS = 0x7f000, /* which of them trap */
    MODE_FP16_OVFL = 1 << 23,
    /* Round to nearest even, denormals on: what the operand layer does nothing for. */
    MODE_PLAIN_MASK = 0xff,
    MODE_PLAIN = 0xf0,
};

/* STATUS, manual 3.4.1 */
enum {
    STATUS_PRIV = 1 << 5,
    STATUS_TRAP_EN = 1 << 6,
    STATUS_IN_GROUP = 1 << 11, /* the work-group has other waves */
    STATUS_HALT = 1 << 13,
    STATUS_VALID = 1 << 16,
    STATUS_SCRATCH_EN = 1 << 29,
};

#endif
