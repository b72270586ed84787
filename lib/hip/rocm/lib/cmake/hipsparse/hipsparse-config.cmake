# hipsparse-config.cmake: find_package(hipsparse): roc::hipsparse.
include("${CMAKE_CURRENT_LIST_DIR}/../hip/hip-library.cmake")
shoal_hip_library(hipsparse 1 roc)
