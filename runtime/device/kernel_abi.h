#pragma once
/// The binary interface between the emulated device and its modules, in C. A module is a shared object that exports the
/// variable `ag_device_module` of type AgDeviceModule. A kernel is a function that the device calls once for each
/// thread, each on a stack of its own. It reaches the device through the table of calls, whose address the loader
/// stores into the module, so that neither side exports functions.
///
/// Kernels must not throw, and must have no objects with destructors alive at a call: a finding ends a launch by
/// leaving its threads where they are. Pointers that a kernel gets as parameters are usable; an address that it loads
/// from device memory must pass through `pointer` first.
#include <stdint.h>

#define AG_DEVICE_ABI_VERSION 2

extern "C" {

enum AgDeviceAccessKind { AG_DEVICE_LOAD = 0, AG_DEVICE_STORE = 1 };

enum AgDeviceNumber {
  AG_DEVICE_INT32 = 0,
  AG_DEVICE_UINT32 = 1,
  AG_DEVICE_INT64 = 2,
  AG_DEVICE_UINT64 = 3,
  AG_DEVICE_FLOAT32 = 4,
  AG_DEVICE_FLOAT64 = 5
};

enum AgDeviceOrder { AG_DEVICE_RELAXED = 0, AG_DEVICE_ACQUIRE = 1, AG_DEVICE_RELEASE = 2, AG_DEVICE_ACQ_REL = 3 };

/// The calls of a kernel. Axes are 0 to 2. `array` and `statement` are indices into the tables of the module, or -1.
/// Values of 4 bytes are in the low half of a uint64_t.
struct AgDeviceCalls {
  uint32_t version;
  /// The place of the thread in its block, of the block in the grid, and the sizes of both.
  uint32_t (*thread)(int axis);
  uint32_t (*block)(int axis);
  uint32_t (*threads)(int axis);
  uint32_t (*blocks)(int axis);
  /// Returns the shared memory of the block: the static part, then the dynamic part.
  void* (*shared_memory)(void);
  /// Returns a usable pointer for an address of device memory.
  void* (*pointer)(uint64_t address);
  /// Waits for all threads of the block.
  void (*barrier)(int statement);
  /// Waits for the threads of the warp that the mask names.
  void (*warp_barrier)(uint32_t mask, int statement);
  /// Returns the value of the thread `delta` lanes further in the segment of `width` lanes, or the own one past its
  /// end.
  uint64_t (*shuffle_down)(uint32_t mask, uint64_t value, uint32_t delta, uint32_t width, int statement);
  /// Returns the value of the lane whose number differs in the bits `lanes`, or the own one outside of the segment of
  /// `width` lanes.
  uint64_t (*shuffle_xor)(uint32_t mask, uint64_t value, uint32_t lanes, uint32_t width, int statement);
  /// Waits for all threads of a cooperative launch.
  void (*grid_barrier)(int statement);
  /// Orders the earlier accesses of the thread before its later ones, for all threads of the device.
  void (*fence)(void);
  /// Adds atomically, and returns the value before.
  uint64_t (*atomic_add)(void* address, uint64_t value, int number, int order, int array, int statement);
  /// Stores the smaller value atomically, and returns the value before.
  uint64_t (*atomic_min)(void* address, uint64_t value, int number, int order, int array, int statement);
  uint64_t (*load_acquire)(const void* address, uint32_t bytes, int array, int statement);
  void (*store_release)(void* address, uint64_t value, uint32_t bytes, int array, int statement);
  /// Checks an access before it happens. Modules that are not checked do not call it.
  void (*access)(const void* address, uint32_t bytes, int kind, int array, int statement);
};

struct AgDeviceKernel {
  const char* name;
  /// `parameters` holds a pointer to each parameter.
  void (*function)(void* const* parameters);
  uint32_t parameter_count;
  uint32_t threads_per_block;  // the largest block
  uint64_t shared_bytes;       // static shared memory of a block
};

struct AgDeviceArray {
  const char* name;
  int32_t parameter;  // the parameter of the kernel that is this array; -1: none
};

struct AgDeviceModule {
  uint32_t version;
  uint32_t kernel_count;
  uint32_t array_count;
  uint32_t statement_count;
  const struct AgDeviceKernel* kernels;
  const struct AgDeviceArray* arrays;
  const char* const* statements;       // such as "model.cpp:14"
  const struct AgDeviceCalls** calls;  // the loader stores the table here
};

}  // extern "C"
