#pragma once
/// Execution plan of a graph for the interpreter: dead nodes are removed, values have slots, and the inner loops are
/// resolved.
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "graph/graph.h"

namespace ag::exec {

struct Instruction {
  enum class Kind : uint8_t { Kernel, Elementwise, Cond, Switch, While };

  Kind kind = Kind::Kernel;
  bool boolean_result = false;     // elementwise
  bool weak_result = false;        // elementwise
  bool overwrites_first = false;   // kernel: the first input has no later use, so the result may take its memory
  const ir::Node* node = nullptr;  // operation, attributes, location
  ir::NodeId id = ir::kNone;
  ir::ElementwiseLoop loop = nullptr;  // elementwise, for the static dtype of the operands
  DType result_dtype = DType::float32;
  std::vector<int32_t> inputs;   // slots
  std::vector<int32_t> outputs;  // slots
  std::vector<int32_t> release;  // slots without a use after this instruction
  std::vector<int32_t> blocks;   // indices into Plan::blocks
};

struct BlockPlan {
  std::vector<Instruction> instructions;
  std::vector<int32_t> results;  // slots
};

/// How a loop passes a value to its next iteration.
struct CarriedSlot {
  int32_t argument;  // slot that the test and the body read
  int32_t next;      // slot that the body writes
  bool exchange;     // `next` has no other use, so the two slots are swapped, which reuses the memory
};

struct Plan {
  std::shared_ptr<const ir::Graph> graph;
  std::vector<BlockPlan> blocks;                      // blocks[0] is the body
  std::vector<std::vector<CarriedSlot>> carried;      // by index of the block of a loop's body
  std::vector<int32_t> inputs;                        // slots of the arguments
  std::vector<std::pair<int32_t, Tensor>> constants;  // slot and value
  std::vector<int32_t> slots;                         // by value of the graph; kNone if unused
  int32_t slot_count = 0;
};

/// The graph must be verified.
Plan make_plan(std::shared_ptr<const ir::Graph> graph);

/// Prints one instruction per line, with its slots, the memory that it overwrites, and the slots that it releases.
std::string print(const Plan& plan);

}  // namespace ag::exec
