/* hip_hcc.h: the old name of hip_ext.h. */
#include <hip/hip_ext.h>
