// `try`: an operation on tensors executes when the graph runs, outside of the function's handlers. A `try` stays
// unconverted if that makes no difference.
#include <algorithm>
#include <array>
#include <string_view>

#include "parse/build/statements/statement_builder.h"
#include "parse/build/statements/statement_tokens.h"
#include "parse/build/variables/variable_builder.h"
#include "parse/queries/types/type_class.h"
#include "parse/session/ast_visitor.h"

namespace agc::parse {
namespace {

using model::Stmt;

class OperationFinder : public AstVisitor {
 public:
  bool operations = false;
  bool calls = false;  // a function that may be converted, or ag::check
  std::string called;

 private:
  bool visit(clang::Stmt* node) override {
    const auto* call = llvm::dyn_cast<clang::CallExpr>(node);
    if (!call) return true;
    const clang::FunctionDecl* callee = call->getDirectCallee();
    if (callee && callee->isDefaulted()) return true;  // copying tensors cannot throw
    bool tensors = contains_tensor(call->getType());
    for (const clang::Expr* argument : call->arguments()) tensors = tensors || contains_tensor(argument->getType());
    const auto* method = llvm::dyn_cast<clang::CXXMemberCallExpr>(call);
    tensors = tensors || (method && is_tensor(method->getImplicitObjectArgument()->getType()));
    const auto* operation = llvm::dyn_cast<clang::CXXOperatorCallExpr>(call);
    const bool of_function = operation && operation->getOperator() == clang::OO_Call && operation->getNumArgs() > 0 &&
                             is_function_type(operation->getArg(0)->getType());
    const bool in_library = callee && !of_function && (is_in_ag(callee) || is_in_std(callee));
    calls = calls || !in_library || (callee->getIdentifier() && callee->getName() == "check");
    if (callee && is_in_ag(callee)) {
      operations = operations || (tensors && !only_looks(callee));
    } else if (callee && !is_in_std(callee) && tensors) {
      called = callee->getNameAsString();
    }
    return true;
  }

  /// True for queries of properties that are known during tracing.
  static bool only_looks(const clang::FunctionDecl* callee) {
    static constexpr std::array<std::string_view, 5> kNames{"shape", "ndim", "dtype", "size", "defined"};
    return callee->getIdentifier() && std::ranges::find(kNames, std::string_view(callee->getName())) != kNames.end();
  }
};

/// True if the handler could catch an ag::Error.
bool catches_errors(const clang::CXXCatchStmt* handler) {
  if (handler->getCaughtType().isNull()) return true;  // catch (...)
  const auto* record = handler->getCaughtType().getNonReferenceType()->getAsCXXRecordDecl();
  if (!record || !record->getIdentifier()) return false;
  const std::string_view name = record->getName();
  return (is_in_ag(record) && name == "Error") ||
         (is_in_std(record) && (name == "exception" || name == "runtime_error"));
}

}  // namespace

void StatementBuilder::try_statement(const clang::CXXTryStmt* source, Stmt& result) {
  result.kind = Stmt::Kind::Try;
  set_keyword(text_, source->getTryLoc(), result.keyword, result);
  result.children.push_back(statement(source->getTryBlock()));
  bool catches = false;
  for (unsigned k = 0; k < source->getNumHandlers(); ++k) {
    const clang::CXXCatchStmt* handler = source->getHandler(k);
    catches = catches || catches_errors(handler);
    if (const clang::VarDecl* caught = handler->getExceptionDecl())
      context_.variables().add_variable(caught, caught->getType());
    result.children.push_back(statement(handler->getHandlerBlock()));
  }
  OperationFinder finder;
  finder.traverse(source->getTryBlock());
  result.guarded = finder.calls;
  result.catches_errors = catches;
  if (!finder.called.empty()) {
    result.problem = "what '" + finder.called + "' throws";
  } else if (finder.operations && catches) {
    result.problem = "an error of its operations on tensors";
  }
}

}  // namespace agc::parse
