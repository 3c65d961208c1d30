#include "lower/large_arrays.h"

#include <algorithm>
#include <ranges>

#include "program/def_use.h"

namespace ag::codegen {

namespace {

using Kind = StatementKind;

}  // namespace

bool is_large(const ir::TensorType& type) {
  constexpr int64_t kLargeBytes = 4096;
  const int64_t count = type.shape.element_count();
  return count == unknown || count * static_cast<int64_t>(item_size(type.dtype)) > kLargeBytes;
}

void add_releases(Program& program) {
  std::vector<bool> seen(program.arrays.size());
  for (ArrayId result : program.results) seen[static_cast<size_t>(result)] = true;
  for (ArrayId input : program.inputs) seen[static_cast<size_t>(input)] = true;
  for (const auto& [id, value] : program.constants) seen[static_cast<size_t>(id)] = true;
  for (size_t id = 0; id < seen.size(); ++id) seen[id] = seen[id] || !is_large(program.arrays[id].type);
  Block body;
  for (size_t at = program.body.size(); at-- > 0;) {
    Statement& statement = program.body[at];
    const DefUse uses(program, statement);
    for (const auto& [id, facts] : std::views::reverse(uses.arrays())) {
      if (seen[static_cast<size_t>(id)]) continue;
      seen[static_cast<size_t>(id)] = true;
      if (statement.kind == Kind::Free) continue;
      Statement release;
      release.kind = Kind::Free;
      release.array = id;
      release.location = statement.location;
      body.push_back(std::move(release));
    }
    body.push_back(std::move(statement));
  }
  std::ranges::reverse(body);
  program.body = std::move(body);
}

}  // namespace ag::codegen
