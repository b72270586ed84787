# hiprand-config.cmake: find_package(hiprand): hip::hiprand.
include("${CMAKE_CURRENT_LIST_DIR}/../hip/hip-library.cmake")
shoal_hip_library(hiprand 1 hip)
