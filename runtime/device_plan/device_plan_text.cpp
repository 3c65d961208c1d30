#include "device_plan/device_plan_text.h"

#include "graph/literal.h"

namespace ag::codegen {

namespace {

class PlanPrinter {
 public:
  PlanPrinter(const DevicePlan& plan, const PrintOptions& options) : plan_(plan), options_(options) {}

  std::string print() {
    text_ = "plan " + ir::quote(plan_.program.name) + " {\n";
    for (const DeviceKernel& kernel : plan_.kernels) print_kernel(kernel);
    for (size_t k = 0; k < plan_.parts.size(); ++k) print_part(k);
    print_steps(plan_.steps, 1);
    return text_ + "}\n";
  }

 private:
  std::string reg(Register id) const {
    return (plan_.program.registers[static_cast<size_t>(id)].variable ? "v" : "s") + std::to_string(id);
  }
  static std::string array(ArrayId id) { return "a" + std::to_string(id); }
  template <class Ids, class Name>
  static std::string list(const Ids& ids, Name&& name) {
    std::string text;
    for (const auto& id : ids) text += (text.empty() ? "" : ", ") + name(id);
    return text;
  }
  std::string registers(const std::vector<Register>& ids) const {
    return list(ids, [&](Register id) { return reg(id); });
  }
  static std::string arrays(const std::vector<ArrayId>& ids) { return list(ids, array); }
  static void add_list(std::string& text, const char* name, const std::string& of) {
    if (!of.empty()) text += std::string(" ") + name + " " + of;
  }

  void print_kernel(const DeviceKernel& kernel) {
    text_ += "  kernel " + kernel.name;
    if (kernel.team > 1) text_ += " team " + std::to_string(kernel.team);
    for (const TaskAxis& axis : kernel.axes)
      text_ += " tasks " + std::to_string(axis.extent) + ": " + registers(axis.indices);
    text_ +=
        " (" +
        list(kernel.arrays, [](const KernelArray& one) { return (one.is_stored ? "store " : "") + array(one.id); }) +
        ")";
    add_list(text_, "private", arrays(kernel.private_arrays));
    add_list(text_, "shares", registers(kernel.shared_loops));
    add_list(text_, "whole", registers(kernel.whole_rows));
    add_list(text_, "from", registers(kernel.loaded_numbers));
    add_list(text_, "to", registers(kernel.stored_numbers));
    text_ += " {\n" + codegen::print(plan_.program, kernel.body, 2, options_) + "  }\n";
  }

  void print_part(size_t k) {
    const HostPart& part = plan_.parts[k];
    text_ += "  part " + std::to_string(k) + " (" + list_of(part.inputs, part.numbers) + ") -> (" +
             list_of(part.outputs, part.results) + "): " + part.reason + "\n";
  }
  std::string list_of(const std::vector<ArrayId>& ids, const std::vector<Register>& numbers) const {
    const std::string first = arrays(ids), second = registers(numbers);
    return first + (first.empty() || second.empty() ? "" : ", ") + second;
  }

  void print_steps(const PlanSteps& steps, int depth) {
    for (const PlanStep& step : steps) {
      text_.append(static_cast<size_t>(depth) * 2, ' ');
      print_step(step, depth);
      text_ += "\n";
    }
  }
  void print_inner(const PlanSteps& steps, int depth) {
    text_ += "{\n";
    print_steps(steps, depth + 1);
    text_.append(static_cast<size_t>(depth) * 2, ' ') += "}";
  }

  void print_step(const PlanStep& step, int depth) {
    switch (step.kind) {
      case StepKind::Launch:
        text_ += "launch " + plan_.kernels[static_cast<size_t>(step.index)].name;
        break;
      case StepKind::Allocate:
        text_ += "allocate " + array(step.array);
        break;
      case StepKind::Share:
        text_ += "share " + array(step.array) + " = " + array(step.source);
        break;
      case StepKind::Own:
        text_ += "own " + array(step.array);
        break;
      case StepKind::Swap:
        text_ += "swap " + array(step.array) + ", " + array(step.source);
        break;
      case StepKind::Free:
        text_ += "free " + array(step.array);
        break;
      case StepKind::Copy:
        text_ += "copy " + array(step.array) + " = " + array(step.source);
        break;
      case StepKind::Host:
        text_ += "host part " + std::to_string(step.index);
        break;
      case StepKind::Branch:
        text_ += "branch " + reg(step.number);
        for (const PlanSteps& block : step.blocks) {
          text_ += " ";
          print_inner(block, depth);
        }
        break;
      case StepKind::Repeat:
        text_ += "repeat " + reg(step.number) + " < ";
        if (step.count != kNone) text_ += reg(step.count) + " of ";
        text_ += std::to_string(step.extent) + " ";
        print_inner(step.blocks[0], depth);
        break;
      case StepKind::While:
        text_ += "while ";
        print_inner(step.blocks[0], depth);
        text_ += " " + reg(step.number) + " ";
        print_inner(step.blocks[1], depth);
        break;
    }
  }

  const DevicePlan& plan_;
  const PrintOptions& options_;
  std::string text_;
};

}  // namespace

std::string print(const DevicePlan& plan, const PrintOptions& options) { return PlanPrinter(plan, options).print(); }

}  // namespace ag::codegen
