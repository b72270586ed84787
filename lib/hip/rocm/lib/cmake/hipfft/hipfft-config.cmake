# hipfft-config.cmake: find_package(hipfft): hip::hipfft.
include("${CMAKE_CURRENT_LIST_DIR}/../hip/hip-library.cmake")
shoal_hip_library(hipfft 0 hip)
