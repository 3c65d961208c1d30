#include "parse/build/builder_part.h"

#include <utility>

#include "parse/build/values/expression_builder.h"
#include "parse/build/values/number_builder.h"
#include "parse/queries/functions/expressions.h"
#include "parse/queries/specialize/instantiations.h"
#include "parse/queries/types/type_class.h"

namespace agc::parse {

using model::Expr;
using model::TypeClass;

BuilderPart::BuilderPart(FunctionContext& context)
    : context_(context),
      parent_(context.parent()),
      session_(context.session()),
      text_(context.text()),
      function_(context.function()),
      lambda_(context.lambda()) {}

void BuilderPart::collect(const clang::Stmt* source, Use use, Expressions& out) {
  context_.expressions().collect(source, use, out);
}

void BuilderPart::collect_value(const clang::Expr* value, Expressions& out) {
  context_.numbers().collect_value(value, out);
}

void BuilderPart::collect_exit(const clang::Expr* argument, std::string why, Expressions& out, model::Remedy remedy) {
  context_.numbers().collect_exit(argument, std::move(why), out, remedy);
}

Expr BuilderPart::expression(const clang::Expr* source, Use use) {
  return context_.expressions().expression(source, use);
}

Expr BuilderPart::exit(const clang::Expr* argument, std::string why) {
  return context_.numbers().exit(argument, std::move(why));
}

Expr BuilderPart::finding(Expr::Kind kind, clang::SourceRange range, std::string name) const {
  Expr result;
  result.kind = kind;
  result.range = text_.range(range);
  result.place = result.range.begin;
  result.name = std::move(name);
  return result;
}

Expr BuilderPart::wrapped(Expr::Kind kind, const clang::Expr* source, Expressions operands) const {
  Expr result;
  result.kind = kind;
  result.range = result.outer_range = text_.range(source->getSourceRange());
  result.place = text_.offset(source->getExprLoc());
  result.type = type_class(source->getType());
  result.in_macro = !text_.is_plain(source->getBeginLoc()) || !text_.is_plain(source->getEndLoc());
  result.operands = std::move(operands);
  return result;
}

TypeClass BuilderPart::class_of(const clang::Expr* source) const {
  const TypeClass type = type_class(source->getType());
  return type == TypeClass::Dependent ? session_.facts<Instantiations>().type_of(as_written(source)) : type;
}

TypeClass BuilderPart::class_of(const clang::ValueDecl* declaration) const {
  const TypeClass type = type_class(declaration->getType());
  return type == TypeClass::Dependent ? session_.facts<Instantiations>().type_of(declaration) : type;
}

}  // namespace agc::parse
