# FindHIP.cmake: find_package(HIP) by CMAKE_MODULE_PATH, as projects of ROCm 5 and before do.
get_filename_component(HIP_ROOT_DIR "${CMAKE_CURRENT_LIST_DIR}/../.." REALPATH)
include("${HIP_ROOT_DIR}/lib/cmake/hip/hip-config.cmake")
file(READ "${HIP_ROOT_DIR}/.info/version" HIP_VERSION)
string(STRIP "${HIP_VERSION}" HIP_VERSION)
set(HIP_VERSION_STRING "${HIP_VERSION}")
