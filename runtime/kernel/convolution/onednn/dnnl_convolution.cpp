/// The convolution library: float32 convolutions and their gradients by oneDNN. Arrays have the layouts of the runtime,
/// except filters, which are reordered to the layout that the primitive reads.
///
/// A primitive runs on the thread that calls it. The convolution is split into parts, for threads to share: bands of
/// rows of an image, or several images. The split depends on the shape of the convolution alone.
#include <omp.h>

#include <algorithm>
#include <array>
#include <dnnl.hpp>
#include <optional>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "kernel/convolution/convolution_interface.h"

namespace ag::kernel {

namespace {

using dnnl::memory;
using Dims = memory::dims;

/// The images of a part: either whole images, or a band of rows of one image.
struct Part {
  int64_t image = 0, images = 1;  // the first image, and their number
  int64_t row = 0, rows = 0;      // of x
  int64_t window = 0, windows = 0;
  int64_t top = 0, bottom = 0;  // padding that the part covers

  /// True if one primitive computes both parts.
  bool is_like(const Part& other) const {
    return images == other.images && rows == other.rows && windows == other.windows && top == other.top &&
           bottom == other.bottom;
  }
};

/// Scope guard: while it lives, oneDNN uses only the calling thread.
class OneThread {
 public:
  OneThread() : outer_(omp_get_max_threads()) {
    if (outer_ != 1) omp_set_num_threads(1);
  }
  ~OneThread() {
    if (outer_ != 1) omp_set_num_threads(outer_);
  }
  OneThread(const OneThread&) = delete;
  OneThread& operator=(const OneThread&) = delete;

 private:
  int outer_;
};

const dnnl::engine& engine() {
  static const dnnl::engine cpu(dnnl::engine::kind::cpu, 0);
  return cpu;
}

/// Returns scratch memory for primitives. Each thread keeps its own.
void* scratch(size_t bytes) {
  constexpr size_t kAlignment = 64;
  thread_local std::vector<std::byte> memory;
  if (memory.size() < bytes + kAlignment) memory.resize(bytes + kAlignment);
  const auto address = reinterpret_cast<uintptr_t>(memory.data());
  return reinterpret_cast<void*>((address + kAlignment - 1) / kAlignment * kAlignment);
}

memory::desc images(int64_t count, int64_t channels, int64_t rows, int64_t columns) {
  return memory::desc({count, channels, rows, columns}, memory::data_type::f32, memory::format_tag::nhwc);
}

Dims filter_dims(const Convolution& shape) {
  Dims dims{shape.group_filters(), shape.group_channels(), shape.rows.taps, shape.columns.taps};
  if (shape.groups > 1) dims.insert(dims.begin(), shape.groups);
  return dims;
}

/// The descriptor of a filter in the layout of the user.
memory::desc plain_filter(const Convolution& shape) {
  const int64_t channel = shape.filters, column = channel * shape.group_channels();
  Dims strides{1, channel, column * shape.columns.taps, column};
  if (shape.groups > 1) strides.insert(strides.begin(), shape.group_filters());
  return memory::desc(filter_dims(shape), memory::data_type::f32, strides);
}

memory::desc any_filter(const Convolution& shape) {
  return memory::desc(filter_dims(shape), memory::data_type::f32, memory::format_tag::any);
}

/// The images of one part and its windows, as descriptors for primitives.
struct Problem {
  memory::desc x, filter, result;
  Dims strides, dilations, before, after;

