/// Operations on arrays of the emulated device, which run at once: results, their device, operands of two devices,
/// creation, assignments, gradients, variables.
#include <ag/ag.h>

#include "runtime/ops/expect_error.h"
#include "support/catch.h"
#include "tensor/device_array.h"

namespace ag::test::devices_test {

namespace {

const Device kEmulated("emulated");

Tensor numbers(const Shape& shape) { return astype(reshape(arange(shape.element_count()), shape), float32) / 7; }

/// Compares to the bit: `actual` is on the device, `expected` on the host.
void check_same(const Tensor& actual, const Tensor& expected) {
  CHECK(actual.device() == kEmulated);
  CHECK(expected.device() == Device());
  CHECK(actual.dtype() == expected.dtype());
  CHECK(actual.shape() == expected.shape());
  CHECK(actual.to_vector<double>() == expected.to_vector<double>());
}

}  // namespace

TEST_CASE("operations on arrays of a device have results there, with the bits of the host") {
  const Tensor x = numbers({4, 6}), y = sin(x) - 0.25;
  const Tensor a = x.to_device(kEmulated), b = y.to_device(kEmulated);
  check_same(a + b, x + y);
  check_same(2 * a, 2 * x);
  check_same(a - Tensor(1), x - Tensor(1));
  check_same(exp(a), exp(x));
  check_same(matmul(a, b.T()), matmul(x, y.T()));
  check_same(sum(a, 1), sum(x, 1));
  check_same(mean(a), mean(x));
  check_same(a > b, x > y);
  check_same(where(a > b, a, b), where(x > y, x, y));
  check_same(concat({a, b}, 1), concat({x, y}, 1));
  check_same(astype(a, int64), astype(x, int64));
  check_same(reshape(a, {3, 8}), reshape(x, {3, 8}));
  check_same(a(1, slice(1, 4)), x(1, slice(1, 4)));
  check_same(a[2], x[2]);
  check_same(softmax(a), softmax(x));
  check_same(top_k(a, 2).values, top_k(x, 2).values);
  check_same(top_k(a, 2).indices, top_k(x, 2).indices);
  check_same(zeros_like(a), zeros_like(x));
  check_same(full_like(a, 3), full_like(x, 3));
  check_same(identity(a), x);
  CHECK(identity(a).impl() == a.impl());
  const Tensor rows = tensor({1, 3, 0}, int64);
  check_same(take(a, rows.to_device(kEmulated)), take(x, rows));
  check_same(a[rows.to_device(kEmulated)], x[rows]);
  check_same(Tensor(a(rows.to_device(kEmulated), rows.to_device(kEmulated))), Tensor(x(rows, rows)));
  check_same(boolean_mask(a, a > 1), boolean_mask(x, x > 1));
}

TEST_CASE("numbers of the host and arrays without elements fit arrays of any device") {
  const Tensor a = numbers({3}).to_device(kEmulated);
  check_same(a * sum(numbers({2})), numbers({3}) * sum(numbers({2})));
  check_same(concat({a, zeros({0})}), numbers({3}));
}

TEST_CASE("operands of two devices are an error that names both and the remedy") {
  const Tensor x = numbers({3}), a = x.to_device(kEmulated);
  expect_error(ErrorKind::invalid_argument,
               {"add: the operands are on two devices (float32[3] on emulated, float32[3] on cpu)",
                "copy one to the device of the other, with y.to_device(x.device())"},
               [&] { a + x; });
  expect_error(ErrorKind::invalid_argument, {"take: the operands are on two devices"},
               [&] { take(a, tensor({0, 1}, int64)); });
  expect_error(ErrorKind::invalid_argument, {"(float32[] on emulated, float32[3] on cpu)"}, [&] { sum(a) + x; });
  Tensor target = x;
  expect_error(ErrorKind::invalid_argument, {"index_update: the operands are on two devices"},
               [&] { target[slice(0, 3)] = a; });
}

TEST_CASE("arrays are made on the default device") {
  const Tensor uniform = random_uniform({5}, 3), normal = random_normal({2, 3}, 4), one = eye(3);
  const DeviceScope here(kEmulated);
  CHECK(zeros({2}).device() == kEmulated);
  CHECK(full({2, 2}, 1.5).device() == kEmulated);
  CHECK(arange(4).device() == kEmulated);
  CHECK(linspace(0, 1, 3).device() == kEmulated);
  CHECK(tensor({1, 2, 3}).device() == kEmulated);
  CHECK(tensor(std::vector<float>{1, 2}).device() == kEmulated);
  check_same(eye(3), one);
  check_same(random_uniform({5}, 3), uniform);
  check_same(random_normal({2, 3}, 4), normal);
  CHECK(Tensor(1.0).device() == Device());
  const Tensor host = zeros({2}).to_device(Device());
  CHECK((host + 1).device() == Device());
  CHECK(zeros_like(host).device() == Device());
}

TEST_CASE("keys and other arrays of uint64 stay on the host") {
  const DeviceScope here(kEmulated);
  const Tensor keys = random_split(7, 3);
  CHECK(keys.device() == Device());
  CHECK(random_uniform({4}, keys[1]).device() == kEmulated);
  CHECK(random_categorical(zeros({2, 3}), keys[0]).device() == kEmulated);
  Generator generator(5);
  CHECK(generator.normal({3}).device() == kEmulated);
  const Tensor moved = keys.to_device(kEmulated);
  CHECK(moved.device() == kEmulated);
  CHECK((moved + moved).device() == kEmulated);
}

TEST_CASE("elements of arrays on a device can be assigned") {
  Tensor x = numbers({4, 3}), a = x.to_device(kEmulated);
  const Tensor before = a;
  const auto change = [](Tensor& t) {
    t[1] = 5;
    t(slice(2, 4), 0) = t(slice(0, 2), 1);
    t[t > 1.3] = -1;
    t[0][2] += 2;
  };
  change(x);
  change(a);
  check_same(a, x);
  check_same(before, numbers({4, 3}));
  a += 1;
  ++a;
  check_same(a, x + 2);
}

TEST_CASE("gradients of arrays on a device are there") {
  const auto loss = [](Tensor x) { return sum(sin(x) * x) + mean(x[slice(0, 2)]); };
  const Tensor x = numbers({5});
  check_same(gradient(loss)(x.to_device(kEmulated)), gradient(loss)(x));
  check_same(jacobian([](Tensor x) { return x * x; })(x.to_device(kEmulated)),
             jacobian([](Tensor x) { return x * x; })(x));
}

TEST_CASE("gradients pass through copies between devices") {
  const Tensor x = numbers({4});
  const auto loss = [](Tensor x) { return sum(exp((x * 2).to_device(kEmulated))) * 3; };
  const auto on_host = [](Tensor x) { return sum(exp(x * 2)) * 3; };
  const Tensor slope = gradient(loss)(x);
  CHECK(slope.device() == Device());
  CHECK(slope.to_vector<double>() == gradient(on_host)(x).to_vector<double>());
}

TEST_CASE("a variable lives on the device of its first value") {
  Variable v(numbers({3}).to_device(kEmulated)), host(numbers({3}));
  CHECK(v.value().device() == kEmulated);
  v.assign_add(ones({3}).to_device(kEmulated));
  check_same(v.value(), numbers({3}) + 1);
  v.assign(numbers({3}));
  check_same(v.value(), numbers({3}));
  v.scatter_update(tensor({0}, int64).to_device(kEmulated), tensor({9.0f}).to_device(kEmulated));
  CHECK(v.value().to_vector<float>()[0] == 9);
  host.assign(v.value());
  CHECK(host.value().device() == Device());
  expect_error(ErrorKind::invalid_argument, {"the operands are on two devices"}, [&] { v.assign_add(numbers({3})); });
  CHECK(v.value().to_vector<float>()[0] == 9);
  const DeviceScope here(kEmulated);
  CHECK(Variable(0.5).value().device() == kEmulated);
}

TEST_CASE("strings stay on the host") {
  const Text text("a longer text than a word holds");
  expect_error(ErrorKind::type_error, {"to_device: strings stay on the host"},
               [&] { text.words().to_device(kEmulated); });
}

TEST_CASE("running out of memory on a device is an error, after which it is usable") {
  const Tensor x = numbers({3}).to_device(kEmulated);
  expect_error(ErrorKind::out_of_memory, {"no memory for"}, [&] {
    std::vector<Tensor> all;
    for (int k = 0; k < 80; ++k) all.push_back(detail::allocate_on(x.impl()->device_number, float32, {16 << 20}));
  });
  check_same(x + x, numbers({3}) * 2);
}

}  // namespace ag::test::devices_test
