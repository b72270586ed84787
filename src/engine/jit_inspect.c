/* jit_inspect.c: what the JIT makes of a kernel, and what ran of it, for people: shoal/jit.h. */
#include <stdio.h>
#include <stdlib.h>

#include "engine/code_map.h"
#include "engine/jit.h"
#include "engine/jit_module.h"
#include "engine/jit_service.h"
#include "engine/process.h"

static shoal_jit_stats stats_of(const struct jit_times *t, const struct jit_request *q)
{
    shoal_jit_stats s = {
        .instructions = t->op_count,
        .parts = t->part_count,
        .code_bytes = t->code_bytes,
        .direct_parts = t->direct_parts,
        .region_ms = (double)t->region_ns * 1e-6,
        .emit_ms = (double)t->emit_ns * 1e-6,
        .passes_ms = (double)t->passes_ns * 1e-6,
        .codegen_ms = (double)t->codegen_ns * 1e-6,
        .link_ms = (double)t->link_ns * 1e-6,
    };
    uint32_t *by_row = calloc(q->isa->row_count, sizeof *by_row);
    for (uint64_t i = 0; by_row && i < q->code->size_bytes / 4; i++)
        if (q->called[i])
            by_row[q->isa->op_at(q->code, 4 * i)->row]++;
    for (unsigned row = 0; by_row && row < q->isa->row_count; row++) {
        s.calls += by_row[row];
        jit_add_called(s.called, &s.called_count,
                       (struct shoal_called){q->isa->row_name(row), by_row[row]});
    }
    free(by_row);
    for (unsigned i = 0; i < t->unknown_count && i < SHOAL_JIT_UNKNOWN_MAX; i++) {
        struct shoal_jit_unknown *u = &s.unknown[s.unknown_count++];
        snprintf(u->text, sizeof u->text, "%s", t->unknown[i].text);
        u->parts = t->unknown[i].parts;
    }
    return s;
}

static shoal_status inspect_with(const struct jit_api *api, struct jit *jit,
                                 const struct jit_request *q, shoal_jit_form form, char **text,
                                 shoal_jit_stats *stats, struct diag *diag)
{
    char why[512] = "";
    shoal_status st = SHOAL_OK;
    if (stats) {
        struct jit_times times;
        struct jit_image *image = NULL;
        st = api->compile(jit, q, &times, &image, why, sizeof why);
        *stats = stats_of(&times, q);
        free(image);
    }
    if (st == SHOAL_OK && text)
        st = api->text(jit, q, (enum jit_text)form, text, why, sizeof why);
    return st == SHOAL_OK ? st : diag_fail(diag, st, "The JIT does not compile it: %s.", why);
}

/* The back end for a request of a person. false: it does not work here. */
static bool choose(const struct jit_service *s, shoal_jit_backend asked, enum jit_backend *out)
{
    bool is_direct = asked == SHOAL_JIT_BACKEND_DIRECT ||
                     (asked == SHOAL_JIT_BACKEND_DEFAULT && jit_choice() == JIT_CHOICE_DIRECT);
    *out = is_direct ? JIT_BACKEND_DIRECT : JIT_BACKEND_LLVM;
    return asked != SHOAL_JIT_BACKEND_DIRECT || jit_service_has_direct(s);
}

shoal_status jit_inspect(struct shoal_kernel *kernel, shoal_jit_backend asked, shoal_jit_form form,
                         char **text, shoal_jit_stats *stats, struct diag *diag)
{
    shoal_device *device = kernel->module->device;
    enum jit_backend backend;
    if (!device->isa->has_jit)
        return diag_fail(diag, SHOAL_E_UNSUPPORTED, "There is no JIT for %s.", device->isa->isa);
    SHOAL_TRY(jit_check(device, diag));
    if (!choose(device->jit, asked, &backend))
        return diag_fail(
            diag, SHOAL_E_UNSUPPORTED,
            "The direct back end makes code for AVX-512 and AVX2, which are not to be used here.");
    /* Keeps the module, and its decoded code, as a launch does. */
    atomic_fetch_add(&kernel->module->pending, 1);
    struct code *code = code_map_get(device, kernel->entry, kernel->variant | JIT_VARIANT);
    char why[512] = "";
    process_begin_compiling();
    const struct jit_api *api = jit_module_open(jit_service_module(device->jit), diag);
    struct jit *jit = api ? api->create(device->host_cpu, why, sizeof why) : NULL;
    if (!code) {
        diag_fail(diag, SHOAL_E_NOMEM, "Out of host memory.");
    } else if (jit) {
        struct start_facts facts;
        device->isa->start_facts(kernel->isa_kernel, &facts);
        uint32_t shape = (uint32_t)atomic_load_explicit(&kernel->jit.shape, memory_order_relaxed);
        const struct jit_request q = {
            .isa = device->isa,
            .machine = &device->machine,
            .code = code,
            .entry_offset = kernel->entry - code->base,
            .mode = facts.mode,
            .rsrc2 = facts.registers,
            .group_waves = shape & UINT16_MAX,
            .row_lanes = shape >> 16,
            .backend = backend,
            .called = calloc(code->size_bytes / 4, 1),
        };
        if (q.called)
            inspect_with(api, jit, &q, form, text, stats, diag);
        else
            diag_fail(diag, SHOAL_E_NOMEM, "Out of host memory.");
        free(q.called);
    } else if (api) {
        diag_fail(diag, SHOAL_E_UNSUPPORTED, "The JIT does not work here: %s.", why);
    }
    if (jit)
        api->destroy(jit);
    process_end_compiling();
    atomic_fetch_sub(&kernel->module->pending, 1);
    return diag->status;
}

void jit_get_run(struct shoal_kernel *kernel, shoal_jit_run *out)
{
    struct kernel_jit *k = &kernel->jit;
    *out = (shoal_jit_run){0};
    struct jit_service *s = jit_service_lock(kernel->module->device);
    uint64_t begin = atomic_load(&k->begin_ns);
    for (unsigned i = 0; i < SHOAL_JIT_TIER_COUNT; i++) {
        const struct jit_record *r = &k->records[i];
        out->tiers[i] = (struct shoal_jit_tier_run){
            .launches = atomic_load(&r->launches),
            .run_ms = (double)atomic_load(&r->run_ns) * 1e-6,
            .is_there = i == SHOAL_JIT_TIER_INTERP || r->ready_ns != 0,
            .is_from_disk = r->is_from_disk,
            .ready_ms = r->ready_ns > begin ? (double)(r->ready_ns - begin) * 1e-6 : 0,
            .compile_ms = (double)r->compile_ns * 1e-6,
            .parts = r->parts,
            .direct_parts = r->direct,
        };
    }
    jit_service_unlock(s);
}
