#include "device/cuda_driver.h"

#include <array>
#include <atomic>
#include <mutex>
#include <vector>

namespace ag::device {

namespace {

using Functions = CudaLibrary::Functions;

/// Makes a context current in this thread, and restores that of the caller.
class CurrentContext {
 public:
  CurrentContext(const Functions& functions, cuda::Context context) : functions_(functions) {
    cuda::Context current = nullptr;
    code_ = functions_.cuCtxGetCurrent(&current);
    if (code_ != cuda::kSuccess || current == context) return;
    code_ = functions_.cuCtxPushCurrent(context);
    is_pushed_ = code_ == cuda::kSuccess;
  }
  ~CurrentContext() {
    cuda::Context previous = nullptr;
    if (is_pushed_) functions_.cuCtxPopCurrent(&previous);
  }
  CurrentContext(const CurrentContext&) = delete;
  CurrentContext& operator=(const CurrentContext&) = delete;

  cuda::ResultCode code() const { return code_; }

 private:
  const Functions& functions_;
  cuda::ResultCode code_ = cuda::kSuccess;
  bool is_pushed_ = false;
};

template <class T, class Tag>
T object(Handle<Tag> handle) {
  return reinterpret_cast<T>(handle.id);
}

template <class HandleType>
HandleType handle_of(const void* object) {
  return {reinterpret_cast<uint64_t>(object)};
}

class CudaDriver final : public Driver {
 public:
  CudaDriver(std::shared_ptr<const CudaLibrary> library, cuda::DeviceOrdinal device, cuda::Context context)
      : library_(std::move(library)), functions_(library_->functions()), device_(device), context_(context) {}
  ~CudaDriver() override { functions_.cuDevicePrimaryCtxRelease(device_); }

  /// Asks for the properties; called once.
  Status start() {
    std::array<char, 256> name{};
    size_t bytes = 0;
    if (Status status = call("cuDeviceGetName", functions_.cuDeviceGetName, name.data(), 255, device_); !status) {
      return status;
    }
    if (Status status = call("cuDeviceTotalMem", functions_.cuDeviceTotalMem, &bytes, device_); !status) return status;
    properties_.name = name.data();
    properties_.memory_bytes = bytes;
    properties_.driver_version = library_->version();
    int shared = 0, cooperative = 0;
    const std::pair<int, int*> attributes[] = {
        {cuda::kMultiprocessorCount, &properties_.multiprocessors},
        {cuda::kComputeCapabilityMajor, &properties_.compute_major},
        {cuda::kComputeCapabilityMinor, &properties_.compute_minor},
        {cuda::kWarpSize, &properties_.warp_threads},
        {cuda::kMaxThreadsPerBlock, &properties_.threads_per_block},
        {cuda::kMaxThreadsPerMultiprocessor, &properties_.threads_per_multiprocessor},
        {cuda::kMaxSharedMemoryPerBlockOptin, &shared},
        {cuda::kCooperativeLaunch, &cooperative}};
    for (const auto& [attribute, place] : attributes) {
      Status status = call("cuDeviceGetAttribute", functions_.cuDeviceGetAttribute, place, attribute, device_);
      if (!status) return status;
    }
    properties_.shared_bytes_per_block = static_cast<uint64_t>(shared);
    properties_.launches_cooperatively = cooperative != 0;
    return {};
  }

  const DriverProperties& properties() const override { return properties_; }
  std::optional<Failure> fault() const override {
    const std::lock_guard lock(mutex_);
    return fault_;
  }

  Result<MemoryInfo> memory_info() override {
    size_t free_bytes = 0, total_bytes = 0;
    if (Status status = call("cuMemGetInfo", functions_.cuMemGetInfo, &free_bytes, &total_bytes); !status) {
      return status.failure();
    }
    return MemoryInfo{free_bytes, total_bytes};
  }

  Result<DeviceAddress> allocate(uint64_t bytes) override {
    cuda::Address address = 0;
    if (Status status = call("cuMemAlloc", functions_.cuMemAlloc, &address, bytes); !status) {
      Failure failure = status.failure();
      if (failure.kind == FailureKind::OutOfMemory) failure.message += memory_text(bytes);
      return failure;
    }
    return DeviceAddress{address};
  }
  Status release(DeviceAddress address) override { return call("cuMemFree", functions_.cuMemFree, address.value); }

