/* batch.c: copies of several boxes in one call. All are checked before the first one begins. */
#include "runtime.h"

#include <stdlib.h>

/* failIdx: SIZE_MAX if no single copy is to blame. */
static hipError_t refuse(hipError_t error, size_t *fail_index, size_t index)
{
    if (fail_index)
        *fail_index = index;
    return error;
}

static bool is_order(hipMemcpySrcAccessOrder order)
{
    return order == hipMemcpySrcAccessOrderStream ||
           order == hipMemcpySrcAccessOrderDuringApiCall || order == hipMemcpySrcAccessOrderAny;
}

static bool is_flags(unsigned flags) { return flags <= hipMemcpyFlagPreferOverlapWithCompute; }

/* Copies [count] that are made, in order; a source that is read before the call returns is read
 * when its turn in the stream has come. */
static hipError_t submit_all(hipStream_t stream, struct action *copies,
                             const hipMemcpySrcAccessOrder *orders, size_t count)
{
    hipError_t error = hipSuccess;
    for (size_t i = 0; i < count && error == hipSuccess; i++)
        error = submit(stream, &copies[i], orders[i] == hipMemcpySrcAccessOrderDuringApiCall);
    return error;
}

/* Room for `count` copies and their orders; false: there is none. */
struct batch {
    struct action *copies;
    hipMemcpySrcAccessOrder *orders;
};
static bool batch_make(struct batch *b, size_t count)
{
    b->copies = calloc(count, sizeof *b->copies);
    b->orders = calloc(count, sizeof *b->orders);
    return b->copies && b->orders;
}

static hipError_t batch_end(struct batch *b, hipError_t error)
{
    free(b->copies);
    free(b->orders);
    return error;
}

/* ---- in one dimension ------------------------------------------------------------------------ */

/* attrs[k] is for the copies from attrsIdxs[k] on, to those of the next. */
static bool are_attributes(const hipMemcpyAttributes *attrs, const size_t *first, size_t attr_count,
                           size_t count)
{
    if (!attr_count)
        return true;
    if (!attrs || !first || first[0] != 0 || attr_count > count)
        return false;
    for (size_t k = 0; k < attr_count; k++)
        if (!is_order(attrs[k].srcAccessOrder) || !is_flags(attrs[k].flags) || first[k] >= count ||
            (k && first[k] <= first[k - 1]))
            return false;
    return true;
}

static hipError_t copy_batch(void **dsts, void **srcs, const size_t *sizes, size_t count,
                             const hipMemcpyAttributes *attrs, const size_t *first,
                             size_t attr_count, size_t *fail_index, hipStream_t stream)
{
    if (!dsts || !srcs || !sizes || !count || !are_attributes(attrs, first, attr_count, count))
        return refuse(hipErrorInvalidValue, fail_index, SIZE_MAX);
    struct batch b;
    if (!batch_make(&b, count))
        return batch_end(&b, refuse(hipErrorOutOfMemory, fail_index, SIZE_MAX));
    size_t k = 0;
    for (size_t i = 0; i < count; i++) {
        hipError_t error =
            sizes[i] ? make_copy(dsts[i], srcs[i], sizes[i], hipMemcpyDefault, &b.copies[i])
                     : hipErrorInvalidValue;
        if (error != hipSuccess)
            return batch_end(&b, refuse(error, fail_index, i));
        while (k + 1 < attr_count && first[k + 1] <= i)
            k++;
        b.orders[i] = attr_count ? attrs[k].srcAccessOrder : hipMemcpySrcAccessOrderStream;
    }
    return batch_end(&b, submit_all(stream, b.copies, b.orders, count));
}

hipError_t hipMemcpyBatchAsync(void **dsts, void **srcs, size_t *sizes, size_t count,
                               hipMemcpyAttributes *attrs, size_t *attrsIdxs, size_t numAttrs,
                               size_t *failIdx, hipStream_t stream)
{
    return hip_done(
        copy_batch(dsts, srcs, sizes, count, attrs, attrsIdxs, numAttrs, failIdx, stream));
}

/* ---- in three -------------------------------------------------------------------------------- */

/* Bytes of an array's element; 1 for memory, which is measured in bytes. 0: no such array. */
static size_t element_bytes(const hipMemcpy3DOperand *o)
{
    struct array_info info;
    if (o->type != hipMemcpyOperandTypeArray)
        return 1;
    hip_lock();
    bool is_known = o->op.array.array && array_info_locked(o->op.array.array, &info);
    hip_unlock();
    return is_known ? info.element_bytes : 0;
}

/* Rows and layers of a length of 0 follow each other without gaps. */
static bool read_operand(const hipMemcpy3DOperand *o, const hipExtent *extent, size_t element,
                         hipArray_t *array, hipPos *at, hipPitchedPtr *memory)
{
    if (o->type == hipMemcpyOperandTypeArray) {
        *array = o->op.array.array;
        *at = (hipPos){o->op.array.offset.x, o->op.array.offset.y, o->op.array.offset.z};
        return true;
    }
    size_t row = o->op.ptr.rowLength ? o->op.ptr.rowLength : extent->width, pitch;
    size_t rows = o->op.ptr.layerHeight ? o->op.ptr.layerHeight : extent->height;
    if (o->type != hipMemcpyOperandTypePointer || !o->op.ptr.ptr || row < extent->width ||
        rows < extent->height || __builtin_mul_overflow(row, element, &pitch))
        return false;
    *memory = (hipPitchedPtr){o->op.ptr.ptr, pitch, row, rows};
    return true;
}

static hipError_t make_batch_op(const hipMemcpy3DBatchOp *op, struct action *out)
{
    hipMemcpy3DParms p = {.extent = op->extent, .kind = hipMemcpyDefault};
    size_t from = element_bytes(&op->src), to = element_bytes(&op->dst);
    size_t element = from > to ? from : to;
    if (!from || !to || !is_order(op->srcAccessOrder) || !is_flags(op->flags) ||
        !op->extent.width || !op->extent.height || !op->extent.depth ||
        !read_operand(&op->src, &op->extent, element, &p.srcArray, &p.srcPos, &p.srcPtr) ||
        !read_operand(&op->dst, &op->extent, element, &p.dstArray, &p.dstPos, &p.dstPtr))
        return hipErrorInvalidValue;
    return make_copy_3d(&p, out);
}

static hipError_t copy_batch_3d(const hipMemcpy3DBatchOp *ops, size_t count, size_t *fail_index,
                                unsigned long long flags, hipStream_t stream)
{
    if (!ops || !count || flags)
        return refuse(hipErrorInvalidValue, fail_index, SIZE_MAX);
    struct batch b;
    if (!batch_make(&b, count))
        return batch_end(&b, refuse(hipErrorOutOfMemory, fail_index, SIZE_MAX));
    for (size_t i = 0; i < count; i++) {
        hipError_t error = make_batch_op(&ops[i], &b.copies[i]);
        if (error != hipSuccess)
            return batch_end(&b, refuse(error, fail_index, i));
        b.orders[i] = ops[i].srcAccessOrder;
    }
    return batch_end(&b, submit_all(stream, b.copies, b.orders, count));
}

hipError_t hipMemcpy3DBatchAsync(size_t numOps, struct hipMemcpy3DBatchOp *opList, size_t *failIdx,
                                 unsigned long long flags, hipStream_t stream)
{
    return hip_done(copy_batch_3d(opList, numOps, failIdx, flags, stream));
}
