# hip-library.cmake: what the packages of libraries share.
#
#   shoal_hip_library(NAME SONAME NAMESPACE [LIBRARY...])
#
# Makes the target NAMESPACE::NAME of libNAME.so.SONAME, which needs hip::host and the targets LIBRARY. Not found: this
# Shoal was built without what the library rests on (docs/hip.md, Libraries).
include("${CMAKE_CURRENT_LIST_DIR}/hip-config.cmake")

macro(shoal_hip_library name soname namespace)
  set(${name}_FOUND FALSE)
  set(_shoal_file "${_shoal_hip}/lib${name}.so.${soname}")
  if(EXISTS "${_shoal_file}")
    set(${name}_FOUND TRUE)
    set(${name}_INCLUDE_DIR "${hip_INCLUDE_DIR}")
    set(${name}_INCLUDE_DIRS "${hip_INCLUDE_DIR}")
    set(${name}_LIBRARIES ${namespace}::${name})
    if(NOT TARGET ${namespace}::${name})
      add_library(${namespace}::${name} SHARED IMPORTED)
      set_target_properties(${namespace}::${name} PROPERTIES
        IMPORTED_LOCATION "${_shoal_file}"
        IMPORTED_SONAME "lib${name}.so.${soname}"
        INTERFACE_INCLUDE_DIRECTORIES "${hip_INCLUDE_DIR}"
        INTERFACE_LINK_LIBRARIES "hip::host;${ARGN}")
    endif()
  else()
    set(${name}_NOT_FOUND_MESSAGE "this Shoal was built without lib${name}")
  endif()
endmacro()
