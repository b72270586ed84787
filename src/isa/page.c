/* page.c: words for what rows say besides their operands, the same for every instruction set. */
#include "isa/page.h"

#include <string.h>

const char *const isa_counter_names[ISA_COUNTERS] = {"vmcnt", "vscnt", "lgkmcnt", "expcnt",
                                                     "depctr"};

/* Appends the names whose bits are set, and counts them. */
static void add_names(const char **out, size_t *count, uint32_t bits, const char *const *names,
                      size_t name_count)
{
    for (size_t i = 0; i < name_count && *count < SHOAL_ISA_MAX_WORDS; i++)
        if (bits >> i & 1)
            out[(*count)++] = names[i];
}

void isa_page_effects(shoal_isa_page *page, const struct row_effects *e)
{
    static const char *const states[] = {
        "SCC", "VCC", "EXEC", "MODE",  "M0",    "PC",     "STATUS", "FLAT_SCRATCH", "HWREG",
        "MEM", "LDS", "GDS",  "SGPRS", "VGPRS", "FFLAGS", "CSR",    "RPC",          "STACK",
    };
    static const char *const flows[] = {
        [FLOW_NEXT] = "next",   [FLOW_BRANCH] = "branch",   [FLOW_CALL] = "call",
        [FLOW_RETURN] = "jump", [FLOW_END] = "end",         [FLOW_BARRIER] = "barrier",
        [FLOW_PAUSE] = "pause", [FLOW_WAIT] = "wait",       [FLOW_HINT] = "hint",
        [FLOW_HALT] = "halt",   [FLOW_MESSAGE] = "message", [FLOW_FAULT] = "fault",
    };
    enum { STATES = sizeof states / sizeof *states };
    page->flow = e->is_conditional ? "conditional branch" : flows[e->flow];
    add_names(page->reads, &page->read_count, e->reads, states, STATES);
    add_names(page->writes, &page->write_count, e->writes, states, STATES);
    add_names(page->raises, &page->raise_count, e->raises, isa_counter_names, ISA_COUNTERS);
    add_names(page->waits, &page->wait_count, e->waits, isa_counter_names, ISA_COUNTERS);
}

void isa_page_modifier(shoal_isa_page *page, const char *text)
{
    if (page->modifier_count < SHOAL_ISA_MAX_WORDS)
        page->modifiers[page->modifier_count++] = text;
}

void isa_page_hazards(shoal_isa_page *page, const struct isa_hazard *hazards, uint32_t first,
                      uint32_t second)
{
    for (unsigned i = 0; hazards[i].name && page->hazard_count < SHOAL_ISA_MAX_HAZARDS; i++) {
        const struct isa_hazard *h = &hazards[i];
        if (((first | second) >> i & 1) == 0)
            continue;
        page->hazards[page->hazard_count++] =
            (shoal_isa_hazard){h->name,   first >> i & 1, second >> i & 1, h->where, h->until,
                               h->remedy, h->source,      h->wave64_only,  h->valu,  h->trans};
    }
}
