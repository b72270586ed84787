#pragma once
#include <rocblas/rocblas.h>
