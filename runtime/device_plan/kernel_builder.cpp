#include "device_plan/kernel_builder.h"

#include <algorithm>
#include <cctype>
#include <set>

#include "device_plan/thread_code.h"
#include "program/walk.h"

namespace ag::codegen {

namespace {

using Kind = StatementKind;

/// Replaces statements about whole arrays by their forms for a thread.
void adapt(const Program& program, Block& block) {
  std::erase_if(block, [](const Statement& one) { return one.kind == Kind::MakeContiguous; });
  for_each(block, [&](Statement& statement) {
    for (Block& inner : statement.blocks)
      std::erase_if(inner, [](const Statement& one) { return one.kind == Kind::MakeContiguous; });
    statement.span = kNone;
    if (statement.kind == Kind::Box) statement.kind = Kind::Store;
    if (statement.kind != Kind::Length) return;
    statement.kind = Kind::Constant;
    statement.bits = static_cast<uint64_t>(program.array(statement.array).type.shape[0]);
    statement.array = kNone;
  });
}

/// Returns the name of the program, as far as an identifier of PTX has its characters, with the number of the kernel.
std::string kernel_name(const Program& program, int32_t number) {
  std::string name;
  for (const char character : program.name) {
    const bool fits = std::isalnum(static_cast<unsigned char>(character)) != 0;
    name += fits ? character : '_';
  }
  if (name.empty() || std::isalpha(static_cast<unsigned char>(name[0])) == 0) name = "kernel" + name;
  return name + "_" + std::to_string(number);
}

}  // namespace

int32_t KernelBuilder::add(KernelContent content) {
  DeviceKernel kernel;
  const auto number = static_cast<int32_t>(plan_.kernels.size());
  kernel.name = kernel_name(plan_.program, number);
  kernel.team = content.team;
  kernel.axes = std::move(content.tasks.axes);
  kernel.private_arrays = std::move(content.tasks.private_arrays);
  kernel.shared_loops = std::move(content.shared_loops);
  kernel.body = std::move(content.body);
  adapt(plan_.program, kernel.body);
  const DefUse local(plan_.program, kernel.body);
  for (const Register row : whole_rows_) {
    if (local.of_register(row).defined) kernel.whole_rows.push_back(row);
  }
  take_arrays(kernel, local);
  take_numbers(kernel, local);
  for (const Statement& statement : kernel.body)
    kernel.has_checks = kernel.has_checks || contains(statement, Kind::Check);
  plan_.has_checks = plan_.has_checks || kernel.has_checks;
  plan_.kernels.push_back(std::move(kernel));
  return number;
}

void KernelBuilder::take_arrays(DeviceKernel& kernel, const DefUse& local) {
  for (const auto& [id, facts] : local.arrays()) {
    const auto& own = kernel.private_arrays;
    if (std::ranges::find(own, id) != own.end()) continue;
    kernel.arrays.push_back({id, (facts.uses & ArrayUse::Store) != 0});
  }
}

void KernelBuilder::take_numbers(DeviceKernel& kernel, const DefUse& local) {
  const std::set<Register> visible = visible_results(kernel.body);
  Block constants;
  for (const auto& [id, facts] : local.registers()) {
    const bool is_used_elsewhere = facts_.uses.of_register(id).mentions > facts.mentions;
    if (const auto constant = facts_.constants.find(id); constant != facts_.constants.end()) {
      if (facts.defined) continue;
      Statement& statement = constants.emplace_back();
      statement.kind = Kind::Constant;
      statement.result = id;
      statement.bits = constant->second;
      continue;
    }
    if (!facts.defined && is_used_elsewhere) kernel.loaded_numbers.push_back(with_slot(id));
    if (is_used_elsewhere && (facts.set || (facts.defined && visible.contains(id))))
      kernel.stored_numbers.push_back(with_slot(id));
  }
  kernel.body.insert(kernel.body.begin(), std::make_move_iterator(constants.begin()),
                     std::make_move_iterator(constants.end()));
}

Register KernelBuilder::with_slot(Register number) {
  plan_.slots.resize(plan_.program.registers.size(), kNone);
  int32_t& slot = plan_.slots[static_cast<size_t>(number)];
  if (slot == kNone) slot = plan_.slot_count++;
  return number;
}

}  // namespace ag::codegen
