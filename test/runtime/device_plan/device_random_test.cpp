/// Random graphs as device plans: the results, errors and effects of the evaluator.
#include <cmath>
#include <cstdlib>
#include <iostream>
#include <random>
#include <sstream>

#include "graph/text.h"
#include "plan_run.h"
#include "runtime/passes/random_graph.h"
#include "support/catch.h"

namespace ag::test {

namespace device_random_test {
namespace {

/// AG_RANDOM_GRAPHS=2000 takes as many.
unsigned seed_count() {
  const char* const many = std::getenv("AG_RANDOM_GRAPHS");
  return many ? static_cast<unsigned>(std::strtoul(many, nullptr, 10)) : 120;
}

std::vector<Tensor> inputs_of(unsigned seed) {
  std::mt19937 random(seed * 7 + 1);
  const int32_t integers[] = {0, 1, -1, 2, 5};
  const float floats[] = {0.0f, -0.0f, 1.5f, -3.0f, NAN, INFINITY};
  const auto integer = [&] { return tensor(std::vector<int32_t>{integers[random() % 5]})[0]; };
  const auto real = [&] { return floats[random() % 6]; };
  return {integer(), integer(), astype(integer(), boolean), tensor(std::vector<float>{real()})[0],
          tensor(std::vector<float>{real(), real(), real(), real()})};
}

}  // namespace

TEST_CASE("plan: random graphs") {
  for (unsigned seed = 0; seed < seed_count(); ++seed) {
    RandomGraph generator(seed);
    const ir::Graph graph = generator.generate();
    INFO("seed " << seed << '\n' << ir::print(graph));
    const codegen::Program program = lower_for_device(graph);
    std::ostringstream said;
    std::streambuf* const before = std::cout.rdbuf(said.rdbuf());
    PlanRunOptions options;
    options.assemble = seed % 16 == 0;
    options.device.seed = seed + 1;
    check_program(program, inputs_of(seed), options);
    std::cout.rdbuf(before);
    // The evaluator and the plan have said the same.
    const std::string text = said.str();
    CHECK(text.substr(0, text.size() / 2) == text.substr(text.size() / 2));
  }
}

}  // namespace device_random_test

}  // namespace ag::test
