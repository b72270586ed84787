# hip-config.cmake: find_package(hip). hip::host: headers and library, for any compiler. hip::device: C++
# sources are HIP and compiled for gfx1100 as well (with a compiler that can: bin/hipcc, bin/amdclang++).
get_filename_component(_shoal_rocm "${CMAKE_CURRENT_LIST_DIR}/../../.." REALPATH)
get_filename_component(_shoal_hip "${_shoal_rocm}/.." REALPATH)

set(HIP_COMPILER "clang")
set(HIP_RUNTIME "rocclr")
set(HIP_PLATFORM "amd")
set(hip_INCLUDE_DIR "${_shoal_rocm}/include")
set(hip_INCLUDE_DIRS "${hip_INCLUDE_DIR}")
set(HIP_INCLUDE_DIR "${hip_INCLUDE_DIR}")
set(HIP_INCLUDE_DIRS "${hip_INCLUDE_DIR}")
set(hip_LIB_INSTALL_DIR "${_shoal_rocm}/lib")
set(hip_BIN_INSTALL_DIR "${_shoal_rocm}/bin")
set(hip_HIPCC_EXECUTABLE "${_shoal_rocm}/bin/hipcc")
set(hip_HIPCONFIG_EXECUTABLE "${_shoal_rocm}/bin/hipconfig")
set(HIP_HIPCC_EXECUTABLE "${hip_HIPCC_EXECUTABLE}")
set(HIP_HIPCONFIG_EXECUTABLE "${hip_HIPCONFIG_EXECUTABLE}")
set(hip_LIBRARY hip::host)
set(hip_LIBRARIES ${hip_LIBRARY})
set(HIP_LIBRARIES ${hip_LIBRARY})
set(GPU_TARGETS "gfx1100" CACHE STRING "chips to compile for")
set(AMDGPU_TARGETS "gfx1100" CACHE STRING "chips to compile for")

if(NOT TARGET hip::amdhip64)
  add_library(hip::amdhip64 SHARED IMPORTED)
  set_target_properties(hip::amdhip64 PROPERTIES
    IMPORTED_LOCATION "${_shoal_hip}/libamdhip64.so.6"
    IMPORTED_SONAME "libamdhip64.so.6"
    INTERFACE_INCLUDE_DIRECTORIES "${hip_INCLUDE_DIR}"
    INTERFACE_SYSTEM_INCLUDE_DIRECTORIES "${hip_INCLUDE_DIR}"
    INTERFACE_COMPILE_DEFINITIONS "__HIP_PLATFORM_AMD__=1")
  add_library(hip::host INTERFACE IMPORTED)
  set_target_properties(hip::host PROPERTIES INTERFACE_LINK_LIBRARIES hip::amdhip64)
  add_library(hip::device INTERFACE IMPORTED)
  set_target_properties(hip::device PROPERTIES
    INTERFACE_LINK_LIBRARIES hip::host
    INTERFACE_COMPILE_OPTIONS "$<$<COMPILE_LANGUAGE:CXX>:SHELL:-x hip --offload-arch=gfx1100>"
    INTERFACE_LINK_OPTIONS "$<$<LINK_LANGUAGE:CXX>:SHELL:--hip-link --offload-arch=gfx1100>")
endif()
if(NOT TARGET hiprtc::hiprtc)
  add_library(hiprtc::hiprtc SHARED IMPORTED)
  set_target_properties(hiprtc::hiprtc PROPERTIES
    IMPORTED_LOCATION "${_shoal_hip}/libhiprtc.so.6"
    INTERFACE_INCLUDE_DIRECTORIES "${hip_INCLUDE_DIR}")
endif()

# find_package(HIP) of old, which finds this file too, knows these.
include("${CMAKE_CURRENT_LIST_DIR}/hip-macros.cmake")
set(hip_FOUND TRUE)
set(HIP_FOUND TRUE)
