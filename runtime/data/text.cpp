/// Texts, and functions of their characters, each of which is one host call for all elements.
#include "ag/text.h"

#include <ostream>

#include "ag/host_call.h"
#include "ag/ops.h"
#include "data/text.h"
#include "graph/type.h"
#include "tensor/device_array.h"
#include "tensor/words.h"

namespace ag {

namespace detail {

const Tensor& used_words(const Text& text, SourceLocation location) {
  used(text.words(), location);
  return text.words();
}

namespace {

/// Returns the common shape of these operands; operands of rank 0 are broadcast.
Shape common_shape(std::span<const Tensor> operands, SourceLocation location) {
  Shape shape;
  for (const Tensor& operand : operands) {
    const Shape& own = operand.impl()->shape;
    if (own.ranked() && own.empty()) continue;
    if (shape.ranked() && shape.empty()) {
      shape = own;
      continue;
    }
    if (own == shape) continue;
    if (!own.ranked() || !shape.ranked()) {
      shape = Shape::unknown_rank();
      continue;
    }
    bool differs = own.size() != shape.size();
    for (size_t axis = 0; !differs && axis < own.size(); ++axis) {
      differs = own[axis] != shape[axis] && own[axis] != unknown && shape[axis] != unknown;
      if (shape[axis] == unknown) shape[axis] = own[axis];
    }
    if (differs) {
      throw Error(ErrorKind::shape_error, "texts of different shapes: " + shape.str() + " and " + own.str(), location,
                  {"they have one shape, or are one string"});
    }
  }
  return shape;
}

}  // namespace

Tensor for_each_string(std::vector<Tensor> operands, DType dtype, ElementStep step, SourceLocation location) {
  const Shape shape = common_shape(operands, location);
  const auto all = [dtype, step = std::move(step), location](std::span<const Tensor> given) {
    const Shape shape = common_shape(given, location);
    std::vector<Tensor> from;
    for (const Tensor& one : given) from.push_back(make_contiguous(one));
    Tensor result = allocate(dtype, shape);
    StringKeeper keeper;
    const int64_t count = shape.element_count();
    for (int64_t element = 0; element < count; ++element) {
      step(StringElement(from, element, keeper),
           result.impl()->data() + static_cast<size_t>(element) * item_size(dtype));
    }
    keeper.give_to(*result.impl());
    return std::vector<Tensor>{std::move(result)};
  };
  return call_host(on_host(all, location), {TensorSpec(shape, dtype)}, std::move(operands), true, location)[0];
}

HostFunction on_host(HostFunction function, SourceLocation location) {
  return [function = std::move(function), location](std::span<const Tensor> given) {
    device::DeviceNumber device = device::default_number(location);
    std::vector<Tensor> operands;
    for (const Tensor& one : given) {
      if (one.impl()->is_on_device()) device = one.impl()->device_number;
      operands.push_back(host_array(one, location));
    }
    std::vector<Tensor> results = function(operands);
    for (Tensor& result : results) {
      if (!stays_on_host(result.impl()->dtype)) result = array_on(result, device, location);
    }
    return results;
  };
}

uint64_t StringElement::word(size_t operand) const {
  const Tensor& of = operands_[operand];
  uint64_t word = 0;
  const size_t element = of.impl()->shape.empty() ? 0 : static_cast<size_t>(element_);
  __builtin_memcpy(&word, of.impl()->data() + element * sizeof(word), sizeof(word));
  return word;
}
std::string StringElement::text(size_t operand) const { return text_of_word(word(operand)); }
int64_t StringElement::integer(size_t operand) const { return static_cast<int64_t>(word(operand)); }

}  // namespace detail

namespace {

using detail::StringElement;

Text one(std::string_view string) { return Text::of_words(detail::words_tensor({{std::string(string)}}, Shape())); }

TensorArg words_of(const detail::TextArg& operand) {
  return {detail::used_words(operand.text(), operand.location()), operand.location()};
}

template <class F>
Tensor compared(const detail::TextArg& a, const detail::TextArg& b, F holds) {
  return detail::for_each_string(
      {words_of(a).tensor(), words_of(b).tensor()}, DType::boolean,
      [holds](const StringElement& at, std::byte* out) {
        *reinterpret_cast<bool*>(out) = holds(at.text(0).compare(at.text(1)));
      },
      a.location());
}

}  // namespace

Text::Text(const char* text) : words_(one(text).words()) {}
Text::Text(const std::string& text) : words_(one(text).words()) {}

std::string Text::item(SourceLocation location) const {
  const detail::TensorImpl& impl = detail::concrete(words_, "item", location);
  if (impl.shape.element_count() == 1) return detail::strings_of(words_)[0];
  throw Error(ErrorKind::shape_error, "item: a text of shape " + impl.shape.str() + " is more than one string",
              location);
}

std::vector<std::string> Text::to_vector(SourceLocation location) const {
  detail::concrete(words_, "to_vector", location);
  return detail::strings_of(words_);
}

Tensor shape(const Text& x, SourceLocation location) { return shape(TensorArg(x.words(), location)); }
Tensor size(const Text& x, SourceLocation location) { return size(TensorArg(x.words(), location)); }

Text text(const std::vector<std::string>& strings, SourceLocation location) {
  return text(strings, Shape{static_cast<int64_t>(strings.size())}, location);
}

Text text(const std::vector<std::string>& strings, const Shape& shape, SourceLocation location) {
  if (shape.known() && shape.element_count() == static_cast<int64_t>(strings.size()))
    return Text::of_words(detail::words_tensor(strings, shape));
  throw Error(ErrorKind::shape_error, std::to_string(strings.size()) + " strings do not fill the shape " + shape.str(),
              location);
}

using detail::TextArg;

Tensor operator==(const TextArg& a, const TextArg& b) { return equal(words_of(a), words_of(b)); }
Tensor operator!=(const TextArg& a, const TextArg& b) { return not_equal(words_of(a), words_of(b)); }
Tensor operator<(const TextArg& a, const TextArg& b) {
  return compared(a, b, [](int order) { return order < 0; });
}
Tensor operator<=(const TextArg& a, const TextArg& b) {
  return compared(a, b, [](int order) { return order <= 0; });
}
Tensor operator>(const TextArg& a, const TextArg& b) {
  return compared(a, b, [](int order) { return order > 0; });
}
Tensor operator>=(const TextArg& a, const TextArg& b) {
  return compared(a, b, [](int order) { return order >= 0; });
}

Text operator+(const TextArg& a, const TextArg& b) {
  return Text::of_words(detail::for_each_string(
      {words_of(a).tensor(), words_of(b).tensor()}, DType::uint64,
      [](const StringElement& at, std::byte* out) { at.put(out, at.text(0) + at.text(1)); }, a.location()));
}

Text& Text::operator+=(const TextArg& b) & { return *this = TextArg(*this, b.location()) + b; }

std::ostream& operator<<(std::ostream& stream, const Text& text) {
  if (!text.defined()) return stream << "undefined";
  if (text.words().impl()->is_symbol()) {
    throw Error(ErrorKind::unimplemented, "a text of a graph is written to a stream",
                text.words().impl()->symbol->location,
                {"write it with ag::print(text), or ag::print_to(ag::PrintStream::error, text)"});
  }
  detail::print_words(stream, text.words());
  return stream;
}

}  // namespace ag
