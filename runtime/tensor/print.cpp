/// Printing of values in NumPy's str() form.
#include "tensor/print.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <ostream>

#include "tensor/convert.h"
#include "tensor/decimal.h"
#include "tensor/device_array.h"
#include "tensor/impl.h"
#include "tensor/sink.h"
#include "tensor/symbol.h"

namespace ag {

namespace {

using detail::Decimal;
using detail::TensorImpl;

constexpr int64_t kMaxPrintedElements = 1000;  // of an array that is printed in full
constexpr int64_t kEdge = 3;                   // elements at either end of an axis of a longer one
constexpr size_t kLineWidth = 75;
constexpr int kPrecision = 8;      // digits after the point in arrays
constexpr int kEveryDigit = 1100;  // more than any number has

/// The elements of an array that are shown.
struct Selection {
  const TensorImpl& impl;
  int64_t edge;  // elements at either end of an axis; 0: all

  bool is_cut(size_t axis) const { return edge != 0 && impl.shape[axis] / 2 >= edge && impl.shape[axis] != 2 * edge; }

  /// Calls `f` with the address of each element that is shown, in order.
  template <class F>
  void for_each(F&& f, size_t axis = 0, int64_t offset = 0) const {
    if (axis == impl.shape.size()) return f(impl.data() + offset * static_cast<int64_t>(item_size(impl.dtype)));
    const int64_t length = impl.shape[axis];
    for (int64_t i = 0; i < length; ++i) {
      if (is_cut(axis) && i == edge) i = length - edge;
      for_each(f, axis + 1, offset + i * impl.strides[axis]);
    }
  }
};

void pad_left(std::string& word, size_t width) {
  if (word.size() < width) word.insert(0, width - word.size(), ' ');
}

/// The numbers of one array: one notation and one position of the point for all.
struct FloatColumn {
  std::vector<Decimal> numbers;  // the finite ones
  std::vector<std::string> words;
  std::vector<bool> finite;
  bool is_ratio_large = false;  // the greatest by the least magnitude, in the arithmetic of the dtype

  void write() {
    double least = std::numeric_limits<double>::infinity(), greatest = 0;
    for (const Decimal& number : numbers) {
      const double magnitude = std::abs(number.value);
      if (magnitude != 0) least = std::min(least, magnitude);
      greatest = std::max(greatest, magnitude);
    }
    const bool is_scientific = greatest != 0 && (greatest >= 1e8 || least < 1e-4 || is_ratio_large);
    is_scientific ? write_scientific() : write_positional();
  }

 private:
  static size_t exponent_width(const std::string& text) { return text.size() - text.find('e') - 2; }

  void write_scientific() {
    size_t exponent = 0, fraction = 0, whole = 0;
    std::vector<std::string> texts;
    for (const Decimal& number : numbers) {
      texts.push_back(detail::scientific(number, kPrecision));
      const std::string& text = texts.back();
      exponent = std::max(exponent, exponent_width(text));
      whole = std::max(whole, text.find('.'));
      fraction = std::max(fraction, text.find('e') - text.find('.') - 1);
    }
    for (size_t i = 0; i < texts.size(); ++i) {
      texts[i] = detail::scientific_exactly(numbers[i], static_cast<int>(fraction), static_cast<int>(exponent));
    }
    align(texts, whole, exponent + 2 + fraction);
  }

  void write_positional() {
    size_t fraction = 0, whole = 0;
    std::vector<std::string> texts;
    for (const Decimal& number : numbers) {
      texts.push_back(detail::positional(number, kPrecision, true));
      whole = std::max(whole, texts.back().find('.'));
      fraction = std::max(fraction, texts.back().size() - texts.back().find('.') - 1);
    }
    for (std::string& text : texts) text.append(fraction - (text.size() - text.find('.') - 1), ' ');
    align(texts, whole, fraction);
  }

  /// Inserts the finite numbers among the others. `left` and `right` are the widths before and after the point.
  void align(std::vector<std::string>& texts, size_t left, size_t right) {
    for (const std::string& word : words) {
      if (word.size() > right + 1) left = std::max(left, word.size() - right - 1);
    }
    size_t next = 0;
    for (size_t i = 0; i < words.size(); ++i) {
      if (finite[i]) words[i] = std::move(texts[next++]);
      pad_left(words[i], left + right + 1);
    }
  }
};

template <class T>
std::string infinite_word(T value) {
  return std::isnan(value) ? "nan" : value < 0 ? "-inf" : "inf";
}

/// Returns a floating type that the host computes with; half types are exact in float.
template <class T>
auto widened(T value) {
  if constexpr (detail::is_half<T>)
    return static_cast<float>(value);
  else
    return value;
}

template <class T>
std::vector<std::string> float_words(const Selection& selection) {
  FloatColumn column;
  using Wide = decltype(widened(T()));
  Wide least = std::numeric_limits<Wide>::infinity(), greatest = 0;
  selection.for_each([&](const std::byte* element) {
    const T value = *reinterpret_cast<const T*>(element);
    const Wide wide = widened(value);
    const bool is_finite = std::isfinite(wide);
    column.finite.push_back(is_finite);
    column.words.push_back(is_finite ? "" : infinite_word(wide));
    if (!is_finite) return;
    column.numbers.push_back(detail::shortest(value));
    if (wide != 0) least = std::min(least, std::abs(wide));
    greatest = std::max(greatest, std::abs(wide));
  });
  if (greatest != 0) column.is_ratio_large = widened(T(greatest / least)) > Wide(1000);
  column.write();
  return std::move(column.words);
}

/// The texts of the elements that are shown, padded to one width.
std::vector<std::string> words_of(const Selection& selection) {
  return detail::visit_dtype(selection.impl.dtype, [&]<class T>(T) {
    if constexpr (std::is_same_v<T, float> || std::is_same_v<T, double> || detail::is_half<T>) {
      return float_words<T>(selection);
    } else {
      std::vector<std::string> words;
      size_t width = 0;
      selection.for_each([&](const std::byte* element) {
        const T value = *reinterpret_cast<const T*>(element);
        if constexpr (std::is_same_v<T, bool>)
          words.push_back(value ? "True" : "False");
        else
          words.push_back(std::to_string(value));
        width = std::max(width, words.back().size());
      });
      if (std::is_same_v<T, bool>) width = 5;  // the width of False, even if no element is
      for (std::string& word : words) pad_left(word, width);
      return words;
    }
  });
}

/// Brackets, line breaks and dots around the texts.
class Layout {
 public:
  Layout(const Selection& selection, std::vector<std::string> words)
      : selection_(selection), words_(std::move(words)) {}

