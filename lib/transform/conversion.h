#pragma once
/// Selects the functions of a file that are converted, and converts them: those that always are, and those that
/// symbolic numbers reach.
#include <iterator>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "agc/transform.h"
#include "analysis/promotion.h"
#include "model/lowered.h"
#include "transform/eager_functions.h"
#include "transform/function_table.h"

namespace agc {

inline void append(std::vector<Diagnostic>& to, std::vector<Diagnostic> more) {
  to.insert(to.end(), std::make_move_iterator(more.begin()), std::make_move_iterator(more.end()));
}

class Conversion {
 public:
  /// `functions` are modified: their binding times are determined. `stages`: keep the tree after each converter.
  Conversion(const model::SourceFile& source, std::vector<model::Function>& functions, const EagerFunctions& eager,
             bool stages);

  /// Lowers functions until nothing else becomes symbolic.
  void run(std::vector<model::LoweredFunction>& lowered, std::vector<Diagnostic>& diagnostics);

  /// In the order of the functions; the last attempt of each.
  std::vector<Stage> take_stages() { return std::move(stages_); }

  /// Explains every function that is converted, or would be; `lowered` and `diagnostics` are those of `run`.
  std::vector<ExplainedFunction> explain(const std::vector<model::LoweredFunction>& lowered,
                                         const std::vector<Diagnostic>& diagnostics) const;

 private:
  void find_alternatives();
  void leave_returned_lambdas();
  void find_changes();
  std::optional<model::LoweredFunction> lower(model::Function& function);
  bool is_converted(const model::Function& function) const;
  std::vector<model::Function*> converted();
  analysis::Callee callee(const model::Expr& call) const;
  model::Function* find(model::FunctionId identity) const { return table_.find(identity); }
  bool is_left(model::FunctionId identity) const;
  bool convert(model::FunctionId identity);
  void hand_out_functions();
  void want_maker(const model::Function& lambda, model::Offset place);
  bool is_symbolic(const model::Expr& value);
  void follow_functions(model::Function& function);
  void want_callees(model::Function& function);
  void convert_slot(const void* slot);
  void give_variant(model::Function& method);
  void want_constructors(const std::vector<model::LoweredFunction>& lowered);
  std::nullopt_t report(std::vector<Diagnostic> refused);
  void report_eager_call(const model::Function& callee, model::Offset place);

  const model::SourceFile& source_;
  std::vector<model::Function>& functions_;
  const EagerFunctions& eager_;
  FunctionTable table_;
  std::set<model::FunctionId> converted_;
  std::set<model::FunctionId> without_variant_;  // methods without a staged variant
  std::set<model::FunctionId> alternatives_;     // instantiations of a template whose text is converted for all of them
  std::set<model::FunctionId> divided_;          // texts whose instantiations are converted instead
  std::set<model::FunctionId> given_plainly_;    // lambdas that only unconverted code calls
  std::vector<Diagnostic> reported_;
  std::vector<Stage> stages_;
  bool with_stages_;
  bool wanted_ = false;
};

}  // namespace agc
