#pragma once
/// The algorithms of the standard library that are converted, and their calls.
#include <clang/AST/Expr.h>

#include <string>
#include <string_view>
#include <vector>

namespace agc::parse {

/// The kinds of the arguments of an algorithm, one letter each. Begins of ranges: r, read; w, written; u, read and
/// written. e is the end of a range, v a number. f is a function of elements, g a binary operation on the accumulated
/// value and an element, c a comparison of two elements. A range of std::ranges stands for its begin and its end.
struct Algorithm {
  /// The lists that the function of ag::cxx accepts: none; lists of numbers and of pairs and tuples of numbers; all
  /// lists.
  enum class Lists { None, Ordered, Any };

  std::string_view name, arguments;
  bool in_cxx = false;  // ag::cxx has the algorithm; otherwise the text stays
  bool finds = false;   // returns a position; its element, its index or its existence is used
  bool by_binding_time =
      false;  // its function receives symbolic values only if the numbers are symbolic; otherwise always
  Lists lists = Lists::None;

  /// True if the algorithm reduces the number of elements, which only a list can do.
  bool removes() const { return name == "remove" || name == "remove_if" || name == "unique" || name == "copy_if"; }
};

/// A call of an algorithm of std, or of a function object of std::ranges.
struct AlgorithmCall {
  std::string name;
  std::vector<const clang::Expr*> arguments;
  const clang::DeclRefExpr* written = nullptr;
  bool of_ranges = false;

  explicit operator bool() const { return !name.empty(); }
  /// Returns the container that the argument is or points into; null if it is neither.
  const clang::Expr* container(size_t index) const;
  /// True if the argument is a container that is passed to an algorithm of std::ranges.
  bool is_whole(size_t index) const;
};
AlgorithmCall algorithm_call(const clang::CallExpr* call);

/// The algorithm and the kinds of the arguments of a call; capitals are whole ranges. `algorithm` is null if the call
/// is not converted.
struct KnownAlgorithm {
  const Algorithm* algorithm = nullptr;
  std::string arguments;
};
KnownAlgorithm find_algorithm(const AlgorithmCall& call, bool finds);

/// True if the initial value of the algorithm may have this type: a number; for std::accumulate also a tensor or a
/// structure of numbers.
bool may_start_with(const Algorithm& algorithm, clang::QualType type);

/// Returns the container that an iterator points into, if it holds numbers or may become a list: v.begin(),
/// std::begin(v), v.begin() + k, a built-in array.
const clang::Expr* container_of(const clang::Expr* iterator);

/// Returns the container to which a std::back_inserter appends.
const clang::Expr* inserted_container(const clang::Expr* iterator);

/// True for std::next and std::prev.
bool is_step(const clang::FunctionDecl* callee);

}  // namespace agc::parse
