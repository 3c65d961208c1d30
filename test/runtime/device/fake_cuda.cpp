/// A fake libcuda.so.1: one or more GPUs whose memory is memory of the host, and whose streams run at once. The tests
/// of the CUDA driver set its version, its devices and its failures. Compiled with AG_FAKE_IS_OLD it lacks a function.
#include "fake_cuda.h"

#include <cstdlib>
#include <cstring>
#include <map>
#include <mutex>
#include <set>
#include <string>

#include "device/cuda_abi.h"

using namespace ag::device::cuda;

namespace ag::device::cuda {

struct ContextObject {};
struct StreamObject {};
struct EventObject {};
struct ModuleObject {
  std::string text;
};
struct FunctionObject {
  std::string name;
};

}  // namespace ag::device::cuda

namespace {

struct State {
  ag::test::FakeCuda settings;
  ContextObject contexts[8];
  std::mutex mutex;
  std::map<Address, size_t> memory;
  std::set<const void*> objects;  // that were created and not destroyed
  FunctionObject add_one{"add_one"};
};

State& state() {
  static State& state = *new State;  // keeps the objects of lost devices
  return state;
}

/// The context that is current in this thread.
Context& current_context() {
  thread_local Context context = nullptr;
  return context;
}

/// Counts a call, and returns the code with which it fails.
ResultCode enter(const char* name) {
  auto& settings = state().settings;
  ++settings.calls;
  if (std::strcmp(settings.failing, name) != 0) return kSuccess;
  return settings.passes-- > 0 ? kSuccess : (settings.passes = 0, settings.code);
}

bool holds(Address address, size_t bytes) {
  auto& memory = state().memory;
  auto after = memory.upper_bound(address);
  if (after == memory.begin()) return false;
  --after;
  return address + bytes <= after->first + after->second;
}

void* host(Address address) { return reinterpret_cast<void*>(address); }

template <class Object>
ResultCode create(Object** place) {
  *place = new Object;
  state().objects.insert(*place);
  ++state().settings.live_objects;
  return kSuccess;
}

template <class Object>
ResultCode destroy(Object* object) {
  if (state().objects.erase(object) == 0) return kInvalidHandle;
  delete object;
  --state().settings.live_objects;
  return kSuccess;
}

ResultCode run(Function function, unsigned blocks, unsigned threads, void** parameters) {
  if (function != &state().add_one) return kInvalidHandle;
  if (threads > 1024) return kLaunchOutOfResources;
  int* numbers = *static_cast<int**>(parameters[0]);
  const int count = *static_cast<int*>(parameters[1]);
  for (int i = 0; i < count && i < static_cast<int>(blocks * threads); ++i) ++numbers[i];
  return kSuccess;
}

}  // namespace