  std::string write() { return write_axis(0, " ", kLineWidth); }

 private:
  std::string write_axis(size_t axis, const std::string& indent, size_t width) {
    const size_t axes_left = selection_.impl.shape.size() - axis;
    if (axes_left == 0) return words_[next_++];
    const bool is_cut = selection_.is_cut(axis);
    const int64_t count = is_cut ? 2 * selection_.edge : selection_.impl.shape[axis];
    std::string text;
    if (axes_left == 1) {
      text = write_row(count, is_cut, indent, width - 1);
    } else {
      const std::string line_end(axes_left - 1, '\n');
      for (int64_t i = 0; i < count; ++i) {
        if (is_cut && i == selection_.edge) text += indent + "..." + line_end;
        text += indent + write_axis(axis + 1, indent + ' ', width - 1);
        if (i + 1 < count) text += line_end;
      }
    }
    return "[" + text.substr(indent.size()) + "]";
  }

  std::string write_row(int64_t count, bool is_cut, const std::string& indent, size_t width) {
    std::string text, line = indent;
    const auto extend = [&](const std::string& word) {
      if (line.size() + word.size() > width && line.size() > indent.size()) {
        line.erase(line.find_last_not_of(' ') + 1);
        text += line + "\n";
        line = indent;
      }
      line += word;
    };
    for (int64_t i = 0; i < count; ++i) {
      if (is_cut && i == selection_.edge) {
        extend("...");
        line += ' ';
      }
      extend(words_[next_++]);
      if (i + 1 < count) line += ' ';
    }
    return text + line;
  }

  const Selection& selection_;
  std::vector<std::string> words_;
  size_t next_ = 0;
};

/// Prints a single number: with all its digits, and with a higher threshold for the scientific notation.
template <class T>
std::string scalar_word(T value) {
  if constexpr (std::is_same_v<T, bool>) {
    return value ? "True" : "False";
  } else if constexpr (std::is_integral_v<T>) {
    return std::to_string(value);
  } else {
    const double wide = widened(value);
    if (!std::isfinite(wide)) return infinite_word(wide);
    const Decimal decimal = detail::shortest(value);
    const double magnitude = std::abs(wide);
    if (magnitude == 0 || (magnitude >= 1e-4 && magnitude < 1e16)) {
      const std::string text = detail::positional(decimal, kEveryDigit);
      return text.back() == '.' ? text + '0' : text;
    }
    std::string text = detail::scientific(decimal, kEveryDigit);
    if (decimal.digits.size() == 1) text.erase(text.find('.'), 1);
    return text;
  }
}

std::string symbol_text(const TensorImpl& impl) {
  std::string dims;
  for (int64_t dim : impl.shape) dims += (dims.empty() ? "" : ", ") + (dim == unknown ? "?" : std::to_string(dim));
  if (!impl.shape.ranked()) dims = "...";
  const std::string& name = impl.symbol->name;
  return "Tensor(" + std::string(ag::name(impl.dtype)) + "[" + dims + "], " + (name.empty() ? "" : "'" + name + "', ") +
         "value known when the graph runs)";
}

}  // namespace

int detail::sink_index() {
  static const int index = std::ios_base::xalloc();
  return index;
}

std::ostream& operator<<(std::ostream& stream, const Tensor& tensor) {
  if (!tensor.defined()) return stream << "Tensor(undefined)";
  const TensorImpl& impl = *tensor.impl();
  if (impl.is_symbol()) {
    auto* sink = static_cast<detail::TensorSink*>(stream.pword(detail::sink_index()));
    if (!sink) {
      // An operator has no parameter for the caller's location.
      if (impl.symbol->unusable.empty()) check_alive(*impl.symbol, impl.symbol->location);
      return stream << symbol_text(impl);
    }
    sink->symbol(tensor);
    return stream;
  }
  detail::print_summary(stream, tensor, 0);
  return stream;
}

void detail::print_summary(std::ostream& stream, const Tensor& tensor, int64_t edge) {
  const Tensor on_host = host_array(tensor);
  const TensorImpl& impl = *on_host.impl();
  const int64_t count = impl.shape.element_count();
  if (impl.shape.empty()) {
    stream << detail::visit_dtype(impl.dtype,
                                  [&]<class T>(T) { return scalar_word(*reinterpret_cast<const T*>(impl.data())); });
    return;
  }
  if (count == 0) {
    stream << "[]";
    return;
  }
  if (edge == 0) edge = count > kMaxPrintedElements ? kEdge : -1;
  const Selection selection{impl, edge < 0 ? 0 : edge};
  stream << Layout(selection, words_of(selection)).write();
}

}  // namespace ag
