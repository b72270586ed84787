/* names.h: names of values inside operands, which printer and parser share: waits, delays,
 * hardware registers, messages, buffer formats, export targets, image dimensions, scalars. */
#ifndef SHOAL_ISA_RDNA3_NAMES_H
#define SHOAL_ISA_RDNA3_NAMES_H

#include <stdbool.h>
#include <stdint.h>

/* A part of an immediate, written name(value). Its default is all ones. */
struct rdna3_bit_field {
    const char *name;
    uint8_t shift, bits;
};
enum { RDNA3_WAITCNT_FIELDS = 3, RDNA3_DEPCTR_FIELDS = 7 };
extern const struct rdna3_bit_field rdna3_waitcnt_fields[RDNA3_WAITCNT_FIELDS];
extern const struct rdna3_bit_field rdna3_depctr_fields[RDNA3_DEPCTR_FIELDS];

/* Indexed by value; NULL where a value has no name. */
extern const char *const rdna3_delay_ids[16];
extern const char *const rdna3_delay_skips[8];
extern const char *const rdna3_hwregs[64];
enum { RDNA3_MESSAGES = 135, RDNA3_FIRST_RTN_MESSAGE = 128 };
extern const char *const rdna3_messages[RDNA3_MESSAGES];
extern const char *const rdna3_version_bits[3]; /* bits 13 to 15 of S_VERSION */
extern const char *const rdna3_versions[10];
enum { RDNA3_BUFFER_FORMATS = 64 };
extern const char *const rdna3_buffer_formats[RDNA3_BUFFER_FORMATS]; /* without BUF_FMT_ */
extern const char *const rdna3_image_dims[8];

struct rdna3_export_target {
    const char *name;
    uint8_t first, last;
    bool numbered;
};
enum { RDNA3_EXPORT_TARGETS = 5 };
extern const struct rdna3_export_target rdna3_export_targets[RDNA3_EXPORT_TARGETS];

/* Scalar registers and values that are not numbered. */
struct rdna3_scalar_name {
    const char *name;
    uint8_t value;  /* of a source field */
    uint8_t dwords; /* 0: fits operands of any size */
};
enum { RDNA3_SCALAR_NAMES = 20 };
/* The first name of a value and size is the one to print; those after it are accepted. */
extern const struct rdna3_scalar_name rdna3_scalar_names[RDNA3_SCALAR_NAMES];

#endif
