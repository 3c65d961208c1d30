/// Rows of runtime/ops/reduction.cpp and arg_reduction.cpp.
#include "ops/conformance.h"

namespace ag::test {

namespace {

using Reduce = std::function<Tensor(const TensorArg&, const Axes&, KeepDims)>;

struct ReductionVariant {
  const char* name;
  Axes axes;
  KeepDims keep;
};

std::vector<ReductionVariant> variants() {
  return {{"every", {}, {}},          {"first", 0, {}},      {"middle", 1, {}},
          {"last", -1, {}},           {"outer", {0, 2}, {}}, {"every_keep", {}, keepdims},
          {"last_keep", -1, keepdims}};
}

/// The cases that the references have under every variant of `name`.
std::vector<Case> cases_of(const std::string& name, const Reduce& reduce, const std::string& suffix = "") {
  std::vector<Case> cases;
  for (const ReductionVariant& variant : variants()) {
    if (name.starts_with("arg") && variant.name == std::string("outer")) continue;
    const Call call =
        one([reduce, variant](const std::vector<Tensor>& x) { return reduce(x[0], variant.axes, variant.keep); });
    for (Case& found : from_references("reduction", name + "." + variant.name + suffix, call)) {
      cases.push_back(std::move(found));
    }
  }
  return cases;
}

}  // namespace

std::vector<Row> cases_reduction() {
  std::vector<Row> rows;
  const auto add = [&](const char* name, const Reduce& reduce) { rows.push_back({name, cases_of(name, reduce)}); };
  add("sum", &sum);
  add("prod", &prod);
  add("mean", &mean);
  add("max", &max);
  add("min", &min);
  add("all", all);
  add("any", &any);
  add("count_nonzero", &count_nonzero);
  add("logsumexp", &logsumexp);
  add("argmax", &argmax);
  add("argmin", &argmin);
  // Composed of operations, so they have no row of their own.
  Row& composed = rows[2];
  append(composed,
         cases_of("var", [](const TensorArg& x, const Axes& axes, KeepDims keep) { return var(x, axes, keep); }));
  append(composed,
         cases_of("std", [](const TensorArg& x, const Axes& axes, KeepDims keep) { return ag::std(x, axes, keep); }));
  append(composed, cases_of("norm", &norm));
  append(composed, cases_of(
                       "var", [](const TensorArg& x, const Axes& axes, KeepDims keep) { return var(x, axes, keep, 1); },
                       "_corrected"));
  append(composed,
         cases_of(
             "std", [](const TensorArg& x, const Axes& axes, KeepDims keep) { return ag::std(x, axes, keep, 1); },
             "_corrected"));
  return rows;
}

}  // namespace ag::test
