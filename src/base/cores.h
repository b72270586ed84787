/* cores.h: how many host threads can run at once in this process. */
#ifndef SHOAL_BASE_CORES_H
#define SHOAL_BASE_CORES_H

/* CPUs that the affinity mask of the calling thread has, but not more than the CPU time that the
 * process's control groups grant; at least 1. */
unsigned cores_usable(void);

/* The CPU time that control groups grant, in CPUs, rounded up; 0: no limit. membership: a file
 * like /proc/self/cgroup; mount: the folder like /sys/fs/cgroup. Versions 1 (cpu.cfs_quota_us) and
 * 2 (cpu.max). A limit of a group holds for the groups below it. */
unsigned cores_granted(const char *membership, const char *mount);

#endif
