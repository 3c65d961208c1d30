#pragma once
/// The structures of DLPack 1.0 as <dlpack/dlpack.h> declares them: a stable ABI, identical to the byte.
#include <cstdint>

extern "C" {

struct DLPackVersion {
  uint32_t major;
  uint32_t minor;
};

struct DLDevice {
  int32_t device_type;
  int32_t device_id;
};

struct DLDataType {
  uint8_t code;
  uint8_t bits;
  uint16_t lanes;
};

struct DLTensor {
  void* data;
  DLDevice device;
  int32_t ndim;
  DLDataType dtype;
  int64_t* shape;
  int64_t* strides;  // in elements; null: row-major
  uint64_t byte_offset;
};

struct DLManagedTensor {
  DLTensor dl_tensor;
  void* manager_ctx;
  void (*deleter)(DLManagedTensor* self);
};

struct DLManagedTensorVersioned {
  DLPackVersion version;
  void* manager_ctx;
  void (*deleter)(DLManagedTensorVersioned* self);
  uint64_t flags;
  DLTensor dl_tensor;
};

}  // extern "C"

namespace ag::dlpack {

// Of device_type.
inline constexpr int32_t kCpu = 1, kCuda = 2, kCudaHost = 3, kRocmHost = 11;
// Of DLDataType::code.
inline constexpr uint8_t kInt = 0, kUnsigned = 1, kFloat = 2, kBfloat = 4, kBool = 6;
// Of flags.
inline constexpr uint64_t kReadOnly = 1, kIsCopied = 2;

inline constexpr DLPackVersion kVersion{1, 0};

}  // namespace ag::dlpack