  Problem(const Convolution& shape, const Part& part, const memory::desc& filter)
      : x(images(part.images, shape.channels, part.rows, shape.columns.length)),
        filter(filter),
        result(images(part.images, shape.filters, part.windows, shape.columns.count)),
        strides{shape.rows.stride, shape.columns.stride},
        dilations{shape.rows.dilation - 1, shape.columns.dilation - 1},
        before{part.top, shape.columns.before},
        after{part.bottom, shape.columns.after} {}
};

dnnl::primitive_attr attributes() {
  dnnl::primitive_attr attributes;
  attributes.set_scratchpad_mode(dnnl::scratchpad_mode::user);
  return attributes;
}

constexpr auto kDirect = dnnl::algorithm::convolution_direct;

dnnl::convolution_forward::primitive_desc forward(const Problem& p, dnnl::prop_kind kind) {
#if DNNL_VERSION_MAJOR >= 3
  return {engine(), kind, kDirect, p.x, p.filter, p.result, p.strides, p.dilations, p.before, p.after, attributes()};
#else
  return {{kind, kDirect, p.x, p.filter, p.result, p.strides, p.dilations, p.before, p.after}, attributes(), engine()};
#endif
}

dnnl::convolution_backward_data::primitive_desc to_x(const Problem& p) {
  const auto hint = forward(p, dnnl::prop_kind::forward_training);
#if DNNL_VERSION_MAJOR >= 3
  return {engine(), kDirect, p.x, p.filter, p.result, p.strides, p.dilations, p.before, p.after, hint, attributes()};
#else
  return {{kDirect, p.x, p.filter, p.result, p.strides, p.dilations, p.before, p.after}, attributes(), engine(), hint};
#endif
}

dnnl::convolution_backward_weights::primitive_desc to_filter(const Problem& p) {
  const auto hint = forward(p, dnnl::prop_kind::forward_training);
#if DNNL_VERSION_MAJOR >= 3
  return {engine(), kDirect, p.x, p.filter, p.result, p.strides, p.dilations, p.before, p.after, hint, attributes()};
#else
  return {{kDirect, p.x, p.filter, p.result, p.strides, p.dilations, p.before, p.after}, attributes(), engine(), hint};
#endif
}

/// True if the implementation is faster than plain loops, which the reference implementation of oneDNN is not.
bool is_fast(std::string_view implementation) { return !implementation.starts_with("ref"); }

/// Appends bands of the rows of an image for a forward convolution.
void add_bands(const WindowAxis& rows, int64_t bands, std::vector<Part>& parts) {
  const int64_t height = (rows.count + bands - 1) / bands;
  for (int64_t window = 0; window < rows.count; window += height) {
    const int64_t windows = std::min(height, rows.count - window);
    const int64_t first = rows.place(window, 0), last = rows.place(window + windows - 1, rows.taps - 1) + 1;
    const int64_t begin = std::max<int64_t>(first, 0), end = std::min(last, rows.length);
    parts.push_back({0, 1, begin, end - begin, window, windows, begin - first, last - end});
  }
}

/// Splits the batch into `parts` parts of whole images. All have the same number of images, except the last.
std::vector<Part> shared_images(const Convolution& shape, int64_t parts) {
  const WindowAxis& rows = shape.rows;
  const int64_t each = (shape.batch + parts - 1) / parts;
  std::vector<Part> result;
  for (int64_t image = 0; image < shape.batch; image += each) {
    result.push_back(
        {image, std::min(each, shape.batch - image), 0, rows.length, 0, rows.count, rows.before, rows.after});
  }
  return result;
}

std::vector<Part> parts_of(ConvolutionKind kind, const Convolution& shape) {
  // Enough parts for many threads to end at nearly the same time. Each computes much longer than a call takes.
  constexpr int64_t kMaxParts = 64, kMinProducts = 4'000'000;
  const int64_t worth = std::clamp<int64_t>(shape.products() / kMinProducts, 1, kMaxParts);
  if (kind == ConvolutionKind::ToFilter) {
    // Each part has a partial filter of its own; `finish` adds them up.
    constexpr int64_t kMaxSums = 8, kMaxPartial = 4 << 20;
    const int64_t sums = std::clamp<int64_t>(kMaxPartial / shape.filter_size(), 1, kMaxSums);
    return shared_images(shape, std::min({worth, sums, shape.batch}));
  }
  if (kind == ConvolutionKind::ToX || shape.batch >= worth) return shared_images(shape, std::min(worth, shape.batch));
  std::vector<Part> bands, all;
  add_bands(shape.rows, std::min(worth / shape.batch, shape.rows.count), bands);
  for (int64_t image = 0; image < shape.batch; ++image) {
    for (Part part : bands) {
      part.image = image;
      all.push_back(part);
    }
  }
  return all;
}

/// A primitive, and the descriptors of its three arrays.
struct Kernel {
  dnnl::primitive primitive;
  memory::desc x, filter, result, scratchpad;
};

template <class Descriptor>
void copy(const memory::desc& from_desc, const void* from, const Descriptor& to_desc, void* to) {
  memory source(from_desc, engine(), const_cast<void*>(from)), target(to_desc, engine(), to);
  dnnl::stream stream(engine());
  dnnl::reorder(source, target).execute(stream, source, target);
  stream.wait();
}

class DnnlConvolution : public PreparedConvolution {
 public:
  /// Throws if oneDNN does not support the convolution. `is_good` is true if it is faster than plain loops.
  DnnlConvolution(ConvolutionKind kind, const Convolution& shape)
      : kind_(kind), shape_(shape), parts_(parts_of(kind, shape)), filter_(plain_filter(shape)) {
    // The part in the middle determines the layout of the filter for all parts.
    const size_t middle = parts_.size() / 2;
    kernel_of_.assign(parts_.size(), 0);
    kernels_.push_back(make(parts_[middle], any_filter(shape)));
    for (size_t k = 0; k < parts_.size(); ++k) {
      const auto like = [&](size_t other) { return parts_[k].is_like(parts_[other]); };
      if (like(middle)) continue;
      const size_t before = k > 0 && like(k - 1) ? kernel_of_[k - 1] : 0;
      if (before == 0) kernels_.push_back(make(parts_[k], kernels_[0].filter));
      kernel_of_[k] = before == 0 ? kernels_.size() - 1 : before;
    }
  }

