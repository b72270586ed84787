# hip-lang-config.cmake: what CMake's language HIP links: enable_language(HIP).
get_filename_component(_shoal_rocm "${CMAKE_CURRENT_LIST_DIR}/../../.." REALPATH)
get_filename_component(_shoal_hip "${_shoal_rocm}/.." REALPATH)
if(NOT TARGET hip-lang::amdhip64)
  add_library(hip-lang::amdhip64 SHARED IMPORTED)
  set_target_properties(hip-lang::amdhip64 PROPERTIES
    IMPORTED_LOCATION "${_shoal_hip}/libamdhip64.so.6"
    IMPORTED_SONAME "libamdhip64.so.6"
    INTERFACE_SYSTEM_INCLUDE_DIRECTORIES "${_shoal_rocm}/include"
    INTERFACE_COMPILE_DEFINITIONS "$<$<COMPILE_LANGUAGE:HIP>:__HIP_ROCclr__=1>")
  add_library(hip-lang::host INTERFACE IMPORTED)
  set_target_properties(hip-lang::host PROPERTIES INTERFACE_LINK_LIBRARIES hip-lang::amdhip64)
  add_library(hip-lang::device INTERFACE IMPORTED)
  set_target_properties(hip-lang::device PROPERTIES
    INTERFACE_LINK_LIBRARIES hip-lang::host
    INTERFACE_LINK_OPTIONS "$<$<LINK_LANGUAGE:HIP>:--hip-link>")
endif()
set(_CMAKE_HIP_DEVICE_RUNTIME_TARGET "hip-lang::device")
