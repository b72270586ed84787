/* check.h: finds what is wrong in kernels while they run, in the binaries as they are.
 *
 *   shoal_check_options o = {.kinds = "mem"};
 *   char why[SHOAL_CHECK_WHY_BYTES];
 *   if (shoal_check_start(device, &o, why) == SHOAL_OK) {
 *       shoal_launch(device, kernel, &desc, NULL);
 *       shoal_check_report r;
 *       for (size_t i = 0; shoal_check_get(device, i, &r); i++)
 *           printf("%s: %s\n", r.place.source, r.message);
 *   }
 *
 * Checked launches run in the interpreter. Launches of a device that was not told to check pay
 * nothing. What each kind finds, what it cannot see and what it costs: docs/check.md.
 *
 * With SHOAL_CHECK in the environment ("", "all", or kinds with commas), every device checks from
 * its creation on, and reports on standard error when it is destroyed or the process exits; the
 * exit status is then SHOAL_CHECK_STATUS if there are findings. SHOAL_CHECK_REPORT
 * (json=FILE or sarif=FILE), SHOAL_CHECK_MAX_REPORTS, SHOAL_CHECK_SUPPRESSIONS,
 * SHOAL_CHECK_SUGGEST, SHOAL_CHECK_BASELINE, SHOAL_CHECK_LATE_RESULTS and SHOAL_CHECK_HINTS (1) are
 * the other options.
 *
 * Threads: as in shoal.h. */
#ifndef SHOAL_CHECK_H
#define SHOAL_CHECK_H

#include <stdbool.h>
#include <stdio.h>

#include "shoal.h"

