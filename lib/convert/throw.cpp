// throw under a condition that a tensor decides becomes ag::raise, which throws when the graph gets there.
#include "convert/context.h"
#include "model/visit.h"

namespace agc::convert {
namespace {

using model::Expr;
using model::Node;
using model::Region;
using model::Stmt;

/// Where a throw stands, seen from the function or from the innermost `try` around it.
struct Place {
  bool in_lambda = false;  // a lambda of a staged statement is between
  bool in_try = false;     // its exception may be caught here
  bool in_handler = false;
  bool surely = false;        // no number that may be known decides it
  Stmt* innermost = nullptr;  // `try`
  model::Offset decided = 0;
};

/// Does the graph decide, whatever is known when it is traced?
bool is_surely_staged(const Expr& condition) {
  return condition.level != model::Level::Maybe || condition.type == model::TypeClass::Tensor;
}

class Throws {
 public:
  explicit Throws(Context& context) : context_(context) {}

  void region(Region& region, const Place& place) {
    for (Node& node : region.nodes) this->node(node, place);
  }

 private:
  void node(Node& node, const Place& place) {
    if (node.stmt) {
      model::visit_own_expressions(*node.stmt, [&](Expr& part) { expression(part, place); });
    }
    if (node.stmt && place.in_lambda && !node.stmt->ends_program.empty()) {
      context_.report(Id::noreturn_call, node.stmt->range.begin, {node.stmt->ends_program});
      context_.note(place.decided, "a tensor decides here");
    }
    const bool is_try = node.stmt && node.stmt->kind == Stmt::Kind::Try;
    const model::Offset decided = node.stmt && node.stmt->staged ? node.stmt->condition.place : place.decided;
    for (size_t k = 0; k < node.regions.size(); ++k) {
      Place inner = place;
      if (is_try) {
        inner.in_lambda = place.in_lambda && k > 0;
        inner.in_try = place.in_try || k == 0;
        inner.in_handler = k > 0;
        if (k == 0) inner.surely = false, inner.innermost = node.stmt;
      }
      if (node.regions[k].lambda) {
        inner.in_lambda = true;
        inner.in_handler = false;
        inner.surely = inner.surely || !node.stmt || !node.stmt->staged || node.stmt->range_is_tensor ||
                       is_surely_staged(node.stmt->condition);
        inner.decided = decided;
      }
      region(node.regions[k], inner);
    }
  }

  void expression(Expr& expression, const Place& place) {
    const bool chosen =
        expression.rewritten && (expression.kind == Expr::Kind::Logical || expression.kind == Expr::Kind::Conditional);
    if (expression.kind == Expr::Kind::Throw && place.in_lambda) decide(expression, place);
    for (size_t k = 0; k < expression.operands.size(); ++k) {
      Place inner = place;
      if (chosen && k > 0) {
        inner.in_lambda = true;
        inner.in_handler = false;
        inner.surely = inner.surely || is_surely_staged(expression.operands.front());
        inner.decided = expression.place;
      }
      this->expression(expression.operands[k], inner);
    }
  }

  void decide(Expr& thrown, const Place& place) {
    if (thrown.operands.empty() && thrown.outer_range.empty()) {  // throw;
      if (place.in_handler) return;                               // what was caught while tracing goes on
      context_.report(Id::throw_unsupported, thrown.place, {"it throws again what a handler caught"});
    } else if (place.in_try && (place.surely || !place.innermost)) {
      context_.report(Id::throw_unsupported, thrown.place, {"a handler of this function could catch it"});
    } else if (thrown.in_macro) {
      context_.report(Id::macro_staged, thrown.place);
    } else {
      thrown.rewritten = true;
      if (place.innermost) place.innermost->guarded = true;
      return;
    }
    context_.note(place.decided, "a tensor decides here");
  }

  Context& context_;
};

}  // namespace

void convert_throw(Context& context) { Throws(context).region(context.lowered.body, {}); }

}  // namespace agc::convert
