#pragma once
/// The interface to one device: memory, copies, streams, events, modules and launches. Two implementations exist: the
/// CUDA driver (cuda_driver.h) and the emulated device (emulated_driver.h).
///
/// All functions may be called from any thread. None throws; a failure is a value. Work that is enqueued in one stream
/// runs in order. Work in two streams is unordered, except through events and waits of the host. A failure of enqueued
/// work is reported by a later call, at the latest by the wait for it.
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <type_traits>

#include "device/failure.h"

namespace ag::device {

/// An address in the memory of a device, which the host never dereferences. 0 is no address.
struct DeviceAddress {
  uint64_t value = 0;

  explicit operator bool() const { return value != 0; }
  DeviceAddress operator+(uint64_t bytes) const { return {value + bytes}; }
  friend bool operator==(DeviceAddress, DeviceAddress) = default;
};

/// A handle of the driver; 0 is none. The tag keeps handles of different things apart.
template <class Tag>
struct Handle {
  uint64_t id = 0;

  explicit operator bool() const { return id != 0; }
  friend bool operator==(Handle, Handle) = default;
};

using StreamHandle = Handle<struct StreamTag>;
using EventHandle = Handle<struct EventTag>;
using ModuleHandle = Handle<struct ModuleTag>;
using FunctionHandle = Handle<struct FunctionTag>;

/// The facts of a device that decisions depend on.
struct DriverProperties {
  std::string name;
  uint64_t memory_bytes = 0;
  int multiprocessors = 0;
  int compute_major = 0;
  int compute_minor = 0;
  int warp_threads = 0;
  int threads_per_block = 0;
  int threads_per_multiprocessor = 0;
  uint64_t shared_bytes_per_block = 0;  // the largest that a kernel may ask for
  bool launches_cooperatively = false;
  int driver_version = 0;  // 1000 · major + 10 · minor
};

struct MemoryInfo {
  uint64_t free_bytes = 0;
  uint64_t total_bytes = 0;
};

struct FunctionProperties {
  int threads_per_block = 0;  // the largest block
  int registers = 0;
  uint64_t static_shared_bytes = 0;
  uint64_t local_bytes = 0;  // of each thread: spilled registers and arrays
};

/// The number of blocks or threads along three axes.
struct Extent3 {
  uint32_t x = 1;
  uint32_t y = 1;
  uint32_t z = 1;

  uint64_t count() const { return static_cast<uint64_t>(x) * y * z; }
  friend bool operator==(Extent3, Extent3) = default;
};

/// An argument of a kernel: an array in device memory, or a number.
class KernelArgument {
 public:
  enum class Kind : uint8_t { Array, Input, Number };

  /// An array that the kernel reads and writes, of so many bytes.
  static KernelArgument array(DeviceAddress address, uint64_t bytes) { return {Kind::Array, address.value, bytes}; }
  /// An array that the kernel only reads.
  static KernelArgument input(DeviceAddress address, uint64_t bytes) { return {Kind::Input, address.value, bytes}; }
  /// A number of up to 8 bytes.
  template <class T>
  static KernelArgument number(T value) {
    static_assert(sizeof(T) <= sizeof(uint64_t) && std::is_trivially_copyable_v<T>);
    KernelArgument result{Kind::Number, 0, sizeof(T)};
    std::memcpy(&result.value_, &value, sizeof(T));
    return result;
  }

  Kind kind() const { return kind_; }
  bool is_array() const { return kind_ != Kind::Number; }
  /// The address of an array.
  DeviceAddress address() const { return {value_}; }
  /// The bytes of the array, or of the number.
  uint64_t bytes() const { return bytes_; }
  /// The place of the address or the number, as drivers take it.
  const void* data() const { return &value_; }

 private:
  KernelArgument(Kind kind, uint64_t value, uint64_t bytes) : kind_(kind), value_(value), bytes_(bytes) {}

  Kind kind_;
  uint64_t value_;
  uint64_t bytes_;
};

/// A launch of a kernel. The arguments are read before `launch` returns.
struct Launch {
  FunctionHandle function;
  Extent3 grid;
  Extent3 block;
  uint64_t shared_bytes = 0;  // in addition to the static shared memory of the function
  bool cooperative = false;   // all blocks are resident at once, and may meet at a grid barrier
  std::span<const KernelArgument> arguments;
};

class Driver {
 public:
  virtual ~Driver() = default;