#ifdef __cplusplus
extern "C" {
#endif

/* X(id, name, what it finds) */
#define SHOAL_CHECK_LIST(X)                                                                        \
    X(MEM, "mem", "accesses outside of allocations, LDS and scratch")                              \
    X(INIT, "init", "values that nobody wrote, used as condition, lane mask, address or result")   \
    X(RACE, "race", "accesses of waves to the same memory that nothing orders")                    \
    X(SYNC, "sync", "waves that do not meet at barriers, and deadlocks")                           \
    X(WAIT, "wait", "registers that are used before what writes them was waited for")              \
    X(HAZARD, "hazard", "instructions that hardware does not keep apart")

typedef enum shoal_check_kind {
#define SHOAL_CHECK_ENUM(id, name, about) SHOAL_CHECK_##id,
    SHOAL_CHECK_LIST(SHOAL_CHECK_ENUM)
#undef SHOAL_CHECK_ENUM
        SHOAL_CHECK_COUNT
} shoal_check_kind;

enum {
    SHOAL_CHECK_WHY_BYTES = 512,
    SHOAL_CHECK_FRAMES = 12,
    SHOAL_CHECK_STATUS = 4, /* exit status of programs with findings */
};

/* A function that an instruction is in. */
typedef struct shoal_check_frame {
    char function[96]; /* as in the source, without parameters */
    char source[256];  /* "file:line:column" of the instruction, or of the call of the frame before;
                        * "" if the file does not say */
} shoal_check_frame;

/* A work-item's instruction. */
typedef struct shoal_check_place {
    char kernel[128]; /* "": a call of the host */
    uint64_t launch;  /* of the checked ones of the device, from 1 */
    uint32_t workgroup[3];
    uint32_t wave;     /* in the work-group */
    int lane;          /* the first; -1: the whole wave */
    uint32_t item[3];  /* of that lane, in the work-group */
    int64_t pc_offset; /* from the kernel's first instruction */
    char instruction[96];
    char source[256]; /* "file:line:column"; "" without debug information */
    char around[512]; /* without source: disassembled lines, one with "> " in front */
    /* The functions that were inlined in each other there, the innermost first, the last one not
     * inlined; none without debug information. Of a longer chain the innermost ones. */
    shoal_check_frame frames[SHOAL_CHECK_FRAMES];
    size_t frame_count;
    bool is_called; /* that function is not the kernel: it was called */
} shoal_check_place;

typedef struct shoal_check_report {
    shoal_check_kind kind;
    const char *rule;  /* "out-of-bounds"; static storage */
    bool is_note;      /* harmless where it is meant so: does not count as a finding */
    char message[256]; /* one line */
    char detail[768];  /* more lines: allocation, who made it; may be empty */
    shoal_check_place place;
    bool has_other;
    shoal_check_place other; /* the other of two accesses */
    const char *other_title; /* "the other access"; static storage */
    uint64_t count;          /* work-items that did so there, with repetitions */
} shoal_check_report;

/* All texts are borrowed for the call. */
typedef struct shoal_check_options {
    const char *kinds;    /* "mem": names with commas; NULL, "" or "all": all kinds */
    uint64_t max_reports; /* that the text shows; 0: 50 */
    const char *report;   /* "json=FILE" or "sarif=FILE": where shoal_check_finish writes; NULL */
    const char *suppressions; /* file of findings that are not reported; NULL */
    const char *suggest;  /* file that shoal_check_finish writes, which would suppress all that it
                           * reports; NULL */
    const char *baseline; /* as suppressions; but if there is no such file, it is written and
                           * nothing counts as a finding; NULL */
    /* shoal_check_finish calls it for each finding that is not suppressed, in order; the report is
     * valid during the call. NULL: nobody is called. */
    void (*each)(void *user, const shoal_check_report *report);
    void *user;
    bool late_results; /* with "wait": what loads and the like bring becomes visible when code has
                        * waited for it, not before */
    bool hints;        /* with "wait": waits that never had anything to wait for are notes */
    bool alone;        /* with "sync": the program writes to no memory of the device while a launch
                        * runs, so that one all of whose waves wait for memory is ended; else such
                        * a launch is reported when its time limit ends it */
} shoal_check_options;

/* Checks the launches that are made from now on; ends the checks of before, as
 * shoal_check_finish(device, NULL, NULL, why) does. why [SHOAL_CHECK_WHY_BYTES]: a sentence on
 * failure. SHOAL_E_ARG: options or device, or launches are pending; SHOAL_E_IO: a file cannot be
 * read. */
SHOAL_API shoal_status shoal_check_start(shoal_device *device, const shoal_check_options *options,
                                         char why[SHOAL_CHECK_WHY_BYTES]);

/* Launches that are made from now on are not checked (is_paused), or are again: for checks of some
 * launches only. What happens to memory meanwhile is not seen: all of it counts as written. Without
 * checks nothing happens. SHOAL_E_BUSY: launches are pending. */
SHOAL_API shoal_status shoal_check_pause(shoal_device *device, bool is_paused);

/* The finding at `index`, in the order of launch and place, without those that are suppressed.
 * Waits for no launch. false: there is none, or nothing is checked. */
SHOAL_API bool shoal_check_get(shoal_device *device, size_t index, shoal_check_report *out);

/* Ends the checks: writes the findings as text to `text` (NULL: not), and the files of the options.
 * *findings: how many there are without notes, may be NULL. It does not wait for launches, and
 * without checks nothing happens. SHOAL_E_IO: a file could not be written;
 * why[SHOAL_CHECK_WHY_BYTES] says so. SHOAL_E_BUSY: launches are pending. */
SHOAL_API shoal_status shoal_check_finish(shoal_device *device, FILE *text, uint64_t *findings,
                                          char why[SHOAL_CHECK_WHY_BYTES]);

/* "mem", ... NULL: there is no such kind. Static storage. */
SHOAL_API const char *shoal_check_kind_name(unsigned kind);

/* For runtimes: the program called with [address, address + size), of which not all is memory that
 * it may give. rule: "copy-out-of-bounds", "bad-free"; what: the call, "hipMemcpy"; caller: a
 * return address in the program. Nothing happens unless mem is checked. */
SHOAL_API void shoal_check_call(shoal_device *device, const char *rule, const char *what,
                                uint64_t address, uint64_t size, const void *caller);

/* For runtimes: who has to free the allocation at `address` before the process ends: the program
 * that called from `caller`, as for shoal_mem_alloc_for, or nobody any more (NULL), since it has
 * been freed and goes later. */
SHOAL_API void shoal_check_owed(shoal_device *device, uint64_t address, const void *caller);

/* What a runtime does to device memory by itself, in the program's name, for the check of undefined
 * values (shoal_mem_write and its like tell so themselves). Nothing happens unless init is checked.
 */
typedef enum shoal_check_access {
    SHOAL_CHECK_UNWRITTEN, /* [to, to + size) was allocated and has no contents yet */
    SHOAL_CHECK_WRITTEN,   /* it was written, or the program may write there unseen */
    SHOAL_CHECK_COPIED,    /* from [from, from + size), if that is device memory; else written */
    SHOAL_CHECK_READ,      /* the program uses [from, from + size) */
} shoal_check_access;
SHOAL_API void shoal_check_memory(shoal_device *device, shoal_check_access access, uint64_t to,
                                  uint64_t from, uint64_t size, const void *caller);

/* For runtimes: the order of the work that they give the device, for races between launches, and
 * with copies (shoal_check_memory). A task is a launch, a copy, or nothing but a place in an order;
 * it comes after `after` [count], tasks or 0, and after all that the host has waited for. What
 * happens outside of tasks is in order with everything. Returns its number; 0: races are not
 * checked. */
SHOAL_API uint64_t shoal_check_task(shoal_device *device, const uint64_t *after, size_t count);
/* This thread works for the task from now on, 0: for none. What was before it is over. Returns
 * which task that was. */
SHOAL_API uint64_t shoal_check_enter(shoal_device *device, uint64_t task);
/* The host knows the task to be over. */
SHOAL_API void shoal_check_waited(shoal_device *device, uint64_t task);
/* The task, and those after it, come after all tasks that are over now: it has waited for something
 * that any of them may have done. */
SHOAL_API void shoal_check_learned(shoal_device *device, uint64_t task);

#ifdef __cplusplus
}
#endif
#endif
