#include "device/emulated_driver.h"

#include <cstring>
#include <map>
#include <mutex>
#include <utility>

#include "device/access_checker.h"
#include "device/emulated_memory.h"
#include "device/emulated_module.h"
#include "device/fiber.h"
#include "device/host_buffers.h"
#include "device/kernel_launch.h"
#include "device/launch_limits.h"
#include "device/stream_queues.h"

namespace ag::device {

namespace {

/// Counts down to a failure that was asked for.
class PlannedFailure {
 public:
  /// The call of this number fails, from 1; 0: none.
  explicit PlannedFailure(uint64_t number) : left_(number) {}
  void plan(uint64_t passes) { left_ = passes + 1; }
  /// True if this call is the one that fails.
  bool is_due() { return left_ != 0 && --left_ == 0; }

 private:
  uint64_t left_;
};

class EmulatedDevice final : public EmulatedDriver {
 public:
  EmulatedDevice(const EmulatedOptions& options, std::unique_ptr<EmulatedMemory> memory)
      : options_(options),
        properties_(emulated_properties(options)),
        random_(options.seed),
        memory_(std::move(memory)),
        queues_(random_),
        checker_(*memory_, queues_.order(), findings_),
        host_(findings_),
        failing_allocation_(options.fail_allocation),
        failing_launch_(options.fail_launch),
        losing_launch_(options.lose_at_launch) {}

  const DriverProperties& properties() const override { return properties_; }
  std::optional<Failure> fault() const override {
    const std::lock_guard lock(mutex_);
    return fault_;
  }
  EmulatedCounters counters() const override {
    const std::lock_guard lock(mutex_);
    return counters_;
  }
  std::vector<Finding> take_findings() override {
    const std::lock_guard lock(mutex_);
    reported_ = findings_.count();
    return findings_.take();
  }
  void fail_allocation(uint64_t passes) override {
    const std::lock_guard lock(mutex_);
    failing_allocation_.plan(passes);
  }
  void fail_launch(uint64_t passes) override {
    const std::lock_guard lock(mutex_);
    failing_launch_.plan(passes);
  }
  void lose_at_launch(uint64_t passes) override {
    const std::lock_guard lock(mutex_);
    losing_launch_.plan(passes);
  }

  Result<MemoryInfo> memory_info() override {
    const std::lock_guard lock(mutex_);
    if (fault_) return lost("memory_info");
    return MemoryInfo{memory_->total_bytes() - memory_->used_bytes(), memory_->total_bytes()};
  }

  Result<DeviceAddress> allocate(uint64_t bytes) override {
    const std::lock_guard lock(mutex_);
    if (fault_) return lost("allocate");
    if (bytes == 0) return invalid("allocate", "0 bytes were asked for");
    ++counters_.allocations;
    const Allocation* allocation = failing_allocation_.is_due() ? nullptr : memory_->allocate(bytes);
    if (!allocation) {
      return Failure{FailureKind::OutOfMemory, "allocate",
                     "out of memory; " + std::to_string(bytes) + " bytes were asked for, " +
                         std::to_string(memory_->total_bytes() - memory_->used_bytes()) + " of " +
                         std::to_string(memory_->total_bytes()) + " are free",
                     "release arrays of the device, or compute in smaller parts"};
    }
    return allocation->address;
  }

  Status release(DeviceAddress address) override {
    const std::lock_guard lock(mutex_);
    if (fault_) return lost("release");
    Allocation* allocation = memory_->find(address);
    if (!allocation || allocation->address != address) {
      const Allocation* released = memory_->find_released(address);
      const std::string text =
          released     ? "memory of " + std::to_string(released->bytes) + " bytes is released, and was released before"
          : allocation ? "an address inside of an allocation is released, at byte " +
                             std::to_string(address.value - allocation->address.value)
                       : "an address is released that is in no allocation";
      findings_.add(FindingKind::DoubleFree, address.value, 0, [&] { return text; });
      return finding("release");
    }
    checker_.forget_allocation();
    memory_->release(*allocation);
    return {};
  }

