set(PACKAGE_VERSION "1.0.17")
include("${CMAKE_CURRENT_LIST_DIR}/../hip/version-up-to.cmake")
