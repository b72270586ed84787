file(READ "${CMAKE_CURRENT_LIST_DIR}/../../../.info/version" PACKAGE_VERSION)
string(STRIP "${PACKAGE_VERSION}" PACKAGE_VERSION)
include("${CMAKE_CURRENT_LIST_DIR}/../hip/version-up-to.cmake")
