#include "tensor/npy.h"

#include <algorithm>
#include <bit>
#include <charconv>
#include <cstring>

#include "ag/io.h"
#include "tensor/device_array.h"

namespace ag {

namespace detail {

namespace {

static_assert(std::endian::native == std::endian::little, "elements are stored as they stand in memory");

constexpr char kMagic[] = "\x93NUMPY";
constexpr size_t kMagicSize = 6;
constexpr size_t kMaxNpyHeader = size_t{1} << 20;
constexpr int64_t kMaxElements = int64_t{1} << 46;
constexpr size_t kMaxNpyDims = 64;

struct NpyHeader {
  DType dtype = DType::float32;
  bool is_swapped = false;
  bool is_fortran = false;
  Shape shape;
};

/// Parses the dictionary that describes the array: a Python literal.
class HeaderParser {
 public:
  HeaderParser(std::string_view text, const std::function<void(const std::string&)>& fail) : text_(text), fail_(fail) {}

  NpyHeader parse() {
    bool has_descr = false, has_order = false, has_shape = false;
    expect('{');
    while (!accept('}')) {
      const std::string_view key = read_string();
      expect(':');
      if (key == "descr" && !has_descr) {
        has_descr = true;
        read_descr();
      } else if (key == "fortran_order" && !has_order) {
        has_order = true;
        header_.is_fortran = read_bool();
      } else if (key == "shape" && !has_shape) {
        has_shape = true;
        read_shape();
      } else {
        fail("the header has an unknown or repeated entry '" + std::string(key) + "'");
      }
      if (!accept(',')) {
        expect('}');
        break;
      }
    }
    if (!has_descr || !has_order || !has_shape) fail("the header lacks 'descr', 'fortran_order' or 'shape'");
    return header_;
  }

 private:
  [[noreturn]] void fail(const std::string& message) const {
    fail_(message);
    std::abort();
  }
  void skip_space() {
    while (at_ < text_.size() && (text_[at_] == ' ' || text_[at_] == '\n' || text_[at_] == '\t')) ++at_;
  }
  bool accept(char c) {
    skip_space();
    if (at_ == text_.size() || text_[at_] != c) return false;
    ++at_;
    return true;
  }
  void expect(char c) {
    if (!accept(c)) fail(std::string("the header is damaged: '") + c + "' is missing at byte " + std::to_string(at_));
  }
  std::string_view read_string() {
    skip_space();
    const char quote = at_ < text_.size() ? text_[at_] : '\0';
    const size_t end = quote == '\'' || quote == '"' ? text_.find(quote, at_ + 1) : std::string_view::npos;
    if (end == std::string_view::npos) fail("the header is damaged: no string at byte " + std::to_string(at_));
    const std::string_view value = text_.substr(at_ + 1, end - at_ - 1);
    at_ = end + 1;
    return value;
  }
  bool read_bool() {
    skip_space();
    for (const std::string_view word : {"True", "False"}) {
      if (text_.substr(at_, word.size()) == word) {
        at_ += word.size();
        return word == "True";
      }
    }
    fail("the header is damaged: 'fortran_order' is neither True nor False");
  }

  void read_descr() {
    skip_space();
    if (at_ < text_.size() && text_[at_] == '[') {
      fail("the array has fields (a structured dtype); save each field as an array of its own");
    }
    const std::string_view descr = read_string();
    struct Row {
      const char* code;
      DType dtype;
    };
    static constexpr Row kRows[] = {
        {"b1", DType::boolean}, {"i1", DType::int8},    {"i2", DType::int16},   {"i4", DType::int32},
        {"i8", DType::int64},   {"u1", DType::uint8},   {"u2", DType::uint16},  {"u4", DType::uint32},
        {"u8", DType::uint64},  {"f2", DType::float16}, {"f4", DType::float32}, {"f8", DType::float64},
    };
    const char order = descr.empty() ? '\0' : descr[0];
    for (const Row& row : kRows) {
      if ((order == '<' || order == '>' || order == '|' || order == '=') && descr.substr(1) == row.code) {
        header_.dtype = row.dtype;
        header_.is_swapped = order == '>' && item_size(row.dtype) > 1;
        return;
      }
    }
    fail("dtype '" + std::string(descr.substr(0, 20)) +
         "' is not supported; save the array as bool, int8 to int64, uint8 to uint64, float16, float32 or float64 "
         "(x.astype(…) in NumPy)");
  }

  void read_shape() {
    expect('(');
    int64_t elements = 1;
    while (!accept(')')) {
      skip_space();
      int64_t dim = 0;
      const char* first = text_.data() + at_;
      const auto [stop, error] = std::from_chars(first, text_.data() + text_.size(), dim);
      if (error != std::errc() || dim < 0) fail("the header is damaged: 'shape' is no tuple of dimensions");
      at_ += static_cast<size_t>(stop - first);
      if (at_ < text_.size() && text_[at_] == 'L') ++at_;  // as Python 2 wrote it
      if (header_.shape.size() == kMaxNpyDims) fail("the array has more than " + std::to_string(kMaxNpyDims) + " axes");
      header_.shape.push_back(dim);
      if (__builtin_mul_overflow(elements, std::max<int64_t>(dim, 1), &elements) || elements > kMaxElements) {
        fail("the header is damaged: an array of this shape does not fit into memory");
      }
      if (!accept(',')) {
        expect(')');
        break;
      }
    }
  }

