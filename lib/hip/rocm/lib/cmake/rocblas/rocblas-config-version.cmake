set(PACKAGE_VERSION "4.3.0")
include("${CMAKE_CURRENT_LIST_DIR}/../hip/version-up-to.cmake")
