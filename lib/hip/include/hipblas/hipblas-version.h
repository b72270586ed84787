#pragma once
#define hipblasVersionMajor  2
#define hipblasVersionMinor  3
#define hipblasVersionPatch  0
#define hipblaseVersionMajor 2
#define hipblaseVersionMinor 3
#define hipblaseVersionPatch 0
