// Members of the object of a method. Each path from `this` (h, cell.c) is a variable that outlives the function.
#include <clang/AST/ASTContext.h>
#include <clang/AST/DeclTemplate.h>

#include <algorithm>

#include "model/visit.h"
#include "parse/build/function_builder.h"
#include "parse/queries/types/type_class.h"
#include "parse/queries/types/value_class.h"

namespace agc::parse {
namespace {

using model::Access;
using model::Expr;
using model::VariableId;

/// Adds all fields that a method can name, including those of base classes; in a staged class all are public. Returns
/// false if some cannot be named.
bool reachable_fields(const clang::CXXRecordDecl* record, bool own, bool in_staged_class,
                      std::vector<const clang::FieldDecl*>& out) {
  bool all = true;
  for (const clang::CXXBaseSpecifier& base : record->bases()) {
    const auto* parent = base.getType()->getAsCXXRecordDecl();
    all = parent && parent->hasDefinition() && reachable_fields(parent->getDefinition(), false, in_staged_class, out) &&
          all;
  }
  for (const clang::FieldDecl* field : record->fields()) {
    if (own || in_staged_class || field->getAccess() != clang::AS_private) {
      out.push_back(field);
    } else {
      all = false;
    }
  }
  return all;
}

/// True for a constant reference to a tensor in an object that is confined.
bool is_constant_reference(const clang::FieldDecl* field) {
  return field->getType()->isReferenceType() && is_confined(llvm::cast<clang::CXXRecordDecl>(field->getParent()));
}

/// Returns the field of a MemberExpr, or null.
const clang::FieldDecl* field_of(const clang::MemberExpr* source) {
  return llvm::dyn_cast<clang::FieldDecl>(source->getMemberDecl());
}

}  // namespace

/// Returns the variable of `field` in the object, or in its member `base`.
VariableId FunctionBuilder::member(VariableId base, const clang::FieldDecl* field, bool names_this) {
  field = field->getCanonicalDecl();
  const auto known = members_.find({base, field});
  if (known != members_.end()) return known->second;
  VariableId outer = model::kNoVariable;
  const bool copied = lambda_ && std::ranges::any_of(lambda_->captures(), [](const clang::LambdaCapture& capture) {
                        return capture.capturesThis() && capture.getCaptureKind() == clang::LCK_StarThis;
                      });
  if (parent_ && !copied) {
    const VariableId outer_base = base == model::kNoVariable ? base : function_.variable(base).captured;
    outer = parent_->member(outer_base, field, names_this);
  }
  model::Variable variable;
  variable.name = field->getNameAsString();
  if (base != model::kNoVariable) {
    variable.name = function_.variable(base).name + "." + variable.name;
  } else if (names_this || is_hidden(variable.name)) {
    variable.name = "this->" + variable.name;
  }
  variable.type = class_of(field);
  variable.type_text = field->getType().getUnqualifiedType().getAsString(session_.ast().getPrintingPolicy());
  variable.outlives_function = true;
  if (function_.in_staged_class) {
    describe_number(field, variable);
    variable.promotion.possible = variable.has_numbers;
    variable.promotion.spelled = false;  // the staged class has its type
    variable.promotion.type_range = {};
  }
  variable.member = true;
  variable.base = base;
  variable.captured = outer;
  variable.copied = copied;
  const auto id = VariableId(function_.variables.size());
  function_.variables.push_back(std::move(variable));
  members_[{base, field}] = id;
  return id;
}

/// True if a local variable of this function, or of one around the lambda, has this name.
bool FunctionBuilder::is_hidden(const std::string& name) const {
  const bool here = std::ranges::any_of(
      function_.variables, [&](const model::Variable& variable) { return !variable.member && variable.name == name; });
  return here || (parent_ && parent_->is_hidden(name));
}

/// Returns the variable of the path h, this->h or cell.c, or none if the path does not start at `this`.
VariableId FunctionBuilder::member_path(const clang::MemberExpr* source) {
  const clang::FieldDecl* field = field_of(source);
  if (!field || !field->getIdentifier()) return model::kNoVariable;
  if (field->getType()->isReferenceType() && !is_constant_reference(field)) return model::kNoVariable;
  const clang::Expr* base = source->getBase();
  if (is_this(base)) {
    const auto* pointer = llvm::dyn_cast<clang::CXXThisExpr>(base->IgnoreParenImpCasts());
    return member(model::kNoVariable, field, !(pointer && pointer->isImplicit()));
  }
  if (source->isArrow()) return model::kNoVariable;
  const auto* outer = llvm::dyn_cast<clang::MemberExpr>(base->IgnoreParenImpCasts());
  if (!outer || field_of(outer) == nullptr) return model::kNoVariable;
  const VariableId path = member_path(outer);
  return path == model::kNoVariable ? path : member(path, field, false);
}

void FunctionBuilder::refer_to_member(VariableId id, clang::SourceRange range, Access access, Expressions& out) {
  Expr reference = finding(Expr::Kind::Reference, range);
  reference.variable = id;
  reference.type = function_.variable(id).type;
  reference.access = access;
  out.push_back(std::move(reference));
}

/// Collects an access to the whole object. `method`: the method called on it.
void FunctionBuilder::collect_object(const clang::CXXRecordDecl* record, const clang::CXXMethodDecl* method,
                                     clang::SourceRange range, Access access, Expressions& out) {
  if (keeps_object()) {
    // ag::Module::variable changes the module's record of its parts, but no value that a graph reads.
    const bool makes_variable =
        method && method->getIdentifier() && method->getName() == "variable" && is_in_ag(method);
    if (!makes_variable) out.push_back(finding(Expr::Kind::ExternalCapture, range, "this"));
    return;
  }
  if (!record || !record->hasDefinition()) return;
  std::vector<const clang::FieldDecl*> fields;
  const bool all = reachable_fields(record->getDefinition(), true, function_.in_staged_class, fields);
  if (access == Access::Read) {
    for (const clang::FieldDecl* field : fields) {
      if (field->getIdentifier() && (contains_tensor(field->getType()) || function_.in_staged_class))
        refer_to_member(member(model::kNoVariable, field, false), range, Access::Read, out);
    }
    return;
  }
  const MethodEffects* effects = method ? effects_of(method) : nullptr;
  bool others = effects ? effects->anything : !all;
  if (effects) {  // includes private fields of a base
    for (const clang::FieldDecl* changed : effects->fields)
      others =
          others || std::ranges::none_of(fields, [&](const auto* one) { return one->getCanonicalDecl() == changed; });
  }
  for (const clang::FieldDecl* field : fields) {
    if (is_constant_reference(field) || (effects && !effects->fields.count(field->getCanonicalDecl()))) {
      if ((contains_tensor(field->getType()) || function_.in_staged_class) && field->getIdentifier())
        refer_to_member(member(model::kNoVariable, field, false), range, Access::Read, out);
      continue;
    }
    if (!field->getIdentifier()) {
      others = true;
    } else if (effects || contains_tensor(field->getType()) || function_.in_staged_class) {
      refer_to_member(member(model::kNoVariable, field, false), range, Access::Update, out);
    } else {
      others = true;
    }
  }
  if (!others) return;
  // A part without a name cannot be staged.
  const auto known = members_.find({model::kNoVariable, nullptr});
  VariableId whole = known == members_.end() ? model::kNoVariable : known->second;
  if (whole == model::kNoVariable) {
    model::Variable variable;
    variable.name = "*this";
    variable.type_text = record->getNameAsString();
    variable.outlives_function = true;
    variable.member = true;
    whole = VariableId(function_.variables.size());
    function_.variables.push_back(std::move(variable));
    members_[{model::kNoVariable, nullptr}] = whole;
  }
  refer_to_member(whole, range, Access::Update, out);
}

/// Returns the effects of a method on its object, or null if its body is unknown.
const MethodEffects* FunctionBuilder::effects_of(const clang::CXXMethodDecl* method) {
  return method->isVirtual() ? nullptr : effects_of_body(method);
}

/// Returns the same for the method that the declaration names.
const MethodEffects* FunctionBuilder::effects_of_body(const clang::FunctionDecl* method) {
  if (parent_) return parent_->effects_of_body(method);
  const clang::FunctionDecl* definition = nullptr;
  if (!method->hasBody(definition) || !text_.is_in_user_file(definition->getLocation())) return nullptr;
  const auto [entry, added] = effects_.try_emplace(definition->getCanonicalDecl());
  if (!added) return entry->second.get();  // null as well for a recursive method
  model::Function scratch;
  scratch.in_staged_class = function_.in_staged_class;  // its methods call those of the staged class
  FunctionBuilder builder(session_, text_, scratch);
  builder.effects_.swap(effects_);
  builder.build(definition);
  builder.effects_.swap(effects_);
  auto effects = std::make_unique<MethodEffects>();
  // In an object with identity, an external write may change any member. In other objects, external variables lie
  // outside of the object.
  model::visit_all_expressions(scratch.body, [&](const Expr& expression) {
    const bool writes = expression.kind == Expr::Kind::External && expression.access != Access::Read;
    effects->anything =
        effects->anything || (builder.in_place_ && (writes || expression.kind == Expr::Kind::ExternalCapture));
  });
  for (const auto& [path, id] : builder.members_) {
    const bool written = builder.written_.count(id) > 0;
    VariableId top = id;
    while (scratch.variable(top).base != model::kNoVariable) top = scratch.variable(top).base;
    for (const auto& [other, top_id] : builder.members_) {
      if (!written || top_id != top) continue;
      if (other.second) {
        effects->fields.insert(other.second);
      } else {
        effects->anything = true;
      }
    }
  }
  return (effects_[definition->getCanonicalDecl()] = std::move(effects)).get();
}

/// Merges overlapping paths into the shortest path that is written. A read of a whole with a written part reads that
/// part.
void FunctionBuilder::settle_members() {
  if (members_.empty()) return;
  model::visit_all_expressions(function_.body, [&](const Expr& expression) {
    if (expression.kind == Expr::Kind::Reference && expression.access != Access::Read)
      written_.insert(expression.variable);
  });
  const auto settled = [&](VariableId id) {
    VariableId result = id;
    for (VariableId at = id; at != model::kNoVariable; at = function_.variable(at).base) {
      if (written_.count(at)) result = at;
    }
    return result;
  };
  const auto is_inside = [&](VariableId part, VariableId whole) {
    for (VariableId at = function_.variable(part).base; at != model::kNoVariable; at = function_.variable(at).base) {
      if (at == whole) return true;
    }
    return false;
  };
  model::visit_all_expressions(function_.body, [&](Expr& expression) {
    if (expression.kind != Expr::Kind::Reference || !function_.variable(expression.variable).member) return;
    const VariableId id = expression.variable, target = settled(id);
    if (target != id) {
      expression.variable = target;
      if (expression.access == Access::Write) expression.access = Access::Update;
    }
    if (expression.access != Access::Read) return;
    for (const VariableId part : written_) {
      if (!is_inside(part, target) || settled(part) != part) continue;
      Expr read = expression;
      read.operands.clear();
      read.variable = part;
      expression.operands.push_back(std::move(read));
    }
  });
}

}  // namespace agc::parse
