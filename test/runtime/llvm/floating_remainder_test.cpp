/// Remainders of floating-point numbers in native code: the bits of the C library, for all kinds of operands.
#include <bit>
#include <cmath>
#include <random>
#include <vector>

#include "runtime/program_passes/masked_loop_run.h"

namespace ag::test {

namespace floating_remainder_test {
namespace {

constexpr size_t kCount = 20001;  // with elements left after the last vector

struct Operands {
  Tensor a, b;
};

/// Pairs of any bits, pairs with few different exponents, and numbers beside multiples of others.
template <class T, class Bits>
Operands operands(DType dtype, bool ordinary) {
  std::mt19937_64 random(7);
  const auto any = [&] { return std::bit_cast<T>(static_cast<Bits>(random())); };
  const auto small = [&] { return static_cast<T>(std::ldexp(static_cast<double>(random() >> 11), -50) + 0.125); };
  std::vector<T> a, b;
  for (size_t k = 0; k < kCount; ++k) {
    const size_t kind = ordinary ? 1 + k % 2 : k % 4;
    T x = kind == 0 ? any() : small(), y = kind == 0 ? any() : small();
    if (kind == 2) {
      x = y * static_cast<T>(random() % 1000000);
      if (k % 8 < 4) x = std::nextafter(x, static_cast<T>(k % 8 < 2 ? 0 : HUGE_VAL));
    }
    if (kind == 3) {
      const T special[] = {T(0),
                           -T(0),
                           T(HUGE_VAL),
                           -T(HUGE_VAL),
                           T(NAN),
                           std::numeric_limits<T>::denorm_min(),
                           std::numeric_limits<T>::max()};
      (random() % 2 == 0 ? x : y) = special[random() % std::size(special)];
    }
    a.push_back(random() % 2 == 0 ? x : -x);
    b.push_back(random() % 2 == 0 ? y : -y);
  }
  return {tensor(a, dtype), tensor(b, dtype)};
}

std::string graph_of(const std::string& operation, DType dtype, bool total) {
  const std::string number(ag::name(dtype)), type = number + "[" + std::to_string(kCount) + "]";
  const std::string head = "graph f(%0: " + type + ", %1: " + type + ") -> ", body = operation + "(%0, %1) : " + type;
  return total ? head + number + "[] { %2 = " + body + " %3 = sum(%2) {axes=[], keepdims=false} : " + number +
                     "[] yield %3 }"
               : head + type + " { %2 = " + body + " yield %2 }";
}

void compare(const std::string& text, const Operands& of, const codegen::BackendInterface& backend) {
  const auto graph = std::make_shared<const ir::Graph>(ir::parse(text, ops::table()));
  const std::vector<const Tensor*> inputs{&of.a, &of.b};
  const std::string wanted = guarded([&] { return exec::Interpreter(graph).run(inputs); });
  CHECK(guarded([&] { return exec::Compiled(*graph, backend).run(inputs); }) == wanted);
}

}  // namespace

TEST_CASE("remainders in native code have the bits of the C library") {
  const codegen::BackendInterface* const backend = backend_or_warning();
  if (!backend) return;
  for (const DType dtype : {DType::float32, DType::float64}) {
    const auto pairs = [&](bool ordinary) {
      return dtype == DType::float32 ? operands<float, uint32_t>(dtype, ordinary)
                                     : operands<double, uint64_t>(dtype, ordinary);
    };
    for (const char* const operation : {"fmod", "remainder", "floor_divide"}) {
      INFO(operation << " of " << ag::name(dtype));
      compare(graph_of(operation, dtype, false), pairs(false), *backend);
      compare(graph_of(operation, dtype, true), pairs(true), *backend);
    }
  }
}

TEST_CASE("loops of remainders are vectors") {
  for (const char* const text : {"float32", "float64"}) {
    const DType dtype = std::string(text) == "float32" ? DType::float32 : DType::float64;
    const std::string assembly = compiled(graph_of("fmod", dtype, false)).assembly;
    CHECK_THAT(assembly, ag_test::ContainsSubstring(dtype == DType::float32 ? "divps" : "divpd"));
  }
}

}  // namespace floating_remainder_test

}  // namespace ag::test
