/// einsum: sums of products over labelled axes, composed of permutations, diagonals, products and sums, from left to
/// right. So it has no node of its own, and its gradients are those of these operations.
#include <algorithm>
#include <map>
#include <string>
#include <vector>

#include "ops/define.h"
#include "ops/dimension.h"

namespace ag::ops {

namespace {

/// A letter, or an axis that "..." stands for. The latter are numbered from the last one.
using Label = int;
constexpr Label kEllipsis = 256;
using Labels = std::vector<Label>;

bool has(const Labels& labels, Label label) { return std::ranges::find(labels, label) != labels.end(); }

std::string letter(Label label) { return label < kEllipsis ? std::string(1, static_cast<char>(label)) : "..."; }

/// The axes of one operand as the equation names them.
struct Written {
  Labels before, behind;  // the letters around "..."
  bool ellipsis = false;

  size_t letters() const { return before.size() + behind.size(); }
  /// Returns the labels of an operand whose "..." stands for `others` axes.
  Labels labels(size_t others) const {
    Labels all = before;
    for (size_t k = others; k-- > 0;) all.push_back(kEllipsis + static_cast<int>(k));
    all.insert(all.end(), behind.begin(), behind.end());
    return all;
  }
};

struct Equation {
  std::vector<Written> operands;
  Written result;
  bool has_result = false;
};

/// An operand or an intermediate result, with its labels.
struct Term {
  Tensor value;
  Labels labels;
};

class Einsum {
 public:
  Einsum(std::string_view equation, SourceLocation location) : text_(equation), location_(location) {}

  Tensor run(std::vector<Tensor> operands) {
    const Equation equation = parse();
    if (equation.operands.size() != operands.size()) {
      fail(ErrorKind::invalid_argument, "names the axes of " + std::to_string(equation.operands.size()) +
                                            " operands, and there are " + std::to_string(operands.size()));
    }
    std::vector<Term> terms;
    size_t others = 0;
    for (size_t k = 0; k < operands.size(); ++k) {
      const size_t more = named_rank(equation.operands[k], operands[k], k);
      others = std::max(others, more);
      terms.push_back({operands[k], equation.operands[k].labels(more)});
    }
    check_extents(terms);
    const Labels result = result_labels(equation, terms, others);
    is_one_ = terms.size() == 1;
    for (Term& term : terms) take_diagonals(term);
    Term all = std::move(terms[0]);
    if (is_one_) sum_but(all, result);
    for (size_t k = 1; k < terms.size(); ++k) {
      Labels kept = result;
      for (size_t later = k + 1; later < terms.size(); ++later) {
        kept.insert(kept.end(), terms[later].labels.begin(), terms[later].labels.end());
      }
      all = product(std::move(all), std::move(terms[k]), kept);
    }
    return permuted(all, result);
  }

 private:
  [[noreturn]] void fail(ErrorKind kind, const std::string& message) const {
    throw Error(kind, "einsum: \"" + text_ + "\" " + message, location_);
  }
  TensorArg at(const Tensor& x) const { return TensorArg(x, location_); }

  // Parsing.

