/* names.h: names of registers, CSRs and settings in the text of Ventus instructions: one list for
 * printer and parser. */
#ifndef SHOAL_ISA_VENTUS_NAMES_H
#define SHOAL_ISA_VENTUS_NAMES_H

#include <stdbool.h>
#include <stddef.h>

enum { VENTUS_REGISTER_NAME_BYTES = 8 };

/* "zero", "ra", .. "t6", "x32" .. "x63". */
const char *ventus_scalar_name(unsigned number, char room[VENTUS_REGISTER_NAME_BYTES]);
/* The register of a name: ABI name, fp, xN. -1: none is called so. */
int ventus_scalar_number(const char *name, size_t length);

struct ventus_csr_name {
    const char *name, *other; /* the second spelling or NULL: "wid", "CSR_WID" */
    unsigned short number;
    bool is_custom; /* of Ventus */
};
/* NULL past the end. */
const struct ventus_csr_name *ventus_csr_at(size_t index);
const char *ventus_csr_name(unsigned number); /* NULL: it has none */
int ventus_csr_number(const char *name, size_t length);

/* Static rounding modes by number: "rne", .., NULL for reserved ones. */
const char *ventus_rounding_name(unsigned mode);

/* "f16", "row", .. of mma: what is in its mnemonic comes from ventus_matrix. Suffixes of mma64. */
extern const char *const ventus_mma_rounding[4]; /* "", ".rz", ".rm", ".rp" */

#endif