  bool is_good() const { return good_; }

  int64_t part_count() const override { return static_cast<int64_t>(parts_.size()); }

  size_t packed_bytes() const override {
    if (kind_ == ConvolutionKind::ToFilter || kernels_[0].filter == filter_) return 0;
    return kernels_[0].filter.get_size();
  }

  void pack(const float* second, std::byte* packed) const override {
    const OneThread one;
    copy(filter_, second, kernels_[0].filter, packed);
  }

  size_t partial_size() const override {
    return kind_ == ConvolutionKind::ToFilter ? parts_.size() * partial_stride() : 0;
  }

  bool run_part(int64_t number, const float* first, const void* second, float* result, float* partial) const override {
    try {
      const OneThread one;
      const Part& part = parts_[static_cast<size_t>(number)];
      const Kernel& kernel = kernels_[kernel_of_[static_cast<size_t>(number)]];
      const int64_t x_row = shape_.columns.length * shape_.channels, result_row = shape_.columns.count * shape_.filters;
      const int64_t x = (part.image * shape_.rows.length + part.row) * x_row;
      const int64_t windows = (part.image * shape_.rows.count + part.window) * result_row;
      const auto at = [](const memory::desc& desc, const void* data) {
        return memory(desc, engine(), const_cast<void*>(data));
      };
      std::unordered_map<int, memory> arguments;
      switch (kind_) {
        case ConvolutionKind::Forward:
          arguments = {{DNNL_ARG_SRC, at(kernel.x, first + x)},
                       {DNNL_ARG_WEIGHTS, at(kernel.filter, second)},
                       {DNNL_ARG_DST, at(kernel.result, result + windows)}};
          break;
        case ConvolutionKind::ToX:
          arguments = {{DNNL_ARG_DIFF_DST, at(kernel.result, first + windows)},
                       {DNNL_ARG_WEIGHTS, at(kernel.filter, second)},
                       {DNNL_ARG_DIFF_SRC, at(kernel.x, result + x)}};
          break;
        case ConvolutionKind::ToFilter:
          arguments = {
              {DNNL_ARG_SRC, at(kernel.x, first + x)},
              {DNNL_ARG_DIFF_DST, at(kernel.result, static_cast<const float*>(second) + windows)},
              {DNNL_ARG_DIFF_WEIGHTS, at(kernel.filter, partial + static_cast<size_t>(number) * partial_stride())}};
          break;
      }
      const size_t needed = kernel.scratchpad.get_size();
      if (needed > 0) arguments.emplace(DNNL_ARG_SCRATCHPAD, at(kernel.scratchpad, scratch(needed)));
      dnnl::stream stream(engine());
      kernel.primitive.execute(stream, arguments);
      stream.wait();
      return true;
    } catch (const std::exception&) {
      return false;
    }
  }

