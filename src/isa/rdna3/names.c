/* names.c: the tables of names.h. */
#include "isa/rdna3/names.h"

#include "isa/rdna3/rdna3.h"

/* Manual 5.6, S_WAITCNT. */
const struct rdna3_bit_field rdna3_waitcnt_fields[RDNA3_WAITCNT_FIELDS] = {
    {"vmcnt", 10, 6}, {"expcnt", 0, 3}, {"lgkmcnt", 4, 6}};

/* Manual 16.5, S_WAITCNT_DEPCTR. */
const struct rdna3_bit_field rdna3_depctr_fields[RDNA3_DEPCTR_FIELDS] = {
    {"depctr_hold_cnt", 7, 1}, {"depctr_sa_sdst", 0, 1}, {"depctr_va_vdst", 12, 4},
    {"depctr_va_sdst", 9, 3},  {"depctr_va_ssrc", 8, 1}, {"depctr_va_vcc", 1, 1},
    {"depctr_vm_vsrc", 2, 3},
};

/* Manual 5.7, S_DELAY_ALU. */
const char *const rdna3_delay_ids[16] = {
    "NO_DEP",        "VALU_DEP_1",    "VALU_DEP_2",    "VALU_DEP_3",        "VALU_DEP_4",
    "TRANS32_DEP_1", "TRANS32_DEP_2", "TRANS32_DEP_3", "FMA_ACCUM_CYCLE_1", "SALU_CYCLE_1",
    "SALU_CYCLE_2",  "SALU_CYCLE_3",
};
const char *const rdna3_delay_skips[8] = {"SAME", "NEXT", "SKIP_1", "SKIP_2", "SKIP_3", "SKIP_4"};

/* Manual 3.4 and 16.2, S_GETREG_B32. */
const char *const rdna3_hwregs[64] = {
    [1] = "HW_REG_MODE",
    [2] = "HW_REG_STATUS",
    [3] = "HW_REG_TRAPSTS",
    [5] = "HW_REG_GPR_ALLOC",
    [6] = "HW_REG_LDS_ALLOC",
    [7] = "HW_REG_IB_STS",
    [15] = "HW_REG_SH_MEM_BASES",
    [18] = "HW_REG_PERF_SNAPSHOT_PC_LO",
    [19] = "HW_REG_PERF_SNAPSHOT_PC_HI",
    [20] = "HW_REG_FLAT_SCR_LO",
    [21] = "HW_REG_FLAT_SCR_HI",
    [23] = "HW_REG_HW_ID1",
    [24] = "HW_REG_HW_ID2",
    [27] = "HW_REG_PERF_SNAPSHOT_DATA",
    [29] = "HW_REG_SHADER_CYCLES",
};

/* Manual 16.5, S_SENDMSG; 128 and up are for S_SENDMSG_RTN (16.3). */
const char *const rdna3_messages[RDNA3_MESSAGES] = {
    [1] = "MSG_INTERRUPT",           [2] = "MSG_HS_TESSFACTOR",   [3] = "MSG_DEALLOC_VGPRS",
    [5] = "MSG_STALL_WAVE_GEN",      [6] = "MSG_HALT_WAVES",      [9] = "MSG_GS_ALLOC_REQ",
    [128] = "MSG_RTN_GET_DOORBELL",  [129] = "MSG_RTN_GET_DDID",  [130] = "MSG_RTN_GET_TMA",
    [131] = "MSG_RTN_GET_REALTIME",  [132] = "MSG_RTN_SAVE_WAVE", [133] = "MSG_RTN_GET_TBA",
    [134] = "MSG_RTN_GET_TBA_TO_PC",
};

/* S_VERSION: the microcode version and the wave sizes the program may run in. */
const char *const rdna3_versions[10] = {
    [0] = "UC_VERSION_GFX7",
    [4] = "UC_VERSION_GFX10",
    [6] = "UC_VERSION_GFX11",
    [9] = "UC_VERSION_GFX12",
};
const char *const rdna3_version_bits[3] = {"UC_VERSION_W64_BIT", "UC_VERSION_W32_BIT",
                                           "UC_VERSION_MDP_BIT"};

