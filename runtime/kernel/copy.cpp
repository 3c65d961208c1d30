#include "kernel/copy.h"

#include <cstring>

#include "tensor/convert.h"
#include "tensor/strided.h"

namespace ag::kernel {

namespace {

template <class Word>
void copy_words(std::span<const int64_t> dims, std::byte* out_bytes, const int64_t* out_strides,
                const std::byte* in_bytes, const int64_t* in_strides) {
  Word* out = reinterpret_cast<Word*>(out_bytes);
  const Word* in = reinterpret_cast<const Word*>(in_bytes);
  detail::for_each_row<2>(dims, {out_strides, in_strides},
                          [&](const auto& offsets, const auto& strides, int64_t length) {
                            Word* to = out + offsets[0];
                            const Word* from = in + offsets[1];
                            if (strides[0] == 1 && strides[1] == 1) {
                              std::memcpy(to, from, static_cast<size_t>(length) * sizeof(Word));
                            } else {
                              for (int64_t i = 0; i < length; ++i) to[i * strides[0]] = from[i * strides[1]];
                            }
                          });
}

struct Sum {
  template <class T>
  T operator()(T a, T b) const {
    return a + b;
  }
};
struct Difference {
  template <class T>
  T operator()(T a, T b) const {
    return a - b;
  }
};

/// Computes in the arithmetic of the dtype: integers wrap around, half types are computed in float.
template <class F, class T>
T computed(T a, T b) {
  if constexpr (detail::is_half<T>)
    return T(F()(static_cast<float>(a), static_cast<float>(b)));
  else if constexpr (std::is_integral_v<T>)
    return static_cast<T>(F()(static_cast<uint64_t>(a), static_cast<uint64_t>(b)));
  else
    return F()(a, b);
}

template <class F>
void accumulate(std::span<const int64_t> dims, DType dtype, std::byte* out_bytes, const int64_t* out_strides,
                const std::byte* in_bytes, const int64_t* in_strides) {
  detail::visit_dtype(dtype, [&]<class T>(T) {
    if constexpr (!std::is_same_v<T, bool>) {
      T* out = reinterpret_cast<T*>(out_bytes);
      const T* in = reinterpret_cast<const T*>(in_bytes);
      detail::for_each_row<2>(dims, {out_strides, in_strides},
                              [&](const auto& offsets, const auto& strides, int64_t length) {
                                for (int64_t i = 0; i < length; ++i) {
                                  T& target = out[offsets[0] + i * strides[0]];
                                  target = computed<F>(target, in[offsets[1] + i * strides[1]]);
                                }
                              });
    }
  });
}

}  // namespace

void copy_elements(std::span<const int64_t> dims, size_t item, std::byte* out, const int64_t* out_strides,
                   const std::byte* in, const int64_t* in_strides) {
  switch (item) {
    case 1:
      return copy_words<uint8_t>(dims, out, out_strides, in, in_strides);
    case 2:
      return copy_words<uint16_t>(dims, out, out_strides, in, in_strides);
    case 4:
      return copy_words<uint32_t>(dims, out, out_strides, in, in_strides);
    default:
      return copy_words<uint64_t>(dims, out, out_strides, in, in_strides);
  }
}

SliceCopy::SliceCopy(std::span<const int64_t> dims, size_t item, const int64_t* out_strides, const int64_t* in_strides)
    : dims_(dims), item_(item), out_strides_(out_strides), in_strides_(in_strides) {
  int64_t count = 1;
  for (size_t axis = dims.size(); axis-- > 0; count *= dims[axis]) {
    if (dims[axis] != 1 && (out_strides[axis] != count || in_strides[axis] != count)) return;
  }
  bytes_ = static_cast<size_t>(count) * item;
}

void add_elements(std::span<const int64_t> dims, DType dtype, std::byte* out, const int64_t* out_strides,
                  const std::byte* in, const int64_t* in_strides) {
  accumulate<Sum>(dims, dtype, out, out_strides, in, in_strides);
}

void subtract_elements(std::span<const int64_t> dims, DType dtype, std::byte* out, const int64_t* out_strides,
                       const std::byte* in, const int64_t* in_strides) {
  accumulate<Difference>(dims, dtype, out, out_strides, in, in_strides);
}

Integers::Integers(const detail::TensorImpl& array) : count_(array.shape.element_count()) {
  if (array.dtype == DType::int64 && detail::is_contiguous(array)) {
    data_ = reinterpret_cast<const int64_t*>(array.data());
    return;
  }
  converted_ = detail::allocate(DType::int64, array.shape);
  detail::convert_elements(*converted_.impl(), array);
  data_ = reinterpret_cast<const int64_t*>(converted_.impl()->data());
}

}  // namespace ag::kernel
