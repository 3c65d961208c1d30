/// The declarations of cuda_abi.h are those of <cuda.h>, where that is installed.
#include "device/cuda_abi.h"

#include <iostream>
#include <string>
#include <type_traits>
#include <utility>

#include "support/catch.h"

#if __has_include(<cuda.h>)
#include <cuda.h>

namespace {

using namespace ag::device;

/// The type of ours that corresponds to a type of <cuda.h>.
template <class T>
struct Ours {
  using type = T;
};
template <class T>
struct Ours<T*> {
  using type = typename Ours<T>::type*;
};
template <class T>
struct Ours<const T> {
  using type = const typename Ours<T>::type;
};
// clang-format off
template <> struct Ours<CUresult> { using type = cuda::ResultCode; };
template <> struct Ours<CUdevice_attribute> { using type = int; };
template <> struct Ours<CUfunction_attribute> { using type = int; };
template <> struct Ours<CUjit_option> { using type = int; };
template <> struct Ours<CUctx_st> { using type = cuda::ContextObject; };
template <> struct Ours<CUstream_st> { using type = cuda::StreamObject; };
template <> struct Ours<CUevent_st> { using type = cuda::EventObject; };
template <> struct Ours<CUmod_st> { using type = cuda::ModuleObject; };
template <> struct Ours<CUfunc_st> { using type = cuda::FunctionObject; };
// clang-format on
template <class R, class... P>
struct Ours<R(P...)> {
  using type = typename Ours<R>::type(typename Ours<P>::type...);
};

static_assert(sizeof(CUdeviceptr) == sizeof(cuda::Address) && sizeof(CUresult) == sizeof(cuda::ResultCode));
static_assert(sizeof(CUdevice_attribute) == sizeof(int) && sizeof(CUjit_option) == sizeof(int));

/// Our functions. Symbols are the names of the members, since names are macros of <cuda.h>.
struct Functions {
  using ResultCode = cuda::ResultCode;
  using DeviceOrdinal = cuda::DeviceOrdinal;
  using Address = cuda::Address;
  using Context = cuda::Context;
  using Stream = cuda::Stream;
  using Event = cuda::Event;
  using Module = cuda::Module;
  using Function = cuda::Function;

#define AG_DECLARE(name, symbol, parameters) ResultCode(*of_##symbol) parameters;
  AG_CUDA_FUNCTIONS(AG_DECLARE)
};

#define AG_COMPARE(name, symbol, parameters) \
  static_assert(std::is_same_v<Ours<decltype(::name)>::type*, decltype(Functions::of_##symbol)>, #symbol);
AG_CUDA_FUNCTIONS(AG_COMPARE)

/// The symbol that <cuda.h> makes of a name.
#define AG_TEXT_OF(name) #name
#define AG_TEXT(name) AG_TEXT_OF(name)

}  // namespace

TEST_CASE("constants are those of cuda.h") {
  const std::pair<int, int> pairs[] = {
      {cuda::kSuccess, CUDA_SUCCESS},
      {cuda::kInvalidValue, CUDA_ERROR_INVALID_VALUE},
      {cuda::kOutOfMemory, CUDA_ERROR_OUT_OF_MEMORY},
      {cuda::kDeinitialized, CUDA_ERROR_DEINITIALIZED},
      {cuda::kStubLibrary, CUDA_ERROR_STUB_LIBRARY},
      {cuda::kNoDevice, CUDA_ERROR_NO_DEVICE},
      {cuda::kInvalidDevice, CUDA_ERROR_INVALID_DEVICE},
      {cuda::kInvalidImage, CUDA_ERROR_INVALID_IMAGE},
      {cuda::kInvalidContext, CUDA_ERROR_INVALID_CONTEXT},
      {cuda::kNoBinaryForGpu, CUDA_ERROR_NO_BINARY_FOR_GPU},
      {cuda::kEccUncorrectable, CUDA_ERROR_ECC_UNCORRECTABLE},
      {cuda::kInvalidPtx, CUDA_ERROR_INVALID_PTX},
      {cuda::kNvlinkUncorrectable, CUDA_ERROR_NVLINK_UNCORRECTABLE},
      {cuda::kJitCompilerNotFound, CUDA_ERROR_JIT_COMPILER_NOT_FOUND},
      {cuda::kUnsupportedPtxVersion, CUDA_ERROR_UNSUPPORTED_PTX_VERSION},
      {cuda::kInvalidSource, CUDA_ERROR_INVALID_SOURCE},
      {cuda::kInvalidHandle, CUDA_ERROR_INVALID_HANDLE},
      {cuda::kNotFound, CUDA_ERROR_NOT_FOUND},
      {cuda::kNotReady, CUDA_ERROR_NOT_READY},
      {cuda::kIllegalAddress, CUDA_ERROR_ILLEGAL_ADDRESS},
      {cuda::kLaunchOutOfResources, CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES},
      {cuda::kLaunchTimeout, CUDA_ERROR_LAUNCH_TIMEOUT},
      {cuda::kContextIsDestroyed, CUDA_ERROR_CONTEXT_IS_DESTROYED},
      {cuda::kAssert, CUDA_ERROR_ASSERT},
      {cuda::kHardwareStackError, CUDA_ERROR_HARDWARE_STACK_ERROR},
      {cuda::kIllegalInstruction, CUDA_ERROR_ILLEGAL_INSTRUCTION},
      {cuda::kMisalignedAddress, CUDA_ERROR_MISALIGNED_ADDRESS},
      {cuda::kInvalidAddressSpace, CUDA_ERROR_INVALID_ADDRESS_SPACE},
      {cuda::kInvalidPc, CUDA_ERROR_INVALID_PC},
      {cuda::kLaunchFailed, CUDA_ERROR_LAUNCH_FAILED},
      {cuda::kCooperativeLaunchTooLarge, CUDA_ERROR_COOPERATIVE_LAUNCH_TOO_LARGE},
      {cuda::kSystemDriverMismatch, CUDA_ERROR_SYSTEM_DRIVER_MISMATCH},
      {cuda::kUnknown, CUDA_ERROR_UNKNOWN},
      {cuda::kMaxThreadsPerBlock, CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_BLOCK},
      {cuda::kWarpSize, CU_DEVICE_ATTRIBUTE_WARP_SIZE},
      {cuda::kMultiprocessorCount, CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT},
      {cuda::kMaxThreadsPerMultiprocessor, CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_MULTIPROCESSOR},
      {cuda::kComputeCapabilityMajor, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR},
      {cuda::kComputeCapabilityMinor, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR},
      {cuda::kCooperativeLaunch, CU_DEVICE_ATTRIBUTE_COOPERATIVE_LAUNCH},
      {cuda::kMaxSharedMemoryPerBlockOptin, CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK_OPTIN},
      {cuda::kFunctionMaxThreadsPerBlock, CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK},
      {cuda::kFunctionSharedSizeBytes, CU_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES},
      {cuda::kFunctionLocalSizeBytes, CU_FUNC_ATTRIBUTE_LOCAL_SIZE_BYTES},
      {cuda::kFunctionNumRegs, CU_FUNC_ATTRIBUTE_NUM_REGS},
      {cuda::kFunctionMaxDynamicSharedSizeBytes, CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES},
      {cuda::kJitErrorLogBuffer, CU_JIT_ERROR_LOG_BUFFER},
      {cuda::kJitErrorLogBufferSizeBytes, CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES},
      {cuda::kStreamNonBlocking, CU_STREAM_NON_BLOCKING},
      {cuda::kEventDefault, CU_EVENT_DEFAULT},
      {cuda::kMemHostAllocPortable, CU_MEMHOSTALLOC_PORTABLE}};
  for (const auto& [ours, theirs] : pairs) CHECK(ours == theirs);
#if CUDA_VERSION >= 12040
  CHECK(cuda::kContained == CUDA_ERROR_CONTAINED);
#endif
}

TEST_CASE("symbols are those that cuda.h makes of the names"){
// X-macros do not expand the names of their rows, so that the rows are text until here.
#define AG_COMPARE_SYMBOL(name, symbol, parameters) \
  if (std::string(#name) != "cuEventElapsedTime") CHECK(std::string(#symbol) == AG_TEXT(name));
    AG_CUDA_FUNCTIONS(AG_COMPARE_SYMBOL)}

#else

TEST_CASE("the declarations of cuda.h") { std::cout << "skipped: there is no <cuda.h> to compare cuda_abi.h with\n"; }

#endif
