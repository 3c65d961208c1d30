#include "lower/called_graphs.h"

#include <algorithm>

#include "graph/callee.h"
#include "program/walk.h"

namespace ag::codegen {

namespace {

using Kind = StatementKind;

bool same_types(const ir::Graph& a, const std::vector<ir::ValueId>& of_a, const ir::Graph& b,
                const std::vector<ir::ValueId>& of_b) {
  return std::ranges::equal(of_a, of_b, [&](ir::ValueId x, ir::ValueId y) {
    const ir::TensorType &left = a.value(x).type, &right = b.value(y).type;
    const bool known = left.shape.known() && left.shape.element_count() > 0;
    return known && left.dtype == right.dtype && left.shape == right.shape && left.weak == right.weak;
  });
}

}  // namespace

CalledGraphs::CalledGraphs(const ir::Graph& graph, bool fast, ir::CalleeOf callee_of)
    : fast_(fast), callee_of_(callee_of) {
  if (!callee_of) return;
  add(graph);
  for (size_t k = 0; k < all_.size(); ++k) add(*std::shared_ptr(all_[k].graph));
}

void CalledGraphs::add(const ir::Graph& graph) {
  for (size_t id = 0; id < graph.node_count(); ++id) {
    const ir::Node& node = graph.node(static_cast<ir::NodeId>(id));
    if (node.block == ir::kNone) continue;
    const std::shared_ptr<const ir::Callee> callee = callee_of_(node);
    const std::shared_ptr<const ir::Graph> called = callee ? callee->graph(fast_) : nullptr;
    if (called && std::ranges::find(all_, called, &One::graph) == all_.end())
      all_.push_back({called, callee->location()});
  }
}

int32_t CalledGraphs::of(const ir::Graph& graph, const ir::Node& node) const {
  if (all_.empty()) return kNone;
  const std::shared_ptr<const ir::Callee> callee = callee_of_(node);
  const std::shared_ptr<const ir::Graph> called = callee ? callee->graph(fast_) : nullptr;
  const auto at = called ? std::ranges::find(all_, called, &One::graph) : all_.end();
  if (at == all_.end()) return kNone;
  const ir::Block& body = called->block(called->body());
  const bool fits = same_types(graph, node.operands, *called, body.arguments) &&
                    same_types(graph, node.results, *called, body.results);
  return fits ? static_cast<int32_t>(at - all_.begin()) : kNone;
}

namespace {

class Settling {
 public:
  explicit Settling(Program& program) : program_(program), function_(program.functions[0]) {}

  bool run() {
    for (ArrayId id : program_.results) {
      if (program_.array(id).storage != Storage::Tensor || std::ranges::count(program_.results, id) != 1) return false;
    }
    if (!settle(program_.body)) return false;
    for (const auto& list : {program_.inputs, program_.results}) {
      for (ArrayId id : list) program_.arrays[static_cast<size_t>(id)].storage = Storage::Parameter;
    }
    function_.inputs = program_.inputs;
    function_.outputs = program_.results;
    function_.body = std::move(program_.body);
    return true;
  }

 private:
  bool is_input(ArrayId id) const { return std::ranges::find(program_.inputs, id) != program_.inputs.end(); }
  bool is_output(ArrayId id) const { return std::ranges::find(program_.results, id) != program_.results.end(); }
  bool is_constant(ArrayId id) const {
    return std::ranges::any_of(program_.constants, [&](const auto& one) { return one.first == id; });
  }
  bool is_local(ArrayId id) const { return program_.array(id).storage == Storage::Stack; }
  bool is_written(ArrayId id) const { return is_local(id) || is_output(id); }
  bool is_read(ArrayId id) const { return is_written(id) || is_input(id) || is_constant(id); }