  Result<void*> allocate_pinned(uint64_t bytes) override {
    void* memory = nullptr;
    Status status = call("cuMemHostAlloc", functions_.cuMemHostAlloc, &memory, bytes, cuda::kMemHostAllocPortable);
    if (!status) return status.failure();
    return memory;
  }
  Status release_pinned(void* memory) override { return call("cuMemFreeHost", functions_.cuMemFreeHost, memory); }

  Status copy_to_device(DeviceAddress to, const void* from, uint64_t bytes, StreamHandle stream) override {
    if (bytes == 0) return {};
    return call("cuMemcpyHtoDAsync", functions_.cuMemcpyHtoDAsync, to.value, from, bytes, object<cuda::Stream>(stream));
  }
  Status copy_to_host(void* to, DeviceAddress from, uint64_t bytes, StreamHandle stream) override {
    if (bytes == 0) return {};
    return call("cuMemcpyDtoHAsync", functions_.cuMemcpyDtoHAsync, to, from.value, bytes, object<cuda::Stream>(stream));
  }
  Status copy_on_device(DeviceAddress to, DeviceAddress from, uint64_t bytes, StreamHandle stream) override {
    if (bytes == 0) return {};
    return call("cuMemcpyDtoDAsync", functions_.cuMemcpyDtoDAsync, to.value, from.value, bytes,
                object<cuda::Stream>(stream));
  }
  Status fill(DeviceAddress to, uint8_t byte, uint64_t bytes, StreamHandle stream) override {
    if (bytes == 0) return {};
    return call("cuMemsetD8Async", functions_.cuMemsetD8Async, to.value, byte, bytes, object<cuda::Stream>(stream));
  }
  Status fill_words(DeviceAddress to, uint32_t word, uint64_t count, StreamHandle stream) override {
    if (count == 0) return {};
    return call("cuMemsetD32Async", functions_.cuMemsetD32Async, to.value, word, count, object<cuda::Stream>(stream));
  }

  Result<StreamHandle> create_stream() override {
    cuda::Stream stream = nullptr;
    Status status = call("cuStreamCreate", functions_.cuStreamCreate, &stream, cuda::kStreamNonBlocking);
    if (!status) return status.failure();
    return handle_of<StreamHandle>(stream);
  }
  Status destroy_stream(StreamHandle stream) override {
    return call("cuStreamDestroy", functions_.cuStreamDestroy, object<cuda::Stream>(stream));
  }
  Status wait(StreamHandle stream) override {
    return call("cuStreamSynchronize", functions_.cuStreamSynchronize, object<cuda::Stream>(stream));
  }
  Result<bool> is_done(StreamHandle stream) override {
    return query("cuStreamQuery", functions_.cuStreamQuery, object<cuda::Stream>(stream));
  }
  Status wait_for_all() override { return call("cuCtxSynchronize", functions_.cuCtxSynchronize); }

  Result<EventHandle> create_event() override {
    cuda::Event event = nullptr;
    Status status = call("cuEventCreate", functions_.cuEventCreate, &event, cuda::kEventDefault);
    if (!status) return status.failure();
    return handle_of<EventHandle>(event);
  }
  Status destroy_event(EventHandle event) override {
    return call("cuEventDestroy", functions_.cuEventDestroy, object<cuda::Event>(event));
  }
  Status record(EventHandle event, StreamHandle stream) override {
    return call("cuEventRecord", functions_.cuEventRecord, object<cuda::Event>(event), object<cuda::Stream>(stream));
  }
  Status wait_for_event(StreamHandle stream, EventHandle event) override {
    return call("cuStreamWaitEvent", functions_.cuStreamWaitEvent, object<cuda::Stream>(stream),
                object<cuda::Event>(event), 0U);
  }
  Status wait(EventHandle event) override {
    return call("cuEventSynchronize", functions_.cuEventSynchronize, object<cuda::Event>(event));
  }
  Result<bool> is_done(EventHandle event) override {
    return query("cuEventQuery", functions_.cuEventQuery, object<cuda::Event>(event));
  }
  Result<float> elapsed(EventHandle from, EventHandle to) override {
    float milliseconds = 0;
    Status status = call("cuEventElapsedTime", functions_.cuEventElapsedTime, &milliseconds, object<cuda::Event>(from),
                         object<cuda::Event>(to));
    if (!status) return status.failure();
    return milliseconds;
  }

