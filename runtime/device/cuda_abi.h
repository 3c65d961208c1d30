#pragma once
// SPDX-License-Identifier: Apache-2.0
/// The part of the CUDA driver's binary interface that cuda_driver.cpp calls: names of symbols, types of parameters,
/// values of constants, as the CUDA driver API documentation states them (docs.nvidia.com/cuda/cuda-driver-api,
/// sections "Data types used by CUDA driver", "Memory Management", "Stream Management", "Event Management", "Module
/// Management", "Execution Control", "Occupancy"). A test compares them with <cuda.h> where that is installed.
///
/// The driver exports a function under a versioned symbol where its parameters changed, such as cuMemAlloc_v2; these
/// symbols stay in later drivers.
#include <cstddef>

namespace ag::device::cuda {

using ResultCode = int;                   // CUresult
using DeviceOrdinal = int;                // CUdevice
using Address = unsigned long long;       // CUdeviceptr
using Context = struct ContextObject*;    // CUcontext
using Stream = struct StreamObject*;      // CUstream
using Event = struct EventObject*;        // CUevent
using Module = struct ModuleObject*;      // CUmodule
using Function = struct FunctionObject*;  // CUfunction

// CUresult
inline constexpr ResultCode kSuccess = 0;
inline constexpr ResultCode kInvalidValue = 1;
inline constexpr ResultCode kOutOfMemory = 2;
inline constexpr ResultCode kDeinitialized = 4;
inline constexpr ResultCode kStubLibrary = 34;
inline constexpr ResultCode kNoDevice = 100;
inline constexpr ResultCode kInvalidDevice = 101;
inline constexpr ResultCode kInvalidImage = 200;
inline constexpr ResultCode kInvalidContext = 201;
inline constexpr ResultCode kNoBinaryForGpu = 209;
inline constexpr ResultCode kEccUncorrectable = 214;
inline constexpr ResultCode kInvalidPtx = 218;
inline constexpr ResultCode kNvlinkUncorrectable = 220;
inline constexpr ResultCode kJitCompilerNotFound = 221;
inline constexpr ResultCode kUnsupportedPtxVersion = 222;
inline constexpr ResultCode kContained = 226;
inline constexpr ResultCode kInvalidSource = 300;
inline constexpr ResultCode kInvalidHandle = 400;
inline constexpr ResultCode kNotFound = 500;
inline constexpr ResultCode kNotReady = 600;
inline constexpr ResultCode kIllegalAddress = 700;
inline constexpr ResultCode kLaunchOutOfResources = 701;
inline constexpr ResultCode kLaunchTimeout = 702;
inline constexpr ResultCode kContextIsDestroyed = 709;
inline constexpr ResultCode kAssert = 710;
inline constexpr ResultCode kHardwareStackError = 714;
inline constexpr ResultCode kIllegalInstruction = 715;
inline constexpr ResultCode kMisalignedAddress = 716;
inline constexpr ResultCode kInvalidAddressSpace = 717;
inline constexpr ResultCode kInvalidPc = 718;
inline constexpr ResultCode kLaunchFailed = 719;
inline constexpr ResultCode kCooperativeLaunchTooLarge = 720;
inline constexpr ResultCode kSystemDriverMismatch = 803;
inline constexpr ResultCode kUnknown = 999;

// CUdevice_attribute
inline constexpr int kMaxThreadsPerBlock = 1;
inline constexpr int kWarpSize = 10;
inline constexpr int kMultiprocessorCount = 16;
inline constexpr int kMaxThreadsPerMultiprocessor = 39;
inline constexpr int kComputeCapabilityMajor = 75;
inline constexpr int kComputeCapabilityMinor = 76;
inline constexpr int kCooperativeLaunch = 95;
inline constexpr int kMaxSharedMemoryPerBlockOptin = 97;

// CUfunction_attribute
inline constexpr int kFunctionMaxThreadsPerBlock = 0;
inline constexpr int kFunctionSharedSizeBytes = 1;
inline constexpr int kFunctionLocalSizeBytes = 3;
inline constexpr int kFunctionNumRegs = 4;
inline constexpr int kFunctionMaxDynamicSharedSizeBytes = 8;

// CUjit_option
inline constexpr int kJitErrorLogBuffer = 5;
inline constexpr int kJitErrorLogBufferSizeBytes = 6;

// Flags
inline constexpr unsigned kStreamNonBlocking = 1;     // CU_STREAM_NON_BLOCKING
inline constexpr unsigned kEventDefault = 0;          // CU_EVENT_DEFAULT
inline constexpr unsigned kMemHostAllocPortable = 1;  // CU_MEMHOSTALLOC_PORTABLE

/// The oldest driver that has all these functions and reads PTX 8.0: CUDA 12.0, driver 525.
inline constexpr int kNeededVersion = 12000;

}  // namespace ag::device::cuda

