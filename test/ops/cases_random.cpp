/// Rows of runtime/ops/random.cpp.
#include "ops/conformance.h"

namespace ag::test {

namespace {

/// Draws of one shape in several dtypes; the key is the last operand.
Row draw(const std::string& name, std::initializer_list<DType> dtypes,
         const std::function<Tensor(const std::vector<Tensor>&, DType)>& call) {
  Row row{name, {}};
  for (DType dtype : dtypes) {
    const auto cases = from_references("random", name + "." + std::string(ag::name(dtype)),
                                       one([call, dtype](const std::vector<Tensor>& x) { return call(x, dtype); }));
    row.cases.insert(row.cases.end(), cases.begin(), cases.end());
  }
  return row;
}

}  // namespace

std::vector<Row> cases_random() {
  std::vector<Row> rows{
      draw("random_uniform", {float16, float32, float64},
           [](const std::vector<Tensor>& x, DType dtype) { return random_uniform({3, 5}, x[0], dtype); }),
      draw("random_normal", {float16, float32, float64},
           [](const std::vector<Tensor>& x, DType dtype) { return random_normal({3, 5}, x[0], dtype); }),
      draw("random_integers", {int32, int8},
           [](const std::vector<Tensor>& x, DType dtype) { return random_integers(x[0], x[1], {4, 3}, x[2], dtype); }),
      {"random_permutation", from_references("random", "random_permutation", one([](const std::vector<Tensor>& x) {
                                               return random_permutation(10, x[0]);
                                             }))},
      {"random_categorical", from_references("random", "random_categorical", one([](const std::vector<Tensor>& x) {
                                               return random_categorical(x[0], x[1]);
                                             }))},
      {"random_split", from_references("random", "random_split", one([](const std::vector<Tensor>& x) {
                                         const Tensor keys = random_split(x[0], 3);
                                         return stack({keys >> 32, keys & 0xFFFFFFFFu});
                                       }))}};
  const Tensor key = make({uint64, {2}, {3, 0}}), n = make({int32, {}, {4}});
  rows[0].cases.push_back(
      {"bfloat16", {key}, one([](const std::vector<Tensor>& x) { return random_uniform({9}, x[0], bfloat16); })});
  rows[1].cases.push_back({"a dimension is an operand", {key, n}, one([](const std::vector<Tensor>& x) {
                             return random_normal({x[1], 2}, x[0]);
                           })});
  rows[2].cases.push_back({"uint64", {key}, one([](const std::vector<Tensor>& x) {
                             return random_integers(0, 18446744073709551615u, {9}, x[0], uint64);
                           })});
  return rows;
}

}  // namespace ag::test
