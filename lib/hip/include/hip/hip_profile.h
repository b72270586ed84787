/* hip_profile.h: markers for profilers, which do nothing. */
#ifndef HIP_PROFILE_H
#define HIP_PROFILE_H
#define HIP_SCOPED_MARKER(name, group)
#define HIP_BEGIN_MARKER(name, group)
#define HIP_END_MARKER()
#endif