  Result<ModuleHandle> load_module(std::span<const std::byte> image) override {
    constexpr std::array<std::byte, 4> kElf{std::byte{0x7f}, std::byte{'E'}, std::byte{'L'}, std::byte{'F'}};
    const bool is_elf = image.size() > kElf.size() && std::equal(kElf.begin(), kElf.end(), image.begin());
    if (image.empty() || (!is_elf && image.back() != std::byte{0})) {
      return Failure{FailureKind::InvalidModule, "cuModuleLoadDataEx", "the text of the module has no final 0"};
    }
    std::array<char, 8192> log{};
    int options[] = {cuda::kJitErrorLogBuffer, cuda::kJitErrorLogBufferSizeBytes};
    void* values[] = {log.data(), reinterpret_cast<void*>(log.size() - 1)};
    cuda::Module module = nullptr;
    Status status = call("cuModuleLoadDataEx", functions_.cuModuleLoadDataEx, &module,
                         static_cast<const void*>(image.data()), 2U, options, values);
    if (!status) {
      Failure failure = status.failure();
      if (log[0] != 0) failure.message += ": " + std::string(log.data());
      return failure;
    }
    return handle_of<ModuleHandle>(module);
  }
  Status unload_module(ModuleHandle module) override {
    return call("cuModuleUnload", functions_.cuModuleUnload, object<cuda::Module>(module));
  }
  Result<FunctionHandle> find_function(ModuleHandle module, const std::string& name) override {
    cuda::Function function = nullptr;
    Status status = call("cuModuleGetFunction", functions_.cuModuleGetFunction, &function, object<cuda::Module>(module),
                         name.c_str());
    if (!status) {
      Failure failure = status.failure();
      failure.message += ": '" + name + "'";
      return failure;
    }
    // Without this, a kernel has at most 48 KiB of shared memory.
    int fixed = 0;
    if (status =
            call("cuFuncGetAttribute", functions_.cuFuncGetAttribute, &fixed, cuda::kFunctionSharedSizeBytes, function);
        !status) {
      return status.failure();
    }
    const int most = static_cast<int>(properties_.shared_bytes_per_block) - fixed;
    status = call("cuFuncSetAttribute", functions_.cuFuncSetAttribute, function,
                  cuda::kFunctionMaxDynamicSharedSizeBytes, most);
    if (!status) return status.failure();
    return handle_of<FunctionHandle>(function);
  }
  Result<FunctionProperties> function_properties(FunctionHandle function) override {
    FunctionProperties result;
    int fixed = 0, local = 0;
    const std::pair<int, int*> attributes[] = {{cuda::kFunctionMaxThreadsPerBlock, &result.threads_per_block},
                                               {cuda::kFunctionNumRegs, &result.registers},
                                               {cuda::kFunctionSharedSizeBytes, &fixed},
                                               {cuda::kFunctionLocalSizeBytes, &local}};
    for (const auto& [attribute, place] : attributes) {
      Status status =
          call("cuFuncGetAttribute", functions_.cuFuncGetAttribute, place, attribute, object<cuda::Function>(function));
      if (!status) return status.failure();
    }
    result.static_shared_bytes = static_cast<uint64_t>(fixed);
    result.local_bytes = static_cast<uint64_t>(local);
    return result;
  }
  Result<uint64_t> resident_blocks(FunctionHandle function, uint32_t threads, uint64_t shared_bytes) override {
    int blocks = 0;
    Status status =
        call("cuOccupancyMaxActiveBlocksPerMultiprocessor", functions_.cuOccupancyMaxActiveBlocksPerMultiprocessor,
             &blocks, object<cuda::Function>(function), static_cast<int>(threads), shared_bytes);
    if (!status) return status.failure();
    return static_cast<uint64_t>(blocks) * static_cast<uint64_t>(properties_.multiprocessors);
  }

