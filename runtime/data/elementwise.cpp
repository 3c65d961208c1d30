/// Datasets that call functions for their elements: map, filter, scan, flat_map and generators.
#include <algorithm>

#include "data/resource.h"
#include "data/staged.h"
#include "staging/captures/captures.h"
#include "staging/control/leaves.h"
#include "trace/context.h"

namespace ag::data {

namespace {

/// True if the dataset is made by a function that is being traced.
bool is_staged() { return tracing::current() && tracing::captures(); }

/// A function that is called for elements: on the host, or as a graph.
template <class F>
class ElementFunction {
 public:
  explicit ElementFunction(F function) : function_(std::move(function)) {}
  ElementFunction(StagedFunctionPtr staged, size_t before) : part_{std::move(staged), before} {}

  /// Returns the operands of the source of the elements.
  Operands of_source(Operands operands) const { return part_.of_source(operands); }
  Row own(Operands operands) const { return part_.own(operands); }
  const F& host() const { return function_; }
  const StagedFunction* staged() const { return part_.function.get(); }
  void check_unchanged() const {
    if (part_.function) part_.function->check_unchanged();
  }

 private:
  F function_;
  StagedPart part_;
};

class Map final : public Derived {
 public:
  Map(SourcePtr of, ElementFunction<detail::RowMap> map, SourceLocation location)
      : Derived(std::move(of)), map_(std::move(map)), location_(location) {
    if (map_.staged()) types_.declare(map_.staged()->results());
  }
  PullPtr open(Operands operands) const override {
    return pull([map = self(this), of = of_->open(map_.of_source(operands)), own = map_.own(operands)](Row& row) {
      if (!of->next(row)) return false;
      if (const StagedFunction* staged = map->map_.staged()) {
        staged->run(row, own);
        return true;
      }
      present(row, map->location_);
      map->map_.host()(row);
      settle(row, map->location_);
      if (!map->types_.known()) map->types_.learn(row, is_open(map->of_->types()));
      return true;
    });
  }
  std::optional<ElementTypes> types() const override { return types_.get(); }
  int64_t count(Operands operands) const override { return of_->count(map_.of_source(operands)); }
  void check_unchanged() const override {
    of_->check_unchanged();
    map_.check_unchanged();
  }

 private:
  ElementFunction<detail::RowMap> map_;
  LearnedTypes types_;
  SourceLocation location_;
};

class Filter final : public Derived {
 public:
  Filter(SourcePtr of, ElementFunction<detail::RowTest> test, bool ends)
      : Derived(std::move(of)), test_(std::move(test)), ends_(ends) {}
  PullPtr open(Operands operands) const override {
    return pull([filter = self(this), of = of_->open(test_.of_source(operands)), own = test_.own(operands),
                 kept = Row()](Row& row) mutable {
      while (of && of->next(row)) {
        kept = row;
        if (filter->passes(kept, own)) return true;
        if (filter->ends_) of.reset();
      }
      return false;
    });
  }
  int64_t count(Operands) const override { return kUnknown; }
  void check_unchanged() const override {
    of_->check_unchanged();
    test_.check_unchanged();
  }

 private:
  bool passes(Row& row, Operands own) const {
    if (!test_.staged()) {
      present(row, SourceLocation::current());
      return test_.host()(row).host();
    }
    test_.staged()->run(row, own);
    return *reinterpret_cast<const bool*>(row[0].impl()->data());
  }