  void finish(const float* partial, float* result) const override {
    const OneThread one;
    const size_t stride = partial_stride();
    std::vector<float> sum(partial, partial + stride);
    for (size_t part = 1; part < parts_.size(); ++part) {
      const float* next = partial + part * stride;
      for (size_t k = 0; k < stride; ++k) sum[k] += next[k];
    }
    copy(kernels_[0].filter, sum.data(), filter_, result);
  }

 private:
  /// The distance between two partial results, in floats: a multiple of a cache line.
  size_t partial_stride() const { return (kernels_[0].filter.get_size() / sizeof(float) + 15) / 16 * 16; }

  template <class Descriptor, class Primitive>
  Kernel made(const Descriptor& descriptor, const memory::desc& x, const memory::desc& filter,
              const memory::desc& result, Primitive primitive) {
    good_ = good_ && is_fast(descriptor.impl_info_str());
    return {std::move(primitive), x, filter, result, descriptor.scratchpad_desc()};
  }

  Kernel make(const Part& part, const memory::desc& filter) {
    const Problem problem(shape_, part, filter);
    switch (kind_) {
      case ConvolutionKind::ToX: {
        const auto descriptor = to_x(problem);
        return made(descriptor, problem.x, descriptor.weights_desc(), problem.result,
                    dnnl::convolution_backward_data(descriptor));
      }
      case ConvolutionKind::ToFilter: {
        const auto descriptor = to_filter(problem);
        return made(descriptor, problem.x, descriptor.diff_weights_desc(), problem.result,
                    dnnl::convolution_backward_weights(descriptor));
      }
      default: {
        const auto descriptor = forward(problem, dnnl::prop_kind::forward_inference);
        return made(descriptor, problem.x, descriptor.weights_desc(), problem.result,
                    dnnl::convolution_forward(descriptor));
      }
    }
  }

  ConvolutionKind kind_;
  Convolution shape_;
  std::vector<Part> parts_;
  memory::desc filter_;  // in the layout of the user
  std::vector<Kernel> kernels_;
  std::vector<size_t> kernel_of_;  // by part
  bool good_ = true;
};

std::unique_ptr<PreparedConvolution> prepare(ConvolutionKind kind, const Convolution& shape) {
  // A band that lies entirely in the padding would have no image rows, so such shapes are left to the plain loops.
  for (const WindowAxis* axis : {&shape.rows, &shape.columns}) {
    if (axis->before >= axis->extent() || axis->after >= axis->extent()) return nullptr;
  }
  try {
    const OneThread one;
    auto made = std::make_unique<DnnlConvolution>(kind, shape);
    if (made->is_good()) return made;
  } catch (const std::exception&) {
  }
  return nullptr;
}

}  // namespace

}  // namespace ag::kernel

extern "C" [[gnu::visibility("default")]] const ag::kernel::ConvolutionInterface ag_convolution_interface{
    ag::kernel::kConvolutionVersion, &ag::kernel::prepare};
