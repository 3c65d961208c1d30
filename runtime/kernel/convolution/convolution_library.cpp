#include "kernel/convolution/convolution_library.h"

#include <atomic>
#include <iostream>
#include <limits>
#include <memory>
#include <mutex>
#include <unordered_map>

#include "base/plugin_library.h"
#include "base/thread_pool.h"
#include "tensor/impl.h"

namespace ag::kernel {

namespace {

constexpr const char* kLibrary = "libag_convolution.so";

const ConvolutionInterface* open_library() {
  std::string why;
  if (void* library = detail::open_plugin(kLibrary, why)) {
    const void* symbol = detail::plugin_symbol(library, "ag_convolution_interface");
    const auto* found = static_cast<const ConvolutionInterface*>(symbol);
    if (found && found->version == kConvolutionVersion) return found;
    why = std::string(kLibrary) + " is of another version of ag than the runtime";
  }
  std::cerr << "ag: note: the convolution library is not there, convolutions are run as plain loops (" << why
            << "); it is built where oneDNN is installed: on Debian and Ubuntu, apt install libdnnl-dev\n";
  return nullptr;
}

const ConvolutionInterface* library() {
  static const ConvolutionInterface* const found = open_library();
  return found;
}

struct Key {
  ConvolutionKind kind;
  Convolution shape;
  bool operator==(const Key&) const = default;
};

struct KeyHash {
  size_t operator()(const Key& key) const {
    const Convolution& shape = key.shape;
    size_t hash = static_cast<size_t>(key.kind);
    const auto add = [&](int64_t number) {
      hash = hash * 0x9E3779B97F4A7C15 + static_cast<size_t>(number) + (hash >> 29);
    };
    for (const WindowAxis* axis : {&shape.rows, &shape.columns}) {
      for (int64_t number : {axis->length, axis->taps, axis->stride, axis->dilation, axis->before, axis->after})
        add(number);
    }
    for (int64_t number : {shape.batch, shape.channels, shape.filters, shape.groups}) add(number);
    return hash;
  }
};

/// Cache of prepared convolutions by shape. Entries are shared, since another thread may still run an entry that is
/// dropped.
class Prepared {
 public:
  /// Returns null if the library does not support the convolution.
  std::shared_ptr<const PreparedConvolution> find(const Key& key) {
    const std::lock_guard lock(mutex_);
    const auto found = made_.find(key);
    if (found != made_.end()) return found->second;
    if (made_.size() >= kMax) made_.clear();
    std::shared_ptr<const PreparedConvolution> one = library()->prepare(key.kind, key.shape);
    made_.emplace(key, one);
    return one;
  }

 private:
  static constexpr size_t kMax = 1024;
  std::mutex mutex_;
  std::unordered_map<Key, std::shared_ptr<const PreparedConvolution>, KeyHash> made_;
};

/// True if the plain loops have a faster path for this convolution.
bool is_left_to_loops(ConvolutionKind kind, const Convolution& shape) {
  if (kind == ConvolutionKind::Forward) return shape.is_narrow() || fills_vectors_with_windows(shape);
  return kind == ConvolutionKind::ToX && shape.steps_by_one() && fills_vectors_with_windows(towards_x(shape));
}

std::shared_ptr<const PreparedConvolution> prepared(ConvolutionKind kind, const Convolution& shape) {
  // Below this many products, the call of the library costs more than the loops.
  constexpr int64_t kMin = 20'000;
  constexpr int64_t kMax = std::numeric_limits<int32_t>::max();
  const bool fits = shape.x_size() <= kMax && shape.result_size() <= kMax && shape.filter_size() <= kMax;
  if (is_left_to_loops(kind, shape) || shape.products() < kMin || !fits || !library()) return nullptr;
  static Prepared made;
  return made.find({kind, shape});
}

/// Returns aligned memory that lives for one call.
Tensor scratch(size_t bytes) { return detail::allocate(DType::uint8, Shape{static_cast<int64_t>(bytes)}); }

/// Runs all parts. Returns false if the library failed.
bool run(const PreparedConvolution& prepared, const Convolution& shape, const float* first, const void* second,
         float* out) {
  constexpr int64_t kProductsPerNanosecond = 40;
  const Tensor partial = scratch(prepared.partial_size() * sizeof(float));
  float* const partial_sums = reinterpret_cast<float*>(partial.impl()->data());
  std::atomic<bool> good = true;
  const auto parts = [&](int64_t begin, int64_t end) {
    for (int64_t part = begin; part < end; ++part) {
      if (!prepared.run_part(part, first, second, out, partial_sums)) good.store(false, std::memory_order_relaxed);
    }
  };
  const int64_t nanoseconds = shape.products() / kProductsPerNanosecond;
  if (nanoseconds < detail::worth_sharing(detail::machine()) || prepared.part_count() < 2)
    parts(0, prepared.part_count());
  else
    detail::for_ranges(prepared.part_count(), 1, nanoseconds, parts);
  if (prepared.partial_size() > 0) prepared.finish(partial_sums, out);
  return good.load(std::memory_order_relaxed);
}

}  // namespace

bool convolve_with_library(ConvolutionKind kind, const Convolution& shape, const float* a, const float* b, float* out) {
  const std::shared_ptr<const PreparedConvolution> found = prepared(kind, shape);
  if (!found) return false;
  if (found->packed_bytes() == 0) return run(*found, shape, a, b, out);
  const Tensor packed = scratch(found->packed_bytes());
  found->pack(b, packed.impl()->data());
  return run(*found, shape, a, packed.impl()->data(), out);
}

int64_t packed_bytes(const Convolution& shape) {
  const std::shared_ptr<const PreparedConvolution> found = prepared(ConvolutionKind::Forward, shape);
  return found ? static_cast<int64_t>(found->packed_bytes()) : 0;
}

void pack_filter(const Convolution& shape, const float* filter, std::byte* packed) {
  prepared(ConvolutionKind::Forward, shape)->pack(filter, packed);
}

void convolve_packed(const Convolution& shape, const float* x, const std::byte* packed, float* out) {
  if (!run(*prepared(ConvolutionKind::Forward, shape), shape, x, packed, out)) {
    throw Error(ErrorKind::internal, "the convolution library failed");
  }
}

}  // namespace ag::kernel
