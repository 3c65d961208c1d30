#include "graph/attribute_reader.h"

#include <bit>
#include <charconv>
#include <cstring>
#include <limits>

#include "tensor/convert.h"
#include "tensor/impl.h"

namespace ag::ir {

namespace {

constexpr int64_t kMaxElements = int64_t{1} << 46;  // beyond any memory, and far from overflow
constexpr int64_t kMaxDims = 64;

/// Parses the whole text as a T in digits. Returns false if that fails.
template <class T>
bool read_number(std::string_view text, T& value) {
  const auto [stop, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  return error == std::errc() && stop == text.data() + text.size();
}

/// True if the token is a number in digits; from_chars alone would also accept -infinity and nan(text).
bool is_numeric(const Token& token) {
  const size_t first = token.text.starts_with('-') ? 1 : 0;
  return token.kind == TokenKind::Number && first < token.text.size() && token.text[first] >= '0' &&
         token.text[first] <= '9';
}

template <class T>
struct FloatBits;
template <>
struct FloatBits<float> {
  using type = uint32_t;
};
template <>
struct FloatBits<double> {
  using type = uint64_t;
};
template <>
struct FloatBits<Float16> {
  using type = uint16_t;
};
template <>
struct FloatBits<BFloat16> {
  using type = uint16_t;
};

/// Reads nan, -nan or nan:0x7fc00001. Returns false if the next token is none of these.
template <class T>
bool read_nan(Lexer& lexer, T& value) {
  using Bits = typename FloatBits<T>::type;
  const bool negative = lexer.peek().kind == TokenKind::Number && lexer.peek().text == "-nan";
  if (!negative && !lexer.peek().is_word("nan")) return false;
  lexer.next();
  Bits bits = std::bit_cast<Bits>(T(std::numeric_limits<float>::quiet_NaN()));
  if (negative) bits = static_cast<Bits>(bits | (Bits{1} << (sizeof(Bits) * 8 - 1)));
  if (!negative && lexer.accept(':')) {
    const Token digits = lexer.expect(TokenKind::Number, "the bits of the NaN, as 0x7fc00001");
    const char* end = digits.text.data() + digits.text.size();
    const bool is_hex = digits.text.starts_with("0x");
    const auto [stop, error] = std::from_chars(digits.text.data() + (is_hex ? 2 : 0), end, bits, 16);
    if (!is_hex || stop != end || error != std::errc())
      lexer.fail(digits, "'" + digits.text + "' are no bits of a NaN");
  }
  value = std::bit_cast<T>(bits);
  return true;
}

template <class T>
T read_floating(Lexer& lexer) {
  using Wide = std::conditional_t<std::is_same_v<T, double>, double, float>;
  T value;
  if (read_nan(lexer, value)) return value;
  if (lexer.accept_word("inf")) return T(std::numeric_limits<Wide>::infinity());
  const Token token = lexer.expect(TokenKind::Number, "a number");
  if (token.text == "-inf") return T(-std::numeric_limits<Wide>::infinity());
  Wide wide = 0;
  if (!is_numeric(token) || !read_number(token.text, wide)) {
    lexer.fail(token, "'" + token.text + "' is not a number of this dtype");
  }
  return T(wide);
}

bool read_bool(Lexer& lexer) {
  if (lexer.accept_word("true")) return true;
  if (lexer.accept_word("false")) return false;
  lexer.fail_expected("true or false");
}

template <class T>
T read_element(Lexer& lexer) {
  if constexpr (std::is_same_v<T, bool>) {
    return read_bool(lexer);
  } else if constexpr (std::is_integral_v<T>) {
    T value = 0;
    const Token token = lexer.expect(TokenKind::Number, "an integer");
    if (!read_number(token.text, value)) {
      lexer.fail(token, "'" + token.text + "' is not an integer of this dtype");
    }
    return value;
  } else {
    return read_floating<T>(lexer);
  }
}

/// Reads the dimensions up to `close`: "2, 3", or "?, 3", or "..." for an unknown rank. `low` is the least allowed
/// number.
Shape read_dims(Lexer& lexer, char close, int64_t low) {
  const Token start = lexer.peek();
  Shape shape;
  int64_t elements = 1;
  if (lexer.peek().kind == TokenKind::Ellipsis) {
    lexer.next();
    lexer.expect(close, "after an unknown rank");
    return Shape::unknown_rank();
  }
  while (!lexer.accept(close)) {
    if (shape.rank() == kMaxDims) lexer.fail(start, "a shape has at most " + std::to_string(kMaxDims) + " axes");
    const int64_t dim = lexer.accept('?') ? unknown : lexer.expect_integer("a dimension", low, kMaxElements);
    shape.push_back(dim);
    if (dim > 1 && __builtin_mul_overflow(elements, dim, &elements)) elements = kMaxElements + 1;
    if (elements > kMaxElements) lexer.fail(start, "an array of this shape does not fit into memory");
    if (!lexer.accept(',')) {
      lexer.expect(close, "after the dimensions");
      break;
    }
  }
  return shape;
}

Tensor read_tensor(Lexer& lexer) {
  const Token start = lexer.peek();
  const TensorType type = read_type(lexer);
  if (!type.shape.known()) lexer.fail(start, "the shape of a constant is known: " + str(type));
  lexer.expect('{', "before the elements of a constant");
  if (lexer.peek().kind == TokenKind::Ellipsis) {
    lexer.fail(lexer.peek(), "this constant was shortened when it was printed, so its elements are not known");
  }
  // The elements are counted before any allocation by the shape, which may be invalid input, too.
  std::vector<std::byte> bytes;
  const int64_t wanted = type.shape.element_count();
  int64_t count = 0;
  detail::visit_dtype(type.dtype, [&]<class T>(T) {
    while (!lexer.accept('}')) {
      const T value = read_element<T>(lexer);
      const auto* element = reinterpret_cast<const std::byte*>(&value);
      bytes.insert(bytes.end(), element, element + sizeof(T));
      ++count;
      if (!lexer.accept(',')) {
        lexer.expect('}', "after the elements of a constant");
        break;
      }
    }
  });
  if (count != wanted) {
    lexer.fail(start, "a constant " + str(type) + " has " + std::to_string(wanted) + " elements, here are " +
                          std::to_string(count));
  }
  Tensor tensor = detail::allocate(type.dtype, type.shape);
  if (!bytes.empty()) std::memcpy(tensor.impl()->data(), bytes.data(), bytes.size());
  tensor.impl()->weak = type.weak;
  return tensor;
}

template <class T, class Read>
std::vector<T> read_list(Lexer& lexer, Read&& read) {
  std::vector<T> values;
  lexer.expect('[', "before a list");
  while (!lexer.accept(']')) {
    values.push_back(read());
    if (!lexer.accept(',')) {
      lexer.expect(']', "after a list");
      break;
    }
  }
  return values;
}

}  // namespace

DType read_dtype(Lexer& lexer) {
  const Token word = lexer.expect(TokenKind::Word, "a dtype");
  for (int i = 0; i < kDTypeCount; ++i) {
    if (name(static_cast<DType>(i)) == word.text) return static_cast<DType>(i);
  }
  lexer.fail(word, "'" + word.text + "' is not a dtype");
}

uint64_t read_element_bits(Lexer& lexer, DType dtype) {
  uint64_t bits = 0;
  detail::visit_dtype(dtype, [&]<class T>(T) {
    const T value = read_element<T>(lexer);
    std::memcpy(&bits, &value, sizeof(T));
  });
  return bits;
}

TensorType read_type(Lexer& lexer) {
  TensorType type;
  type.dtype = read_dtype(lexer);
  type.weak = lexer.accept('~');
  lexer.expect('[', "before the dimensions of a type");
  type.shape = read_dims(lexer, ']', 0);
  return type;
}

Attribute read_attribute(Lexer& lexer, AttributeKind kind) {
  constexpr int64_t kLow = std::numeric_limits<int64_t>::min(), kHigh = std::numeric_limits<int64_t>::max();
  auto integer = [&] { return lexer.expect_integer("an integer", kLow, kHigh); };
  auto floating = [&] { return read_floating<double>(lexer); };
  auto text = [&] { return lexer.expect(TokenKind::Text, "a quoted string").text; };
  switch (kind) {
    case AttributeKind::Bool:
      return read_bool(lexer);
    case AttributeKind::Int:
      return integer();
    case AttributeKind::Float:
      return floating();
    case AttributeKind::String:
      return text();
    case AttributeKind::DType:
      return read_dtype(lexer);
    case AttributeKind::Shape:
      lexer.expect('(', "before a shape");
      return read_dims(lexer, ')', kLow);
    case AttributeKind::Ints:
      return read_list<int64_t>(lexer, integer);
    case AttributeKind::Floats:
      return read_list<double>(lexer, floating);
    case AttributeKind::Strings:
      return read_list<std::string>(lexer, text);
    case AttributeKind::Tensor:
      return read_tensor(lexer);
    case AttributeKind::Opaque:
      break;
  }
  lexer.fail(lexer.peek(), "an object of the program that traced the graph (here an exception) cannot be read back");
}

}  // namespace ag::ir
