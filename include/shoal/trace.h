/* trace.h: the text of executed instructions, by an observer (observe.h).
 *
 *   shoal_trace_options o = {.path = "trace.txt"};
 *   shoal_trace *trace;
 *   if (shoal_trace_open(&o, &trace, why, sizeof why) == SHOAL_OK) {
 *       desc.observer = shoal_trace_observer(trace);
 *       shoal_launch(device, kernel, &desc, NULL);
 *       shoal_trace_close(trace);
 *   }
 *
 * One line per instruction:
 *
 *   group 0,0,0 wave 0 +0x18 v_add_f32_e32 v1, v2, v3 | exec ffffffff | v1=40400000*32 | k.cl:5:9
 *
 * shows the work-group, the wave in it, the pc from the kernel's start, the instruction, EXEC
 * before it, the registers that it changed (in hexadecimal, one value per lane, equal neighbours as
 * value*lanes) and the source line, if the file has debug information. Instructions that access
 * memory have, behind EXEC, what they do, the bytes of an element, the space (global, lds, scratch,
 * flat, scalar) and the address of every active lane, lanes at equal distances as
 * address+distance*lanes:
 *
 *   ... global_load_b32 v2, v0, s[4:5] | exec 0000000f | load 4 global 200000001000+4*4 | v2=...
 *
 * A line that ends in "| fault" did not complete. Of Ventus:
 *
 *   group 0,0,0 warp 0 +0x18 vadd.vv v1, v2, v3 | mask ffffffff | v1=4*32
 *
 * with the active threads instead of EXEC; mask, rpc and stack (entries of the SIMT stack) are
 * shown where they change. */
#ifndef SHOAL_TRACE_H
#define SHOAL_TRACE_H

#include "observe.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct shoal_trace shoal_trace;

typedef struct shoal_trace_options {
    const char *path; /* of the file to write; "-": stderr */
    bool append;      /* behind what the file has, whole lines at a time */
    bool spike;       /* Ventus: the layout of Spike's commit log */
    bool has_hex;     /* spike: a vector register as one number */
    bool has_groups;  /* spike: lines part the work-groups */
    uint32_t slots;   /* spike: as lds_slots of the launch: the warps of a work-group in slot s are
                       * cores from s times their number on; 0: 1 */
    bool has_kernels; /* a line "# kernel NAME" whenever another kernel begins */
    /* [only_count] which instructions are shown: those for which each text holds. A text is
     * KEY=VALUE[,KEY=VALUE...]; keys that are given several times, in one text or in all, hold
     * if one of them does:
     *   kernel=NAME      a shell pattern, or a C++ name without types
     *   group=X[:Y[:Z]]  parts that are left out are any
     *   wave=N[-M]       in the work-group
     *   line=[FILE:]N[-M]  of the source
     *   mnemonic=NAME    a shell pattern, as global_*; with or without _e32, _e64, _dpp */
    const char *const *only;
    size_t only_count;
} shoal_trace_options;

/* Opens a trace; options and texts are not kept. why[why_size]: what is wrong, in a sentence.
 * SHOAL_E_IO: the file cannot be written. SHOAL_E_ARG: a text of `only`. SHOAL_E_NOMEM. */
SHOAL_API shoal_status shoal_trace_open(const shoal_trace_options *options, shoal_trace **out,
                                        char *why, size_t why_size);
/* For shoal_launch_desc, of one launch at a time. Lives as long as the trace. */
SHOAL_API struct shoal_observer *shoal_trace_observer(shoal_trace *trace);
/* Closes and frees. SHOAL_E_IO: not everything could be written; errno says why. NULL is allowed.
 */
SHOAL_API shoal_status shoal_trace_close(shoal_trace *trace);

#ifdef __cplusplus
}
#endif
#endif
