/* per_thread.h: with HIP_API_PER_THREAD_DEFAULT_STREAM, functions lead to their forms whose default
 * stream is that of the calling thread. */
#ifndef HIP_SHOAL_PER_THREAD_H
#define HIP_SHOAL_PER_THREAD_H

#define hipEventRecord             hipEventRecord_spt
#define hipGraphLaunch             hipGraphLaunch_spt
#define hipLaunchCooperativeKernel hipLaunchCooperativeKernel_spt
#define hipLaunchHostFunc          hipLaunchHostFunc_spt
#define hipLaunchKernel            hipLaunchKernel_spt
#define hipMemcpy                  hipMemcpy_spt
#define hipMemcpy2D                hipMemcpy2D_spt
#define hipMemcpy2DAsync           hipMemcpy2DAsync_spt
#define hipMemcpy2DFromArray       hipMemcpy2DFromArray_spt
#define hipMemcpy2DFromArrayAsync  hipMemcpy2DFromArrayAsync_spt
#define hipMemcpy2DToArray         hipMemcpy2DToArray_spt
#define hipMemcpy2DToArrayAsync    hipMemcpy2DToArrayAsync_spt
#define hipMemcpy3D                hipMemcpy3D_spt
#define hipMemcpy3DAsync           hipMemcpy3DAsync_spt
#define hipMemcpyAsync             hipMemcpyAsync_spt
#define hipMemcpyFromArray         hipMemcpyFromArray_spt
#define hipMemcpyFromSymbol        hipMemcpyFromSymbol_spt
#define hipMemcpyFromSymbolAsync   hipMemcpyFromSymbolAsync_spt
#define hipMemcpyToSymbol          hipMemcpyToSymbol_spt
#define hipMemcpyToSymbolAsync     hipMemcpyToSymbolAsync_spt
#define hipMemset                  hipMemset_spt
#define hipMemset2D                hipMemset2D_spt
#define hipMemset2DAsync           hipMemset2DAsync_spt
#define hipMemset3D                hipMemset3D_spt
#define hipMemset3DAsync           hipMemset3DAsync_spt
#define hipMemsetAsync             hipMemsetAsync_spt
#define hipStreamAddCallback       hipStreamAddCallback_spt
#define hipStreamBeginCapture      hipStreamBeginCapture_spt
#define hipStreamEndCapture        hipStreamEndCapture_spt
#define hipStreamGetCaptureInfo    hipStreamGetCaptureInfo_spt
#define hipStreamGetCaptureInfo_v2 hipStreamGetCaptureInfo_v2_spt
#define hipStreamGetFlags          hipStreamGetFlags_spt
#define hipStreamGetPriority       hipStreamGetPriority_spt
#define hipStreamIsCapturing       hipStreamIsCapturing_spt
#define hipStreamQuery             hipStreamQuery_spt
#define hipStreamSynchronize       hipStreamSynchronize_spt
#define hipStreamWaitEvent         hipStreamWaitEvent_spt

#endif
