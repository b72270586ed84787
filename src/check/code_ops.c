/* code_ops.c: see code_ops.h. */
#include "check/code_ops.h"

#include <stdlib.h>

static size_t slots_of(const struct code *code) { return code->size_bytes / 4 + 1; }

struct code_ops *code_ops_of(struct code_ops **list, pthread_mutex_t *lock, struct code *code,
                             void *(*open)(void *context, struct code *), void *context)
{
    pthread_mutex_lock(lock);
    struct code_ops *c = *list;
    while (c && c->code != code)
        c = c->next;
    if (!c && (c = calloc(1, sizeof *c + slots_of(code) * sizeof c->ops[0]))) {
        c->code = code;
        c->own = open ? open(context, code) : NULL;
        if (open && !c->own) {
            free(c);
            c = NULL;
        } else {
            c->next = *list;
            *list = c;
        }
    }
    pthread_mutex_unlock(lock);
    return c;
}

void *code_op_add(struct code_ops *c, struct wave *w, const struct op *op, code_op_make *make,
                  void *context)
{
    void *made = make(context, w, op), *none = NULL;
    if (!made || atomic_compare_exchange_strong(&c->ops[op->offset / 4], &none, made))
        return made;
    free(made); /* another thread was faster */
    return none;
}

void code_ops_free(struct code_ops *list, void (*close)(void *context, void *own), void *context)
{
    for (struct code_ops *c = list, *next; c; c = next) {
        next = c->next;
        for (size_t i = 0; i < slots_of(c->code); i++)
            free(atomic_load_explicit(&c->ops[i], memory_order_relaxed));
        if (close)
            close(context, c->own);
        free(c->own);
        free(c);
    }
}
