#pragma once
/// A graph made ready for the interpreter: dead nodes are gone, values have slots of a frame, inner loops are looked
/// up.
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
  bool overwrites_first = false;   // kernel: nothing needs the first input afterwards, its memory may be the result's
  const ir::Node* node = nullptr;  // operation, attributes, place
  ir::NodeId id = ir::kNone;
  ir::ElementwiseLoop loop = nullptr;  // elementwise, for the static dtype of its operands
  DType result_dtype = DType::float32;
  std::vector<int32_t> inputs;   // slots
  std::vector<int32_t> outputs;  // slots
  std::vector<int32_t> release;  // slots whose value is not used after this instruction
  std::vector<int32_t> blocks;   // indices into Plan::blocks
};

struct BlockPlan {
  std::vector<Instruction> instructions;
  std::vector<int32_t> results;  // slots
};

/// How a loop hands a value to its next iteration.
struct CarriedSlot {
  int32_t argument;  // slot that test and body read
  int32_t next;      // slot that the body leaves it in
  bool exchange;     // nothing else uses `next`: the two may change places, so that memory is used again
};

struct Plan {
  std::shared_ptr<const ir::Graph> graph;
  std::vector<BlockPlan> blocks;                      // blocks[0] is the body
  std::vector<std::vector<CarriedSlot>> carried;      // by index of the block of a loop's body
  std::vector<int32_t> inputs;                        // slots of the arguments
  std::vector<std::pair<int32_t, Tensor>> constants;  // slot and value
  std::vector<int32_t> slots;                         // by value of the graph; kNone where nothing needs it
  int32_t slot_count = 0;
};

/// The graph must be verified.
Plan make_plan(std::shared_ptr<const ir::Graph> graph);

/// One instruction per line, with its slots: which memory it overwrites, and what is not needed after it.
std::string print(const Plan& plan);

}  // namespace ag::exec
