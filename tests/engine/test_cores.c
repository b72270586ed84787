/* test_cores.c: how many threads the system lets a process have, from files as Linux writes them
 * (Documentation/admin-guide/cgroup-v2.rst, Documentation/scheduler/sched-bwc.rst) and from the
 * affinity mask. */
#include <sched.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>

#include <cmocka.h>

#include "base/cores.h"

static char root[] = "/tmp/shoal-cores-XXXXXX";

/* Writes root/folder/name, making the folder; `folder` has one level. */
static void put(const char *folder, const char *name, const char *text)
{
    char path[256];
    snprintf(path, sizeof path, "%s/%s", root, folder);
    mkdir(path, 0700);
    snprintf(path, sizeof path, "%s/%s/%s", root, folder, name);
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fputs(text, file);
    fclose(file);
}

static unsigned granted(const char *membership)
{
    char path[256], mount[256];
    put("proc", "cgroup", membership);
    snprintf(path, sizeof path, "%s/proc/cgroup", root);
    snprintf(mount, sizeof mount, "%s", root);
    return cores_granted(path, mount);
}

static void version_2(void **state)
{
    (void)state;
    put("job", "cpu.max", "150000 100000\n"); /* one and a half */
    assert_int_equal(granted("0::/job\n"), 2);
    assert_int_equal(granted("0::/job/step\n"), 2); /* no file there: the group above counts */
    put("job", "cpu.max", "max 100000\n");
    assert_int_equal(granted("0::/job\n"), 0);
    put(".", "cpu.max", "300000 100000\n"); /* the root of a container */
    assert_int_equal(granted("0::/job\n"), 3);
    assert_int_equal(granted("0::/\n"), 3);
    put("job", "cpu.max", "400000 100000\n"); /* the least holds */
    assert_int_equal(granted("0::/job\n"), 3);
    put(".", "cpu.max", "max 100000\n");
    assert_int_equal(granted("0::/job\n"), 4);
}

static void version_1(void **state)
{
    (void)state;
    put("cpu", "cpu.cfs_quota_us", "-1\n");
    put("cpu", "cpu.cfs_period_us", "100000\n");
    assert_int_equal(granted("4:cpu,cpuacct:/\n3:memory:/x\n"), 0);
    put("cpu", "cpu.cfs_quota_us", "250000\n");
    assert_int_equal(granted("4:cpu,cpuacct:/\n3:memory:/x\n"), 3);
    assert_int_equal(granted("4:cpuacct,cpu:/docker/1234\n"), 3);
    assert_int_equal(granted("4:cpuset:/\n"), 0); /* not the controller of CPU time */
    assert_int_equal(granted("not a line of that file\n"), 0);
}

static void affinity(void **state)
{
    (void)state;
    cpu_set_t before, one;
    assert_int_equal(sched_getaffinity(0, sizeof before, &before), 0);
    unsigned all = cores_usable();
    assert_true(all >= 1 && all <= (unsigned)CPU_COUNT(&before));
    int first = 0;
    while (!CPU_ISSET(first, &before))
        first++;
    CPU_ZERO(&one);
    CPU_SET(first, &one);
    assert_int_equal(sched_setaffinity(0, sizeof one, &one), 0);
    assert_int_equal(cores_usable(), 1);
    assert_int_equal(sched_setaffinity(0, sizeof before, &before), 0);
    assert_int_equal(cores_usable(), all);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(version_2),
        cmocka_unit_test(version_1),
        cmocka_unit_test(affinity),
    };
    char command[64];
    if (!mkdtemp(root))
        return 1;
    int failed = cmocka_run_group_tests_name("engine cores", tests, NULL, NULL);
    snprintf(command, sizeof command, "rm -r %s", root);
    return system(command) ? 1 : failed;
}
