#include "parse/queries/functions/calls.h"

#include <clang/AST/ASTContext.h>
#include <clang/AST/Attr.h>
#include <clang/AST/DeclCXX.h>
#include <clang/AST/ExprCXX.h>
#include <clang/Basic/SourceManager.h>

#include <algorithm>
#include <array>
#include <set>
#include <string_view>

#include "parse/queries/functions/conversion_scope.h"
#include "parse/queries/types/type_class.h"
#include "parse/queries/uses/output.h"
#include "parse/session/ast_visitor.h"

namespace agc::parse {
namespace {

using model::CallSite;
using Effect = CallSite::Effect;
using Callee = CallSite::Callee;

struct NamedEffect {
  std::string_view name;
  Effect effect;
};

/// Functions of the C library and of std that have side effects, by name.
constexpr std::array kFunctions{NamedEffect{"clock", Effect::Clock},     NamedEffect{"drand48", Effect::Random},
                                NamedEffect{"fgetc", Effect::Input},     NamedEffect{"fgets", Effect::Input},
                                NamedEffect{"fprintf", Effect::Output},  NamedEffect{"fputc", Effect::Output},
                                NamedEffect{"fputs", Effect::Output},    NamedEffect{"fread", Effect::Input},
                                NamedEffect{"fscanf", Effect::Input},    NamedEffect{"fwrite", Effect::Output},
                                NamedEffect{"getchar", Effect::Input},   NamedEffect{"getline", Effect::Input},
                                NamedEffect{"now", Effect::Clock},       NamedEffect{"perror", Effect::Output},
                                NamedEffect{"print", Effect::Output},    NamedEffect{"printf", Effect::Output},
                                NamedEffect{"println", Effect::Output},  NamedEffect{"putc", Effect::Output},
                                NamedEffect{"putchar", Effect::Output},  NamedEffect{"puts", Effect::Output},
                                NamedEffect{"rand", Effect::Random},     NamedEffect{"random", Effect::Random},
                                NamedEffect{"scanf", Effect::Input},     NamedEffect{"time", Effect::Clock},
                                NamedEffect{"vfprintf", Effect::Output}, NamedEffect{"vprintf", Effect::Output}};

bool is_class_named(clang::QualType type, std::string_view name) {
  if (type.isNull()) return false;
  const clang::CXXRecordDecl* record = type.getNonReferenceType()->getAsCXXRecordDecl();
  if (!record) return false;
  const auto named = [&](const clang::CXXRecordDecl* one) {
    return one->getIdentifier() && is_in_std(one) && std::string_view(one->getName()) == name;
  };
  if (named(record)) return true;
  if (!record->hasDefinition()) return false;
  bool found = false;
  record->forallBases([&](const clang::CXXRecordDecl* base) {
    found = found || named(base);
    return !found;
  });
  return found;
}

/// Returns the leftmost operand of a chain: std::cout of `std::cout << a << b`.
const clang::Expr* stream_of(const clang::CXXOperatorCallExpr* call) {
  const clang::Expr* source = call->getArg(0)->IgnoreParenImpCasts();
  while (const auto* inner = llvm::dyn_cast<clang::CXXOperatorCallExpr>(source)) {
    if (inner->getOperator() != call->getOperator() || inner->getNumArgs() == 0) break;
    source = inner->getArg(0)->IgnoreParenImpCasts();
  }
  return source;
}

Effect effect_of_operator(const clang::CXXOperatorCallExpr* call) {
  if (call->getNumArgs() == 0) return Effect::None;
  const clang::QualType first = call->getArg(0)->getType();
  switch (call->getOperator()) {
    case clang::OO_LessLess:
      return is_class_named(first, "basic_ostream") ? Effect::Output : Effect::None;
    case clang::OO_GreaterGreater:
      return is_class_named(first, "basic_istream") ? Effect::Input : Effect::None;
    case clang::OO_Call: {
      const auto* record = first.getNonReferenceType()->getAsCXXRecordDecl();
      if (!record || !record->getIdentifier() || !is_in_std(record)) return Effect::None;
      const llvm::StringRef name = record->getName();
      const bool random = name.ends_with("_engine") || name.ends_with("_distribution") || name == "random_device";
      return random ? Effect::Random : Effect::None;
    }
    default:
      return Effect::None;
  }
}

Effect effect_of_system(const clang::FunctionDecl* callee) {
  if (!callee->getIdentifier()) return Effect::None;
  const std::string_view name = callee->getName();
  const auto* method = llvm::dyn_cast<clang::CXXMethodDecl>(callee);
  if (method && !method->isStatic()) return Effect::None;  // the growth of a container is state, not an effect
  const auto known = std::ranges::find(kFunctions, name, &NamedEffect::name);
  return known != kFunctions.end() ? known->effect : Effect::None;
}

class CallFinder : public AstVisitor {
 public:
  CallFinder(const Session& session, const SourceText& text) : session_(session), text_(text) {}

