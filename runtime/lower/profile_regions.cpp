#include "lower/profile_regions.h"

#include <algorithm>
#include <map>
#include <tuple>

#include "program/walk.h"

namespace ag::codegen {

namespace {

using Kind = StatementKind;

constexpr size_t kMaxListedNames = 8;

/// The names of operations by source location, in the order of the graph.
class OperationNames {
 public:
  explicit OperationNames(const ir::Graph& graph) : graph_(graph) { add(graph.body()); }

  /// Returns the names of the operations in a loop, each once.
  std::vector<std::string_view> in(const Statement& loop, const Program& program) const {
    std::vector<std::string_view> names;
    const auto add_name = [&](std::string_view name) {
      if (std::ranges::find(names, name) == names.end()) names.push_back(name);
    };
    for (const Block& block : loop.blocks) {
      for_each(block, [&](const Statement& statement) {
        if (statement.kind == Kind::Kernel) return add_name(program.site(statement.site).op->name);
        const auto [begin, end] = names_.equal_range(place(statement.location));
        for (auto at = begin; at != end; ++at) add_name(at->second);
      });
    }
    return names;
  }

 private:
  using Place = std::tuple<std::string_view, uint32_t, uint32_t>;
  static Place place(const SourceLocation& location) {
    return {location.file_name(), location.line(), location.column()};
  }

  void add(ir::BlockId block) {
    for (const ir::NodeId id : graph_.block(block).nodes) {
      const ir::Node& node = graph_.node(id);
      if (node.blocks.empty() && !is(node, ir::OpKind::Constant)) names_.emplace(place(node.location), node.op->name);
      for (const ir::BlockId inner : node.blocks) add(inner);
    }
  }

  const ir::Graph& graph_;
  std::multimap<Place, std::string_view> names_;
};

std::string list(const std::vector<std::string_view>& names) {
  std::string text;
  for (size_t k = 0; k < std::min(names.size(), kMaxListedNames); ++k) text += (k ? ", " : "") + std::string(names[k]);
  return names.size() > kMaxListedNames ? text + ", ..." : text;
}

std::string name_of(const Statement& loop, const Program& program, const OperationNames& operations) {
  const std::string names = list(operations.in(loop, program));
  if (loop.kind == Kind::While) return names.empty() ? "while_loop" : "while_loop (" + names + ")";
  return names.empty() ? "loop" : names;
}

void mark(Block& block, Program& program, const OperationNames& operations, bool in_loop) {
  for (Statement& statement : block) {
    const bool loops = statement.kind == Kind::Loop || statement.kind == Kind::Reduce || statement.kind == Kind::While;
    if (statement.kind == Kind::Kernel || (loops && !in_loop)) {
      statement.span = static_cast<int32_t>(program.spans.size());
      if (loops) {
        program.spans.push_back({name_of(statement, program, operations), statement.location, false});
      } else {
        const Site& site = program.site(statement.site);
        program.spans.push_back({site.op->name, site.location, true});
      }
    }
    for (Block& inner : statement.blocks) mark(inner, program, operations, in_loop || loops);
  }
}

}  // namespace

void mark_profile_regions(Program& program, const ir::Graph& graph) {
  mark(program.body, program, OperationNames(graph), false);
  infer_requirements(program);
}

}  // namespace ag::codegen
