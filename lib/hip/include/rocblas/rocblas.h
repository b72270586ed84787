/* rocblas.h: linear algebra on device memory, as of rocBLAS 4.3 (ROCm 6.3), which Shoal computes on
 * the host. */
#ifndef ROCBLAS_H
#define ROCBLAS_H

#include <hip/hip_complex.h>
#include <hip/hip_runtime_api.h>
#include <stddef.h>
#include <stdint.h>

#define ROCBLAS_VERSION_MAJOR 4
#define ROCBLAS_VERSION_MINOR 3
#define ROCBLAS_VERSION_PATCH 0

#ifdef __cplusplus
#define ROCBLAS_EXPORT extern "C" __attribute__((visibility("default")))
#else
#define ROCBLAS_EXPORT __attribute__((visibility("default")))
#endif

typedef int32_t rocblas_int;
typedef int64_t rocblas_stride;
typedef struct _rocblas_handle *rocblas_handle;
typedef hipFloatComplex rocblas_float_complex;
typedef hipDoubleComplex rocblas_double_complex;
#if defined(__HIP__) || (defined(__cplusplus) && defined(__clang__))
typedef _Float16 rocblas_half;
#else
typedef struct rocblas_half {
    uint16_t data;
} rocblas_half;
#endif
typedef struct rocblas_bfloat16 {
    uint16_t data;
} rocblas_bfloat16;

typedef enum rocblas_status_ {
    rocblas_status_success = 0,
    rocblas_status_invalid_handle = 1,
    rocblas_status_not_implemented = 2,
    rocblas_status_invalid_pointer = 3,
    rocblas_status_invalid_size = 4,
    rocblas_status_memory_error = 5,
    rocblas_status_internal_error = 6,
    rocblas_status_perf_degraded = 7,
    rocblas_status_size_query_mismatch = 8,
    rocblas_status_size_increased = 9,
    rocblas_status_size_unchanged = 10,
    rocblas_status_invalid_value = 11,
    rocblas_status_continue = 12,
    rocblas_status_check_numerics_fail = 13,
    rocblas_status_excluded_from_build = 14,
    rocblas_status_arch_mismatch = 15
} rocblas_status;

typedef enum rocblas_operation_ {
    rocblas_operation_none = 111,
    rocblas_operation_transpose = 112,
    rocblas_operation_conjugate_transpose = 113
} rocblas_operation;
typedef enum rocblas_fill_ {
    rocblas_fill_upper = 121,
    rocblas_fill_lower = 122,
    rocblas_fill_full = 123
} rocblas_fill;
typedef enum rocblas_diagonal_ {
    rocblas_diagonal_non_unit = 131,
    rocblas_diagonal_unit = 132
} rocblas_diagonal;
typedef enum rocblas_side_ {
    rocblas_side_left = 141,
    rocblas_side_right = 142,
    rocblas_side_both = 143
} rocblas_side;
typedef enum rocblas_datatype_ {
    rocblas_datatype_f16_r = 150,
    rocblas_datatype_f32_r = 151,
    rocblas_datatype_f64_r = 152,
    rocblas_datatype_f16_c = 153,
    rocblas_datatype_f32_c = 154,
    rocblas_datatype_f64_c = 155,
    rocblas_datatype_i8_r = 160,
    rocblas_datatype_u8_r = 161,
    rocblas_datatype_i32_r = 162,
    rocblas_datatype_u32_r = 163,
    rocblas_datatype_i8_c = 164,
    rocblas_datatype_u8_c = 165,
    rocblas_datatype_i32_c = 166,
    rocblas_datatype_u32_c = 167,
    rocblas_datatype_bf16_r = 168,
    rocblas_datatype_bf16_c = 169,
    rocblas_datatype_f8_r = 170,
    rocblas_datatype_bf8_r = 171,
    rocblas_datatype_invalid = 255
} rocblas_datatype;
typedef enum rocblas_pointer_mode_ {
    rocblas_pointer_mode_host = 0,
    rocblas_pointer_mode_device = 1
} rocblas_pointer_mode;
typedef enum rocblas_atomics_mode_ {
    rocblas_atomics_not_allowed = 0,
    rocblas_atomics_allowed = 1
} rocblas_atomics_mode;
typedef enum rocblas_math_mode_ {
    rocblas_default_math = 0,
    rocblas_xf32_xdl_math_op = 1
} rocblas_math_mode;
typedef enum rocblas_performance_metric_ {
    rocblas_default_performance_metric = 0,
    rocblas_device_efficiency_performance_metric = 1,
    rocblas_cu_efficiency_performance_metric = 2
} rocblas_performance_metric;
typedef enum rocblas_layer_mode_ {
    rocblas_layer_mode_none = 0,
    rocblas_layer_mode_log_trace = 1,
    rocblas_layer_mode_log_bench = 2,
    rocblas_layer_mode_log_profile = 4
} rocblas_layer_mode;
typedef enum rocblas_gemm_algo_ {
    rocblas_gemm_algo_standard = 0,
    rocblas_gemm_algo_solution_index = 1
} rocblas_gemm_algo;
typedef enum rocblas_gemm_flags_ {
    rocblas_gemm_flags_none = 0,
    rocblas_gemm_flags_use_cu_efficiency = 2,
    rocblas_gemm_flags_fp16_alt_impl = 4,
    rocblas_gemm_flags_check_solution_index = 8,
    rocblas_gemm_flags_fp16_alt_impl_rnz = 16,
    rocblas_gemm_flags_stochastic_rounding = 32
} rocblas_gemm_flags;