  Result<void*> allocate_pinned(uint64_t bytes) override {
    const std::lock_guard lock(mutex_);
    if (fault_) return lost("allocate_pinned");
    auto memory = std::make_unique<std::byte[]>(bytes);
    fill_undefined(memory.get(), bytes);
    void* address = memory.get();
    pinned_[address] = {std::move(memory), bytes};
    return address;
  }
  Status release_pinned(void* memory) override {
    const std::lock_guard lock(mutex_);
    if (fault_) return lost("release_pinned");
    const auto found = pinned_.find(memory);
    if (found == pinned_.end()) return invalid("release_pinned", "the address is that of no pinned memory");
    if (host_.overlaps(memory, found->second.bytes)) {
      findings_.add(FindingKind::UseAfterFree, 0, 0,
                    [] { return "pinned memory is released while a copy that uses it is pending"; });
      return finding("release_pinned");
    }
    pinned_.erase(found);
    return {};
  }

  Status copy_to_device(DeviceAddress to, const void* from, uint64_t bytes, StreamHandle stream) override {
    const std::lock_guard lock(mutex_);
    if (Status status = check_copy("copy_to_device", stream, {{to, bytes}}, from); !status || bytes == 0) return status;
    ++counters_.copies_to_device;
    counters_.bytes_to_device += bytes;
    const uint64_t copy = options_.checks ? host_.add_source(from, bytes) : 0;
    queues_.enqueue(stream.id, "a copy to the device", [this, to, from, bytes, copy](uint32_t operation) {
      if (copy != 0) host_.finish(copy, "a copy to the device");
      if (!use_range(operation, "a copy to the device", to, bytes, Use::Store)) return;
      std::memcpy(memory_->view(to), from, bytes);
    });
    return {};
  }

  Status copy_to_host(void* to, DeviceAddress from, uint64_t bytes, StreamHandle stream) override {
    const std::lock_guard lock(mutex_);
    if (Status status = check_copy("copy_to_host", stream, {{from, bytes}}, to); !status || bytes == 0) return status;
    ++counters_.copies_to_host;
    counters_.bytes_to_host += bytes;
    const uint64_t copy = options_.checks ? host_.add_target(to, bytes) : 0;
    queues_.enqueue(stream.id, "a copy to the host", [this, to, from, bytes, copy](uint32_t operation) {
      if (copy != 0) host_.finish(copy, "a copy to the host");
      if (!use_range(operation, "a copy to the host", from, bytes, Use::LoadValues)) return;
      std::memcpy(to, memory_->view(from), bytes);
    });
    return {};
  }

  Status copy_on_device(DeviceAddress to, DeviceAddress from, uint64_t bytes, StreamHandle stream) override {
    const std::lock_guard lock(mutex_);
    if (Status status = check_copy("copy_on_device", stream, {{to, bytes}, {from, bytes}}, nullptr);
        !status || bytes == 0) {
      return status;
    }
    if (to.value < from.value + bytes && from.value < to.value + bytes) {
      return invalid("copy_on_device", "the ranges overlap");
    }
    ++counters_.copies_on_device;
    queues_.enqueue(stream.id, "a copy on the device", [this, to, from, bytes](uint32_t operation) {
      if (!use_range(operation, "a copy on the device", from, bytes, Use::Load) ||
          !use_range(operation, "a copy on the device", to, bytes, Use::Store)) {
        return;
      }
      if (options_.checks) checker_.copy_definedness(to, from, bytes);
      std::memmove(memory_->view(to), memory_->view(from), bytes);
    });
    return {};
  }

  Status fill(DeviceAddress to, uint8_t byte, uint64_t bytes, StreamHandle stream) override {
    const std::lock_guard lock(mutex_);
    if (Status status = check_copy("fill", stream, {{to, bytes}}, nullptr); !status || bytes == 0) return status;
    ++counters_.fills;
    queues_.enqueue(stream.id, "a fill", [this, to, byte, bytes](uint32_t operation) {
      if (use_range(operation, "a fill", to, bytes, Use::Store)) std::memset(memory_->view(to), byte, bytes);
    });
    return {};
  }

