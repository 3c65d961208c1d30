/// Functions that are called for elements.
#include "data/resource.h"
#include "staging/captures.h"
#include "trace/context.h"

namespace ag::data {

namespace {

/// The functions of a dataset that is made while a function is traced run when the graph does, and what they refer to
/// is gone by then.
void check_function(const detail::RowFunction& about) {
  if (!about.captures || !tracing::current()) return;
  throw Error(ErrorKind::unimplemented, "a function of a dataset that a traced function makes has variables of its own",
              about.location,
              {"make the dataset outside of the traced function and pass it, or let the loop call the function"});
}

/// Where the types of the elements are known only once there is one.
void check_outside(const char* what, SourceLocation location) {
  if (!tracing::current()) return;
  throw Error(ErrorKind::unimplemented, std::string(what) + ": a traced function cannot make such a dataset", location,
              {"make it outside of the traced function, as a variable, a member, or an argument"});
}

/// What a function gives for elements of these types, found by tracing it to no effect.
ElementTypes traced_types(const detail::RowMap& map, const ElementTypes& types, SourceLocation location) {
  tracing::Trace& trace = *tracing::current();
  tracing::Captures* captures = tracing::captures();
  const auto cells = captures->values();
  const tracing::Trace::BlockScope scope(trace);
  Row row;
  for (const ir::TensorType& type : types) row.push_back(trace.add_argument(scope.block(), type, "", location));
  map(row);
  captures->set_values(cells);
  ElementTypes results;
  for (const Tensor& tensor : row) {
    const detail::TensorImpl& impl = detail::used(tensor, location);
    results.push_back({impl.dtype, impl.shape});
  }
  return results;
}

class Map final : public Derived {
 public:
  Map(SourcePtr of, detail::RowMap map, SourceLocation location)
      : Derived(std::move(of)), map_(std::move(map)), location_(location) {}
  void declare(ElementTypes types) { types_.declare(std::move(types)); }

  PullPtr open(Operands operands) const override {
    return pull([map = self(this), of = of_->open(operands)](Row& row) {
      if (!of->next(row)) return false;
      map->map_(row);
      settle(row, map->location_);
      if (!map->types_.known()) map->types_.learn(row, is_open(map->of_->types()));
      return true;
    });
  }
  std::optional<ElementTypes> types() const override { return types_.get(); }

 private:
  detail::RowMap map_;
  LearnedTypes types_;
  SourceLocation location_;
};

class Filter final : public Derived {
 public:
  Filter(SourcePtr of, detail::RowTest test, bool ends) : Derived(std::move(of)), test_(std::move(test)), ends_(ends) {}
  PullPtr open(Operands operands) const override {
    return pull([filter = self(this), of = of_->open(operands), kept = Row()](Row& row) mutable {
      while (of && of->next(row)) {
        kept = row;
        if (filter->test_(kept)) return true;
        if (filter->ends_) of.reset();
      }
      return false;
    });
  }
  int64_t count(Operands) const override { return kUnknown; }

 private:
  detail::RowTest test_;
  bool ends_;  // with the first element that does not pass
};

class Scan final : public Derived {
 public:
  Scan(SourcePtr of, Row initial, detail::RowScan scan, SourceLocation location)
      : Derived(std::move(of)), initial_(std::move(initial)), scan_(std::move(scan)), location_(location) {}
  PullPtr open(Operands operands) const override {
    return pull([scan = self(this), of = of_->open(operands), state = initial_](Row& row) mutable {
      if (!of->next(row)) return false;
      scan->scan_(state, row);
      settle(row, scan->location_);
      if (!scan->types_.known()) scan->types_.learn(row, is_open(scan->of_->types()));
      return true;
    });
  }
  std::optional<ElementTypes> types() const override { return types_.get(); }