// X(name, symbol, parameters): a function of the driver. All return a CUresult.
#define AG_CUDA_FUNCTIONS(X)                                                                                   \
  X(cuInit, cuInit, (unsigned flags))                                                                          \
  X(cuDriverGetVersion, cuDriverGetVersion, (int* version))                                                    \
  X(cuGetErrorName, cuGetErrorName, (ResultCode error, const char** text))                                     \
  X(cuGetErrorString, cuGetErrorString, (ResultCode error, const char** text))                                 \
  X(cuDeviceGetCount, cuDeviceGetCount, (int* count))                                                          \
  X(cuDeviceGet, cuDeviceGet, (DeviceOrdinal * device, int index))                                             \
  X(cuDeviceGetName, cuDeviceGetName, (char* name, int length, DeviceOrdinal device))                          \
  X(cuDeviceTotalMem, cuDeviceTotalMem_v2, (size_t* bytes, DeviceOrdinal device))                              \
  X(cuDeviceGetAttribute, cuDeviceGetAttribute, (int* value, int attribute, DeviceOrdinal device))             \
  X(cuDevicePrimaryCtxRetain, cuDevicePrimaryCtxRetain, (Context * context, DeviceOrdinal device))             \
  X(cuDevicePrimaryCtxRelease, cuDevicePrimaryCtxRelease_v2, (DeviceOrdinal device))                           \
  X(cuCtxGetCurrent, cuCtxGetCurrent, (Context * context))                                                     \
  X(cuCtxPushCurrent, cuCtxPushCurrent_v2, (Context context))                                                  \
  X(cuCtxPopCurrent, cuCtxPopCurrent_v2, (Context * context))                                                  \
  X(cuCtxSynchronize, cuCtxSynchronize, ())                                                                    \
  X(cuMemGetInfo, cuMemGetInfo_v2, (size_t* free_bytes, size_t* total_bytes))                                  \
  X(cuMemAlloc, cuMemAlloc_v2, (Address * address, size_t bytes))                                              \
  X(cuMemFree, cuMemFree_v2, (Address address))                                                                \
  X(cuMemHostAlloc, cuMemHostAlloc, (void** memory, size_t bytes, unsigned flags))                             \
  X(cuMemFreeHost, cuMemFreeHost, (void* memory))                                                              \
  X(cuMemcpyHtoDAsync, cuMemcpyHtoDAsync_v2, (Address to, const void* from, size_t bytes, Stream stream))      \
  X(cuMemcpyDtoHAsync, cuMemcpyDtoHAsync_v2, (void* to, Address from, size_t bytes, Stream stream))            \
  X(cuMemcpyDtoDAsync, cuMemcpyDtoDAsync_v2, (Address to, Address from, size_t bytes, Stream stream))          \
  X(cuMemsetD8Async, cuMemsetD8Async, (Address to, unsigned char value, size_t count, Stream stream))          \
  X(cuMemsetD32Async, cuMemsetD32Async, (Address to, unsigned value, size_t count, Stream stream))             \
  X(cuStreamCreate, cuStreamCreate, (Stream * stream, unsigned flags))                                         \
  X(cuStreamDestroy, cuStreamDestroy_v2, (Stream stream))                                                      \
  X(cuStreamSynchronize, cuStreamSynchronize, (Stream stream))                                                 \
  X(cuStreamQuery, cuStreamQuery, (Stream stream))                                                             \
  X(cuStreamWaitEvent, cuStreamWaitEvent, (Stream stream, Event event, unsigned flags))                        \
  X(cuEventCreate, cuEventCreate, (Event * event, unsigned flags))                                             \
  X(cuEventDestroy, cuEventDestroy_v2, (Event event))                                                          \
  X(cuEventRecord, cuEventRecord, (Event event, Stream stream))                                                \
  X(cuEventQuery, cuEventQuery, (Event event))                                                                 \
  X(cuEventSynchronize, cuEventSynchronize, (Event event))                                                     \
  X(cuEventElapsedTime, cuEventElapsedTime, (float* milliseconds, Event from, Event to))                       \
  X(cuModuleLoadDataEx, cuModuleLoadDataEx,                                                                    \
    (Module * module, const void* image, unsigned count, int* options, void** values))                         \
  X(cuModuleUnload, cuModuleUnload, (Module module))                                                           \
  X(cuModuleGetFunction, cuModuleGetFunction, (Function * function, Module module, const char* name))          \
  X(cuFuncGetAttribute, cuFuncGetAttribute, (int* value, int attribute, Function function))                    \
  X(cuFuncSetAttribute, cuFuncSetAttribute, (Function function, int attribute, int value))                     \
  X(cuOccupancyMaxActiveBlocksPerMultiprocessor, cuOccupancyMaxActiveBlocksPerMultiprocessor,                  \
    (int* blocks, Function function, int threads, size_t shared_bytes))                                        \
  X(cuLaunchKernel, cuLaunchKernel,                                                                            \
    (Function function, unsigned grid_x, unsigned grid_y, unsigned grid_z, unsigned block_x, unsigned block_y, \
     unsigned block_z, unsigned shared_bytes, Stream stream, void** parameters, void** extra))                 \
  X(cuLaunchCooperativeKernel, cuLaunchCooperativeKernel,                                                      \
    (Function function, unsigned grid_x, unsigned grid_y, unsigned grid_z, unsigned block_x, unsigned block_y, \
     unsigned block_z, unsigned shared_bytes, Stream stream, void** parameters))