  Status fill_words(DeviceAddress to, uint32_t word, uint64_t count, StreamHandle stream) override {
    const std::lock_guard lock(mutex_);
    const uint64_t bytes = count * sizeof(word);
    if (Status status = check_copy("fill_words", stream, {{to, bytes}}, nullptr); !status || bytes == 0) return status;
    if (to.value % sizeof(word) != 0) return invalid("fill_words", "the address is no multiple of 4");
    ++counters_.fills;
    queues_.enqueue(stream.id, "a fill", [this, to, word, bytes](uint32_t operation) {
      if (!use_range(operation, "a fill", to, bytes, Use::Store)) return;
      for (uint64_t at = 0; at < bytes; at += sizeof(word)) {
        std::memcpy(memory_->view(to) + at, &word, sizeof(word));
      }
    });
    return {};
  }

  Result<StreamHandle> create_stream() override {
    const std::lock_guard lock(mutex_);
    if (fault_) return lost("create_stream");
    return StreamHandle{queues_.create_stream()};
  }
  Status destroy_stream(StreamHandle stream) override {
    const std::lock_guard lock(mutex_);
    if (fault_) return lost("destroy_stream");
    return queues_.destroy_stream(stream.id) ? Status() : invalid("destroy_stream", "there is no such stream");
  }
  Status wait(StreamHandle stream) override {
    const std::lock_guard lock(mutex_);
    if (Status status = check_stream("wait", stream); !status) return status;
    ++counters_.waits;
    queues_.wait(stream.id);
    return after_wait("wait");
  }
  Result<bool> is_done(StreamHandle stream) override {
    const std::lock_guard lock(mutex_);
    if (Status status = check_stream("is_done", stream); !status) return status.failure();
    const bool is_done = queues_.poll(stream.id);
    if (Status status = after_wait("is_done"); !status) return status.failure();
    return is_done;
  }
  Status wait_for_all() override {
    const std::lock_guard lock(mutex_);
    if (fault_) return lost("wait_for_all");
    ++counters_.waits;
    queues_.wait_for_all();
    return after_wait("wait_for_all");
  }

  Result<EventHandle> create_event() override {
    const std::lock_guard lock(mutex_);
    if (fault_) return lost("create_event");
    return EventHandle{queues_.create_event()};
  }
  Status destroy_event(EventHandle event) override {
    const std::lock_guard lock(mutex_);
    if (fault_) return lost("destroy_event");
    return queues_.destroy_event(event.id) ? Status() : invalid("destroy_event", "there is no such event");
  }
  Status record(EventHandle event, StreamHandle stream) override {
    const std::lock_guard lock(mutex_);
    if (Status status = check_stream("record", stream); !status) return status;
    if (Status status = check_event("record", event); !status) return status;
    queues_.record(event.id, stream.id);
    return {};
  }
  Status wait_for_event(StreamHandle stream, EventHandle event) override {
    const std::lock_guard lock(mutex_);
    if (Status status = check_stream("wait_for_event", stream); !status) return status;
    if (Status status = check_event("wait_for_event", event); !status) return status;
    queues_.wait_for_event(stream.id, event.id);
    return {};
  }
  Status wait(EventHandle event) override {
    const std::lock_guard lock(mutex_);
    if (Status status = check_event("wait", event); !status) return status;
    ++counters_.waits;
    queues_.wait_event(event.id);
    return after_wait("wait");
  }
  Result<bool> is_done(EventHandle event) override {
    const std::lock_guard lock(mutex_);
    if (Status status = check_event("is_done", event); !status) return status.failure();
    const bool is_done = queues_.poll_event(event.id);
    if (Status status = after_wait("is_done"); !status) return status.failure();
    return is_done;
  }
  Result<float> elapsed(EventHandle from, EventHandle to) override {
    const std::lock_guard lock(mutex_);
    for (const EventHandle event : {from, to}) {
      if (Status status = check_event("elapsed", event); !status) return status.failure();
    }
    const std::optional<float> time = queues_.elapsed(from.id, to.id);
    if (!time) return invalid("elapsed", "an event has not occurred");
    return *time;
  }

