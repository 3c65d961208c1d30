/// Arrays of other libraries in our tensors, and our tensors for them.
#include "ag/dlpack.h"

#include <ag/ag.h>

#include <memory>
#include <numeric>
#include <utility>
#include <vector>

#include "support/catch.h"
#include "tensor/dlpack_abi.h"
#include "tensor/impl.h"

using namespace ag;
using ag_test::ContainsSubstring;

namespace dlpack_test {
namespace {

/// An array of another library.
template <class Managed>
struct Foreign {
  explicit Foreign(std::vector<int64_t> dims) : shape(std::move(dims)), elements(64) {
    std::iota(elements.begin(), elements.end(), 0.0f);
    managed.dl_tensor.data = elements.data();
    managed.dl_tensor.device = {dlpack::kCpu, 0};
    managed.dl_tensor.ndim = static_cast<int32_t>(shape.size());
    managed.dl_tensor.dtype = {dlpack::kFloat, 32, 1};
    managed.dl_tensor.shape = shape.data();
    managed.manager_ctx = &released;
    managed.deleter = [](Managed* self) { ++*static_cast<int*>(self->manager_ctx); };
    if constexpr (std::is_same_v<Managed, DLManagedTensorVersioned>) managed.version = dlpack::kVersion;
  }
  Foreign(const Foreign&) = delete;
  Foreign& operator=(const Foreign&) = delete;

  Managed managed{};
  std::vector<int64_t> shape, strides;
  std::vector<float> elements;
  int released = 0;
};

template <class Managed>
std::string fault_of(Foreign<Managed>& foreign) {
  try {
    from_dlpack(&foreign.managed);
  } catch (const Error& error) {
    CHECK(foreign.released == 0);
    return error.message();
  }
  return "no error";
}

}  // namespace

TEMPLATE_TEST_CASE("an array of another library is used where it lies and given back once", "[dlpack]", DLManagedTensor,
                   DLManagedTensorVersioned) {
  Foreign<TestType> foreign({2, 12});  // slices of a few bytes are copies
  {
    Tensor x = from_dlpack(&foreign.managed);
    CHECK(x.dtype() == float32);
    CHECK(x.shape() == Shape{2, 12});
    CHECK(x.data<float>().data() == foreign.elements.data());
    const Tensor row = std::as_const(x)[1];
    x = Tensor();
    CHECK(foreign.released == 0);  // a view keeps it
    CHECK(row.data<float>().data() == foreign.elements.data() + 12);
  }
  CHECK(foreign.released == 1);
}

TEST_CASE("the memory of another library is never written", "[dlpack]") {
  Foreign<DLManagedTensorVersioned> foreign({4});
  Tensor x = from_dlpack(&foreign.managed);
  x[0] = 7;
  x += 1;
  CHECK(x.to_vector<int>() == std::vector<int>{8, 2, 3, 4});
  CHECK(foreign.elements[0] == 0);
  CHECK(foreign.elements[1] == 1);
  CHECK(foreign.released == 1);
}

TEST_CASE("strides and offsets of another library hold", "[dlpack]") {
  Foreign<DLManagedTensor> foreign({2, 2});
  foreign.strides = {1, 3};
  foreign.managed.dl_tensor.strides = foreign.strides.data();
  foreign.managed.dl_tensor.byte_offset = 2 * sizeof(float);
  CHECK(from_dlpack(&foreign.managed).to_vector<int>() == std::vector<int>{2, 5, 3, 6});
  CHECK(foreign.released == 1);
}

TEST_CASE("elements that are not aligned are copied", "[dlpack]") {
  Foreign<DLManagedTensor> foreign({2, 2});
  std::vector<char> bytes(64);
  const float values[] = {1, 2, 3, 4, 5, 6};
  std::copy_n(reinterpret_cast<const char*>(values), sizeof(values), bytes.begin() + 1);
  foreign.strides = {3, 1};
  foreign.managed.dl_tensor.data = bytes.data() + 1;
  foreign.managed.dl_tensor.strides = foreign.strides.data();
  const Tensor x = from_dlpack(&foreign.managed);
  CHECK(foreign.released == 1);
  CHECK(x.to_vector<int>() == std::vector<int>{1, 2, 4, 5});
}

TEST_CASE("what cannot be a tensor stays with the other library", "[dlpack]") {
  const auto changed = [](auto change) {
    Foreign<DLManagedTensorVersioned> foreign({2, 2});
    change(foreign.managed);
    return fault_of(foreign);
  };
  CHECK(changed([](auto&) {}) == "no error");
  CHECK_THAT(changed([](auto& m) { m.version.major = 2; }),
             ContainsSubstring("version 2 of DLPack; version 1 is known"));
  CHECK_THAT(changed([](auto& m) { m.dl_tensor.device.device_type = 4; }),
             ContainsSubstring("in the memory of a device, of type 4"));
  CHECK_THAT(changed([](auto& m) { m.dl_tensor.dtype.lanes = 4; }), ContainsSubstring("32 bits and 4 lanes"));
  CHECK_THAT(changed([](auto& m) { m.dl_tensor.dtype.bits = 80; }), ContainsSubstring("not supported"));
  CHECK_THAT(changed([](auto& m) { m.dl_tensor.ndim = -1; }), ContainsSubstring("no valid shape"));
  CHECK_THAT(changed([](auto& m) { m.dl_tensor.shape[0] = -1; }), ContainsSubstring("no valid shape"));
  CHECK_THAT(changed([](auto& m) { m.dl_tensor.shape[0] = INT64_MAX; }), ContainsSubstring("no valid shape"));
  CHECK_THAT(changed([](auto& m) { m.dl_tensor.data = nullptr; }), ContainsSubstring("no memory"));
  CHECK_THROWS_AS(from_dlpack(static_cast<DLManagedTensor*>(nullptr)), Error);
}

TEST_CASE("a tensor is given to another library and comes back", "[dlpack]") {
  for (int k = 0; k < kDTypeCount; ++k) {
    const auto dtype = static_cast<DType>(k);
    INFO(name(dtype));
    Tensor x = astype(reshape(arange(0, 20, 1), {4, 5}), dtype);
    DLManagedTensorVersioned* managed = to_dlpack(x);
    CHECK(managed->flags == dlpack::kReadOnly);
    CHECK(managed->dl_tensor.data == x.impl()->data());
    const std::vector<double> before = x.to_vector<double>();
    x[0] = x[1];  // the other library keeps what it was given
    const Tensor back = from_dlpack(managed);
    CHECK(back.dtype() == dtype);
    CHECK(back.to_vector<double>() == before);
  }
  const Tensor turned = reshape(arange(0, 6, 1), {2, 3}).T();
  CHECK(from_dlpack(to_dlpack(turned)).to_vector<int>() == std::vector<int>{0, 3, 1, 4, 2, 5});
  CHECK(from_dlpack(to_dlpack(tensor(2.5, float64))).item<double>() == 2.5);
  CHECK(from_dlpack(to_dlpack(zeros({0, 3}))).shape() == Shape{0, 3});
}

TEST_CASE("a library of version 0 gets a copy, which it may write", "[dlpack]") {
  const Tensor x = tensor({1.0, 2.0});
  DLManagedTensor* managed = to_dlpack_unversioned(x);
  static_cast<float*>(managed->dl_tensor.data)[0] = 9;
  CHECK(from_dlpack(managed).to_vector<int>() == std::vector<int>{9, 2});
  CHECK(x.to_vector<int>() == std::vector<int>{1, 2});
}

}  // namespace dlpack_test
