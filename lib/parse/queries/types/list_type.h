#pragma once
/// The containers of the standard library that may become lists, when their number of elements depends on a tensor.
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
  std::string order;     // comparison of a priority queue; empty: operator < of its elements
  bool adapts = false;   // a container adapter: a list whenever it holds symbolic numbers, also with a known length
  std::string mapped;    // type of the values of a map
  bool written = false;  // ag::List itself, written by the user
};

/// True for a set or map, which finds its elements by their keys.
bool is_keyed(const ListType& type);

/// Returns the list type of a container, or of a reference to one; nullopt for other types.
std::optional<ListType> list_type(clang::QualType type);

/// Returns the class of an element for the runtime: a number, a structure with numbers, or neither.
model::TypeClass element_class(clang::QualType element);

/// True if the runtime orders and compares the elements: numbers, and pairs and tuples of these.
bool is_ordered(clang::QualType element);

/// A method of a list and the kinds of its arguments: v, an element; n, a number; i, a position; r, a position in
/// another range; l, a list. `parts`: any number of arguments, from which an element is constructed.
struct ListMethod {
  std::string_view name, arguments;
  bool parts = false;
};
std::span<const ListMethod> list_methods();
/// The methods of sets and maps that the corresponding lists have.
std::span<const ListMethod> set_methods();

/// True if the type is a vector that may become a list, or a pair, tuple or optional with one in it.
bool holds_list(clang::QualType type);
/// True if the function takes or returns vectors that may become lists.
bool has_lists_in_signature(const clang::FunctionDecl* function);

/// Whether a method changes the number of elements of the container, and whether it adds an element.
enum class Resize { No, Grows, Sets };
Resize resize_of(std::string_view method);

}  // namespace agc::parse
