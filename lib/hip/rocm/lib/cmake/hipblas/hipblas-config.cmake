# hipblas-config.cmake: find_package(hipblas): roc::hipblas.
include("${CMAKE_CURRENT_LIST_DIR}/../hip/hip-library.cmake")
shoal_hip_library(hipblas 2 roc)
