/// Printing of values in the format of tf.print (TensorFlow 2.21), except for the sign of a NaN.
#include <cmath>
#include <cstdio>
#include <ostream>
#include <string>

#include "ag/detail/function_ref.h"
#include "tensor/convert.h"
#include "tensor/device_array.h"
#include "tensor/impl.h"
#include "tensor/print.h"
#include "tensor/words.h"

namespace ag::detail {

namespace {

/// Prints with the lesser of two precisions that reads back to the number: `few` digits preserve every decimal, and
/// `all` digits preserve every number of the type.
template <class T>
std::string digits(T value, int few, int all) {
  if (std::isnan(value)) return "nan";  // its sign is meaningless, and depends on the executor
  char text[40];
  std::snprintf(text, sizeof(text), "%.*g", few, static_cast<double>(value));
  if (static_cast<T>(std::strtod(text, nullptr)) != value)
    std::snprintf(text, sizeof(text), "%.*g", all, static_cast<double>(value));
  return text;
}

template <class T>
std::string word(T value) {
  if constexpr (is_half<T>)
    return word(static_cast<float>(value));
  else if constexpr (std::is_same_v<T, float>)
    return digits(value, 6, 9);
  else if constexpr (std::is_same_v<T, double>)
    return digits(value, 15, 17);
  else
    return std::to_string(value);
}

std::string escaped_literal(const std::string& text) {
  std::string result = "\"";
  for (const char c : text) {
    const auto code = static_cast<unsigned char>(c);
    constexpr unsigned char kBlank = 0x20, kDelete = 0x7f;
    if (c == '\n' || c == '\r' || c == '\t') {
      result += c == '\n' ? "\\n" : c == '\r' ? "\\r" : "\\t";
    } else if (c == '"' || c == '\'' || c == '\\') {
      result += '\\';
      result += c;
    } else if (code < kBlank || code == kDelete) {
      char octal[8];
      std::snprintf(octal, sizeof(octal), "\\%03o", static_cast<unsigned>(code));
      result += octal;
    } else {
      result += c;
    }
  }
  return result + '"';
}

/// Prints brackets around the elements of each axis. The edge is at most the number of elements of the whole array, so
/// that an axis of an empty array shows no element: [ ...].
class Brackets {
 public:
  Brackets(std::ostream& stream, const Shape& shape, int64_t edge, FunctionRef<void(int64_t element)> write)
      : stream_(stream), shape_(shape), edge_(shape.element_count()), write_(write) {
    if (edge >= 0 && edge < edge_) edge_ = edge;
  }

  void axis(size_t at, int64_t first) {
    if (at == shape_.size()) return write_(first);
    const int64_t length = shape_[at], step = Shape(shape_.dims().subspan(at + 1)).element_count();
    const bool is_cut = length - edge_ > edge_;
    stream_ << '[';
    for (int64_t i = 0; i < length; ++i) {
      if (is_cut && i == edge_) {
        space(at);
        stream_ << "...";
        i = length - edge_;
        if (i == length) break;
      }
      if (i > 0) space(at);
      axis(at + 1, first + i * step);
    }
    stream_ << ']';
  }

 private:
  /// One space in the last axis, line breaks in the outer axes.
  void space(size_t at) {
    const size_t inner = shape_.size() - at - 1;
    stream_ << (inner == 0 ? " " : std::string(inner, '\n') + std::string(at + 1, ' '));
  }

  std::ostream& stream_;
  const Shape& shape_;
  int64_t edge_;
  FunctionRef<void(int64_t)> write_;
};

}  // namespace

void print_shortly(std::ostream& stream, const Tensor& tensor, int64_t edge) {
  const Tensor dense = make_contiguous(host_array(tensor));
  const TensorImpl& impl = *dense.impl();
  visit_dtype(impl.dtype, [&]<class T>(T) {
    const T* elements = reinterpret_cast<const T*>(impl.data());
    const auto write = [&](int64_t element) { stream << word(elements[element]); };
    Brackets(stream, impl.shape, edge, write).axis(0, 0);
  });
}

void print_words_shortly(std::ostream& stream, const Tensor& words, int64_t edge) {
  const std::vector<std::string> all = strings_of(words);
  const auto write = [&](int64_t element) { stream << escaped_literal(all[static_cast<size_t>(element)]); };
  Brackets(stream, words.impl()->shape, edge, write).axis(0, 0);
}

}  // namespace ag::detail