  Written parse_axes(std::string_view axes, bool repeated) const {
    Written written;
    for (size_t k = 0; k < axes.size(); ++k) {
      const char c = axes[k];
      if (axes.substr(k, 3) == "..." && !written.ellipsis) {
        written.ellipsis = true;
        k += 2;
      } else if ((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z')) {
        if (!repeated && (has(written.before, c) || has(written.behind, c))) {
          fail(ErrorKind::invalid_argument, std::string("names the axis ") + c + " of the result twice");
        }
        (written.ellipsis ? written.behind : written.before).push_back(c);
      } else {
        fail(ErrorKind::invalid_argument, std::string("has '") + c +
                                              "' where a letter stands for an axis; \"...\" may stand once in an "
                                              "operand, for the axes that have no letter");
      }
    }
    return written;
  }

  Equation parse() const {
    std::string text;
    std::ranges::copy_if(text_, std::back_inserter(text), [](char c) { return c != ' '; });
    Equation equation;
    const size_t arrow = text.find("->");
    std::string_view operands = std::string_view(text).substr(0, arrow);
    if (arrow != std::string::npos) {
      equation.has_result = true;
      equation.result = parse_axes(std::string_view(text).substr(arrow + 2), false);
    }
    for (;;) {
      const size_t comma = operands.find(',');
      equation.operands.push_back(parse_axes(operands.substr(0, comma), true));
      if (comma == std::string_view::npos) return equation;
      operands.remove_prefix(comma + 1);
    }
  }

  /// Returns the number of axes that "..." stands for.
  size_t named_rank(const Written& written, const Tensor& x, size_t operand) const {
    const Shape& shape = detail::used(x, location_).shape;
    if (!shape.ranked()) {
      fail(ErrorKind::shape_error, "needs the number of axes of operand " + std::to_string(operand) +
                                       " here; give it with an input signature or a reshape");
    }
    if (shape.size() < written.letters() || (shape.size() > written.letters() && !written.ellipsis)) {
      fail(ErrorKind::shape_error, "has " + std::to_string(written.letters()) + " letters for operand " +
                                       std::to_string(operand) + ", which has the shape " + shape.str());
    }
    return shape.size() - written.letters();
  }

  void check_extents(const std::vector<Term>& terms) const {
    std::map<Label, std::pair<int64_t, size_t>> known;
    for (size_t k = 0; k < terms.size(); ++k) {
      const Shape& shape = terms[k].value.impl()->shape;
      for (size_t axis = 0; axis < shape.size(); ++axis) {
        const Label label = terms[k].labels[axis];
        const int64_t extent = shape[axis];
        if (extent == unknown || (label >= kEllipsis && extent == 1)) continue;
        const auto [first, is_new] = known.try_emplace(label, extent, k);
        if (is_new || first->second.first == extent) continue;
        fail(ErrorKind::shape_error, "gives axes of different lengths one name: " + letter(label) + " has " +
                                         std::to_string(first->second.first) + " elements in operand " +
                                         std::to_string(first->second.second) + ", " + std::to_string(extent) +
                                         " in operand " + std::to_string(k));
      }
    }
  }

  Labels result_labels(const Equation& equation, const std::vector<Term>& terms, size_t others) const {
    std::map<Label, int> uses;
    for (const Term& term : terms) {
      for (Label label : term.labels) ++uses[label];
    }
    if (equation.has_result) {
      if (others > 0 && !equation.result.ellipsis) {
        fail(ErrorKind::invalid_argument, "has no \"...\" in the result for the axes that have no letter");
      }
      const Labels labels = equation.result.labels(others);
      for (Label label : labels) {
        if (uses.contains(label)) continue;
        fail(ErrorKind::invalid_argument, "has the axis " + letter(label) + " in the result, and in no operand");
      }
      return labels;
    }
    Labels labels = Written().labels(others);
    for (const auto& [label, count] : uses) {
      if (label < kEllipsis && count == 1) labels.push_back(label);
    }
    return labels;
  }

  // Computing.

  Tensor permuted(const Term& term, const Labels& order) const {
    std::vector<int> axes;
    for (Label label : order)
      axes.push_back(static_cast<int>(std::ranges::find(term.labels, label) - term.labels.begin()));
    return std::ranges::is_sorted(axes) ? term.value : permute_dims(at(term.value), axes);
  }

  /// Makes the labels unique: axes of an operand with the same label become their diagonal.
  void take_diagonals(Term& term) const {
    for (size_t axis = 0; axis < term.labels.size(); ++axis) {
      const auto same =
          std::find(term.labels.begin() + static_cast<int64_t>(axis) + 1, term.labels.end(), term.labels[axis]);
      if (same == term.labels.end()) continue;
      const size_t other = static_cast<size_t>(same - term.labels.begin());
      std::vector<int> order;
      Labels labels;
      for (size_t k = 0; k < term.labels.size(); ++k) {
        if (k == axis || k == other) continue;
        order.push_back(static_cast<int>(k));
        labels.push_back(term.labels[k]);
      }
      labels.push_back(term.labels[axis]);
      order.push_back(static_cast<int>(axis));
      order.push_back(static_cast<int>(other));
      term = {diag(at(permute_dims(at(term.value), order))), labels};
      axis = static_cast<size_t>(-1);  // start over, since the axes changed
    }
  }

  /// Sums over the axes that are not in `kept`.
  void sum_but(Term& term, const Labels& kept) const {
    std::vector<int> axes;
    Labels labels;
    for (size_t axis = 0; axis < term.labels.size(); ++axis) {
      if (has(kept, term.labels[axis]))
        labels.push_back(term.labels[axis]);
      else
        axes.push_back(static_cast<int>(axis));
    }
    if (axes.empty()) return;
    const DType dtype = term.value.impl()->dtype;
    const Tensor sums = sum(at(term.value), axes);
    term = {is_one_ ? sums : as(at(sums), dtype, def(Op::astype), location_), labels};
  }

  Dim extent(const Tensor& x, int64_t axis) const {
    const int64_t known = x.impl()->shape[static_cast<size_t>(axis)];
    return known != unknown ? Dim(known) : Dim(dimension(x, axis, location_), location_);
  }

  /// Returns the product of the extents of the axes from `first` to `last` (not included).
  Dim joined(const Tensor& x, size_t first, size_t last) const {
    int64_t known = 1;
    Tensor open;
    for (size_t axis = first; axis < last; ++axis) {
      const Dim one = extent(x, static_cast<int64_t>(axis));
      if (one.value() != unknown)
        known *= one.value();
      else
        open = open.defined() ? multiply(at(open), at(one.tensor())) : one.tensor();
    }
    if (!open.defined()) return Dim(known);
    return Dim(known == 1 ? open : multiply(at(open), TensorArg(known, location_)), location_);
  }

  Tensor reshaped(const Tensor& x, const std::vector<Dim>& dims) const {
    return reshape(at(x), ShapeArg(std::span<const Dim>(dims), location_));
  }

  Term product(Term a, Term b, const Labels& kept) const {
    const auto but = [&](const Labels& further) {
      Labels all = kept;
      all.insert(all.end(), further.begin(), further.end());
      return all;
    };
    sum_but(a, but(b.labels));
    sum_but(b, but(a.labels));
    Labels both, summed, left, right;
    for (Label label : a.labels) {
      if (!has(b.labels, label))
        left.push_back(label);
      else
        (has(kept, label) ? both : summed).push_back(label);
    }
    for (Label label : b.labels) {
      if (!has(a.labels, label)) right.push_back(label);
    }
    const auto joined_labels = [](std::initializer_list<const Labels*> parts) {
      Labels all;
      for (const Labels* part : parts) all.insert(all.end(), part->begin(), part->end());
      return all;
    };
    const Labels labels = joined_labels({&both, &left, &right});
    if (summed.empty() || (left.empty() && right.empty())) {
      Tensor x = permuted(a, joined_labels({&both, &left, &summed}));
      Tensor y = permuted(b, joined_labels({&both, &right, &summed}));
      for (size_t k = 0; k < right.size(); ++k) x = expand_dims(at(x), static_cast<int>(both.size() + left.size() + k));
      for (size_t k = 0; k < left.size(); ++k) y = expand_dims(at(y), static_cast<int>(both.size() + k));
      return {sum_of_products(x, y, both.size() + left.size() + right.size(), summed.size()), labels};
    }
    Tensor x = permuted(a, joined_labels({&both, &left, &summed}));
    Tensor y = permuted(b, joined_labels({&both, &summed, &right}));
    const size_t stack = both.size();
    const Tensor whole_x = x, whole_y = y;
    const bool is_matrix = left.size() == 1 && right.size() == 1;
    x = as_matrices(x, stack, left.size(), summed.size());
    y = as_matrices(y, stack, summed.size(), right.size());
    Tensor result = matmul(at(x), at(y));
    if (!is_matrix) {
      std::vector<Dim> dims;
      for (size_t k = 0; k < stack; ++k) dims.push_back(extent(result, static_cast<int64_t>(k)));
      for (size_t k = 0; k < left.size(); ++k) dims.push_back(extent(whole_x, static_cast<int64_t>(stack + k)));
      for (size_t k = 0; k < right.size(); ++k) {
        dims.push_back(extent(whole_y, static_cast<int64_t>(stack + summed.size() + k)));
      }
      result = reshaped(result, dims);
    }
    return {result, labels};
  }

  /// Reshapes the axes after the first `stack`: the next `rows` axes become one, and the last `columns` axes become
  /// one.
  Tensor as_matrices(const Tensor& x, size_t stack, size_t rows, size_t columns) const {
    if (rows == 1 && columns == 1) return x;
    std::vector<Dim> dims;
    for (size_t k = 0; k < stack; ++k) dims.push_back(extent(x, static_cast<int64_t>(k)));
    dims.push_back(joined(x, stack, stack + rows));
    dims.push_back(joined(x, stack + rows, stack + rows + columns));
    return reshaped(x, dims);
  }

  /// Sums the products over the last `count` axes, which follow `kept` axes. Half types are computed in float.
  Tensor sum_of_products(const Tensor& x, const Tensor& y, size_t kept, size_t count) const {
    if (count == 0) return multiply(at(x), at(y));
    const DType dtype = x.impl()->dtype;
    const ir::OpDef& cast = def(Op::astype);
    const DType compute = is_floating(dtype) && item_size(dtype) == 2 ? DType::float32 : dtype;
    const Tensor products = multiply(at(as(at(x), compute, cast, location_)), at(as(at(y), compute, cast, location_)));
    std::vector<int> axes;
    for (size_t k = 0; k < count; ++k) axes.push_back(static_cast<int>(kept + k));
    return as(at(sum(at(products), axes)), dtype, cast, location_);
  }

  std::string text_;
  SourceLocation location_;
  bool is_one_ = false;
};

Tensor einsum_of(std::string_view equation, std::span<const TensorArg* const> operands, SourceLocation location) {
  std::vector<Tensor> values(operands.size());
  if (operands.size() == 1)
    values[0] = operands[0]->value();
  else
    promote(ir::Operands::Arithmetic, operands, values, def(Op::matmul), location);
  return Einsum(equation, location).run(std::move(values));
}

}  // namespace

}  // namespace ag::ops

namespace ag {

Tensor einsum(std::string_view equation, const TensorArg& a) {
  const TensorArg* const operands[] = {&a};
  return ops::einsum_of(equation, operands, a.location());
}

Tensor einsum(std::string_view equation, const TensorArg& a, const TensorArg& b) {
  const TensorArg* const operands[] = {&a, &b};
  return ops::einsum_of(equation, operands, a.location());
}

Tensor einsum(std::string_view equation, const TensorArg& a, const TensorArg& b, const TensorArg& c) {
  const TensorArg* const operands[] = {&a, &b, &c};
  return ops::einsum_of(equation, operands, a.location());
}

Tensor einsum(std::string_view equation, const TensorList& xs) {
  std::vector<TensorArg> operands;
  for (const Tensor& x : xs.tensors()) operands.emplace_back(x, xs.location());
  std::vector<const TensorArg*> pointers;
  for (const TensorArg& operand : operands) pointers.push_back(&operand);
  if (pointers.empty()) {
    throw Error(ErrorKind::invalid_argument, "einsum: there are no operands", xs.location());
  }
  return ops::einsum_of(equation, pointers, xs.location());
}

}  // namespace ag
