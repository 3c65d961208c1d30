/// Traced functions on the emulated device: the device of a call, its results, arguments of two devices, variables,
/// effects, functions of the host.
#include <ag/staging/generated.h>

#include "runtime/function/each_executor.h"
#include "runtime/ops/expect_error.h"
#include "support/catch.h"

namespace ag::test::device_calls_test {

namespace {

const Device kEmulated("emulated");

Tensor scaled(Tensor x, Tensor y) {
  return traced<&scaled>(AG_STATE(x, y), [](Tensor x, Tensor y) -> Tensor { return sin(x) * y + ones_like(x); });
}
Tensor settled(Tensor x) {
  return traced<&settled>(AG_STATE(x), [](Tensor x) -> Tensor {
    Tensor rounds = 0;
    while_stmt([&] { return sum(x) > 1; }, AG_STATE(x, rounds),
               [&] {
                 x = x * 0.5;
                 rounds = rounds + 1;
               });
    return x + rounds;
  });
}
Tensor made(int n) {
  return traced<&made>(AG_STATE(n), [](int n) -> Tensor { return full({n}, 2.0f) + tensor({1.0f, 2.0f, 3.0f}); });
}
Tensor with_option(Tensor x) {
  return traced<&with_option>(AG_OPTIONS(.device = "emulated"), AG_STATE(x),
                              [](Tensor x) -> Tensor { return x * tensor({1.0f, 2.0f, 3.0f}); });
}
Tensor on_host(Tensor x) {
  return traced<&on_host>(AG_OPTIONS(.device = "cpu"), AG_STATE(x), [](Tensor x) -> Tensor { return x + 1; });
}
Tensor kept;
Tensor beside_kept(Tensor x) {
  return traced<&beside_kept>(AG_STATE(x), [](Tensor x) -> Tensor { return x + kept; });
}
Tensor beside_copied(Tensor x) {
  return traced<&beside_copied>(AG_STATE(x), [](Tensor x) -> Tensor { return x + kept.to_device(x.device()); });
}
Tensor copied(Tensor x) {
  return traced<&copied>(AG_STATE(x), [](Tensor x) -> Tensor { return x.to_device(x.device()) + 1; });
}
Tensor copied_to_host(Tensor x) {
  return traced<&copied_to_host>(AG_STATE(x), [](Tensor x) -> Tensor { return x.to_device(Device()); });
}
Tensor accumulated(Variable v, Tensor x) {
  return traced<&accumulated>(AG_STATE(v, x), [](Variable v, Tensor x) -> Tensor {
    v.assign_add(x);
    return v.value() * 2;
  });
}
double total(Tensor x) {
  return traced<&total>(AG_STATE(x), [](Tensor x) -> double { return static_cast<double>(2.5 + x.size()); });
}
Tensor through_host(Tensor x) {
  return traced<&through_host>(AG_STATE(x), [](Tensor x) -> Tensor {
    return host_call([](Tensor y) { return y * y + full({3}, 1.0f); }, TensorSpec({3}), x + 1);
  });
}

Tensor numbers() { return tensor({0.5f, 1.5f, 2.5f}); }

void check_same(const Tensor& actual, const Tensor& expected) {
  CHECK(actual.device() == kEmulated);
  CHECK(actual.dtype() == expected.dtype());
  CHECK(actual.to_vector<double>() == expected.to_vector<double>());
}

}  // namespace

TEST_CASE("a call runs on the device of its arrays, with the bits of the host") {
  const EachExecutor executor;
  const Tensor x = numbers(), y = x + 1, a = x.to_device(kEmulated), b = y.to_device(kEmulated);
  check_same(scaled(a, b), scaled(x, y));
  check_same(settled(a), settled(x));
  check_same(scaled(a, 2.0), scaled(x, 2.0));
  CHECK(scaled(x, y).device() == Device());
}

TEST_CASE("each device has traces of its own") {
  const Tensor x = numbers(), a = x.to_device(kEmulated);
  function_of(&settled).clear();
  const int before = function_of(&settled).tracing_count();
  settled(x), settled(a), settled(x), settled(a);
  CHECK(function_of(&settled).tracing_count() == before + 2);
}

TEST_CASE("a call without arrays runs on the default device") {
  CHECK(made(3).device() == Device());
  const DeviceScope here(kEmulated);
  check_same(made(3), tensor({3.0f, 4.0f, 5.0f}));
  const DeviceScope host{Device()};
  CHECK(made(3).device() == Device());
}

TEST_CASE("a call of numbers runs on the default device, whichever it was before") {
  CHECK(copied(tensor(1.5f)).device() == Device());
  const DeviceScope here(kEmulated);
  const DeviceScope host{Device()};
  const Tensor number = tensor(1.5f);
  CHECK(copied(number).device() == Device());
  const DeviceScope again(kEmulated);
  CHECK(copied(number).device() == kEmulated);
}

TEST_CASE("the device of the options takes arguments of other devices") {
  const EachExecutor executor;
  const Tensor x = numbers();
  check_same(with_option(x), x * tensor({1.0f, 2.0f, 3.0f}));
  check_same(with_option(x.to_device(kEmulated)), x * tensor({1.0f, 2.0f, 3.0f}));
  CHECK(on_host(x.to_device(kEmulated)).device() == Device());
  CHECK(on_host(x.to_device(kEmulated)).to_vector<float>() == (x + 1).to_vector<float>());
}

TEST_CASE("arguments of two devices are an error that names both and the remedy") {
  const Tensor x = numbers(), a = x.to_device(kEmulated);
  expect_error(ErrorKind::invalid_argument,
               {"'scaled' is called with arguments of two devices: 'x' is on emulated, 'y' on cpu",
                "y.to_device(x.device())", "FunctionOptions::device"},
               [&] { scaled(a, x); });
}

TEST_CASE("an array beside the values of a graph on another device is an error") {
  kept = numbers();
  CHECK(beside_kept(numbers()).to_vector<float>() == std::vector{1.0f, 3.0f, 5.0f});
  const Tensor a = numbers().to_device(kEmulated);
  expect_error(ErrorKind::invalid_argument,
               {"add: the operands are on two devices (values of a graph on emulated, float32[3] on cpu)"},
               [&] { beside_kept(a); });
  check_same(beside_copied(a), numbers() * 2);
  kept = a;
  check_same(beside_kept(a), numbers() * 2);
  function_of(&beside_kept).clear();
  expect_error(ErrorKind::invalid_argument, {"(values of a graph on cpu, float32[3] on emulated)"},
               [&] { beside_kept(numbers()); });
}

TEST_CASE("while tracing, there is one device") {
  const Tensor a = numbers().to_device(kEmulated);
  check_same(copied(a), numbers() + 1);
  CHECK(copied_to_host(numbers()).device() == Device());
  expect_error(ErrorKind::staging_error, {"to_device: the graph runs on emulated", "FunctionOptions::device"},
               [&] { copied_to_host(a); });
}

TEST_CASE("variables keep their device in traced functions") {
  const EachExecutor executor;
  Variable v(zeros({3}).to_device(kEmulated)), host(zeros({3}));
  const Tensor a = numbers().to_device(kEmulated);
  check_same(accumulated(v, a), numbers() * 2);
  check_same(v.value(), numbers());
  CHECK(accumulated(host, numbers()).device() == Device());
  CHECK(host.value().device() == Device());
}

TEST_CASE("functions of the host see arrays of the device of the graph") {
  const EachExecutor executor;
  const DeviceScope here(kEmulated);
  check_same(through_host(numbers()), (numbers() + 1) * (numbers() + 1) + 1.0f);
}

TEST_CASE("numbers that a function returns are numbers of the host") {
  CHECK(total(numbers().to_device(kEmulated)) == 5.5);
}

TEST_CASE("a ConcreteFunction of a device takes arrays of another one") {
  const auto concrete = function_of(&settled).concrete(numbers().to_device(kEmulated));
  check_same(concrete(numbers()), settled(numbers()));
  const auto of_host = function_of(&settled).concrete(numbers());
  CHECK(of_host(numbers().to_device(kEmulated)).to_vector<float>() == settled(numbers()).to_vector<float>());
}

}  // namespace ag::test::device_calls_test
