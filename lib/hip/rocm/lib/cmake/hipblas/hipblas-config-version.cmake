set(PACKAGE_VERSION "2.3.0")
include("${CMAKE_CURRENT_LIST_DIR}/../hip/version-up-to.cmake")