  std::vector<CallSite> run(const clang::FunctionDecl* function) {
    if (const auto* body = function->getBody()) traverse(body);
    std::ranges::stable_sort(found_, {}, &CallSite::place);
    return std::move(found_);
  }

 private:
  bool visit(clang::Stmt* node) override {
    if (const auto* call = llvm::dyn_cast<clang::CallExpr>(node)) {
      add_call(call);
    } else if (const auto* construct = llvm::dyn_cast<clang::CXXConstructExpr>(node)) {
      const clang::CXXConstructorDecl* constructor = construct->getConstructor();
      if (constructor->isUserProvided()) add(construct, constructor);
    }
    return true;
  }

  void add_call(const clang::CallExpr* call) {
    if (output_of(call)) return;  // runs with the graph
    if (const auto* operation = llvm::dyn_cast<clang::CXXOperatorCallExpr>(call)) {
      const Effect effect = effect_of_operator(operation);
      if (effect != Effect::None) return add_effect(operation, effect);
    }
    const clang::FunctionDecl* callee = call->getDirectCallee();
    if (!callee) return add_unresolved(call);
    add(call, callee);
  }

  CallSite site(const clang::Expr* call) const {
    CallSite result;
    result.range = text_.range(call->getSourceRange());
    result.place = text_.offset(call->getExprLoc());
    result.handles_tensors = contains_tensor(call->getType());
    for (const clang::Stmt* child : call->children()) {
      const auto* argument = llvm::dyn_cast_or_null<clang::Expr>(child);
      result.handles_tensors = result.handles_tensors || (argument && contains_tensor(argument->getType()));
    }
    return result;
  }

  /// Adds one entry for a whole chain of << or >>.
  void add_effect(const clang::CXXOperatorCallExpr* call, Effect effect) {
    const clang::Expr* object = effect == Effect::Random ? call->getArg(0) : stream_of(call);
    CallSite result = site(call);
    result.effect = effect;
    result.object = text_.flat_text(text_.range(object->getSourceRange()));
    result.place = text_.offset(object->getBeginLoc());
    result.name = result.object;
    const bool known = std::ranges::any_of(
        found_, [&](const CallSite& other) { return other.place == result.place && other.effect == effect; });
    if (!known) found_.push_back(std::move(result));
  }

  void add_unresolved(const clang::CallExpr* call) {
    if (call->isTypeDependent() || call->isValueDependent()) return;
    CallSite result = site(call);
    result.callee = Callee::Unresolved;
    result.effect = Effect::Unknown;
    result.name = text_.flat_text(text_.range(call->getCallee()->getSourceRange()));
    found_.push_back(std::move(result));
  }

  void add(const clang::Expr* call, const clang::FunctionDecl* callee) {
    const auto* method = llvm::dyn_cast<clang::CXXMethodDecl>(callee);
    if (method && method->getParent()->isLambda()) return;  // its body is part of this function
    if (callee->isImplicit() || callee->isDefaulted()) return;
    CallSite result = site(call);
    result.name = callee->getQualifiedNameAsString();
    classify(callee, result);
    if (result.callee == Callee::Runtime) return;
    const bool of_library = result.callee == Callee::System;
    if (of_library && result.effect == Effect::None && (method || callee->isOverloadedOperator())) return;
    found_.push_back(std::move(result));
  }

