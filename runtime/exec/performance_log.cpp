#include "exec/performance_log.h"

#include <iostream>
#include <map>
#include <set>

#include "base/log_topics.h"

namespace ag::exec {

namespace {

constexpr int64_t kManyCopies = 1000;
// A kernel that takes longer than its call pays for the call.
constexpr int64_t kFewElements = 4096;

bool has_few_elements(const ir::TensorType& type) {
  return !type.shape.known() || type.shape.element_count() <= kFewElements;
}

/// Collects a remark for each kernel call in a loop, once for each operation and source location.
class KernelCalls {
 public:
  KernelCalls(const codegen::Program& program, std::vector<PerformanceRemark>& remarks)
      : program_(program), remarks_(remarks) {}

  void visit(const codegen::Block& block, const SourceLocation* loop) {
    for (const codegen::Statement& statement : block) {
      if (statement.kind == codegen::StatementKind::Kernel && loop) add(program_.site(statement.site), *loop);
      const bool repeats = statement.kind == codegen::StatementKind::While;
      for (const codegen::Block& inner : statement.blocks) visit(inner, repeats ? &statement.location : loop);
    }
  }

 private:
  void add(const codegen::Site& site, const SourceLocation& loop) {
    std::string types;
    for (const codegen::ArrayId input : site.inputs) {
      const ir::TensorType& type = program_.array(input).type;
      if (!has_few_elements(type)) return;
      types += (types.empty() ? "" : ", ") + ir::str(type);
    }
    if (!seen_.emplace(site.location.str(), site.op).second) return;
    remarks_.push_back({site.location, "'" + std::string(site.op->name) + "' of " + types +
                                           " is a call of its kernel in each iteration of the loop at " + loop.str()});
  }

  const codegen::Program& program_;
  std::vector<PerformanceRemark>& remarks_;
  std::set<std::pair<std::string, const ir::OpDef*>> seen_;
};

/// Adds a remark for each source location whose operation has many copies in one block.
void add_copies(const ir::Graph& graph, ir::BlockId block, std::vector<PerformanceRemark>& remarks) {
  std::map<std::pair<std::string, const ir::OpDef*>, int64_t> copies;
  for (const ir::NodeId id : graph.block(block).nodes) {
    const ir::Node& node = graph.node(id);
    for (const ir::BlockId inner : node.blocks) add_copies(graph, inner, remarks);
    if (++copies[{node.location.str(), node.op}] == kManyCopies + 1) {
      remarks.push_back({node.location, "more than " + std::to_string(kManyCopies) + " copies of '" +
                                            std::string(node.op->name) +
                                            "' remain of a loop of the host; a loop over ag::range(n) is one loop of "
                                            "the graph"});
    }
  }
}

}  // namespace

std::string PerformanceRemark::str() const { return location.str() + ": " + text; }

std::vector<PerformanceRemark> performance_remarks(const ir::Graph& graph, const codegen::Program& program) {
  std::vector<PerformanceRemark> remarks;
  KernelCalls calls(program, remarks);
  calls.visit(program.body, nullptr);
  for (const codegen::Function& function : program.functions) calls.visit(function.body, nullptr);
  add_copies(graph, graph.body(), remarks);
  return remarks;
}

void log_performance(const ir::Graph& graph, const codegen::Program& program) {
  if (!detail::logs("performance")) return;
  for (const PerformanceRemark& remark : performance_remarks(graph, program))
    std::cerr << "ag: performance: " + graph.name() + ": " + remark.str() + "\n";
}

}  // namespace ag::exec