/* Unified buffer formats (manual table 52). */
const char *const rdna3_buffer_formats[RDNA3_BUFFER_FORMATS] = {
    "INVALID",
    "8_UNORM",
    "8_SNORM",
    "8_USCALED",
    "8_SSCALED",
    "8_UINT",
    "8_SINT",
    "16_UNORM",
    "16_SNORM",
    "16_USCALED",
    "16_SSCALED",
    "16_UINT",
    "16_SINT",
    "16_FLOAT",
    "8_8_UNORM",
    "8_8_SNORM",
    "8_8_USCALED",
    "8_8_SSCALED",
    "8_8_UINT",
    "8_8_SINT",
    "32_UINT",
    "32_SINT",
    "32_FLOAT",
    "16_16_UNORM",
    "16_16_SNORM",
    "16_16_USCALED",
    "16_16_SSCALED",
    "16_16_UINT",
    "16_16_SINT",
    "16_16_FLOAT",
    "10_11_11_FLOAT",
    "11_11_10_FLOAT",
    "10_10_10_2_UNORM",
    "10_10_10_2_SNORM",
    "10_10_10_2_UINT",
    "10_10_10_2_SINT",
    "2_10_10_10_UNORM",
    "2_10_10_10_SNORM",
    "2_10_10_10_USCALED",
    "2_10_10_10_SSCALED",
    "2_10_10_10_UINT",
    "2_10_10_10_SINT",
    "8_8_8_8_UNORM",
    "8_8_8_8_SNORM",
    "8_8_8_8_USCALED",
    "8_8_8_8_SSCALED",
    "8_8_8_8_UINT",
    "8_8_8_8_SINT",
    "32_32_UINT",
    "32_32_SINT",
    "32_32_FLOAT",
    "16_16_16_16_UNORM",
    "16_16_16_16_SNORM",
    "16_16_16_16_USCALED",
    "16_16_16_16_SSCALED",
    "16_16_16_16_UINT",
    "16_16_16_16_SINT",
    "16_16_16_16_FLOAT",
    "32_32_32_UINT",
    "32_32_32_SINT",
    "32_32_32_FLOAT",
    "32_32_32_32_UINT",
    "32_32_32_32_SINT",
    "32_32_32_32_FLOAT",
};

const char *const rdna3_image_dims[8] = {"1D",       "2D",       "3D",      "CUBE",
                                         "1D_ARRAY", "2D_ARRAY", "2D_MSAA", "2D_MSAA_ARRAY"};

/* Manual 13.3. */
const struct rdna3_export_target rdna3_export_targets[RDNA3_EXPORT_TARGETS] = {
    {"mrt", 0, 7, true},
    {"mrtz", 8, 8, false},
    {"pos", 12, 16, true},
    {"prim", 20, 20, false},
    {"dual_src_blend", 21, 22, true},
};

const struct rdna3_scalar_name rdna3_scalar_names[RDNA3_SCALAR_NAMES] = {
    {"vcc_lo", SRC_VCC_LO, 1},
    {"vcc_hi", SRC_VCC_LO + 1, 1},
    {"vcc", SRC_VCC_LO, 2},
    {"null", SRC_NULL, 0},
    {"m0", SRC_M0, 1},
    {"exec_lo", SRC_EXEC_LO, 1},
    {"exec_hi", SRC_EXEC_HI, 1},
    {"exec", SRC_EXEC_LO, 2},
    {"src_shared_base", SRC_SHARED_BASE, 0},
    {"src_shared_limit", SRC_SHARED_LIMIT, 0},
    {"src_private_base", SRC_PRIVATE_BASE, 0},
    {"src_private_limit", SRC_PRIVATE_LIMIT, 0},
    {"src_scc", SRC_SCC, 0},
    {"shared_base", SRC_SHARED_BASE, 0},
    {"shared_limit", SRC_SHARED_LIMIT, 0},
    {"private_base", SRC_PRIVATE_BASE, 0},
    {"private_limit", SRC_PRIVATE_LIMIT, 0},
    {"scc", SRC_SCC, 0},
    {"src_lds_direct", 254, 0},
    {"lds_direct", 254, 0},
};