  ElementFunction<detail::RowTest> test_;
  bool ends_;  // at the first element that fails the test
};

class Scan final : public Derived {
 public:
  /// `initial` is the initial state on the host; a graph has it among the operands of the source.
  Scan(SourcePtr of, Row initial, ElementFunction<detail::RowScan> scan, size_t state_size, SourceLocation location)
      : Derived(std::move(of)),
        initial_(std::move(initial)),
        scan_(std::move(scan)),
        state_size_(static_cast<std::ptrdiff_t>(state_size)),
        location_(location) {
    if (!scan_.staged()) return;
    const ElementTypes& results = scan_.staged()->results();
    types_.declare(ElementTypes(results.begin() + state_size_, results.end()));
  }
  PullPtr open(Operands operands) const override {
    if (!scan_.staged()) {
      return pull([scan = self(this), of = of_->open(operands), state = initial_](Row& row) mutable {
        if (!of->next(row)) return false;
        present(row, scan->location_);
        scan->scan_.host()(state, row);
        settle(row, scan->location_);
        if (!scan->types_.known()) scan->types_.learn(row, is_open(scan->of_->types()));
        return true;
      });
    }
    Row own = scan_.own(operands);
    Row state(own.begin(), own.begin() + state_size_);
    own.erase(own.begin(), own.begin() + state_size_);
    return pull([scan = self(this), of = of_->open(scan_.of_source(operands)), own = std::move(own),
                 state = std::move(state), element = Row()](Row& row) mutable {
      if (!of->next(element)) return false;
      row.assign(state.begin(), state.end());
      row.insert(row.end(), element.begin(), element.end());
      scan->scan_.staged()->run(row, own);
      std::move(row.begin(), row.begin() + scan->state_size_, state.begin());
      row.erase(row.begin(), row.begin() + scan->state_size_);
      return true;
    });
  }
  std::optional<ElementTypes> types() const override { return types_.get(); }
  int64_t count(Operands operands) const override { return of_->count(scan_.of_source(operands)); }
  void check_unchanged() const override {
    of_->check_unchanged();
    scan_.check_unchanged();
  }

 private:
  Row initial_;
  ElementFunction<detail::RowScan> scan_;
  std::ptrdiff_t state_size_;
  LearnedTypes types_;
  SourceLocation location_;
};

/// Interleaves the datasets that a function makes of elements: `block` elements of each in turn, `cycle` datasets at a
/// time.
class Expand final : public Derived {
 public:
  /// `inner`: in a graph, the common source of all these datasets, whose operands the function returns.
  Expand(SourcePtr of, ElementFunction<detail::RowExpand> expand, SourcePtr inner, int64_t cycle, int64_t block)
      : Derived(std::move(of)),
        expand_(std::move(expand)),
        inner_(std::move(inner)),
        cycle_(static_cast<size_t>(cycle)),
        block_(block) {}
  void declare(ElementTypes types) { types_.declare(std::move(types)); }

  PullPtr open(Operands operands) const override {
    struct Run {
      std::shared_ptr<const Expand> expand;
      PullPtr of;
      Row own;
      std::vector<PullPtr> open;  // in their slots; an empty slot takes the next one
      size_t at = 0;
      int64_t given = 0;  // of the block
      void advance_to_next() {
        at = (at + 1) % open.size();
        given = 0;
      }
    };
    Run begin{self(this), of_->open(expand_.of_source(operands)), expand_.own(operands), std::vector<PullPtr>(cycle_)};
    return pull([run = std::move(begin)](Row& row) mutable {
      for (size_t empty = 0; empty < run.open.size();) {
        PullPtr& now = run.open[run.at];
        if (!now && run.of) {
          if (run.of->next(row))
            now = run.expand->open_inner(row, run.own);
          else
            run.of.reset();
        }
        if (!now) {
          ++empty;
        } else if (now->next(row)) {
          if (!run.expand->types_.known()) run.expand->types_.learn(row, true);
          if (++run.given == run.expand->block_) run.advance_to_next();
          return true;
        } else {
          now.reset();
          empty = 0;
          if (run.of) continue;
        }
        run.advance_to_next();
      }
      return false;
    });
  }
  std::optional<ElementTypes> types() const override { return types_.get(); }
  int64_t count(Operands) const override { return kUnknown; }
  void check_unchanged() const override {
    of_->check_unchanged();
    expand_.check_unchanged();
  }

 private:
  PullPtr open_inner(Row& row, Operands own) const {
    if (const StagedFunction* staged = expand_.staged()) {
      staged->run(row, own);
      return inner_->open(row);
    }
    present(row, SourceLocation::current());
    const ag::Variable made = expand_.host()(row);
    return static_cast<DatasetResource&>(*detail::VariableAccess::impl(made)->resource).open();
  }

