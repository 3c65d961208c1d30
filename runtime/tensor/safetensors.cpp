#include "tensor/safetensors.h"

#include <algorithm>
#include <bit>
#include <nlohmann/json.hpp>
#include <set>
#include <vector>

#include "ag/io.h"
#include "base/file.h"
#include "tensor/device_array.h"
#include "tensor/impl.h"

namespace ag {

namespace detail {

namespace {

static_assert(std::endian::native == std::endian::little, "elements are stored as they stand in memory");

using Json = nlohmann::json;

constexpr uint64_t kPrefix = 8;  // the size of the header
constexpr uint64_t kMaxJsonHeader = 100'000'000;
constexpr uint64_t kAlign = 64;
constexpr size_t kMaxEntryDims = 64;
constexpr char kMetadata[] = "__metadata__";

struct DTypeName {
  const char* name;
  DType dtype;
};
constexpr DTypeName kNames[] = {
    {"BOOL", DType::boolean}, {"I8", DType::int8},     {"I16", DType::int16},     {"I32", DType::int32},
    {"I64", DType::int64},    {"U8", DType::uint8},    {"U16", DType::uint16},    {"U32", DType::uint32},
    {"U64", DType::uint64},   {"F16", DType::float16}, {"BF16", DType::bfloat16}, {"F32", DType::float32},
    {"F64", DType::float64},
};

const char* name_of(DType dtype) { return std::ranges::find(kNames, dtype, &DTypeName::dtype)->name; }

/// The description of an array in the header.
struct Entry {
  std::string name;
  DType dtype = DType::float32;
  Shape shape;
  uint64_t begin = 0, end = 0;  // of its bytes, relative to the end of the header
};

class JsonHeader {
 public:
  explicit JsonHeader(const InputFile& file) : file_(file) {}

  void read(TensorFile& out) {
    if (file_.size() < kPrefix) fail("is too short for a safetensors file");
    uint64_t size = 0;
    file_.read(0, &size, kPrefix);
    if (size > kMaxJsonHeader || size > file_.size() - kPrefix)
      fail("is no safetensors file, or truncated: its header claims " + std::to_string(size) + " bytes");
    std::string text(size, '\0');
    file_.read(kPrefix, text.data(), size);
    if (!text.starts_with('{')) fail("is no safetensors file: its header is no JSON object");
    const Json header = parse(text);
    for (const auto& [name, value] : header.items()) {
      if (name == kMetadata)
        read_metadata(value, out);
      else
        read_entry(name, value);
    }
    data_ = kPrefix + size;
    check_places();
  }

  const std::vector<Entry>& entries() const { return entries_; }
  /// The offset of the first element in the file.
  uint64_t data() const { return data_; }

 private:
  [[noreturn]] void fail(const std::string& message) const { file_.fail(message); }
  [[noreturn]] void fail(const std::string& name, const std::string& message) const {
    file_.fail("the header is damaged: '" + name + "' " + message);
  }

  /// Parses JSON. A duplicate key is an error, since JSON readers disagree about it.
  Json parse(const std::string& text) const {
    std::vector<std::set<std::string>> keys;
    const auto check_keys = [&](int, Json::parse_event_t event, Json& value) {
      if (event == Json::parse_event_t::object_start) keys.emplace_back();
      if (event == Json::parse_event_t::object_end) keys.pop_back();
      if (event == Json::parse_event_t::key && !keys.back().insert(value.get<std::string>()).second)
        fail(value.get<std::string>(), "stands there twice");
      return true;
    };
    try {
      return Json::parse(text, check_keys);
    } catch (const Json::exception& error) {
      const auto* at = dynamic_cast<const Json::parse_error*>(&error);
      fail("the header is damaged: no JSON" + (at ? " at byte " + std::to_string(at->byte) : std::string()));
    }
  }

  void read_metadata(const Json& value, TensorFile& out) const {
    if (!value.is_object()) fail(kMetadata, "is no object");
    for (const auto& [name, text] : value.items()) {
      if (!text.is_string()) fail(kMetadata, "holds something that is no text");
      out.metadata.emplace(name, text.get<std::string>());
    }
  }

  /// Returns a number that is written without a fraction, an exponent or a sign.
  uint64_t whole(const std::string& name, const Json& value) const {
    if (!value.is_number_unsigned()) fail(name, "has a number that is none");
    return value.get<uint64_t>();
  }