#define AG_FAKE(name)                        \
  const std::lock_guard lock(state().mutex); \
  if (const ResultCode failed = enter(#name)) return failed

#define AG_EXPORT extern "C" __attribute__((visibility("default")))

AG_EXPORT ag::test::FakeCuda* fake_cuda() { return &state().settings; }

AG_EXPORT ResultCode cuInit(unsigned) {
  AG_FAKE(cuInit);
  return state().settings.init_code;
}
AG_EXPORT ResultCode cuDriverGetVersion(int* version) {
  AG_FAKE(cuDriverGetVersion);
  *version = state().settings.version;
  return kSuccess;
}
AG_EXPORT ResultCode cuGetErrorName(ResultCode code, const char** text) {
  *text = code == kOutOfMemory      ? "CUDA_ERROR_OUT_OF_MEMORY"
          : code == kIllegalAddress ? "CUDA_ERROR_ILLEGAL_ADDRESS"
          : code == kNoDevice       ? "CUDA_ERROR_NO_DEVICE"
                                    : "CUDA_ERROR_OF_THE_FAKE";
  return kSuccess;
}
AG_EXPORT ResultCode cuGetErrorString(ResultCode code, const char** text) {
  *text = code == kOutOfMemory      ? "out of memory"
          : code == kIllegalAddress ? "an illegal memory access was encountered"
          : code == kNoDevice       ? "no CUDA-capable device is detected"
                                    : "an error of the fake";
  return kSuccess;
}
AG_EXPORT ResultCode cuDeviceGetCount(int* count) {
  AG_FAKE(cuDeviceGetCount);
  *count = state().settings.devices;
  return kSuccess;
}
AG_EXPORT ResultCode cuDeviceGet(DeviceOrdinal* device, int index) {
  AG_FAKE(cuDeviceGet);
  if (index >= state().settings.devices) return kInvalidDevice;
  *device = index;
  return kSuccess;
}
AG_EXPORT ResultCode cuDeviceGetName(char* name, int length, DeviceOrdinal) {
  AG_FAKE(cuDeviceGetName);
  std::strncpy(name, "Fake GPU", static_cast<size_t>(length));
  return kSuccess;
}
AG_EXPORT ResultCode cuDeviceTotalMem_v2(size_t* bytes, DeviceOrdinal) {
  AG_FAKE(cuDeviceTotalMem);
  *bytes = state().settings.memory;
  return kSuccess;
}
AG_EXPORT ResultCode cuDeviceGetAttribute(int* value, int attribute, DeviceOrdinal) {
  AG_FAKE(cuDeviceGetAttribute);
  const std::map<int, int> values = {{kMaxThreadsPerBlock, 1024},  {kWarpSize, 32},
                                     {kMultiprocessorCount, 4},    {kMaxThreadsPerMultiprocessor, 2048},
                                     {kComputeCapabilityMajor, 9}, {kComputeCapabilityMinor, 0},
                                     {kCooperativeLaunch, 1},      {kMaxSharedMemoryPerBlockOptin, 232448}};
  const auto found = values.find(attribute);
  if (found == values.end()) return kInvalidValue;
  *value = found->second;
  return kSuccess;
}
AG_EXPORT ResultCode cuDevicePrimaryCtxRetain(Context* context, DeviceOrdinal device) {
  AG_FAKE(cuDevicePrimaryCtxRetain);
  ++state().settings.live_objects;
  *context = &state().contexts[device];
  return kSuccess;
}
AG_EXPORT ResultCode cuDevicePrimaryCtxRelease_v2(DeviceOrdinal) {
  AG_FAKE(cuDevicePrimaryCtxRelease);
  --state().settings.live_objects;
  return kSuccess;
}
AG_EXPORT ResultCode cuCtxGetCurrent(Context* context) {
  *context = current_context();
  return kSuccess;
}
AG_EXPORT ResultCode cuCtxPushCurrent_v2(Context context) {
  const std::lock_guard lock(state().mutex);
  ++state().settings.pushed_contexts;
  current_context() = context;
  return kSuccess;
}
AG_EXPORT ResultCode cuCtxPopCurrent_v2(Context* context) {
  const std::lock_guard lock(state().mutex);
  --state().settings.pushed_contexts;
  *context = current_context();
  current_context() = nullptr;
  return kSuccess;
}
AG_EXPORT ResultCode cuCtxSynchronize() {
  AG_FAKE(cuCtxSynchronize);
  return kSuccess;
}
AG_EXPORT ResultCode cuMemGetInfo_v2(size_t* free_bytes, size_t* total_bytes) {
  AG_FAKE(cuMemGetInfo);
  *total_bytes = state().settings.memory;
  *free_bytes = state().settings.memory - state().settings.used;
  return kSuccess;
}
AG_EXPORT ResultCode cuMemAlloc_v2(Address* address, size_t bytes) {
  AG_FAKE(cuMemAlloc);
  if (bytes == 0) return kInvalidValue;
  if (bytes + state().settings.used > state().settings.memory) return kOutOfMemory;
  *address = reinterpret_cast<Address>(std::aligned_alloc(256, (bytes + 255) / 256 * 256));
  state().memory[*address] = bytes;
  state().settings.used += bytes;
  ++state().settings.live_objects;
  return kSuccess;
}
AG_EXPORT ResultCode cuMemFree_v2(Address address) {
  AG_FAKE(cuMemFree);
  const auto found = state().memory.find(address);
  if (found == state().memory.end()) return kInvalidValue;
  state().settings.used -= found->second;
  state().memory.erase(found);
  std::free(host(address));
  --state().settings.live_objects;
  return kSuccess;
}
AG_EXPORT ResultCode cuMemHostAlloc(void** memory, size_t bytes, unsigned) {
  AG_FAKE(cuMemHostAlloc);
  *memory = std::malloc(bytes);
  ++state().settings.live_objects;
  return kSuccess;
}
AG_EXPORT ResultCode cuMemFreeHost(void* memory) {
  AG_FAKE(cuMemFreeHost);
  std::free(memory);
  --state().settings.live_objects;
  return kSuccess;
}
AG_EXPORT ResultCode cuMemcpyHtoDAsync_v2(Address to, const void* from, size_t bytes, Stream) {
  AG_FAKE(cuMemcpyHtoDAsync);
  if (!holds(to, bytes)) return kInvalidValue;
  std::memcpy(host(to), from, bytes);
  return kSuccess;
}
AG_EXPORT ResultCode cuMemcpyDtoHAsync_v2(void* to, Address from, size_t bytes, Stream) {
  AG_FAKE(cuMemcpyDtoHAsync);
  if (!holds(from, bytes)) return kInvalidValue;
  std::memcpy(to, host(from), bytes);
  return kSuccess;
}
AG_EXPORT ResultCode cuMemcpyDtoDAsync_v2(Address to, Address from, size_t bytes, Stream) {
  AG_FAKE(cuMemcpyDtoDAsync);
  if (!holds(from, bytes) || !holds(to, bytes)) return kInvalidValue;
  std::memcpy(host(to), host(from), bytes);
  return kSuccess;
}
AG_EXPORT ResultCode cuMemsetD8Async(Address to, unsigned char value, size_t count, Stream) {
  AG_FAKE(cuMemsetD8Async);
  if (!holds(to, count)) return kInvalidValue;
  std::memset(host(to), value, count);
  return kSuccess;
}
AG_EXPORT ResultCode cuMemsetD32Async(Address to, unsigned value, size_t count, Stream) {
  AG_FAKE(cuMemsetD32Async);
  if (!holds(to, count * 4)) return kInvalidValue;
  for (size_t i = 0; i < count; ++i) static_cast<unsigned*>(host(to))[i] = value;
  return kSuccess;
}
AG_EXPORT ResultCode cuStreamCreate(Stream* stream, unsigned) {
  AG_FAKE(cuStreamCreate);
  return create(stream);
}
AG_EXPORT ResultCode cuStreamDestroy_v2(Stream stream) {
  AG_FAKE(cuStreamDestroy);
  return destroy(stream);
}
AG_EXPORT ResultCode cuStreamSynchronize(Stream) {
  AG_FAKE(cuStreamSynchronize);
  return kSuccess;
}
AG_EXPORT ResultCode cuStreamQuery(Stream) {
  AG_FAKE(cuStreamQuery);
  return kSuccess;
}
AG_EXPORT ResultCode cuStreamWaitEvent(Stream, Event, unsigned) {
  AG_FAKE(cuStreamWaitEvent);
  return kSuccess;
}
AG_EXPORT ResultCode cuEventCreate(Event* event, unsigned) {
  AG_FAKE(cuEventCreate);
  return create(event);
}
AG_EXPORT ResultCode cuEventDestroy_v2(Event event) {
  AG_FAKE(cuEventDestroy);
  return destroy(event);
}
AG_EXPORT ResultCode cuEventRecord(Event, Stream) {
  AG_FAKE(cuEventRecord);
  return kSuccess;
}
AG_EXPORT ResultCode cuEventQuery(Event) {
  AG_FAKE(cuEventQuery);
  return kSuccess;
}
AG_EXPORT ResultCode cuEventSynchronize(Event) {
  AG_FAKE(cuEventSynchronize);
  return kSuccess;
}
AG_EXPORT ResultCode cuEventElapsedTime(float* milliseconds, Event, Event) {
  AG_FAKE(cuEventElapsedTime);
  *milliseconds = 0.5f;
  return kSuccess;
}
AG_EXPORT ResultCode cuModuleLoadDataEx(Module* module, const void* image, unsigned count, int* options,
                                        void** values) {
  AG_FAKE(cuModuleLoadDataEx);
  const std::string text = static_cast<const char*>(image);
  if (text == "fake module") {
    create(module);
    (*module)->text = text;
    return kSuccess;
  }
  for (unsigned i = 0; i < count; ++i) {
    if (options[i] == kJitErrorLogBuffer) std::strcpy(static_cast<char*>(values[i]), "line 1: not a module");
  }
  return kInvalidPtx;
}
AG_EXPORT ResultCode cuModuleUnload(Module module) {
  AG_FAKE(cuModuleUnload);
  return destroy(module);
}
AG_EXPORT ResultCode cuModuleGetFunction(Function* function, Module, const char* name) {
  AG_FAKE(cuModuleGetFunction);
  if (std::string(name) != "add_one") return kNotFound;
  *function = &state().add_one;
  return kSuccess;
}
AG_EXPORT ResultCode cuFuncGetAttribute(int* value, int attribute, Function) {
  AG_FAKE(cuFuncGetAttribute);
  *value = attribute == kFunctionMaxThreadsPerBlock ? 1024 : attribute == kFunctionNumRegs ? 16 : 0;
  return kSuccess;
}
AG_EXPORT ResultCode cuFuncSetAttribute(Function, int, int) {
  AG_FAKE(cuFuncSetAttribute);
  return kSuccess;
}
AG_EXPORT ResultCode cuOccupancyMaxActiveBlocksPerMultiprocessor(int* blocks, Function, int threads, size_t) {
  AG_FAKE(cuOccupancyMaxActiveBlocksPerMultiprocessor);
  *blocks = 2048 / threads;
  return kSuccess;
}
AG_EXPORT ResultCode cuLaunchKernel(Function function, unsigned grid_x, unsigned grid_y, unsigned grid_z,
                                    unsigned block_x, unsigned block_y, unsigned block_z, unsigned, Stream,
                                    void** parameters, void**) {
  AG_FAKE(cuLaunchKernel);
  return run(function, grid_x * grid_y * grid_z, block_x * block_y * block_z, parameters);
}
#ifndef AG_FAKE_IS_OLD
AG_EXPORT ResultCode cuLaunchCooperativeKernel(Function function, unsigned grid_x, unsigned grid_y, unsigned grid_z,
                                               unsigned block_x, unsigned block_y, unsigned block_z, unsigned, Stream,
                                               void** parameters) {
  AG_FAKE(cuLaunchCooperativeKernel);
  const unsigned blocks = grid_x * grid_y * grid_z, threads = block_x * block_y * block_z;
  if (blocks > 2048 / threads * 4) return kCooperativeLaunchTooLarge;
  return run(function, blocks, threads, parameters);
}
#endif
