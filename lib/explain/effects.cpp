// Host side effects in code that runs once, while tracing.
#include <algorithm>

#include "explain/explain.h"
#include "model/visit.h"

namespace agc::explain {
namespace {

using model::CallSite;
using model::Expr;
using model::Node;
using model::Offset;
using model::Region;
using model::VariableId;
using Effect = CallSite::Effect;

/// Source that always runs while tracing, even if the graph does not reach it, and the variables that it carries out.
struct Traced {
  model::Range range;
  Offset statement = 0;
  const model::Pack* pack = nullptr;
};

class Finder {
 public:
  Finder(const model::SourceFile& source, const model::LoweredFunction& lowered)
      : source_(source), function_(*lowered.function) {
    model::visit_nodes(lowered.body, [this](const Node& node) { collect(node); });
  }

  std::vector<HostEffect> run() const {
    std::vector<HostEffect> result;
    for (const CallSite& call : function_.uses.calls) {
      if (call.effect == Effect::None) continue;
      const Traced* around = nullptr;
      for (const Traced& traced : traced_) {
        const bool inside = traced.range.begin <= call.place && call.place < traced.range.end;
        const bool inner = around == nullptr || traced.range.size() <= around->range.size();
        if (inside && inner && !stays_inside(call, traced)) around = &traced;
      }
      const bool entry = function_.is_entry() && variable_of(call) == model::kNoVariable;
      if (!around && !entry) continue;
      HostEffect effect;
      effect.what = what(call);
      effect.place = source_.location(call.place);
      effect.statement = source_.location(around ? around->statement : function_.name_place);
      effect.in_statement = around != nullptr;
      result.push_back(std::move(effect));
    }
    return result;
  }

 private:
  void collect(const Node& node) {
    if (node.stmt) {
      model::visit_own_expressions(*node.stmt, [this](const Expr& expression) {
        model::visit_expressions(expression, [this](const Expr& part) {
          const bool branches = part.kind == Expr::Kind::Logical || part.kind == Expr::Kind::Conditional;
          if (!branches || !part.rewritten) return;
          traced_.push_back({{part.operands[1].range.begin, part.range.end}, part.place, &part.pack});
        });
      });
    }
    const bool any = std::ranges::any_of(node.regions, [](const Region& region) { return region.lambda; });
    const Offset place = node.stmt ? node.stmt->range.begin : node.place;
    if (any && node.stmt && node.stmt->is_loop() && node.stmt->has_condition) {
      traced_.push_back({node.stmt->condition.range, place, &node.pack});
    }
    for (const Region& region : node.regions) {
      if (!region.lambda) continue;
      traced_.push_back({{begin_of(region, node), region.end}, place, &node.pack});
    }
  }

  static Offset begin_of(const Region& region, const Node& node) {
    if (region.body) return region.body->range.begin;
    if (region.nodes.empty()) return region.end;
    const Node& first = region.nodes.front();
    return first.stmt ? first.stmt->range.begin : std::max(first.place, node.place);
  }

  /// True for a stream or a generator that exists only in the traced code, or that is carried out of it.
  bool stays_inside(const CallSite& call, const Traced& traced) const {
    const VariableId id = variable_of(call);
    if (id == model::kNoVariable) return false;
    const Offset declared = function_.variable(id).declared;
    if (traced.range.begin <= declared && declared < traced.range.end) return true;
    return std::ranges::find(traced.pack->variables, id) != traced.pack->variables.end();
  }

  /// The local variable that is the stream or the generator.
  VariableId variable_of(const CallSite& call) const {
    const std::string_view object = call.object;
    const std::string_view root = object.substr(0, std::min(object.find_first_of(".[("), object.size()));
    VariableId best = model::kNoVariable;  // the last one declared before the call
    for (size_t k = 0; k < function_.variables.size(); ++k) {
      const model::Variable& variable = function_.variables[k];
      if (!root.empty() && variable.name == root && variable.declared < call.place) best = VariableId(k);
    }
    return best;
  }

  static std::string what(const CallSite& call) {
    const std::string called = "calls '" + call.name + "'";
    switch (call.effect) {
      case Effect::Output:
        return call.object.empty() ? called + ", which writes output" : "writes to '" + call.object + "'";
      case Effect::Input:
        return call.object.empty() ? called + ", which reads input" : "reads from '" + call.object + "'";
      case Effect::Random:
        return (call.object.empty() ? called : "calls '" + call.object + "'") + ", which gives a random number";
      case Effect::Clock:
        return called + ", which gives the time";
      case Effect::Unknown:
      case Effect::None:
        break;
    }
    switch (call.callee) {
      case CallSite::Callee::LeftAlone:
        return called + ", which is not converted";
      case CallSite::Callee::Unresolved:
        return called + ", which is found when it runs";
      default:
        return called + ", whose definition is not visible";
    }
  }

  const model::SourceFile& source_;
  const model::Function& function_;
  std::vector<Traced> traced_;
};

}  // namespace

std::vector<HostEffect> host_effects(const model::SourceFile& source, const model::LoweredFunction& lowered) {
  return Finder(source, lowered).run();
}

}  // namespace agc::explain