  void read_entry(const std::string& name, const Json& value) {
    if (!value.is_object() || value.size() != 3 || !value.contains("dtype") || !value.contains("shape") ||
        !value.contains("data_offsets"))
      fail(name, "is described by something else than dtype, shape and data_offsets");
    Entry entry;
    entry.name = name;
    const Json& dtype = value["dtype"];
    const auto found = std::ranges::find_if(
        kNames, [&](const DTypeName& one) { return dtype.is_string() && dtype.get<std::string>() == one.name; });
    if (found == std::end(kNames)) {
      fail("'" + name + "' has the dtype " + dtype.dump(-1, ' ', true, Json::error_handler_t::replace).substr(0, 20) +
           ", which is not supported");
    }
    entry.dtype = found->dtype;
    const Json &shape = value["shape"], &offsets = value["data_offsets"];
    if (!shape.is_array() || shape.size() > kMaxEntryDims) fail(name, "has no shape, or too many axes");
    uint64_t bytes = item_size(entry.dtype), capacity = bytes;
    for (const Json& dim : shape) {
      const uint64_t extent = whole(name, dim);
      // The product of the nonzero extents must not overflow either, even if another extent is 0.
      const bool overflows = extent > uint64_t{INT64_MAX} ||
                             __builtin_mul_overflow(capacity, std::max<uint64_t>(extent, 1), &capacity) ||
                             capacity > uint64_t{1} << 50;
      if (overflows) fail(name, "has a shape that does not fit into memory");
      bytes *= extent;
      entry.shape.push_back(static_cast<int64_t>(extent));
    }
    if (!offsets.is_array() || offsets.size() != 2) fail(name, "has no two data_offsets");
    entry.begin = whole(name, offsets[0]), entry.end = whole(name, offsets[1]);
    if (entry.end < entry.begin || entry.end - entry.begin != bytes) {
      fail(name, "takes " + std::to_string(bytes) + " bytes by dtype and shape, and other data_offsets are given");
    }
    entries_.push_back(std::move(entry));
  }

  /// Checks that the arrays fill the file without gaps or overlaps.
  void check_places() {
    std::ranges::sort(
        entries_, [](const Entry& a, const Entry& b) { return std::pair(a.begin, a.end) < std::pair(b.begin, b.end); });
    uint64_t at = 0;
    for (const Entry& entry : entries_) {
      if (entry.begin != at) fail(entry.name, "does not begin where the array before it ends");
      at = entry.end;
    }
    const uint64_t there = file_.size() - data_;
    if (at != there) {
      fail((at > there ? "is truncated: its arrays take " : "has bytes that belong to no array: its arrays take ") +
           std::to_string(at) + " bytes, there are " + std::to_string(there));
    }
  }

  const InputFile& file_;
  std::vector<Entry> entries_;
  uint64_t data_ = 0;
};

}  // namespace

TensorFile read_safetensors(const std::string& path, SourceLocation location) {
  const InputFile file(path, location);
  TensorFile content;
  JsonHeader header(file);
  header.read(content);
  for (const Entry& entry : header.entries()) {
    Tensor tensor = allocate(entry.dtype, entry.shape);
    std::byte* data = tensor.impl()->data();
    const uint64_t count = entry.end - entry.begin;
    file.read(header.data() + entry.begin, data, count);
    if (entry.dtype == DType::boolean) {
      for (uint64_t k = 0; k < count; ++k) data[k] = data[k] == std::byte{0} ? std::byte{0} : std::byte{1};
    }
    content.tensors.emplace(entry.name, on_default_device(std::move(tensor), location));
  }
  return content;
}

void write_safetensors(const std::string& path, const TensorFile& content, const char* what, SourceLocation location) {
  // All checks come before the first write.
  std::vector<std::pair<std::string, Tensor>> arrays;
  for (const auto& [name, tensor] : content.tensors) {
    if (name == kMetadata) {
      throw Error(ErrorKind::invalid_argument, std::string(what) + ": an array cannot have the name " + kMetadata,
                  location);
    }
    concrete(tensor, (std::string(what) + ": '" + name + "'").c_str(), location);
    arrays.emplace_back(name, make_contiguous(host_array(tensor, location)));
  }
  // In descending order of item size, so that all elements are aligned.
  std::ranges::stable_sort(arrays, std::ranges::greater(),
                           [](const auto& array) { return item_size(array.second.impl()->dtype); });
  const auto size_of = [](const TensorImpl& impl) {
    return static_cast<uint64_t>(impl.shape.element_count()) * item_size(impl.dtype);
  };
  Json header = Json::object();
  if (!content.metadata.empty()) header[kMetadata] = content.metadata;
  uint64_t at = 0;
  for (const auto& [name, tensor] : arrays) {
    const TensorImpl& impl = *tensor.impl();
    const std::vector<int64_t> dims(impl.shape.begin(), impl.shape.end());
    header[name] = {{"dtype", name_of(impl.dtype)}, {"shape", dims}, {"data_offsets", {at, at + size_of(impl)}}};
    at += size_of(impl);
  }
  std::string text;
  try {
    text = header.dump();
  } catch (const Json::exception&) {
    throw Error(ErrorKind::invalid_argument, std::string(what) + ": a name or a text is no UTF-8", location);
  }
  text.append((kAlign - (kPrefix + text.size()) % kAlign) % kAlign, ' ');
  if (text.size() > kMaxJsonHeader) {
    throw Error(ErrorKind::invalid_argument, std::string(what) + ": there is more text than such a file may have",
                location);
  }
  const uint64_t size = text.size();
  OutputFile file(path, location);
  file.write(&size, kPrefix);
  file.write(text.data(), text.size());
  for (const auto& [name, tensor] : arrays) file.write(tensor.impl()->data(), size_of(*tensor.impl()));
  file.commit();
}

}  // namespace detail

std::map<std::string, Tensor> load_safetensors(const std::string& path, SourceLocation location) {
  return detail::read_safetensors(path, location).tensors;
}

void save_safetensors(const std::string& path, const std::map<std::string, Tensor>& tensors, SourceLocation location) {
  detail::write_safetensors(path, {tensors, {}}, "save_safetensors", location);
}

}  // namespace ag
