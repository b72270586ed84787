set(PACKAGE_VERSION "2.11.1")
include("${CMAKE_CURRENT_LIST_DIR}/../hip/version-up-to.cmake")
