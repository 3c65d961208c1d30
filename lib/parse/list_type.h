#pragma once
/// The containers of the standard library that may become lists, where a tensor decides how many elements they have.
#include <clang/AST/Decl.h>
#include <clang/AST/Expr.h>

#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "model/variable.h"

namespace agc::parse {

struct ListType {
  model::ListKind kind = model::ListKind::List;
  clang::QualType element;
  std::string order;     // what a priority queue compares by; empty: the operator < of its elements
  bool adapts = false;   // no vector: what holds symbolic numbers is a list, also of known length
  std::string mapped;    // the type of the values of a map
  bool written = false;  // ag::List itself, as the user wrote it
};

/// True for a set or map, which finds its elements by their keys.
bool is_keyed(const ListType& type);

/// References are looked through.
std::optional<ListType> list_type(clang::QualType type);

/// What an element is to the runtime: a number, a structure with numbers, or neither.
model::TypeClass element_class(clang::QualType element);

/// True if the elements are ordered and compared by the runtime: numbers, and pairs and tuples of these.
bool is_ordered(clang::QualType element);

/// The methods that a list has, and what each takes: v, an element; n, a number; i, a place; r, a place of another
/// range; l, a list. `parts`: any number of arguments, of which an element is made.
struct ListMethod {
  std::string_view name, arguments;
  bool parts = false;
};
std::span<const ListMethod> list_methods();
/// The methods of sets and maps that lists in their place have.
std::span<const ListMethod> set_methods();

/// True if the type is a vector that may become a list, or a pair, tuple or optional with one in it.
bool holds_list(clang::QualType type);
/// True if the function takes or gives vectors that may become lists.
bool has_lists_in_signature(const clang::FunctionDecl* function);

/// True if the method gives the container another number of elements: of these, those that add one.
enum class Resize { No, Grows, Sets };
Resize resize_of(std::string_view method);

}  // namespace agc::parse
