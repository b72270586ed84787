# rocblas-config.cmake: find_package(rocblas): roc::rocblas.
include("${CMAKE_CURRENT_LIST_DIR}/../hip/hip-library.cmake")
shoal_hip_library(rocblas 4 roc)