  std::string_view text_;
  const std::function<void(const std::string&)>& fail_;
  size_t at_ = 0;
  NpyHeader header_;
};

void swap_bytes(std::byte* data, size_t count, size_t item) {
  for (size_t i = 0; i < count; ++i) std::reverse(data + i * item, data + (i + 1) * item);
}

/// Column-major strides: the first axis is contiguous.
Strides fortran_strides(const Shape& shape) {
  Strides strides(shape.size());
  int64_t stride = 1;
  for (size_t axis = 0; axis < shape.size(); ++axis) {
    strides[axis] = stride;
    stride *= shape[axis];
  }
  return strides;
}

}  // namespace

Tensor read_npy(const ReadBytes& read, uint64_t size, const InputFile& file, const std::string& member) {
  const std::function<void(const std::string&)> fail = [&](const std::string& message) {
    file.fail(member.empty() ? message : "'" + member + "': " + message);
  };
  unsigned char start[kMagicSize + 2 + 4] = {};
  if (size < kMagicSize + 4) fail("is too short for a .npy file");
  read(start, kMagicSize + 4);
  if (std::memcmp(start, kMagic, kMagicSize) != 0) fail("is no .npy file");
  const unsigned version = start[kMagicSize];
  if (version < 1 || version > 3)
    fail("has version " + std::to_string(version) + " of the .npy format; 1 to 3 are known");
  const unsigned char* length = start + kMagicSize + 2;
  size_t prefix = kMagicSize + 4, header_size = length[0] | length[1] << 8;
  if (version >= 2) {
    if (size < kMagicSize + 6) fail("is too short for a .npy file");
    read(start + prefix, 2);
    prefix += 2;
    header_size |= static_cast<size_t>(length[2]) << 16 | static_cast<size_t>(length[3]) << 24;
  }
  if (header_size > size - prefix) fail("is truncated: it ends inside the header");
  if (header_size > kMaxNpyHeader) fail("the header is damaged: it claims " + std::to_string(header_size) + " bytes");
  std::string text(header_size, '\0');
  read(text.data(), header_size);
  const NpyHeader header = HeaderParser(text, fail).parse();

  // The size of the file is checked before any allocation by the shape.
  const size_t item = item_size(header.dtype);
  const auto count = static_cast<uint64_t>(header.shape.element_count());
  const uint64_t there = size - prefix - header_size;
  if (count * item > there) {
    fail("is truncated: " + std::string(name(header.dtype)) + " of shape " + header.shape.str() + " takes " +
         std::to_string(count * item) + " bytes, there are " + std::to_string(there));
  }
  Tensor tensor = allocate(header.dtype, header.shape);
  std::byte* data = tensor.impl()->data();
  read(data, count * item);
  if (header.is_swapped) swap_bytes(data, count, item);
  if (header.dtype == DType::boolean) {
    for (size_t i = 0; i < count; ++i) data[i] = data[i] == std::byte{0} ? std::byte{0} : std::byte{1};
  }
  if (!header.is_fortran) return tensor;
  return make_contiguous(make_view(tensor, header.shape, fortran_strides(header.shape), 0));
}

std::string npy_header(const Tensor& tensor, const char* what, SourceLocation location) {
  const TensorImpl& impl = concrete(tensor, what, location);
  if (impl.dtype == DType::bfloat16) {
    throw Error(ErrorKind::type_error,
                std::string(what) + ": NumPy has no bfloat16; save ag::astype(x, ag::float32), which keeps every value",
                location);
  }
  const size_t item = item_size(impl.dtype);
  const char kind = category(impl.dtype) == Category::Boolean    ? 'b'
                    : category(impl.dtype) == Category::Signed   ? 'i'
                    : category(impl.dtype) == Category::Unsigned ? 'u'
                                                                 : 'f';
  std::string text = std::string("{'descr': '") + (item == 1 ? '|' : '<') + kind + std::to_string(item) +
                     "', 'fortran_order': False, 'shape': " + impl.shape.str() + ", }";
  // NumPy requires that the elements start at a multiple of 64 bytes, and that the header ends with a newline.
  constexpr size_t kPrefix = kMagicSize + 4, kAlign = 64;
  text.append((kAlign - (kPrefix + text.size() + 1) % kAlign) % kAlign, ' ');
  text += '\n';
  if (text.size() > 0xffff) {
    throw Error(ErrorKind::invalid_argument, std::string(what) + ": the array has too many axes", location);
  }
  std::string header(kMagic, kMagicSize);
  header += {'\x01', '\x00', static_cast<char>(text.size() & 0xff), static_cast<char>(text.size() >> 8)};
  return header + text;
}

}  // namespace detail

Tensor load_npy(const std::string& path, SourceLocation location) {
  const detail::InputFile file(path, location);
  uint64_t at = 0;
  const auto read = [&](void* out, size_t count) {
    file.read(at, out, count);
    at += count;
  };
  return detail::on_default_device(detail::read_npy(read, file.size(), file, {}), location);
}

void save_npy(const std::string& path, const Tensor& tensor, SourceLocation location) {
  const std::string header = detail::npy_header(tensor, "save_npy", location);
  const Tensor dense = detail::make_contiguous(detail::host_array(tensor, location));
  const detail::TensorImpl& impl = *dense.impl();
  detail::OutputFile file(path, location);
  file.write(header.data(), header.size());
  file.write(impl.data(), static_cast<size_t>(impl.shape.element_count()) * item_size(impl.dtype));
  file.commit();
}

}  // namespace ag