 private:
  Row initial_;
  detail::RowScan scan_;
  LearnedTypes types_;
  SourceLocation location_;
};

/// The elements of the datasets that a function makes of elements: `block` of each in turn, `cycle` of them at a time.
class Expand final : public Derived {
 public:
  Expand(SourcePtr of, detail::RowExpand expand, int64_t cycle, int64_t block)
      : Derived(std::move(of)), expand_(std::move(expand)), cycle_(static_cast<size_t>(cycle)), block_(block) {}
  PullPtr open(Operands operands) const override {
    struct Run {
      std::shared_ptr<const Expand> expand;
      PullPtr of;
      std::vector<PullPtr> open;  // in their places; empty: the next one comes here
      size_t at = 0;
      int64_t given = 0;  // of the block
      void advance_to_next() {
        at = (at + 1) % open.size();
        given = 0;
      }
    };
    Run begin{self(this), of_->open(operands), std::vector<PullPtr>(cycle_)};
    return pull([run = std::move(begin)](Row& row) mutable {
      for (size_t empty = 0; empty < run.open.size();) {
        PullPtr& now = run.open[run.at];
        if (!now && run.of) {
          if (run.of->next(row))
            now = run.expand->inner(row);
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

 private:
  PullPtr inner(Row& row) const {
    const ag::Variable made = expand_(row);
    return static_cast<DatasetResource&>(*detail::VariableAccess::impl(made)->resource).open();
  }

  detail::RowExpand expand_;
  size_t cycle_;
  int64_t block_;
  LearnedTypes types_;
};

class Generator final : public Source {
 public:
  Generator(detail::RowGenerator generator, SourceLocation location)
      : generator_(std::move(generator)), location_(location) {}
  void declare(ElementTypes types) { types_.declare(std::move(types)); }
  PullPtr open(Operands) const override {
    return pull([made = self(this), next = generator_()](Row& row) mutable {
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
  LearnedTypes types_;
  SourceLocation location_;
};

}  // namespace

}  // namespace ag::data

namespace ag::detail {

ag::Variable data_map(const ag::Variable& of, RowMap map, RowFunction about) {
  data::check_function(about);
  data::Known known = data::known(of, about.location);
  auto mapped = std::make_shared<data::Map>(known.source, map, about.location);
  if (tracing::current() && tracing::captures())
    mapped->declare(data::traced_types(map, data::known_types(known, about.location), about.location));
  return data::make({std::move(mapped), std::move(known.operands)}, about.location);
}

ag::Variable data_filter(const ag::Variable& of, RowTest test, bool ends, RowFunction about) {
  data::check_function(about);
  data::Known known = data::known(of, about.location);
  return data::make({std::make_shared<data::Filter>(known.source, std::move(test), ends), std::move(known.operands)},
                    about.location);
}

ag::Variable data_scan(const ag::Variable& of, Row initial, RowScan scan, RowFunction about) {
  data::check_outside("scan", about.location);
  data::settle(initial, about.location);
  data::Known known = data::known(of, about.location);
  return data::make({std::make_shared<data::Scan>(known.source, std::move(initial), std::move(scan), about.location),
                     std::move(known.operands)},
                    about.location);
}

ag::Variable data_expand(const ag::Variable& of, RowExpand expand, int64_t cycle, int64_t block, RowFunction about) {
  data::check_outside("interleave", about.location);
  if (cycle < 1 || block < 1)
    throw Error(ErrorKind::invalid_argument, "interleave: a cycle and a block have at least 1 element", about.location);
  data::Known known = data::known(of, about.location);
  return data::make({std::make_shared<data::Expand>(known.source, std::move(expand), cycle, block), known.operands},
                    about.location);
}

ag::Variable data_generator(RowGenerator generator, const std::vector<TensorSpec>& types, RowFunction about) {
  data::check_outside("from_generator", about.location);
  auto made = std::make_shared<data::Generator>(std::move(generator), about.location);
  data::ElementTypes declared;
  for (const TensorSpec& type : types) declared.push_back({type.dtype, type.shape});
  if (!types.empty()) made->declare(std::move(declared));
  return data::make({std::move(made), {}}, about.location);
}

}  // namespace ag::detail
