#include "parse/build/variables/member_builder.h"

#include <clang/AST/ASTContext.h>

#include <algorithm>

#include "model/visit.h"
#include "parse/build/function_builder.h"
#include "parse/build/values/algorithm_builder.h"
#include "parse/build/values/keyed_builder.h"
#include "parse/build/variables/external_builder.h"
#include "parse/build/variables/variable_builder.h"
#include "parse/queries/functions/accessor.h"
#include "parse/queries/functions/callee.h"
#include "parse/queries/functions/expressions.h"
#include "parse/queries/functions/subscript.h"
#include "parse/queries/types/held_tensor.h"
#include "parse/queries/types/list_type.h"
#include "parse/queries/types/listed_fields.h"
#include "parse/queries/types/type_class.h"
#include "parse/queries/types/value_class.h"
#include "parse/queries/uses/list_places.h"
#include "parse/queries/uses/map_uses.h"

namespace agc::parse {
namespace {

using model::Access;
using model::Expr;
using model::Sink;
using model::VariableId;
using Kind = Expr::Kind;

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

VariableId MemberBuilder::member(VariableId base, const clang::FieldDecl* field, bool names_this) {
  field = field->getCanonicalDecl();
  const auto known = members_.find({base, field});
  if (known != members_.end()) return known->second;
  VariableId outer = model::kNoVariable;
  const bool copied = lambda_ && std::ranges::any_of(lambda_->captures(), [](const clang::LambdaCapture& capture) {
                        return capture.capturesThis() && capture.getCaptureKind() == clang::LCK_StarThis;
                      });
  if (parent_ && !copied) {
    const VariableId outer_base = base == model::kNoVariable ? base : function_.variable(base).captured;
    outer = parent_->members().member(outer_base, field, names_this);
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
  if (function_.copy.in_staged_class) {
    context_.variables().describe_number(field, variable);
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

bool MemberBuilder::is_hidden(const std::string& name) const {
  const bool here = std::ranges::any_of(
      function_.variables, [&](const model::Variable& variable) { return !variable.member && variable.name == name; });
  return here || (parent_ && parent_->members().is_hidden(name));
}

VariableId MemberBuilder::member_path(const clang::MemberExpr* source) {
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

void MemberBuilder::refer_to_member(VariableId id, clang::SourceRange range, Access access, Expressions& out) {
  Expr reference = finding(Expr::Kind::Reference, range);
  reference.variable = id;
  reference.type = function_.variable(id).type;
  reference.access = access;
  out.push_back(std::move(reference));
}

void MemberBuilder::collect_object(const clang::CXXRecordDecl* record, const clang::CXXMethodDecl* method,
                                   clang::SourceRange range, Access access, Expressions& out) {
  if (context_.externals().keeps_object()) {
    // ag::Module::variable changes the module's record of its parts, but no value that a graph reads.
    const bool makes_variable =
        method && method->getIdentifier() && method->getName() == "variable" && is_in_ag(method);
    if (!makes_variable) out.push_back(finding(Expr::Kind::ExternalCapture, range, "this"));
    return;
  }
  if (!record || !record->hasDefinition()) return;
  std::vector<const clang::FieldDecl*> fields;
  const bool all = reachable_fields(record->getDefinition(), true, function_.copy.in_staged_class, fields);
  if (access == Access::Read) {
    for (const clang::FieldDecl* field : fields) {
      if (field->getIdentifier() && (contains_tensor(field->getType()) || function_.copy.in_staged_class))
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
      if ((contains_tensor(field->getType()) || function_.copy.in_staged_class) && field->getIdentifier())
        refer_to_member(member(model::kNoVariable, field, false), range, Access::Read, out);
      continue;
    }
    if (!field->getIdentifier()) {
      others = true;
    } else if (effects || contains_tensor(field->getType()) || function_.copy.in_staged_class) {
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

const MethodEffects* MemberBuilder::effects_of(const clang::CXXMethodDecl* method) {
  return method->isVirtual() ? nullptr : effects_of_body(method);
}

const MethodEffects* MemberBuilder::effects_of_body(const clang::FunctionDecl* method) {
  if (parent_) return parent_->members().effects_of_body(method);
  const clang::FunctionDecl* definition = nullptr;
  if (!method->hasBody(definition) || !text_.is_in_user_file(definition->getLocation())) return nullptr;
  const auto [entry, added] = effects_.try_emplace(definition->getCanonicalDecl());
  if (!added) return entry->second.get();  // null as well for a recursive method
  model::Function scratch;
  scratch.copy.in_staged_class = function_.copy.in_staged_class;  // its methods call those of the staged class
  FunctionBuilder builder(session_, text_, scratch);
  MemberBuilder& inside = builder.context().members();
  inside.effects_.swap(effects_);
  builder.build(definition);
  inside.effects_.swap(effects_);
  const bool in_place = builder.context().externals().is_in_place();
  auto effects = std::make_unique<MethodEffects>();
  // In an object with identity, an external write may change any member. In other objects, external variables lie
  // outside of the object.
  model::visit_all_expressions(scratch.body, [&](const Expr& expression) {
    const bool writes = expression.kind == Expr::Kind::External && expression.access != Access::Read;
    effects->anything = effects->anything || (in_place && (writes || expression.kind == Expr::Kind::ExternalCapture));
  });
  for (const auto& [path, id] : inside.members_) {
    const bool written = inside.written_.count(id) > 0;
    VariableId top = id;
    while (scratch.variable(top).base != model::kNoVariable) top = scratch.variable(top).base;
    for (const auto& [other, top_id] : inside.members_) {
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

void MemberBuilder::settle_members() {
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

void MemberBuilder::update_given(const clang::FunctionDecl* accessor, clang::SourceRange range, Expressions& out) {
  for (const clang::FieldDecl* field : fields_given(accessor))
    refer_to_member(member(model::kNoVariable, field, false), range, Access::Update, out);
}

model::VariableId MemberBuilder::given_member(const clang::Expr* source) {
  const auto* call = llvm::dyn_cast<clang::CallExpr>(source);
  const clang::CXXMethodDecl* accessor = call ? called_accessor(call) : nullptr;
  if (!accessor || !is_this(MethodCall(call).object)) return model::kNoVariable;
  const std::vector<const clang::FieldDecl*> fields = fields_given(accessor);
  return fields.size() == 1 ? member(model::kNoVariable, fields.front(), false) : model::kNoVariable;
}

void MemberBuilder::collect_member(const clang::MemberExpr* source, Use use, Expressions& out) {
  if (llvm::isa<clang::VarDecl>(source->getMemberDecl())) return;  // a static data member: a constant
  if (is_key_of_map(source) && use.access == Access::Read) {
    if (context_.keyed().collect_key_of_pair(source, out)) return;
    Expressions object;
    collect(source->getBase(), {}, object);
    return out.push_back(wrapped(Kind::HostCall, source, std::move(object)));
  }
  const auto* field = llvm::dyn_cast<clang::FieldDecl>(source->getMemberDecl());
  const bool listed = field && list_type(field->getType()) && session_.facts<ListedFields>().contains(field);
  if (const model::VariableId path = member_path(source); path != model::kNoVariable) {
    if (use.access != Access::Read && field->isBitField())
      out.push_back(finding(Kind::BitField, source->getSourceRange(), field->getNameAsString()));
    if (has_identity(field->getType())) use.access = Access::Read;
    refer_to_member(path, source->getSourceRange(), use.access, out);
    if (!out.empty()) out.back().listed = listed && out.back().kind == Kind::Reference;
    return;
  }
  if (use.access != Access::Read) {
    if (field && field->isBitField())
      out.push_back(finding(Kind::BitField, source->getSourceRange(), field->getNameAsString()));
    if (source->isArrow() && context_.algorithms().collect_found_member(source, out)) return;
    const bool behind = source->isArrow() && !value_of_optional(source);
    if (behind || (field && field->getType()->isReferenceType())) {
      out.push_back(finding(Kind::IndirectWrite, source->getSourceRange(), source->getMemberDecl()->getNameAsString()));
      return collect(source->getBase(), {}, out);
    }
    use.access = Access::Update;
  }
  const size_t before = out.size();
  collect(source->getBase(), {use.access, Sink::Host}, out);
  if (out.size() != before + 1) return;
  out.back().listed = listed && out.back().kind == Kind::Reference;
  if (use.access != Access::Read) name_part(source, out.back());
}

/// Names the part in v[n].x, where the graph may select v[n], and in v.back().x of a list.
void MemberBuilder::name_part(const clang::MemberExpr* source, Expr& element) const {
  if (container_of_end(source->getBase())) {
    Expressions container{std::move(element)};
    element = wrapped(Kind::Opaque, source->getBase(), std::move(container));
  }
  const bool behind = element.range == text_.range(source->getBase()->getSourceRange());
  const bool named = element.kind == Kind::Subscript || container_of_end(source->getBase()) || !element.part.empty();
  if (!named || source->isArrow() || !behind || element.in_macro) return;
  if (element.part.empty()) element.part.begin = element.range.end;
  element.part.end = element.range.end = element.outer_range.end = text_.range(source->getSourceRange()).end;
  element.type = class_of(source);
}

}  // namespace agc::parse
