/// The heads of tensors are used again, and are then as new ones.
#include "tensor/memory/tensor_impl_pool.h"

#include <ag/literal.h>
#include <ag/ops.h>

#include <thread>
#include <vector>

#include "support/catch.h"
#include "tensor/impl.h"
#include "tensor/memory/memory.h"

namespace ag::test {

namespace tensor_impl_pool_test {
namespace {

void check_new(const Tensor& number) {
  const detail::TensorImpl& impl = *number.impl();
  CHECK(impl.references == 1);
  CHECK(impl.dtype == DType::int16);
  CHECK(!impl.weak);
  CHECK(!impl.literal);
  CHECK(!impl.is_symbol());
  CHECK(impl.shape == Shape());
  CHECK(impl.strides.empty());
  CHECK(impl.buffer == nullptr);
  CHECK(impl.strings == nullptr);
  CHECK(impl.data() == impl.small);
}

}  // namespace

TEST_CASE("the head of any tensor becomes that of a number") {
  const auto again = [](Tensor tensor) {
    const detail::TensorImpl* const before = tensor.impl();
    tensor = Tensor();
    const Tensor number = detail::allocate_number(DType::int16);
    check_new(number);
    return number.impl() == before;
  };
  // The first that a thread gives back makes room for others.
  again(detail::allocate_number(DType::float32));
  bool kept = true;
  kept = again(Tensor(2.5)) && kept;
  kept = again(ones({2, 3})) && kept;
  kept = again(reshape(ones({64}), {2, 2, 2, 2, 2, 2})) && kept;
  kept = again(detail::make_symbol(DType::float32, Shape::unknown_rank(), true, {})) && kept;
  kept = again(detail::make_symbol(DType::float32, {2, unknown}, false, {})) && kept;
  CHECK(kept == detail::kKeepsMemory);  // not under a sanitizer
}

TEST_CASE("a thread keeps heads up to a bound, and gives them back when it ends") {
  std::thread([] {
    std::vector<Tensor> many(3 * detail::TensorImplPool::kMax);
    for (int round = 0; round < 2; ++round) {
      for (Tensor& one : many) one = detail::allocate_number(DType::float32);
      for (Tensor& one : many) one = Tensor();
      CHECK(detail::tensor_impl_pool.room >= 0);
      int count = 0;
      for (const detail::TensorImpl* head = detail::tensor_impl_pool.first; head;
           head = reinterpret_cast<const detail::TensorImpl*>(head->address))
        ++count;
      CHECK(count <= detail::TensorImplPool::kMax);
    }
  }).join();
}

}  // namespace tensor_impl_pool_test

}  // namespace ag::test
