#pragma once
/// Builds functions as arguments of the user's functions. The callee may call them where control flow depends on a
/// tensor, but the variables that they change are not state of that place: analysis/callbacks determines it. Internal
/// to `parse`.
#include <vector>

#include "parse/build/builder_part.h"

namespace agc::parse {

class CallbackBuilder : public BuilderPart {
 public:
  using BuilderPart::BuilderPart;

  /// Sets the call whose arguments are visited. Returns the one around it.
  const clang::CallExpr* enter_call(const clang::CallExpr* call) { return std::exchange(call_, call); }
  /// Returns the number of recorded functions.
  size_t count() const { return given_.size(); }
  /// True if the argument is recorded as a function.
  bool is_given(const clang::Expr* argument, size_t index) const;
  /// Records functions in an argument of `definition`, a converted function of the user.
  void note_given(const clang::FunctionDecl* definition, unsigned index, const clang::Expr* argument);
  /// Records functions that the graph calls, a number of times that is unknown on the host, as those of ag::while_loop.
  void note_given_to_graph(const clang::FunctionDecl* callee, const clang::Expr* argument);
  /// Records functions in the object of a method call, which the method may call.
  void note_given_object(const clang::CXXMethodDecl* method, const clang::Expr* object);
  /// Describes the recorded functions, after the lambdas of the function, whose effects are needed.
  void describe_given(const clang::FunctionDecl* function);

 private:
  model::VariableId holder_of(const clang::Expr* value) const;

  const clang::CallExpr* call_ = nullptr;  // the call whose arguments are visited
  std::vector<Given> given_;
};

}  // namespace agc::parse
