#pragma once
/// The algorithms of the standard library that are followed, and their calls.
#include <clang/AST/Expr.h>

#include <string>
#include <string_view>
#include <vector>

namespace agc::parse {

/// The kinds of the arguments of an algorithm, a letter each: r, the begin of a range that is read; w, of one that is
/// written; u, of one that is read and written; e, the end of a range; v, a number; f, a function of elements; g, a
/// binary operation on the accumulated value and an element; c, a comparison of two elements. A range of std::ranges
/// stands for its begin and its end.
struct Algorithm {
  /// The lists that grow which ag::cxx has it for: of numbers, pairs and tuples of them; of anything.
  enum class Lists { None, Ordered, Any };

  std::string_view name, arguments;
  bool in_cxx = false;  // ag::cxx has it; otherwise the text stays
  bool finds =
      false;  // gives the place of an element, of which the element, its number, or whether there is one is asked
  bool by_level = false;  // what it calls is symbolic where the numbers are; otherwise it always may be
  Lists lists = Lists::None;

  /// True if only a list can give fewer elements than it had.
  bool removes() const { return name == "remove" || name == "remove_if" || name == "unique" || name == "copy_if"; }
};

/// A call of an algorithm of std, or of a function object of std::ranges.
struct AlgorithmCall {
  std::string name;
  std::vector<const clang::Expr*> arguments;
  const clang::DeclRefExpr* written = nullptr;
  bool of_ranges = false;

  explicit operator bool() const { return !name.empty(); }
  /// The container that the argument leads into, or that is given as a whole; null where it is neither.
  const clang::Expr* container(size_t index) const;
  /// True if the argument is a container, given to an algorithm of std::ranges.
  bool is_whole(size_t index) const;
};
AlgorithmCall algorithm_call(const clang::CallExpr* call);

/// The arguments are those of the call: capitals are whole ranges. No algorithm: it is not followed.
struct KnownAlgorithm {
  const Algorithm* algorithm = nullptr;
  std::string arguments;
};
KnownAlgorithm find_algorithm(const AlgorithmCall& call, bool finds);

/// True if the initial value of the algorithm may have this type: a number, and for std::accumulate a tensor or a
/// structure of numbers as well.
bool may_start_with(const Algorithm& algorithm, clang::QualType type);

/// The container that an iterator leads into, of numbers or one that may become a list: v.begin(), std::begin(v),
/// v.begin() + k, an array of C itself.
const clang::Expr* container_of(const clang::Expr* iterator);

/// The container that std::back_inserter adds to.
const clang::Expr* inserted_container(const clang::Expr* iterator);

/// True for std::next and std::prev.
bool is_step(const clang::FunctionDecl* callee);

}  // namespace agc::parse
