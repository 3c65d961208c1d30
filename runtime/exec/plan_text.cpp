/// Text form of execution plans.
#include <string>

#include "exec/plan.h"
#include "graph/attribute.h"
#include "graph/text.h"

namespace ag::exec {

namespace {

std::string list(const std::vector<int32_t>& slots) {
  std::string text;
  for (const int32_t slot : slots) text += (text.empty() ? "" : ", ") + std::to_string(slot);
  return text;
}

std::string line(const Plan& plan, const Instruction& instruction) {
  std::string text = "  ";
  if (!instruction.outputs.empty()) text += list(instruction.outputs) + " = ";
  text += std::string(instruction.node->op->name) + "(" + list(instruction.inputs) + ")";
  if (!instruction.blocks.empty()) text += " blocks " + list(instruction.blocks);
  if (instruction.kind == Instruction::Kind::While) {
    for (const CarriedSlot& one : plan.carried[static_cast<size_t>(instruction.blocks[1])]) {
      text += "; " + std::to_string(one.next) + " becomes " + std::to_string(one.argument);
      if (one.exchange) text += " in exchange";
    }
  }
  if (instruction.overwrites_first) text += "; in the memory of " + std::to_string(instruction.inputs[0]);
  if (!instruction.release.empty()) text += "; then without " + list(instruction.release);
  const SourceLocation place = instruction.node->location;
  if (place.line() != 0) text += " @ " + std::string(place.file_name()) + ":" + std::to_string(place.line());
  return text + "\n";
}

}  // namespace

std::string print(const Plan& plan) {
  constexpr int64_t kElements = 16;  // of a constant
  std::string text = "plan \"" + plan.graph->name() + "\": " + std::to_string(plan.slot_count) +
                     " slots, arguments in (" + list(plan.inputs) + ")\n";
  for (const auto& [slot, value] : plan.constants) {
    text += "  " + std::to_string(slot) + " is " + ir::str(ir::Attribute(value), kElements) + "\n";
  }
  for (size_t block = 0; block < plan.blocks.size(); ++block) {
    text += "block " + std::to_string(block) + "\n";
    for (const Instruction& instruction : plan.blocks[block].instructions) text += line(plan, instruction);
    text += "  gives (" + list(plan.blocks[block].results) + ")\n";
  }
  return text;
}

}  // namespace ag::exec
