/* order.h: races between launches, and between launches and copies, that the program has given the
 * device as tasks (check.h: shoal_check_task) without an order between them. Tasks form chains, in
 * which each knows the one before it; what a task knows is a clock of chains (struct race_clock).
 */
#ifndef SHOAL_CHECK_ORDER_H
#define SHOAL_CHECK_ORDER_H

#include "check/race.h"

/* What a launch or a call of the host has done to memory, until the host knows it to be over. */
struct order_source;

/* ---- order.c ---- */

/* Of a device. */
struct order *order_create(void);
void order_destroy(struct order *o);
/* The task of this thread; the caller drops `known`. */
struct order_at order_current(struct check *c);
/* What the host does to device memory in a task. */
void order_host(struct check *c, enum checker_memory what, uint64_t to, uint64_t from,
                uint64_t size, const void *caller);
/* The launch has ended: its accesses, against those of other tasks. */
void order_launch(struct race_launch *l);

struct order_shadow *order_shadow_of(const struct check *c);

/* ---- order_shadow.c ---- */

struct order_shadow *order_shadow_create(void);
void order_shadow_destroy(struct order_shadow *s);
/* Forgets everything: the host knows it all to be over. */
void order_shadow_clear(struct order_shadow *s);
/* Forgets what was done to [at, at + size), which is other memory now. */
void order_shadow_forget(struct order_shadow *s, uint64_t at, uint64_t size);
/* Accesses of a task to the bytes of a page, which are reported if they race, and kept. */
void order_shadow_add(struct check *c, struct order_shadow *s, const struct order_at *at,
                      struct order_source *by, const struct race_seen *seen);

struct order_source *order_source_of_launch(struct race_launch *l);
/* what: "hipMemcpy", say; caller: as for fault_caller. */
struct order_source *order_source_of_call(struct check *c, const void *caller);
void order_source_drop(struct order_source *s);

#endif