  ElementFunction<detail::RowExpand> expand_;
  SourcePtr inner_;
  size_t cycle_;
  int64_t block_;
  LearnedTypes types_;
};

class Generator final : public Source {
 public:
  /// `known` holds the arguments of the generator; an undefined one is the next operand.
  Generator(detail::RowGenerator generator, Row known, SourceLocation location)
      : generator_(std::move(generator)), known_(std::move(known)), location_(location) {}
  void declare(ElementTypes types) { types_.declare(std::move(types)); }
  PullPtr open(Operands operands) const override {
    Row arguments = known_;
    size_t operand = 0;
    for (Tensor& argument : arguments) {
      if (!argument.defined()) argument = operands[operand++];
    }
    return pull([made = self(this), next = generator_(arguments)](Row& row) mutable {
      check_cancelled(made->location_);
      if (!next || !next(row)) {
        next = nullptr;
        return false;
      }
      settle(row, made->location_);
      if (!made->types_.known()) made->types_.learn(row, false);
      return true;
    });
  }
  std::optional<ElementTypes> types() const override { return types_.get(); }
  int64_t count(Operands) const override { return kUnknown; }

 private:
  detail::RowGenerator generator_;
  Row known_;
  LearnedTypes types_;
  SourceLocation location_;
};

}  // namespace

}  // namespace ag::data

