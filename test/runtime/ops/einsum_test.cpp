/// Equations that einsum refuses: the message names what is wrong in it.
#include <functional>

#include "ag/literal.h"
#include "ag/ops.h"
#include "support/catch.h"
#include "support/message_of.h"

namespace ag {

namespace einsum_test {
namespace {

using test::message_of;

}  // namespace

TEST_CASE("equations that mean nothing are refused") {
  const Tensor x = zeros({2, 3}), y = zeros({4, 2});
  CHECK(message_of([&] { einsum("ij,jk->ik", x); }) ==
        "einsum: \"ij,jk->ik\" names the axes of 2 operands, and there are 1");
  CHECK(
      message_of([&] { einsum("ij,jk->ik", x, y); }) ==
      "einsum: \"ij,jk->ik\" gives axes of different lengths one name: j has 3 elements in operand 0, 4 in operand 1");
  CHECK(message_of([&] { einsum("ii", x); }) ==
        "einsum: \"ii\" gives axes of different lengths one name: i has 2 elements in operand 0, 3 in operand 0");
  CHECK(message_of([&] { einsum("ijk", x); }) ==
        "einsum: \"ijk\" has 3 letters for operand 0, which has the shape (2, 3)");
  CHECK(message_of([&] { einsum("ij->ik", x); }) ==
        "einsum: \"ij->ik\" has the axis k in the result, and in no operand");
  CHECK(message_of([&] { einsum("ij->ii", x); }) == "einsum: \"ij->ii\" names the axis i of the result twice");
  CHECK(message_of([&] { einsum("i1", x); }) ==
        "einsum: \"i1\" has '1' where a letter stands for an axis; \"...\" may stand once in an operand, for the axes "
        "that have no letter");
  CHECK(message_of([&] { einsum("...j->j", x); }) ==
        "einsum: \"...j->j\" has no \"...\" in the result for the axes that have no letter");
  CHECK(message_of([&] { einsum("i", std::vector<Tensor>{}); }) == "einsum: there are no operands");
}

TEST_CASE("numbers and mixed dtypes are operands of einsum") {
  const Tensor x = tensor({1.5, 2.0});
  CHECK(einsum(",i->i", 2, x).to_vector<double>() == std::vector<double>{3, 4});
  CHECK(einsum("i,i", tensor({1, 2}), x).dtype() == float32);
  CHECK(einsum("i,i", tensor({1, 2}), x).item<double>() == 5.5);
}

}  // namespace einsum_test

}  // namespace ag