  Result<ModuleHandle> load_module(std::span<const std::byte> image) override {
    const std::lock_guard lock(mutex_);
    if (fault_) return lost("load_module");
    auto module = EmulatedModule::load(image);
    if (!module) return module.failure();
    modules_[++last_id_] = module.value();
    return ModuleHandle{last_id_};
  }
  Status unload_module(ModuleHandle module) override {
    const std::lock_guard lock(mutex_);
    if (fault_) return lost("unload_module");
    if (modules_.erase(module.id) == 0) return invalid("unload_module", "there is no such module");
    std::erase_if(functions_, [&](const auto& entry) { return entry.second.module == module.id; });
    return {};
  }
  Result<FunctionHandle> find_function(ModuleHandle module, const std::string& name) override {
    const std::lock_guard lock(mutex_);
    if (fault_) return lost("find_function");
    const auto found = modules_.find(module.id);
    if (found == modules_.end()) return invalid("find_function", "there is no such module");
    const AgDeviceKernel* kernel = found->second->find(name);
    if (!kernel) return Failure{FailureKind::InvalidModule, "find_function", "the module has no kernel '" + name + "'"};
    functions_[++last_id_] = {module.id, kernel};
    return FunctionHandle{last_id_};
  }
  Result<FunctionProperties> function_properties(FunctionHandle function) override {
    const std::lock_guard lock(mutex_);
    if (fault_) return lost("function_properties");
    const auto found = functions_.find(function.id);
    if (found == functions_.end()) return invalid("function_properties", "there is no such function");
    const AgDeviceKernel& kernel = *found->second.kernel;
    return FunctionProperties{static_cast<int>(kernel.threads_per_block), 0, kernel.shared_bytes, 0};
  }
  Result<uint64_t> resident_blocks(FunctionHandle function, uint32_t threads, uint64_t shared_bytes) override {
    const std::lock_guard lock(mutex_);
    if (fault_) return lost("resident_blocks");
    const auto found = functions_.find(function.id);
    if (found == functions_.end()) return invalid("resident_blocks", "there is no such function");
    return count_resident_blocks(properties_, threads, found->second.kernel->shared_bytes + shared_bytes);
  }
  Status launch(const Launch& launch, StreamHandle stream) override;

 private:
  enum class Use : uint8_t { Load, LoadValues, Store };
  struct Range {
    DeviceAddress address;
    uint64_t bytes;
  };
  struct Function {
    uint64_t module;
    const AgDeviceKernel* kernel;
  };
  struct Pinned {
    std::unique_ptr<std::byte[]> memory;
    uint64_t bytes;
  };

  static Failure invalid(const char* function, std::string message) {
    return {FailureKind::InvalidArgument, function, std::move(message)};
  }
  Failure lost(const char* function) const {
    return {FailureKind::Lost, function, "the device is lost: " + describe(*fault_), fault_->remedy};
  }
  /// Returns the last finding as the failure of a call.
  Failure finding(const char* function) {
    reported_ = findings_.count();
    return {FailureKind::Finding, function, findings_.all().empty() ? "a finding" : findings_.all().back().text};
  }
  Status check_stream(const char* function, StreamHandle stream) const {
    if (fault_) return lost(function);
    return queues_.has_stream(stream.id) ? Status() : invalid(function, "there is no such stream");
  }
  Status check_event(const char* function, EventHandle event) const {
    if (fault_) return lost(function);
    return queues_.has_event(event.id) ? Status() : invalid(function, "there is no such event");
  }
  /// Checks a copy or a fill when it is enqueued. `host` is its memory of the host, or null.
  Status check_copy(const char* function, StreamHandle stream, std::initializer_list<Range> ranges, const void* host) {
    if (Status status = check_stream(function, stream); !status) return status;
    for (const Range& range : ranges) {
      if (range.bytes != 0 && !checker_.check_range(function, range.address, range.bytes)) return finding(function);
    }
    if (!host || (!memory_->is_device_address(reinterpret_cast<uint64_t>(host)) && !memory_->is_view(host))) return {};
    findings_.add(FindingKind::HostMemory, 0, 0,
                  [&] { return std::string(function) + " gets an address of the device as memory of the host"; });
    return finding(function);
  }
  /// The range is used when an operation runs. Returns false if the memory has been released since.
  bool use_range(uint32_t operation, const char* user, DeviceAddress address, uint64_t bytes, Use use) {
    if (fault_ || !checker_.check_range(user, address, bytes)) return false;
    if (!options_.checks) return true;
    if (use == Use::Store) {
      checker_.store_range(operation, address, bytes);
    } else {
      checker_.load_range(operation, address, bytes, use == Use::LoadValues);
    }
    return true;
  }
  /// Returns the failure of work that has run, if it had one.
  Status after_wait(const char* function) {
    if (fault_) return std::exchange(is_fault_new_, false) ? *fault_ : lost(function);
    if (findings_.count() == reported_) return {};
    const uint64_t count = findings_.count() - std::exchange(reported_, findings_.count());
    Failure failure = finding(function);
    if (count > 1) failure.message += " (the last of " + std::to_string(count) + " findings)";
    return failure;
  }
  void run(KernelCall call, uint32_t operation, bool loses_device);

