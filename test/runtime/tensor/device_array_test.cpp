/// Arrays on the emulated device: copies, views, numbers, and every way in which the host reads elements. The host
/// cannot touch the memory of this device, so a missing copy is a fault.
#include "tensor/device_array.h"

#include <ag/device.h>
#include <ag/dlpack.h>
#include <ag/index.h>
#include <ag/io.h>
#include <ag/literal.h>
#include <ag/ops.h>

#include <numeric>
#include <sstream>

#include "device/driver_registry.h"
#include "device/opened_device.h"
#include "runtime/tensor/scratch.h"
#include "support/catch.h"
#include "tensor/dlpack_abi.h"
#include "tensor/print.h"

namespace ag::test::device_array_test {

using ag_test::ContainsSubstring;

namespace {

const Device kEmulated("emulated");
const device::DeviceNumber kNumber = device::number_of(kEmulated);

Tensor numbers(const Shape& shape) { return astype(reshape(arange(shape.element_count()), shape), int32); }

std::string text(const Tensor& x) {
  std::ostringstream out;
  out << x;
  return out.str();
}

uint64_t used_bytes() { return device::opened_device(kNumber).pool().counts().used_bytes; }

}  // namespace

TEST_CASE("devices are numbers of a byte") {
  CHECK(device::number_of(Device()) == device::kHost);
  CHECK(device::device_of(kNumber) == kEmulated);
  const Device second = device::DeviceAccess::make(DeviceKind::cuda, 1);
  CHECK(device::device_of(device::number_of(second)) == second);
  CHECK_THROWS_WITH(device::number_of(device::DeviceAccess::make(DeviceKind::cuda, 126)),
                    ContainsSubstring("the last GPU that arrays may use has the index 125"));
}

TEST_CASE("the type of an array has its device") {
  const Tensor x = numbers({2, 3}), y = x.to_device(kEmulated);
  CHECK(x.device() == Device());
  CHECK(y.device() == kEmulated);
  CHECK(y.impl()->is_on_device());
  CHECK(x.impl()->type_word() != y.impl()->type_word());
  CHECK(x.impl()->type_word() == y.to_device(Device()).impl()->type_word());
}

TEST_CASE("the host cannot touch the elements of a device by accident") {
  const Tensor x = numbers({4}).to_device(kEmulated);
  CHECK_THROWS_WITH(x.impl()->data(), ContainsSubstring("the host reads elements that are on a device"));
  CHECK_FALSE(detail::may_overwrite(*x.impl()));
}

TEST_CASE("arrays of every dtype keep their bits on a device") {
  for (const DType dtype : {DType::boolean, DType::int8, DType::int64, DType::uint16, DType::float16, DType::bfloat16,
                            DType::float32, DType::float64, DType::uint64}) {
    CAPTURE(name(dtype));
    const Tensor x = astype(numbers({3, 5}), dtype), back = x.to_device(kEmulated).to_device(Device());
    CHECK(back.dtype() == dtype);
    CHECK(back.shape() == x.shape());
    CHECK(back.to_vector<double>() == x.to_vector<double>());
  }
}

TEST_CASE("arrays without elements and of one element can be on a device") {
  const Tensor none = zeros({0, 3}).to_device(kEmulated);
  CHECK(none.device() == kEmulated);
  CHECK(none.to_vector<float>().empty());
  const Tensor one = tensor(7.5).to_device(kEmulated);
  CHECK(one.item<double>() == 7.5);
  CHECK(static_cast<double>(one) == 7.5);
  CHECK(bool(one));
}

TEST_CASE("a copy to the same device is the array itself") {
  const Tensor x = numbers({4}), y = x.to_device(kEmulated);
  CHECK(x.to_device(Device()).impl() == x.impl());
  CHECK(y.to_device(kEmulated).impl() == y.impl());
}

TEST_CASE("a number keeps its exact value on a device") {
  const Tensor tenth = Tensor(0.1).to_device(kEmulated);
  CHECK(tenth.device() == kEmulated);
  CHECK(tenth.item<double>() == 0.1);
  CHECK((ones({1}, float64).to_device(kEmulated) * tenth).to_vector<double>()[0] == 0.1);
}

TEST_CASE("views of arrays on a device are read by their strides") {
  const Tensor x = numbers({4, 5}), y = x.to_device(kEmulated);
  const detail::TensorImpl& impl = *y.impl();
  const auto view = [&](const Shape& shape, const detail::Strides& strides, int64_t offset) {
    return detail::make_view(y, shape, strides, offset);
  };
  CHECK(view({5, 4}, {1, 5}, 0).to_vector<int>() == x.T().to_vector<int>());
  CHECK(view({2, 2}, {10, -2}, 9).to_vector<int>() == std::vector<int>{9, 7, 19, 17});
  CHECK(view({3}, {0}, 6).to_vector<int>() == std::vector<int>{6, 6, 6});
  CHECK(view({2, 3}, {5, 1}, 11).device() == kEmulated);
  const Tensor dense = detail::make_contiguous(view({5, 4}, {1, 5}, 0));
  CHECK(dense.device() == kEmulated);
  CHECK(detail::is_contiguous(*dense.impl()));
  CHECK(dense.to_vector<int>() == x.T().to_vector<int>());
  CHECK(impl.buffer->references.load() > 0);
}

TEST_CASE("data gives the elements of an array on a device as long as the array lives") {
  const Tensor x = numbers({6}).to_device(kEmulated);
  const std::span<const int> first = x.data<int>();
  CHECK(std::vector(first.begin(), first.end()) == std::vector{0, 1, 2, 3, 4, 5});
  CHECK(x.data<int>().data() == first.data());
  const Tensor columns = detail::make_view(x, {3, 2}, {1, 3}, 0);
  const std::span<const int> strided = columns.data<int>();
  CHECK(std::vector(strided.begin(), strided.end()) == std::vector{0, 3, 1, 4, 2, 5});
  CHECK(columns.device() == kEmulated);
  const Tensor last = detail::make_view(x, {2}, {1}, 4);
  CHECK(last.data<int>()[1] == 5);
}

TEST_CASE("arrays on a device print as on the host") {
  const Tensor x = reshape(linspace(-1, 1, 24), {2, 3, 4}), y = x.to_device(kEmulated);
  CHECK(text(y) == text(x));
  CHECK(text(tensor(1.5).to_device(kEmulated)) == text(tensor(1.5)));
  std::ostringstream on_host, on_device;
  detail::print_shortly(on_host, x, 1);
  detail::print_shortly(on_device, y, 1);
  CHECK(on_device.str() == on_host.str());
}

TEST_CASE("files have no device, and arrays of files are made on the default device") {
  const ag_test::Scratch scratch;
  const Tensor x = numbers({3, 4});
  const Tensor y = x.to_device(kEmulated);
  save_npy(scratch.path("x.npy"), x);
  save_npy(scratch.path("y.npy"), detail::make_view(y, {3, 4}, {4, 1}, 0));
  CHECK(ag_test::read_bytes(scratch.path("x.npy")) == ag_test::read_bytes(scratch.path("y.npy")));
  save_npz(scratch.path("y.npz"), {{"a", y}});
  save_safetensors(scratch.path("y.safetensors"), {{"a", y}});
  CHECK(load_npy(scratch.path("y.npy")).device() == Device());
  const DeviceScope here(kEmulated);
  for (const Tensor& loaded : {load_npy(scratch.path("y.npy")), load_npz(scratch.path("y.npz")).at("a"),
                               load_safetensors(scratch.path("y.safetensors")).at("a")}) {
    CHECK(loaded.device() == kEmulated);
    CHECK(loaded.to_vector<int>() == x.to_vector<int>());
  }
}

TEST_CASE("memory of a device is released with the last array") {
  const uint64_t before = used_bytes();
  {
    const Tensor x = numbers({1000}).to_device(kEmulated), copy = x;
    CHECK(used_bytes() == before + 4000);
    const Tensor view = detail::make_view(x, {10}, {1}, 5);
    CHECK(used_bytes() == before + 4000);
  }
  CHECK(used_bytes() == before);
}

TEST_CASE("other libraries receive an array of the emulated device as one of the host") {
  const Tensor x = numbers({4}).to_device(kEmulated);
  DLManagedTensorVersioned* managed = to_dlpack(x);
  CHECK(managed->dl_tensor.device.device_type == dlpack::kCpu);
  CHECK(static_cast<const int*>(managed->dl_tensor.data)[3] == 3);
  managed->deleter(managed);
  DLManagedTensor* unversioned = to_dlpack_unversioned(x);
  CHECK(static_cast<const int*>(unversioned->dl_tensor.data)[2] == 2);
  unversioned->deleter(unversioned);
}

}  // namespace ag::test::device_array_test
