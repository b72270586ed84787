/* names.c: the lists of names.h. */
#include "isa/ventus/names.h"

#include <stdio.h>
#include <string.h>

static const char scalar_names[32][5] = {
    "zero", "ra", "sp", "gp", "tp",  "t0",  "t1", "t2", "s0", "s1", "a0",
    "a1",   "a2", "a3", "a4", "a5",  "a6",  "a7", "s2", "s3", "s4", "s5",
    "s6",   "s7", "s8", "s9", "s10", "s11", "t3", "t4", "t5", "t6",
};

static bool is_name(const char *name, size_t length, const char *of)
{
    return strlen(of) == length && memcmp(name, of, length) == 0;
}

const char *ventus_scalar_name(unsigned number, char room[VENTUS_REGISTER_NAME_BYTES])
{
    if (number < 32)
        return scalar_names[number];
    snprintf(room, VENTUS_REGISTER_NAME_BYTES, "x%u", number & 255);
    return room;
}

int ventus_scalar_number(const char *name, size_t length)
{
    for (int i = 0; i < 32; i++)
        if (is_name(name, length, scalar_names[i]))
            return i;
    if (is_name(name, length, "fp"))
        return 8;
    if (length < 2 || length > 3 || *name != 'x' || (name[1] == '0' && length > 2))
        return -1;
    int n = 0;
    for (size_t i = 1; i < length; i++) {
        if (name[i] < '0' || name[i] > '9')
            return -1;
        n = 10 * n + (name[i] - '0');
    }
    return n < 64 ? n : -1;
}

static const struct ventus_csr_name csrs[] = {
    {"fflags", NULL, 0x001, false},      {"frm", NULL, 0x002, false},
    {"fcsr", NULL, 0x003, false},        {"vstart", NULL, 0x008, false},
    {"vxsat", NULL, 0x009, false},       {"vxrm", NULL, 0x00a, false},
    {"vcsr", NULL, 0x00f, false},        {"mstatus", NULL, 0x300, false},
    {"mie", NULL, 0x304, false},         {"mtvec", NULL, 0x305, false},
    {"mscratch", NULL, 0x340, false},    {"mepc", NULL, 0x341, false},
    {"mcause", NULL, 0x342, false},      {"mtval", NULL, 0x343, false},
    {"mip", NULL, 0x344, false},         {"tid", "CSR_TID", 0x800, true},
    {"numw", "CSR_NUMW", 0x801, true},   {"numt", "CSR_NUMT", 0x802, true},
    {"knl", "CSR_KNL", 0x803, true},     {"wgid", "CSR_WGID", 0x804, true},
    {"wid", "CSR_WID", 0x805, true},     {"lds", "CSR_LDS", 0x806, true},
    {"pds", "CSR_PDS", 0x807, true},     {"gidx", "CSR_GIDX", 0x808, true},
    {"gidy", "CSR_GIDY", 0x809, true},   {"gidz", "CSR_GIDZ", 0x80a, true},
    {"print", "CSR_PRINT", 0x80b, true}, {"rpc", "CSR_RPC", 0x80c, true},
    {"gds", "CSR_GDS", 0x80d, true},     {"vl", NULL, 0xc20, false},
    {"vtype", NULL, 0xc21, false},       {"vlenb", NULL, 0xc22, false},
};
enum { CSR_COUNT = sizeof csrs / sizeof *csrs };

const struct ventus_csr_name *ventus_csr_at(size_t index)
{
    return index < CSR_COUNT ? &csrs[index] : NULL;
}

const char *ventus_csr_name(unsigned number)
{
    for (size_t i = 0; i < CSR_COUNT; i++)
        if (csrs[i].number == number)
            return csrs[i].name;
    return NULL;
}

int ventus_csr_number(const char *name, size_t length)
{
    for (size_t i = 0; i < CSR_COUNT; i++)
        if (is_name(name, length, csrs[i].name) ||
            (csrs[i].other && is_name(name, length, csrs[i].other)))
            return csrs[i].number;
    return -1;
}

const char *ventus_rounding_name(unsigned mode)
{
    static const char *const names[8] = {"rne", "rtz", "rdn", "rup", "rmm", NULL, NULL, "dyn"};
    return names[mode & 7];
}

const char *const ventus_mma_rounding[4] = {"", ".rz", ".rm", ".rp"};
