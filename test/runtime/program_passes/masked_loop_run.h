#pragma once
/// Runs loops over whole arrays in every way that there is, and compares bits.
#include <bit>
#include <cmath>
#include <cstring>
#include <limits>
#include <random>

#include "program/walk.h"
#include "runtime/program/program_run.h"
#include "tensor/impl.h"

namespace ag::test {

/// Elements as their bits, but for those of NaN.
inline std::string bits_of(const std::vector<Tensor>& results) {
  std::string text;
  for (const Tensor& result : results) {
    const Tensor elements = detail::make_contiguous(result);
    text += std::string(ag::name(result.dtype())) + std::to_string(result.size()) + ":";
    const auto count = static_cast<size_t>(result.size()), size = item_size(result.dtype());
    for (size_t k = 0; k < count; ++k) {
      uint64_t bits = 0;
      std::memcpy(&bits, static_cast<const std::byte*>(elements.impl()->data()) + k * size, size);
      const bool nan = (result.dtype() == float32 && std::isnan(std::bit_cast<float>(static_cast<uint32_t>(bits)))) ||
                       (result.dtype() == float64 && std::isnan(std::bit_cast<double>(bits)));
      text += nan ? " nan" : " " + std::to_string(bits);
    }
    text += "\n";
  }
  return text;
}

inline std::string guarded(auto&& results) {
  try {
    return bits_of(results());
  } catch (const Error& error) {
    return error.str();
  } catch (const std::exception& error) {
    return error.what();
  }
}

inline std::string evaluated(const codegen::Program& program, const std::vector<const Tensor*>& inputs) {
  return guarded([&] {
    exec::Frame frame(program, inputs);
    if (codegen::evaluate(program, &frame, exec::Frame::calls()) != 0) frame.rethrow();
    return frame.take_results();
  });
}

/// The interpreter, the evaluator and native code give the same bits, or errors; the program reads back. Gives the
/// bits.
inline std::string agree(const std::string& text, const std::vector<Tensor>& inputs) {
  const auto graph = std::make_shared<const ir::Graph>(ir::parse(text, ops::table()));
  std::vector<const Tensor*> pointers;
  for (const Tensor& input : inputs) pointers.push_back(&input);
  const std::string expected = guarded([&] { return exec::Interpreter(graph).run(pointers); });
  const codegen::Program program = codegen::lower(*graph);
  CHECK(evaluated(program, pointers) == expected);
  const detail::Machine small = ag::test::small_machine();
  CHECK(evaluated(codegen::lower(*graph, {.machine = small}), pointers) == expected);
  const std::string printed = codegen::print(program);
  const codegen::Program parsed = codegen::parse(printed, ops::table());
  CHECK(codegen::print(parsed) == printed);
  std::string why;
  if (const codegen::BackendInterface* backend = exec::backend(why)) {
    CHECK(guarded([&] { return exec::Compiled(*graph, *backend).run(pointers); }) == expected);
    CHECK(guarded([&] { return exec::Compiled(*graph, *backend, {.machine = small}).run(pointers); }) == expected);
  }
  return expected;
}

/// True if the loop becomes a loop over tiles on the default machine.
inline bool is_interchanged(const std::string& text) {
  const codegen::Program program = codegen::lower(ir::parse(text, ops::table()), {.machine = {}});
  bool found = false;
  codegen::for_each(program.body, [&](const codegen::Statement& loop) {
    if (loop.kind != codegen::StatementKind::Loop) return;
    for (const codegen::Statement& inner : loop.blocks[0]) {
      found = found || inner.kind == codegen::StatementKind::While;
    }
  });
  return found;
}

/// Values that leave a loop at once, late, or never: also NaN, infinities and zeros of both signs.
inline Tensor spread(int64_t count, double scale, unsigned seed) {
  std::mt19937 random(seed);
  std::vector<double> values;
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  for (int64_t k = 0; k < count; ++k) {
    const double special[] = {std::nan(""), kInfinity, -kInfinity, 0.0, -0.0};
    const unsigned choice = random() % 32;
    values.push_back(choice < 5 ? special[choice] : scale * (static_cast<double>(random() % 4096) / 2048 - 1));
  }
  return tensor(values, float32);
}

}  // namespace ag::test
