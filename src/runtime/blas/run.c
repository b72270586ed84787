/* run.c: what CBLAS lacks: run_any.h for each type. */
#include <complex.h>
#include <math.h>
#include <string.h>

#include "run.h"

#define JOIN2(a, b)    a##b
#define JOIN(a, b)     JOIN2(a, b)
#define ANY(name)      JOIN(name, JOIN(_, LETTER))
#define CBLAS(name)    JOIN(cblas_, JOIN(LETTER, name))
#define INDEX_OF(name) JOIN(index_, JOIN(LETTER, name))

#define LETTER     s
#define T          float
#define R          float
#define IS_COMPLEX 0
#define CONJ(x)    (x)
#define SIZE1(x)   fabsf(x)
#include "run_any.h"

#define LETTER     d
#define T          double
#define R          double
#define IS_COMPLEX 0
#define CONJ(x)    (x)
#define SIZE1(x)   fabs(x)
#include "run_any.h"

#define LETTER     c
#define T          float _Complex
#define R          float
#define IS_COMPLEX 1
#define CONJ(x)    conjf(x)
#define SIZE1(x)   (fabsf(crealf(x)) + fabsf(cimagf(x)))
#include "run_any.h"

#define LETTER     z
#define T          double _Complex
#define R          double
#define IS_COMPLEX 1
#define CONJ(x)    conj(x)
#define SIZE1(x)   (fabs(creal(x)) + fabs(cimag(x)))
#include "run_any.h"