  const EmulatedOptions options_;
  const DriverProperties properties_;
  mutable std::mutex mutex_;  // of everything below
  SeededRandom random_;
  Findings findings_;
  std::unique_ptr<EmulatedMemory> memory_;
  StreamQueues queues_;
  AccessChecker checker_;
  HostBuffers host_;
  FiberStacks stacks_;
  std::map<void*, Pinned> pinned_;
  std::map<uint64_t, std::shared_ptr<const EmulatedModule>> modules_;
  std::map<uint64_t, Function> functions_;
  uint64_t last_id_ = 0;
  EmulatedCounters counters_;
  PlannedFailure failing_allocation_, failing_launch_, losing_launch_;
  std::optional<Failure> fault_;
  bool is_fault_new_ = false;  // no call has reported it
  uint64_t reported_ = 0;      // findings that a failure has reported
};

Status EmulatedDevice::launch(const Launch& launch, StreamHandle stream) {
  const std::lock_guard lock(mutex_);
  if (Status status = check_stream("launch", stream); !status) return status;
  const auto found = functions_.find(launch.function.id);
  if (found == functions_.end()) return invalid("launch", "there is no such function");
  const AgDeviceKernel& kernel = *found->second.kernel;
  if (launch.arguments.size() != kernel.parameter_count) {
    return invalid("launch", "kernel '" + std::string(kernel.name) + "' has " + std::to_string(kernel.parameter_count) +
                                 " parameters, and the launch has " + std::to_string(launch.arguments.size()) +
                                 " arguments");
  }
  if (failing_launch_.is_due()) return Failure{FailureKind::Refused, "launch", "a failure was asked for"};
  if (std::optional<std::string> text = refusal(properties_, launch, kernel))
    return Failure{FailureKind::Refused, "launch", *text};
  ++counters_.launches;
  const uint64_t shared_bytes = kernel.shared_bytes + launch.shared_bytes;
  KernelCall call{modules_.at(found->second.module),
                  found->second.module,
                  &kernel,
                  launch.grid,
                  launch.block,
                  shared_bytes,
                  launch.cooperative,
                  count_resident_blocks(properties_, launch.block.count(), shared_bytes),
                  {launch.arguments.begin(), launch.arguments.end()}};
  queues_.enqueue(stream.id, "kernel '" + std::string(kernel.name) + "'",
                  [this, call = std::move(call), loses_device = losing_launch_.is_due()](uint32_t operation) mutable {
                    run(std::move(call), operation, loses_device);
                  });
  return {};
}

void EmulatedDevice::run(KernelCall call, uint32_t operation, bool loses_device) {
  if (fault_) return;
  if (loses_device) {
    fault_ = Failure{FailureKind::Lost, "launch",
                     "kernel '" + std::string(call.kernel->name) + "' lost the device, as was asked for",
                     "arrays on the host are intact; the device is usable again in a new process"};
    is_fault_new_ = true;
    return;
  }
  const KernelEnvironment environment{*memory_, queues_.order(), findings_,
                                      random_,  stacks_,         options_.checks ? &checker_ : nullptr};
  KernelLaunch(std::move(call), operation, environment).run();
}

}  // namespace

Result<std::unique_ptr<EmulatedDriver>> open_emulated(const EmulatedOptions& options) {
  auto memory = EmulatedMemory::reserve(options.memory_bytes, options.checks);
  if (!memory) return memory.failure();
  return std::unique_ptr<EmulatedDriver>(std::make_unique<EmulatedDevice>(options, std::move(memory.value())));
}

}  // namespace ag::device