  void classify(const clang::FunctionDecl* callee, CallSite& result) const {
    const clang::FunctionDecl* definition = nullptr;
    callee->hasBody(definition);
    const clang::FunctionDecl* shown = definition ? definition : callee;
    const bool system = session_.sources().isInSystemHeader(session_.sources().getExpansionLoc(shown->getLocation()));
    if (is_in_ag(callee)) {
      result.callee = Callee::Runtime;
      return;
    }
    if (system || shown->getLocation().isInvalid() || callee->getBuiltinID() != 0) {
      result.callee = Callee::System;
      result.effect = effect_of_system(callee);
      return;
    }
    result.definition = session_.location(shown->getLocation());
    if (has_annotation(callee, "ag.do_not_convert")) {
      result.callee = Callee::LeftAlone;
      // A call of a function without a result is made for its side effect.
      result.effect = callee->getReturnType()->isVoidType() ? Effect::Unknown : Effect::None;
    } else if (definition) {
      result.callee = Callee::Visible;
      const clang::FunctionDecl* pattern = definition->getTemplateInstantiationPattern();
      result.identity = pattern ? pattern : definition;
      std::set<const clang::FunctionDecl*> seen;
      result.effect = effect_inside(definition, seen);
    } else {
      result.callee = Callee::Undefined;
      result.effect =
          callee->hasAttr<clang::PureAttr>() || callee->hasAttr<clang::ConstAttr>() ? Effect::None : Effect::Unknown;
    }
  }

  /// Returns the side effect of a visible callee: its own, or that of a visible function it calls directly or
  /// indirectly.
  Effect effect_inside(const clang::FunctionDecl* function, std::set<const clang::FunctionDecl*>& seen) const {
    if (!seen.insert(function->getCanonicalDecl()).second) return Effect::None;
    return effect_inside(function->getBody(), seen);
  }
  Effect effect_inside(const clang::Stmt* source, std::set<const clang::FunctionDecl*>& seen) const {
    if (!source) return Effect::None;
    const auto* expression = llvm::dyn_cast<clang::Expr>(source);
    if (const auto output = expression ? output_of(expression) : std::nullopt) {  // runs with the graph
      for (const clang::Expr* item : output->items) {
        if (const Effect effect = effect_inside(item, seen); effect != Effect::None) return effect;
      }
      return Effect::None;
    }
    if (const auto* operation = llvm::dyn_cast<clang::CXXOperatorCallExpr>(source)) {
      const Effect effect = effect_of_operator(operation);
      // A string stream or a random engine that is local to the callee is not visible to the caller.
      const auto* object = effect == Effect::None
                               ? nullptr
                               : llvm::dyn_cast<clang::DeclRefExpr>(stream_of(operation)->IgnoreParenImpCasts());
      const auto* variable = object ? llvm::dyn_cast<clang::VarDecl>(object->getDecl()) : nullptr;
      if (variable && variable->hasGlobalStorage()) return effect;
    } else if (const auto* call = llvm::dyn_cast<clang::CallExpr>(source)) {
      const clang::FunctionDecl* callee = call->getDirectCallee();
      const clang::FunctionDecl* definition = nullptr;
      if (callee && !is_in_ag(callee)) {
        const auto place = session_.sources().getExpansionLoc(callee->getLocation());
        const bool system = place.isInvalid() || session_.sources().isInSystemHeader(place);
        Effect effect = Effect::None;
        if (system) {
          effect = effect_of_system(callee);
        } else if (callee->hasBody(definition)) {
          effect = effect_inside(definition, seen);
        }
        if (effect != Effect::None) return effect;
      }
    }
    for (const clang::Stmt* child : source->children()) {
      const Effect effect = effect_inside(child, seen);
      if (effect != Effect::None) return effect;
    }
    return Effect::None;
  }

  const Session& session_;
  const SourceText& text_;
  std::vector<CallSite> found_;
};

}  // namespace

void describe_for_people(const clang::FunctionDecl* function, const Session& session, const SourceText& text,
                         model::Function& result) {
  const clang::PrintingPolicy& policy = session.ast().getPrintingPolicy();
  for (const clang::ParmVarDecl* parameter : function->parameters()) {
    result.signature += (result.signature.empty() ? "" : ", ") + parameter->getType().getAsString(policy);
  }
  result.signature = "(" + result.signature + ")";
  const bool annotated = has_annotation(function, "ag.function") || has_annotation(function, "ag.convert");
  if (annotated && !result.is_entry()) result.mode = model::Function::Mode::Annotated;
  if (session.explains()) result.uses.calls = find_calls(function, session, text);
}

std::vector<CallSite> find_calls(const clang::FunctionDecl* function, const Session& session, const SourceText& text) {
  return CallFinder(session, text).run(function);
}

}  // namespace agc::parse
