set(PACKAGE_VERSION "3.1.2")
include("${CMAKE_CURRENT_LIST_DIR}/../hip/version-up-to.cmake")