  Status launch(const Launch& launch, StreamHandle stream) override {
    std::array<void*, 64> few;
    std::vector<void*> many;
    void** parameters = few.data();
    if (launch.arguments.size() > few.size()) {
      many.resize(launch.arguments.size());
      parameters = many.data();
    }
    for (size_t i = 0; i < launch.arguments.size(); ++i) {
      parameters[i] = const_cast<void*>(launch.arguments[i].data());
    }
    const auto function = object<cuda::Function>(launch.function);
    const auto shared = static_cast<unsigned>(launch.shared_bytes);
    const Extent3 grid = launch.grid, block = launch.block;
    if (launch.cooperative) {
      return call("cuLaunchCooperativeKernel", functions_.cuLaunchCooperativeKernel, function, grid.x, grid.y, grid.z,
                  block.x, block.y, block.z, shared, object<cuda::Stream>(stream), parameters);
    }
    return call("cuLaunchKernel", functions_.cuLaunchKernel, function, grid.x, grid.y, grid.z, block.x, block.y,
                block.z, shared, object<cuda::Stream>(stream), parameters, nullptr);
  }

 private:
  /// Calls a function of the driver, unless the device is lost.
  template <class Called, class... Arguments>
  Status call(const char* name, Called* function, Arguments... arguments) {
    if (is_lost_.load(std::memory_order_acquire)) return lost(name);
    const CurrentContext current(functions_, context_);
    const cuda::ResultCode code = current.code() ? current.code() : function(arguments...);
    return code == cuda::kSuccess ? Status() : failed(current.code() ? "cuCtxPushCurrent" : name, code);
  }

  template <class Called, class Object>
  Result<bool> query(const char* name, Called* function, Object object) {
    if (is_lost_.load(std::memory_order_acquire)) return lost(name);
    const CurrentContext current(functions_, context_);
    const cuda::ResultCode code = current.code() ? current.code() : function(object);
    if (code == cuda::kSuccess || code == cuda::kNotReady) return code == cuda::kSuccess;
    return failed(name, code);
  }

  Failure failed(const char* name, cuda::ResultCode code) {
    Failure failure = library_->failure(name, code);
    if (failure.kind == FailureKind::Lost) {
      const std::lock_guard lock(mutex_);
      if (!fault_) fault_ = failure;
      is_lost_.store(true, std::memory_order_release);
    }
    return failure;
  }

  Failure lost(const char* name) const {
    const std::lock_guard lock(mutex_);
    return {FailureKind::Lost, name, "the device is lost: " + describe(*fault_), fault_->remedy};
  }

  std::string memory_text(uint64_t bytes) {
    const Result<MemoryInfo> info = memory_info();
    std::string text = "; " + std::to_string(bytes) + " bytes were asked for";
    if (!info) return text;
    return text + ", " + std::to_string(info.value().free_bytes) + " of " + std::to_string(info.value().total_bytes) +
           " are free";
  }

  std::shared_ptr<const CudaLibrary> library_;
  const Functions& functions_;
  cuda::DeviceOrdinal device_;
  cuda::Context context_;
  DriverProperties properties_;
  mutable std::mutex mutex_;  // of fault_
  std::optional<Failure> fault_;
  std::atomic<bool> is_lost_ = false;
};

}  // namespace

Failure no_such_gpu(const CudaLibrary& library, int index) {
  const int last = library.device_count() - 1;
  return {FailureKind::NoDevice, "",
          "there is no GPU " + std::to_string(index) + "; the NVIDIA driver has " +
              (last == 0 ? "one, cuda:0" : std::to_string(last + 1) + ", cuda:0 to cuda:" + std::to_string(last)),
          "see if nvidia-smi lists the GPU, and if CUDA_VISIBLE_DEVICES hides it"};
}

Result<std::unique_ptr<Driver>> open_cuda(std::shared_ptr<const CudaLibrary> library, int index) {
  const Functions& functions = library->functions();
  if (index < 0 || index >= library->device_count()) return no_such_gpu(*library, index);
  cuda::DeviceOrdinal device = 0;
  if (const cuda::ResultCode code = functions.cuDeviceGet(&device, index)) return library->failure("cuDeviceGet", code);
  cuda::Context context = nullptr;
  if (const cuda::ResultCode code = functions.cuDevicePrimaryCtxRetain(&context, device)) {
    return library->failure("cuDevicePrimaryCtxRetain", code);
  }
  auto driver = std::make_unique<CudaDriver>(std::move(library), device, context);
  if (Status status = driver->start(); !status) return status.failure();
  return std::unique_ptr<Driver>(std::move(driver));
}

}  // namespace ag::device