  /// Removes statements that prepare arrays, since outputs are allocated, and inputs and constants are row-major.
  /// Returns false if any other statement needs tensors.
  bool settle(Block& block) {
    std::erase_if(block, [&](const Statement& statement) {
      const Kind kind = statement.kind;
      if (kind == Kind::Allocate || kind == Kind::MakeUnique) return is_output(statement.array);
      return kind == Kind::MakeContiguous && is_read(statement.array);
    });
    return std::ranges::all_of(block, [&](Statement& statement) {
      return fits(statement) && std::ranges::all_of(statement.blocks, [&](Block& inner) { return settle(inner); });
    });
  }

  bool fits(const Statement& statement) const {
    switch (statement.kind) {
      case Kind::Kernel:
      case Kind::Allocate:
      case Kind::MakeContiguous:
      case Kind::MakeUnique:
      case Kind::Box:
      case Kind::Free:
      case Kind::Length:
        return false;
      case Kind::Alias:
        return is_written(statement.array) && is_read(statement.source);
      case Kind::Swap:
        return is_local(statement.array) && is_local(statement.source);
      case Kind::Load:
        return is_read(statement.array);
      case Kind::Store:
        return is_written(statement.array);
      case Kind::Call: {
        const Site& site = program_.site(statement.site);
        return std::ranges::all_of(site.inputs, [&](ArrayId id) { return is_read(id); }) &&
               std::ranges::all_of(site.outputs, [&](ArrayId id) { return is_written(id); });
      }
      default:
        return true;
    }
  }

  Program& program_;
  Function& function_;
};

/// Renumbers the registers, arrays, sites and loops of a function for the program that it is added to.
class Renumbering {
 public:
  explicit Renumbering(const Program& into)
      : registers_(static_cast<Register>(into.registers.size())),
        arrays_(static_cast<ArrayId>(into.arrays.size())),
        sites_(static_cast<int32_t>(into.sites.size())),
        loops_(static_cast<int32_t>(into.loops.size())) {}

  void number(Register& id) const { move(id, registers_); }
  void array(ArrayId& id) const { move(id, arrays_); }
  void loop(int32_t& id) const { move(id, loops_); }
  void numbers(std::vector<Register>& list) const {
    for (Register& id : list) number(id);
  }
  void arrays(std::vector<ArrayId>& list) const {
    for (ArrayId& id : list) array(id);
  }
  void block(Block& statements) const {
    for_each(statements, [&](Statement& statement) {
      number(statement.result);
      numbers(statement.operands);
      numbers(statement.results);
      number(statement.count);
      array(statement.array);
      array(statement.source);
      for (auto& [id, factor] : statement.index.terms) number(id);
      for (RowReduction& fold : statement.reductions) number(fold.result), number(fold.value), number(fold.factor);
      move(statement.site, sites_);
      if (statement.kind == Kind::While) statement.bits += static_cast<uint64_t>(loops_);
    });
  }

 private:
  static void move(int32_t& id, int32_t by) {
    if (id != kNone) id += by;
  }

  Register registers_;
  ArrayId arrays_;
  int32_t sites_, loops_;
};

}  // namespace

bool specialize_native_callee(Program& program) { return Settling(program).run(); }

void add_function(Program& program, Program of) {
  const Renumbering renumber(program);
  Function& function = program.functions.emplace_back(std::move(of.functions[0]));
  renumber.numbers(function.numbers);
  renumber.numbers(function.results);
  renumber.arrays(function.inputs);
  renumber.arrays(function.outputs);
  renumber.block(function.body);
  renumber.loop(function.loop);
  program.registers.insert(program.registers.end(), of.registers.begin(), of.registers.end());
  program.arrays.insert(program.arrays.end(), of.arrays.begin(), of.arrays.end());
  for (Site& site : of.sites) {
    renumber.arrays(site.inputs);
    renumber.arrays(site.outputs);
    program.sites.push_back(std::move(site));
  }
  for (auto& [id, value] : of.constants) {
    renumber.array(id);
    program.constants.emplace_back(id, value);
  }
  for (LoopPlace& place : of.loops) program.loops.push_back({place.location, false, place.rolled});
}

}  // namespace ag::codegen
