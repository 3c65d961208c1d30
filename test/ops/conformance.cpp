#include "ops/conformance.h"

#include <cmath>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <map>
#include <sstream>

#include "tensor/convert.h"
#include "tensor/impl.h"
#include "tensor/strided.h"

namespace ag::test {

namespace {

double default_tolerance(DType dtype) {
  switch (dtype) {
    case DType::float16:
      return 2e-3;
    case DType::bfloat16:
      return 2e-2;
    case DType::float32:
      return 2e-6;
    case DType::float64:
      return 1e-13;
    default:
      return 0;
  }
}

std::string type_difference(const Tensor& actual, const Tensor& expected) {
  if (actual.dtype() == expected.dtype() && actual.shape() == expected.shape()) return "";
  std::ostringstream text;
  text << "is " << actual.dtype() << actual.shape() << ", expected " << expected.dtype() << expected.shape();
  return text.str();
}

}  // namespace

Tensor make(const Array& array) {
  Tensor tensor = detail::allocate(array.dtype, array.shape);
  std::byte* out = tensor.impl()->data();
  for (double value : array.values) {
    detail::store_scalar(out, array.dtype, detail::scalar_of(value));
    out += item_size(array.dtype);
  }
  return tensor;
}

Tensor relayout(const Tensor& tensor, Layout layout) {
  const detail::TensorImpl& impl = *tensor.impl();
  const size_t rank = impl.shape.size();
  Shape stored = impl.shape;
  detail::Strides strides(rank, 0);
  int64_t offset = 0;
  if (layout == Layout::Broadcast) {
    if (rank == 0 || impl.shape[0] == 0) return tensor;
    strides = detail::contiguous_strides(impl.shape.dims());
    strides[0] = 0;
    return detail::make_view(detail::make_contiguous(tensor), impl.shape, strides, 0);
  }
  if (layout == Layout::Transposed) {
    int64_t stride = 1;
    for (size_t axis = 0; axis < rank; ++axis) {
      strides[axis] = stride;
      stride *= impl.shape[axis];
    }
  } else if (layout == Layout::Stepped) {
    // Every second element of a larger array; the last axis runs backwards.
    for (size_t axis = 0; axis < rank; ++axis) stored[axis] *= 2;
    strides = detail::contiguous_strides(stored.dims());
    for (size_t axis = 0; axis < rank; ++axis) strides[axis] *= 2;
    if (rank > 0 && impl.shape[rank - 1] > 0) {
      offset = 2 * (impl.shape[rank - 1] - 1);
      strides[rank - 1] = -2;
    }
  } else {
    return detail::make_contiguous(tensor);
  }
  const Tensor memory = detail::allocate(impl.dtype, stored);
  std::memset(memory.impl()->data(), 0, static_cast<size_t>(stored.element_count()) * item_size(impl.dtype));
  Tensor view = detail::make_view(memory, impl.shape, strides, offset);
  const Tensor source = detail::make_contiguous(tensor);
  const size_t item = item_size(impl.dtype);
  const std::byte* in = source.impl()->data();
  detail::for_each_row<1>(impl.shape.dims(), {strides.data()},
                          [&](const auto& offsets, const auto& steps, int64_t length) {
                            for (int64_t i = 0; i < length; ++i, in += item) {
                              const int64_t at = offsets[0] + i * steps[0];
                              std::memcpy(view.impl()->data() + at * static_cast<int64_t>(item), in, item);
                            }
                          });
  return view;
}

std::string difference(const Tensor& actual, const Tensor& expected, double tolerance) {
  std::string text = type_difference(actual, expected);
  if (!text.empty()) return text;
  if (tolerance < 0) tolerance = default_tolerance(expected.dtype());
  const std::vector<double> a = actual.to_vector<double>(), b = expected.to_vector<double>();
  for (size_t i = 0; i < a.size(); ++i) {
    if (a[i] == b[i] || (std::isnan(a[i]) && std::isnan(b[i]))) continue;
    if (std::abs(a[i] - b[i]) <= tolerance * std::max(1.0, std::abs(b[i]))) continue;
    std::ostringstream message;
    message.precision(17);
    message << "element " << i << " is " << a[i] << ", expected " << b[i];
    return message.str();
  }
  return "";
}

std::string difference(const Tensor& actual, const Tensor& expected) {
  std::string text = type_difference(actual, expected);
  if (!text.empty()) return text;
  if (is_floating(expected.dtype())) return difference(actual, expected, 0);
  const Tensor a = detail::make_contiguous(actual), b = detail::make_contiguous(expected);
  const size_t bytes = static_cast<size_t>(a.size()) * item_size(a.dtype());
  return std::memcmp(a.impl()->data(), b.impl()->data(), bytes) == 0 ? "" : "the integers differ";
}

namespace {

/// A line of a file of references: "name | operand | operand => result => result", each array as "float32 2x3 : 1 2 3 4
/// 5 6"
/// ("-" is the shape of rank 0).
struct Reference {
  std::string name;
  std::vector<Array> operands;
  std::vector<Array> expected;
};

Shape read_shape(const std::string& text) {
  Shape shape;
  if (text == "-") return shape;
  std::istringstream stream(text);
  for (std::string dim; std::getline(stream, dim, 'x');) shape.push_back(std::stoll(dim));
  return shape;
}

Reference read_reference(const std::string& line) {
  Reference reference;
  std::istringstream stream(line);
  stream >> reference.name;
  Array* array = nullptr;
  for (std::string token; stream >> token;) {
    if (token == "|" || token == "=>") {
      std::string dtype, shape, colon;
      stream >> dtype >> shape >> colon;
      std::vector<Array>& list = token == "|" ? reference.operands : reference.expected;
      list.push_back({dtype_from_name(dtype), read_shape(shape), {}});
      array = &list.back();
    } else {
      array->values.push_back(std::strtod(token.c_str(), nullptr));
    }
  }
  return reference;
}

/// Each file is read once.
const std::vector<Reference>& references_of(std::string_view family_name) {
  const std::string family(family_name);
  static std::map<std::string, std::vector<Reference>> families;
  auto [entry, is_new] = families.try_emplace(family);
  if (is_new) {
    std::ifstream file(std::string(AG_SOURCE_DIR) + "/test/ops/reference/" + family + ".txt");
    for (std::string line; std::getline(file, line);) {
      if (!line.empty() && line[0] != '#') entry->second.push_back(read_reference(line));
    }
  }
  return entry->second;
}

}  // namespace

std::vector<Case> from_references(std::string_view family, std::string_view name, const Call& call, double tolerance) {
  std::vector<Case> cases;
  for (const Reference& reference : references_of(family)) {
    if (reference.name != name) continue;
    Case one{std::string(name), {}, call, reference.expected, tolerance};
    for (const Array& operand : reference.operands) {
      one.operands.push_back(make(operand));
      one.label += " " + std::string(ag::name(operand.dtype)) + operand.shape.str();
    }
    cases.push_back(std::move(one));
  }
  if (cases.empty()) cases.push_back({"no reference has the name " + std::string(name), {}, {}, {}});
  return cases;
}

}  // namespace ag::test
