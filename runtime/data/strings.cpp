/// ag::strings: functions of the characters of texts.
#include <algorithm>
#include <sstream>

#include "ag/host_call.h"
#include "ag/ops.h"
#include "data/number_text.h"
#include "data/text.h"
#include "trace/context.h"

namespace ag {

namespace {

using detail::StringElement;
using detail::used_words;

constexpr const char* kSpace = " \t\n\v\f\r";

template <class F>
Text texts(std::vector<Tensor> operands, F function, SourceLocation location) {
  return Text::of_words(detail::for_each_string(
      std::move(operands), DType::uint64,
      [function](const StringElement& at, std::byte* out) { at.put(out, function(at)); }, location));
}

template <class F>
Tensor booleans(const Text& x, const Text& part, F holds, SourceLocation location) {
  return detail::for_each_string(
      {used_words(x, location), used_words(part, location)}, DType::boolean,
      [holds](const StringElement& at, std::byte* out) {
        *reinterpret_cast<bool*>(out) = holds(at.text(0), at.text(1));
      },
      location);
}

template <int (*change)(int)>
Text changed_letters(const Text& x, SourceLocation location) {
  return texts(
      {used_words(x, location)},
      [](const StringElement& at) {
        std::string text = at.text(0);
        for (char& letter : text) {
          if (static_cast<unsigned char>(letter) < 0x80) letter = static_cast<char>(change(letter));
        }
        return text;
      },
      location);
}

int lower_letter(int letter) { return letter >= 'A' && letter <= 'Z' ? letter - 'A' + 'a' : letter; }
int upper_letter(int letter) { return letter >= 'a' && letter <= 'z' ? letter - 'a' + 'A' : letter; }

std::vector<std::string> pieces(const std::string& text, const std::string& separator) {
  std::vector<std::string> found;
  if (separator.empty()) {
    for (size_t begin = text.find_first_not_of(kSpace); begin != std::string::npos;) {
      const size_t end = std::min(text.find_first_of(kSpace, begin), text.size());
      found.push_back(text.substr(begin, end - begin));
      begin = text.find_first_not_of(kSpace, end);
    }
    return found;
  }
  size_t begin = 0;
  for (size_t end; (end = text.find(separator, begin)) != std::string::npos; begin = end + separator.size())
    found.push_back(text.substr(begin, end - begin));
  found.push_back(text.substr(begin));
  return found;
}

std::string joined(const std::vector<std::string>& all, const std::string& between) {
  std::string text;
  for (size_t k = 0; k < all.size(); ++k) text += k == 0 ? all[k] : between + all[k];
  return text;
}

/// Returns the only string of an operand.
std::string single(const Tensor& words, const char* what, SourceLocation location) {
  if (words.impl()->shape.element_count() == 1) return detail::strings_of(words)[0];
  throw Error(ErrorKind::shape_error,
              std::string(what) + " takes one string, and not an array of shape " + words.impl()->shape.str(),
              location);
}

Tensor call(std::vector<Tensor> operands, const TensorSpec& result,
            std::function<Tensor(std::span<const Tensor>)> function, SourceLocation location) {
  const auto all = [function = std::move(function)](std::span<const Tensor> given) {
    return std::vector<Tensor>{function(given)};
  };
  return detail::call_host(detail::on_host(all, location), {result}, std::move(operands), true, location)[0];
}

}  // namespace

namespace strings {

Tensor length(const Text& x, SourceLocation location) {
  return detail::for_each_string(
      {used_words(x, location)}, DType::int64,
      [](const StringElement& at, std::byte* out) {
        const auto count = static_cast<int64_t>(at.text(0).size());
        __builtin_memcpy(out, &count, sizeof(count));
      },
      location);
}

Text lower(const Text& x, SourceLocation location) { return changed_letters<lower_letter>(x, location); }
Text upper(const Text& x, SourceLocation location) { return changed_letters<upper_letter>(x, location); }

Text strip(const Text& x, SourceLocation location) {
  return texts(
      {used_words(x, location)},
      [](const StringElement& at) {
        const std::string text = at.text(0);
        const size_t begin = text.find_first_not_of(kSpace);
        return begin == std::string::npos ? std::string()
                                          : text.substr(begin, text.find_last_not_of(kSpace) + 1 - begin);
      },
      location);
}

Text substr(const Text& x, const TensorArg& begin, const TensorArg& count) {
  const SourceLocation location = begin.location();
  return texts(
      {used_words(x, location), astype(begin, int64), astype(count, int64)},
      [location](const StringElement& at) {
        const std::string text = at.text(0);
        const auto size = static_cast<int64_t>(text.size());
        const int64_t asked = at.integer(1), from = asked < 0 ? asked + size : asked;
        if (from < 0 || from > size) {
          throw Error(ErrorKind::out_of_range,
                      "substr: a string of " + std::to_string(size) + " bytes has none at " + std::to_string(asked),
                      location);
        }
        return text.substr(static_cast<size_t>(from), static_cast<size_t>(std::max<int64_t>(at.integer(2), 0)));
      },
      location);
}

Text replace(const Text& x, const Text& from, const Text& to, SourceLocation location) {
  return texts(
      {used_words(x, location), used_words(from, location), used_words(to, location)},
      [](const StringElement& at) {
        const std::string text = at.text(0), old = at.text(1), put = at.text(2);
        if (old.empty()) return text;
        return joined(pieces(text, old), put);
      },
      location);
}

Tensor contains(const Text& x, const Text& part, SourceLocation location) {
  return booleans(
      x, part, [](const std::string& a, const std::string& b) { return a.find(b) != std::string::npos; }, location);
}
Tensor starts_with(const Text& x, const Text& part, SourceLocation location) {
  return booleans(x, part, [](const std::string& a, const std::string& b) { return a.starts_with(b); }, location);
}
Tensor ends_with(const Text& x, const Text& part, SourceLocation location) {
  return booleans(x, part, [](const std::string& a, const std::string& b) { return a.ends_with(b); }, location);
}

Text join(const Text& x, const Text& separator, SourceLocation location) {
  return Text::of_words(call(
      {used_words(x, location), used_words(separator, location)}, TensorSpec(Shape(), DType::uint64),
      [location](std::span<const Tensor> given) {
        const std::string between = single(given[1], "join: the separator", location);
        return detail::words_tensor({joined(detail::strings_of(given[0]), between)}, Shape());
      },
      location));
}

Text split(const Text& x, const Text& separator, SourceLocation location) {
  const Tensor& words = used_words(x, location);
  Shape shape = words.shape(location);
  if (shape.ranked()) shape.push_back(unknown);
  return Text::of_words(call(
      {words, used_words(separator, location)}, TensorSpec(shape, DType::uint64),
      [location](std::span<const Tensor> given) {
        const std::string between = single(given[1], "split: the separator", location);
        std::vector<std::vector<std::string>> all;
        size_t most = 0;
        for (const std::string& text : detail::strings_of(given[0])) {
          most = std::max(most, all.emplace_back(pieces(text, between)).size());
        }
        std::vector<std::string> parts;
        for (std::vector<std::string>& of_one : all) {
          of_one.resize(most);
          parts.insert(parts.end(), of_one.begin(), of_one.end());
        }
        Shape of_all = given[0].impl()->shape;
        of_all.push_back(static_cast<int64_t>(most));
        return detail::words_tensor(parts, of_all);
      },
      location));
}

Tensor to_number(const Text& x, DType dtype, SourceLocation location) {
  return detail::for_each_string(
      {used_words(x, location)}, dtype,
      [dtype, location](const StringElement& at, std::byte* out) {
        const std::string text = at.text(0);
        if (data::read_number(text, dtype, out)) return;
        throw Error(ErrorKind::invalid_argument, "to_number: '" + text + "' is no " + std::string(name(dtype)),
                    location);
      },
      location);
}

Text as_text(const TensorArg& x, int precision) {
  const SourceLocation location = x.location();
  const Tensor value = x.value();
  return Text::of_words(call(
      {value}, TensorSpec(value.shape(), DType::uint64),
      [precision](std::span<const Tensor> given) {
        const Tensor dense = detail::make_contiguous(given[0]);
        const detail::TensorImpl& impl = *dense.impl();
        std::vector<std::string> all;
        for (int64_t k = 0; k < impl.shape.element_count(); ++k) {
          std::ostringstream stream;
          Tensor element = detail::allocate(impl.dtype, Shape());
          __builtin_memcpy(element.impl()->data(), impl.data() + static_cast<size_t>(k) * item_size(impl.dtype),
                           item_size(impl.dtype));
          if (precision >= 0 && is_floating(impl.dtype)) {
            stream.precision(precision);
            stream << std::fixed << element.item<double>();
          } else {
            stream << element;
          }
          all.push_back(stream.str());
        }
        return detail::words_tensor(all, impl.shape);
      },
      location));
}

Text stack(const std::vector<Text>& xs, SourceLocation location) {
  std::vector<Tensor> words;
  for (const Text& x : xs) words.push_back(used_words(x, location));
  return Text::of_words(ag::stack(TensorList(words, location)));
}
Text concat(const std::vector<Text>& xs, SourceLocation location) {
  std::vector<Tensor> words;
  for (const Text& x : xs) words.push_back(used_words(x, location));
  return Text::of_words(ag::concat(TensorList(words, location)));
}
Text where(const TensorArg& condition, const Text& a, const Text& b) {
  return Text::of_words(ag::where(condition, a.words(), b.words()));
}

}  // namespace strings

namespace detail {

Text formatted(const std::string& pattern, const std::vector<Tensor>& values, const std::vector<bool>& texts,
               SourceLocation location) {
  const std::vector<std::string> parts = pieces(pattern, "{}");
  if (parts.size() != values.size() + 1) {
    throw Error(ErrorKind::invalid_argument,
                "format: the pattern '" + pattern + "' has " + std::to_string(parts.size() - 1) +
                    " places, and there are " + std::to_string(values.size()) + " values",
                location);
  }
  return Text::of_words(call(
      values, TensorSpec(Shape(), DType::uint64),
      [parts, texts](std::span<const Tensor> given) {
        std::ostringstream stream;
        stream << parts[0];
        for (size_t k = 0; k < given.size(); ++k) {
          if (texts[k])
            print_words(stream, given[k]);
          else
            stream << given[k];
          stream << parts[k + 1];
        }
        return words_tensor({stream.str()}, Shape());
      },
      location));
}

}  // namespace detail

// ---- tables ----

TextTable::TextTable(const Text& keys, const TensorArg& values, const TensorArg& otherwise) {
  const SourceLocation location = values.location();
  const Tensor words = used_words(keys, location), given = values.value();
  if (words.ndim(location) != 1 || given.ndim(location) < 1 || words.shape(0, location) != given.shape(0, location)) {
    throw Error(ErrorKind::shape_error,
                "a table has one value for each key: the keys have the shape " + words.shape(location).str() +
                    ", and the values " + given.shape(location).str(),
                location);
  }
  const tracing::OperandDevice here(given);
  const Tensor order = argsort(words);
  keys_ = take(words, order, 0);
  values_ = take(given, order, 0);
  otherwise_ = otherwise.is_tensor() ? otherwise.value() : astype(otherwise, given.dtype(location));
  if (!keys_.impl()->is_symbol()) {
    const auto sorted = keys_.to_vector<uint64_t>();
    const auto twice = std::adjacent_find(sorted.begin(), sorted.end());
    if (twice != sorted.end()) {
      throw Error(ErrorKind::invalid_argument, "a table has the key '" + detail::text_of_word(*twice) + "' twice",
                  location);
    }
  }
}

Tensor TextTable::find(const Text& x, SourceLocation location) const {
  const Tensor words = used_words(x, location);
  Shape shape = words.shape(location);
  const Shape rows = values_.shape(location);
  if (shape.ranked() && rows.ranked()) {
    for (size_t axis = 1; axis < rows.size(); ++axis) shape.push_back(rows[axis]);
  } else {
    shape = Shape::unknown_rank();
  }
  return call(
      {words, keys_, values_, otherwise_}, TensorSpec(shape, values_.dtype(location)),
      [](std::span<const Tensor> given) {
        const Tensor words = detail::make_contiguous(given[0]), values = detail::make_contiguous(given[2]);
        const auto keys = given[1].data<uint64_t>();
        const detail::TensorImpl& from = *values.impl();
        const Shape row(from.shape.dims().subspan(1));
        const Tensor other = detail::make_contiguous(broadcast_to(given[3], row));
        const size_t bytes = static_cast<size_t>(row.element_count()) * item_size(from.dtype);
        Shape shape = words.impl()->shape;
        for (const int64_t extent : row) shape.push_back(extent);
        Tensor found = detail::allocate(from.dtype, shape);
        std::byte* out = found.impl()->data();
        for (const uint64_t word : words.data<uint64_t>()) {
          const auto at = std::ranges::lower_bound(keys, word);
          const bool is_key = at != keys.end() && *at == word;
          __builtin_memcpy(
              out, is_key ? from.data() + static_cast<size_t>(at - keys.begin()) * bytes : other.impl()->data(), bytes);
          out += bytes;
        }
        return found;
      },
      location);
}

}  // namespace ag
