#pragma once
#define hipfftVersionMajor 1
#define hipfftVersionMinor 0
#define hipfftVersionPatch 17
