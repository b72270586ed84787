/* long_way.c: see long_way.h. */
#include "jit/long_way.h"

#include "jit/build.h"
#include "jit/dead.h"
#include "jit/flow.h"
#include "jit/registers.h"
#include "jit/rows.h"

bool has_long_way(const struct emitter *e) { return e->long_ways < MAX_LONG_WAYS; }

LLVMValueRef join_long_way(struct emitter *e, LLVMValueRef same, LLVMValueRef fast,
                           LLVMValueRef value)
{
    LLVMValueRef all = const_i32(e, UINT32_MAX), exec = get_var(e, exec_var(e, e->pass));
    same = LLVMBuildICmp(e->b, LLVMIntSLT, same, LLVMConstNull(e->v32i32), "");
    same = LLVMBuildBitCast(e->b, same, e->i32, "");
    if (exec != all)
        same = LLVMBuildOr(e->b, same, LLVMBuildNot(e->b, exec, ""), "");
    same = is_equal(e, same, all);
    LLVMBasicBlockRef from[2] = {LLVMGetInsertBlock(e->b), new_block(e, "long_way")},
                      on = new_block(e, "short_way");
    branch(e, same, on, from[1], 200);
    LLVMPositionBuilderAtEnd(e->b, from[1]);
    LLVMBuildBr(e->b, on);
    LLVMPositionBuilderAtEnd(e->b, on);
    e->long_way[e->long_ways++] = from[1];
    return join_ways(e, (LLVMValueRef[]){fast, value}, from);
}

void sink_to_long_ways(struct emitter *e)
{
    enum { BACK = 8 }; /* blocks */
    e->b = LLVMCreateBuilderInContext(e->c);
    for (unsigned i = 0; i < e->long_ways; i++) {
        LLVMBasicBlockRef way = e->long_way[i], first = way;
        for (unsigned n = 0; n < BACK && LLVMGetPreviousBasicBlock(first); n++)
            first = LLVMGetPreviousBasicBlock(first);
        LLVMPositionBuilderAtEnd(e->b, way);
        sink_computations(e, first, way, NULL, 0);
    }
    LLVMDisposeBuilder(e->b);
}