namespace ag::detail {

namespace {

using data::Known;
using data::StagedFunction;

/// Traces a function for elements of `known`, and appends the operands of the function to those of `known`.
template <class F>
data::ElementFunction<F> staged(std::function<void(Row& row)> function, data::ElementTypes parameters, Known& known,
                                const Row& own, SourceLocation location) {
  const size_t before = known.operands.size();
  auto made = std::make_shared<const StagedFunction>(std::move(function), std::move(parameters), location);
  known.operands.insert(known.operands.end(), own.begin(), own.end());
  known.operands.insert(known.operands.end(), made->captured().begin(), made->captured().end());
  return {std::move(made), before};
}

/// Returns the function of a scan for rows of the state and the element. The types of the state are generalised until
/// those of the next state match.
data::ElementFunction<RowScan> staged_scan(const RowScan& scan, Row initial, Known& known, SourceLocation location) {
  const size_t size = initial.size();
  const auto joined = [scan, size](Row& row) {
    Row state(row.begin(), row.begin() + static_cast<std::ptrdiff_t>(size));
    row.erase(row.begin(), row.begin() + static_cast<std::ptrdiff_t>(size));
    scan(state, row);
    row.insert(row.begin(), state.begin(), state.end());
  };
  const data::ElementTypes elements = data::known_types(known, location);
  data::ElementTypes types;
  for (Tensor& tensor : initial) {
    const TensorImpl& impl = used(tensor, location);
    types.push_back({impl.dtype, impl.shape});
  }
  for (bool again = true; again;) {
    again = false;
    data::ElementTypes parameters = types;
    parameters.insert(parameters.end(), elements.begin(), elements.end());
    const StagedFunction found(joined, parameters, location);
    for (size_t k = 0; k < size; ++k) {
      const ir::TensorType& becomes = found.results()[k];
      const ir::TensorType joint{promote_types(types[k].dtype, becomes.dtype),
                                 ir::join_shapes(types[k].shape, becomes.shape)};
      again = again || joint.dtype != types[k].dtype || joint.shape != types[k].shape;
      types[k] = joint;
    }
  }
  Row own;
  for (size_t k = 0; k < size; ++k) {
    const Tensor first = cast_to(initial[k], types[k].dtype, location);
    own.push_back(tracing::current()->symbol_of(tracing::current()->value_of(first, location), location));
  }
  types.insert(types.end(), elements.begin(), elements.end());
  return staged<RowScan>(joined, std::move(types), known, own, location);
}

}  // namespace

ag::Variable data_map(const ag::Variable& of, RowMap map, RowFunction about) {
  Known known = data::known(of, about.location);
  data::ElementFunction<RowMap> function =
      data::is_staged()
          ? staged<RowMap>(std::move(map), data::known_types(known, about.location), known, {}, about.location)
          : data::ElementFunction<RowMap>(std::move(map));
  return data::make(
      {std::make_shared<data::Map>(known.source, std::move(function), about.location), std::move(known.operands)},
      about.location);
}

ag::Variable data_filter(const ag::Variable& of, RowTest test, bool ends, RowFunction about) {
  Known known = data::known(of, about.location);
  const auto decide = [test, location = about.location](Row& row) {
    const Predicate passes = test(row);
    row.assign(1, flag_tensor(passes.value(), location));
  };
  data::ElementFunction<RowTest> function =
      data::is_staged() ? staged<RowTest>(decide, data::known_types(known, about.location), known, {}, about.location)
                        : data::ElementFunction<RowTest>(std::move(test));
  return data::make(
      {std::make_shared<data::Filter>(known.source, std::move(function), ends), std::move(known.operands)},
      about.location);
}

ag::Variable data_scan(const ag::Variable& of, Row initial, RowScan scan, RowFunction about) {
  Known known = data::known(of, about.location);
  const size_t size = initial.size();
  if (!data::is_staged()) data::settle(initial, about.location);
  data::ElementFunction<RowScan> function = data::is_staged() ? staged_scan(scan, initial, known, about.location)
                                                              : data::ElementFunction<RowScan>(std::move(scan));
  if (function.staged()) initial.clear();
  return data::make(
      {std::make_shared<data::Scan>(known.source, std::move(initial), std::move(function), size, about.location),
       std::move(known.operands)},
      about.location);
}

ag::Variable data_expand(const ag::Variable& of, RowExpand expand, int64_t cycle, int64_t block, RowFunction about) {
  if (cycle < 1 || block < 1)
    throw Error(ErrorKind::invalid_argument, "interleave: a cycle and a block have at least 1 element", about.location);
  Known known = data::known(of, about.location);
  if (!data::is_staged()) {
    return data::make({std::make_shared<data::Expand>(known.source, data::ElementFunction<RowExpand>(std::move(expand)),
                                                      nullptr, cycle, block),
                       std::move(known.operands)},
                      about.location);
  }
  // All these datasets have one source and differ only in their operands, which the function returns.
  auto made = std::make_shared<std::optional<std::pair<data::SourcePtr, data::ElementTypes>>>();
  const auto inner = [expand, made, location = about.location](Row& row) {
    Known one = data::known(expand(row), location);
    if (!*made) *made = {one.source, data::known_types(one, location)};
    row = std::move(one.operands);
  };
  auto function = staged<RowExpand>(inner, data::known_types(known, about.location), known, {}, about.location);
  auto expanded = std::make_shared<data::Expand>(known.source, std::move(function), (*made)->first, cycle, block);
  expanded->declare((*made)->second);
  return data::make({std::move(expanded), std::move(known.operands)}, about.location);
}

ag::Variable data_generator(RowGenerator generator, Row arguments, const std::vector<TensorSpec>& types,
                            RowFunction about) {
  if (tracing::current() && about.captures) {
    throw Error(ErrorKind::unimplemented, "a generator that a traced function makes has variables of its own",
                about.location,
                {"let it be called with them: from_generator(make, {TensorSpec({3}, float32)}, x), or make the dataset "
                 "outside of the traced function, as a variable, a member, or an argument"});
  }
  if (tracing::current() && types.empty()) {
    throw Error(ErrorKind::unimplemented, "a traced function makes a generator whose elements have no declared types",
                about.location, {"name them after the function: from_generator(make, {TensorSpec({3}, float32)})"});
  }
  Row symbols;
  for (Tensor& argument : arguments) {
    if (!used(argument, about.location).is_symbol()) continue;
    symbols.push_back(argument);
    argument = Tensor();
  }
  auto made = std::make_shared<data::Generator>(std::move(generator), std::move(arguments), about.location);
  data::ElementTypes declared;
  for (const TensorSpec& type : types) declared.push_back({type.dtype, type.shape});
  if (!types.empty()) made->declare(std::move(declared));
  return data::make({std::move(made), std::move(symbols)}, about.location);
}

}  // namespace ag::detail
