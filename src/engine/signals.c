/* signals.c: the handler for SIGSEGV and SIGBUS. See signals.h. */
#include "engine/signals.h"

#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <string.h>
#include <sys/mman.h>
#include <ucontext.h>

#include "isa/exec/lanes_behind.h"
#include "isa/machine.h"

/* Read in a signal handler: must not be allocated on first use. */
static _Thread_local struct recovery *current __attribute__((tls_model("initial-exec")));

static pthread_mutex_t install_lock = PTHREAD_MUTEX_INITIALIZER;
static unsigned install_count;
static const int signal_numbers[] = {SIGSEGV, SIGBUS};
enum { SIGNAL_COUNT = 2, GUARD = 4096 /* behind the window, struct machine */ };
static struct sigaction previous[SIGNAL_COUNT];
/* A handler that was put on top of ours when the last device went: it may call ours. */
static void (*above[SIGNAL_COUNT])(int);
/* This thread's latest call of the handler before ours: if that one asks ours in turn about
 * the same signal, it ends there. (It may never return, but leave by longjmp.) */
static _Thread_local struct {
    const void *context, *frame;
} chained __attribute__((tls_model("initial-exec")));

static void restore_default(int number)
{
    struct sigaction action;
    memset(&action, 0, sizeof action);
    action.sa_handler = SIG_DFL;
    sigemptyset(&action.sa_mask);
    sigaction(number, &action, NULL);
}

/* Lets the handler that was there before do what it would have done. */
static void chain(int number, siginfo_t *info, void *context)
{
    const struct sigaction *before = &previous[number == SIGBUS];
    bool is_sent = info->si_code <= 0; /* by kill or sigqueue: does not happen again */
    /* Stacks grow downwards. */
    const void *frame = __builtin_frame_address(0);
    bool is_asked = chained.context == context && (uintptr_t)frame < (uintptr_t)chained.frame;
    chained.context = context;
    chained.frame = frame;
    if (is_asked) {
        restore_default(number);
        if (is_sent)
            raise(number);
    } else if (before->sa_flags & SA_SIGINFO) {
        before->sa_sigaction(number, info, context);
    } else if (before->sa_handler == SIG_IGN && is_sent) {
        ; /* ignored */
    } else if (before->sa_handler == SIG_DFL || before->sa_handler == SIG_IGN) {
        /* After the return, the access is repeated and ends the process. */
        restore_default(number);
        if (is_sent)
            raise(number);
    } else {
        before->sa_handler(number);
    }
    chained.context = NULL;
}

/* Whether the access is to a lazy page and can be repeated. */
static bool commit_lazy(struct recovery *r, const void *at)
{
    if (!r->lazy || r->is_touched || (uintptr_t)at - (uintptr_t)r->lazy >= r->lazy_bytes)
        return false;
    r->is_touched = true;
    return mprotect(r->lazy, r->lazy_bytes, PROT_READ | PROT_WRITE) == 0;
}

/* Whether a wave may have asked for the access. Where the host does not tell the address, it may.
 */
static bool is_device_memory(const struct machine *m, const siginfo_t *info)
{
    uint64_t at = (uint64_t)(uintptr_t)info->si_addr - m->host_offset;
    uint64_t behind = m->guard ? m->guard : GUARD;
    return info->si_code == SI_KERNEL ||
           at - m->window_base + m->guard < m->guard + m->window_size + behind ||
           (m->allows && m->allows(m, at, 1));
}

/* Where the signal came. Never NULL. */
static const void *host_pc(const void *context)
{
    const ucontext_t *c = context;
    uintptr_t pc = 0;
#if defined(__x86_64__)
    pc = (uintptr_t)c->uc_mcontext.gregs[REG_RIP];
#elif defined(__aarch64__)
    pc = (uintptr_t)c->uc_mcontext.pc;
#endif
    (void)c;
    return (const void *)(pc ? pc : 1);
}

static void handle(int number, siginfo_t *info, void *context)
{
    struct recovery *r = current;
    if (r && info->si_code > 0 && info->si_code != SI_KERNEL && commit_lazy(r, info->si_addr))
        return;
    struct wave *wave = r ? r->group->running : NULL;
    bool is_access = wave && wave->faulting_access && is_device_memory(wave->machine, info);
    bool is_unhandled = previous[number == SIGBUS].sa_handler == SIG_DFL;
    if (wave && info->si_code > 0 && (is_access || is_unhandled)) {
        /* Left without a return: what the signal blocked is unblocked first. (By itself it
         * blocks nothing, but sanitizers put a handler in between that does.) */
        pthread_sigmask(SIG_SETMASK, &((const ucontext_t *)context)->uc_sigmask, NULL);
        /* What waits is stored. That may fault in turn, where memory is gone by now: then the
         * handler, which finds nothing that waits, ends the launch, and the rest is lost. */
        struct strips *strips = r->group->strips;
        r->group->strips = NULL;
        if (strips)
            strips_end(strips);
        wave->faulting_access = false;
        r->host_pc = is_access ? NULL : host_pc(context);
        /* An address that is not canonical is reported as SI_KERNEL without address. */
        r->address = info->si_code == SI_KERNEL ? NULL : info->si_addr;
        siglongjmp(r->context, 1);
    }
    chain(number, info, context);
}

static bool is_ours(const struct sigaction *action)
{
    return (action->sa_flags & SA_SIGINFO) && action->sa_sigaction == handle;
}

static void put_on_top(int i)
{
    struct sigaction action;
    memset(&action, 0, sizeof action);
    action.sa_sigaction = handle;
    action.sa_flags = SA_SIGINFO | SA_NODEFER | SA_ONSTACK;
    sigemptyset(&action.sa_mask);
    sigaction(signal_numbers[i], &action, &previous[i]);
}

void signals_install(void)
{
    pthread_mutex_lock(&install_lock);
    if (install_count++ == 0) {
        for (int i = 0; i < SIGNAL_COUNT; i++) {
            struct sigaction now;
            sigaction(signal_numbers[i], NULL, &now);
            /* If the one above is still there, it calls ours; on top of it, ours would call
             * it and be called by it for ever. Ours is there if the one above went. */
            if (!is_ours(&now) && (!above[i] || now.sa_handler != above[i]))
                put_on_top(i);
            above[i] = NULL;
        }
    }
    pthread_mutex_unlock(&install_lock);
}

void signals_ensure(void)
{
    pthread_mutex_lock(&install_lock);
    for (int i = 0; i < SIGNAL_COUNT && install_count; i++) {
        struct sigaction now;
        sigaction(signal_numbers[i], NULL, &now);
        if (!is_ours(&now))
            put_on_top(i);
    }
    pthread_mutex_unlock(&install_lock);
}

void signals_remove(void)
{
    pthread_mutex_lock(&install_lock);
    if (--install_count == 0) {
        for (int i = 0; i < SIGNAL_COUNT; i++) {
            struct sigaction now;
            sigaction(signal_numbers[i], NULL, &now);
            if (is_ours(&now))
                sigaction(signal_numbers[i], &previous[i], NULL);
            else
                above[i] = now.sa_handler;
        }
    }
    pthread_mutex_unlock(&install_lock);
}

void signals_in_child(void) { pthread_mutex_init(&install_lock, NULL); }

void recovery_enter(struct recovery *r, struct group *group)
{
    group->running = NULL;
    r->host_pc = NULL;
    r->group = group;
    r->address = NULL;
    current = r;
}

void recovery_leave(void) { current = NULL; }