ROCBLAS_EXPORT rocblas_status rocblas_create_handle(rocblas_handle *handle);
ROCBLAS_EXPORT rocblas_status rocblas_destroy_handle(rocblas_handle handle);
ROCBLAS_EXPORT rocblas_status rocblas_set_stream(rocblas_handle handle, hipStream_t stream);
ROCBLAS_EXPORT rocblas_status rocblas_get_stream(rocblas_handle handle, hipStream_t *stream);
ROCBLAS_EXPORT rocblas_status rocblas_set_pointer_mode(rocblas_handle handle,
                                                       rocblas_pointer_mode mode);
ROCBLAS_EXPORT rocblas_status rocblas_get_pointer_mode(rocblas_handle handle,
                                                       rocblas_pointer_mode *mode);
ROCBLAS_EXPORT rocblas_status rocblas_set_atomics_mode(rocblas_handle handle,
                                                       rocblas_atomics_mode mode);
ROCBLAS_EXPORT rocblas_status rocblas_get_atomics_mode(rocblas_handle handle,
                                                       rocblas_atomics_mode *mode);
ROCBLAS_EXPORT rocblas_status rocblas_set_math_mode(rocblas_handle handle, rocblas_math_mode mode);
ROCBLAS_EXPORT rocblas_status rocblas_get_math_mode(rocblas_handle handle, rocblas_math_mode *mode);
/* Work is done without a workspace: these remember nothing. */
ROCBLAS_EXPORT rocblas_status rocblas_set_workspace(rocblas_handle handle, void *address,
                                                    size_t size);
ROCBLAS_EXPORT rocblas_status rocblas_set_device_memory_size(rocblas_handle handle, size_t size);
ROCBLAS_EXPORT rocblas_status rocblas_get_device_memory_size(rocblas_handle handle, size_t *size);
ROCBLAS_EXPORT void rocblas_initialize(void);
ROCBLAS_EXPORT const char *rocblas_status_to_string(rocblas_status status);
ROCBLAS_EXPORT rocblas_status rocblas_get_version_string(char *text, size_t size);
ROCBLAS_EXPORT rocblas_status rocblas_get_version_string_size(size_t *size);
ROCBLAS_EXPORT rocblas_pointer_mode rocblas_pointer_to_mode(void *pointer);

/* Copies between host and device; elements of a size and with increments, matrices in columns. */
ROCBLAS_EXPORT rocblas_status rocblas_set_vector(rocblas_int n, rocblas_int elem_size,
                                                 const void *x, rocblas_int incx, void *y,
                                                 rocblas_int incy);
ROCBLAS_EXPORT rocblas_status rocblas_get_vector(rocblas_int n, rocblas_int elem_size,
                                                 const void *x, rocblas_int incx, void *y,
                                                 rocblas_int incy);
ROCBLAS_EXPORT rocblas_status rocblas_set_matrix(rocblas_int rows, rocblas_int cols,
                                                 rocblas_int elem_size, const void *a,
                                                 rocblas_int lda, void *b, rocblas_int ldb);
ROCBLAS_EXPORT rocblas_status rocblas_get_matrix(rocblas_int rows, rocblas_int cols,
                                                 rocblas_int elem_size, const void *a,
                                                 rocblas_int lda, void *b, rocblas_int ldb);
ROCBLAS_EXPORT rocblas_status rocblas_set_vector_async(rocblas_int n, rocblas_int elem_size,
                                                       const void *x, rocblas_int incx, void *y,
                                                       rocblas_int incy, hipStream_t stream);
ROCBLAS_EXPORT rocblas_status rocblas_get_vector_async(rocblas_int n, rocblas_int elem_size,
                                                       const void *x, rocblas_int incx, void *y,
                                                       rocblas_int incy, hipStream_t stream);
ROCBLAS_EXPORT rocblas_status rocblas_set_matrix_async(rocblas_int rows, rocblas_int cols,
                                                       rocblas_int elem_size, const void *a,
                                                       rocblas_int lda, void *b, rocblas_int ldb,
                                                       hipStream_t stream);
ROCBLAS_EXPORT rocblas_status rocblas_get_matrix_async(rocblas_int rows, rocblas_int cols,
                                                       rocblas_int elem_size, const void *a,
                                                       rocblas_int lda, void *b, rocblas_int ldb,
                                                       hipStream_t stream);

#include <rocblas/shoal/functions.h>

#endif