  virtual const DriverProperties& properties() const = 0;
  /// The failure that made the device unusable; it names the function that reported it.
  virtual std::optional<Failure> fault() const = 0;

  /// Returns the free and total memory of the device.
  virtual Result<MemoryInfo> memory_info() = 0;
  /// Allocates memory with an alignment of 256 bytes. `bytes` is at least 1. The content is undefined.
  virtual Result<DeviceAddress> allocate(uint64_t bytes) = 0;
  /// Frees memory. All work that uses it has been waited for; the driver does not wait.
  virtual Status release(DeviceAddress address) = 0;
  /// Allocates host memory that the device copies from and to without staging.
  virtual Result<void*> allocate_pinned(uint64_t bytes) = 0;
  /// Frees pinned memory. No pending copy uses it.
  virtual Status release_pinned(void* memory) = 0;

  /// Enqueues a copy. The host memory must exist and stay unchanged until the copy has been waited for.
  virtual Status copy_to_device(DeviceAddress to, const void* from, uint64_t bytes, StreamHandle stream) = 0;
  /// Enqueues a copy. The host must neither read nor write the memory until the copy has been waited for.
  virtual Status copy_to_host(void* to, DeviceAddress from, uint64_t bytes, StreamHandle stream) = 0;
  /// Enqueues a copy inside of the device. The ranges do not overlap.
  virtual Status copy_on_device(DeviceAddress to, DeviceAddress from, uint64_t bytes, StreamHandle stream) = 0;
  /// Enqueues the storing of `byte` into `bytes` bytes.
  virtual Status fill(DeviceAddress to, uint8_t byte, uint64_t bytes, StreamHandle stream) = 0;
  /// Enqueues the storing of `word` into `count` words of 4 bytes. The address is a multiple of 4.
  virtual Status fill_words(DeviceAddress to, uint32_t word, uint64_t count, StreamHandle stream) = 0;

  virtual Result<StreamHandle> create_stream() = 0;
  /// Destroys a stream. Work that it still has runs to its end.
  virtual Status destroy_stream(StreamHandle stream) = 0;
  /// Waits until the work of the stream has run.
  virtual Status wait(StreamHandle stream) = 0;
  /// Returns true if the work of the stream has run.
  virtual Result<bool> is_done(StreamHandle stream) = 0;
  /// Waits until the work of all streams has run.
  virtual Status wait_for_all() = 0;

  virtual Result<EventHandle> create_event() = 0;
  virtual Status destroy_event(EventHandle event) = 0;
  /// Enqueues a mark: the event occurs when the earlier work of the stream has run. Replaces an earlier mark.
  virtual Status record(EventHandle event, StreamHandle stream) = 0;
  /// Later work of the stream runs after the last mark of the event. An event without a mark delays nothing.
  virtual Status wait_for_event(StreamHandle stream, EventHandle event) = 0;
  /// The host waits for the last mark of the event.
  virtual Status wait(EventHandle event) = 0;
  /// Returns true if the last mark of the event has occurred.
  virtual Result<bool> is_done(EventHandle event) = 0;
  /// Returns the milliseconds between the last marks of two events, both of which have occurred.
  virtual Result<float> elapsed(EventHandle from, EventHandle to) = 0;

  /// Loads an image: a cubin or PTX with its final 0 for CUDA, a shared object for the emulated device.
  virtual Result<ModuleHandle> load_module(std::span<const std::byte> image) = 0;
  /// Unloads a module. Launches of its functions have been waited for.
  virtual Status unload_module(ModuleHandle module) = 0;
  virtual Result<FunctionHandle> find_function(ModuleHandle module, const std::string& name) = 0;
  virtual Result<FunctionProperties> function_properties(FunctionHandle function) = 0;
  /// Returns the number of blocks that are resident at once on the whole device: the largest grid of a cooperative
  /// launch. `shared_bytes` is the dynamic shared memory of a block.
  virtual Result<uint64_t> resident_blocks(FunctionHandle function, uint32_t threads, uint64_t shared_bytes) = 0;
  virtual Status launch(const Launch& launch, StreamHandle stream) = 0;
};

}  // namespace ag::device
