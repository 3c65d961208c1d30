/// Datasets that select, repeat or reorder elements.
#include "data/resource.h"
#include "kernel/random/philox.h"
#include "trace/context.h"

namespace ag::data {

namespace {

class Take final : public Derived {
 public:
  Take(SourcePtr of, int64_t count) : Derived(std::move(of)), count_(count) {}
  PullPtr open(Operands operands) const override {
    return pull([of = of_->open(operands), left = count_](Row& row) mutable {
      if (left == 0) of.reset();  // the producer of the elements is not needed again
      if (!of || !of->next(row)) return false;
      if (left > 0) --left;
      return true;
    });
  }
  int64_t count(Operands operands) const override {
    const int64_t count = of_->count(operands);
    if (count_ < 0) return count;
    return count == kInfinite ? count_ : count == kUnknown ? (count_ == 0 ? 0 : kUnknown) : std::min(count, count_);
  }

 private:
  int64_t count_;
};

class Skip final : public Derived {
 public:
  Skip(SourcePtr of, int64_t count) : Derived(std::move(of)), count_(count) {}
  PullPtr open(Operands operands) const override {
    return pull([of = of_->open(operands), left = count_](Row& row) mutable {
      if (left < 0) return false;
      for (; left > 0; --left) {
        if (!of->next(row)) return false;
      }
      return of->next(row);
    });
  }
  int64_t count(Operands operands) const override {
    const int64_t count = of_->count(operands);
    if (count_ < 0) return 0;
    return count < 0 ? count : count > count_ ? count - count_ : 0;
  }

 private:
  int64_t count_;
};

class Repeat final : public Derived {
 public:
  Repeat(SourcePtr of, int64_t count) : Derived(std::move(of)), count_(count) {}
  PullPtr open(Operands operands) const override {
    return pull(
        [of = of_, kept = Row(operands.begin(), operands.end()), run = PullPtr(), left = count_](Row& row) mutable {
          for (bool fresh = false; left != 0 || run;) {
            if (!run) {
              run = of->open(kept);
              fresh = true;
              if (left > 0) --left;
            }
            if (run->next(row)) return true;
            run.reset();
            if (fresh) left = 0;  // nothing to repeat
          }
          return false;
        });
  }
  int64_t count(Operands operands) const override {
    const int64_t count = of_->count(operands);
    if (count_ == 0 || count == 0) return 0;
    if (count == kUnknown) return kUnknown;
    return count_ < 0 || count == kInfinite ? kInfinite : count_product(count, count_);
  }

 private:
  int64_t count_;
};

/// Random numbers below a bound. Each is a function of the seed, the pass and the number of earlier draws.
class Draws {
 public:
  Draws(uint64_t seed, uint64_t run) : key_{seed, run} {}
  uint64_t below(uint64_t bound) {
    const kernel::RandomBlock block = kernel::random_block(key_, next_++);
    const uint64_t bits = uint64_t{block[0]} << 32 | block[1];
    return static_cast<uint64_t>((static_cast<unsigned __int128>(bits) * bound) >> 64);
  }

 private:
  kernel::RandomKey key_;
  uint64_t next_ = 0;
};

/// The number of passes over a dataset.
struct Runs : std::enable_shared_from_this<Runs> {
  std::atomic<uint64_t> count = 0;
};

/// Each element comes from a random slot of a buffer, which the next element refills.
class Shuffle final : public Derived {
 public:
  /// `runs` is empty if the order is the same in each pass.
  Shuffle(SourcePtr of, int64_t buffer, uint64_t seed, std::optional<Kept<Runs>> runs)
      : Derived(std::move(of)), buffer_(static_cast<size_t>(buffer)), seed_(seed), runs_(std::move(runs)) {}
  PullPtr open(Operands operands) const override {
    const uint64_t run = runs_ ? runs_->get(operands)->count.fetch_add(1) : 0;
    // Rows that were returned keep their memory, after the valid ones.
    return pull([of = of_->open(of_source(operands)), draws = Draws(seed_, run), rows = std::vector<Row>(),
                 there = size_t{0}, size = buffer_](Row& row) mutable {
      while (of && there < size) {
        if (there == rows.size()) rows.emplace_back();
        if (of->next(rows[there]))
          ++there;
        else
          of.reset();
      }
      if (there == 0) return false;
      Row& chosen = rows[draws.below(there)];
      row.swap(chosen);
      chosen.swap(rows[--there]);
      return true;
    });
  }
  int64_t count(Operands operands) const override { return of_->count(of_source(operands)); }

 private:
  Operands of_source(Operands operands) const { return runs_ ? runs_->of_source(operands) : operands; }

  size_t buffer_;
  uint64_t seed_;
  std::optional<Kept<Runs>> runs_;
};

class Concatenate final : public Derived {
 public:
  Concatenate(SourcePtr of, SourcePtr next, size_t operands)
      : Derived(std::move(of)), next_(std::move(next)), operands_(operands) {}
  PullPtr open(Operands operands) const override {
    const Operands others = operands.subspan(operands_);
    return pull([run = of_->open(operands.first(operands_)), next = next_,
                 kept = Row(others.begin(), others.end())](Row& row) mutable {
      while (!run->next(row)) {
        if (!next) return false;
        run = next->open(kept);
        next.reset();
      }
      return true;
    });
  }
  std::optional<ElementTypes> types() const override {
    auto types = of_->types();
    const auto others = next_->types();
    if (!types || !others) return std::nullopt;
    for (size_t k = 0; k < types->size(); ++k)
      (*types)[k].shape = ir::join_shapes((*types)[k].shape, (*others)[k].shape);
    return types;
  }
  int64_t count(Operands operands) const override {
    const int64_t first = of_->count(operands.first(operands_)), second = next_->count(operands.subspan(operands_));
    if (first == kInfinite || second == kInfinite) return kInfinite;
    return first < 0 || second < 0 ? kUnknown : count_sum(first, second);
  }
  void check_unchanged() const override {
    of_->check_unchanged();
    next_->check_unchanged();
  }

 private:
  SourcePtr next_;
  size_t operands_;  // of the first dataset
};

class Zip final : public Source {
 public:
  explicit Zip(std::vector<std::pair<SourcePtr, size_t>> of) : of_(std::move(of)) {}
  PullPtr open(Operands operands) const override {
    std::vector<PullPtr> runs;
    for_each(operands, [&](const Source& source, Operands own) { runs.push_back(source.open(own)); });
    return pull([runs = std::move(runs), part = Row()](Row& row) mutable {
      row.clear();
      for (const PullPtr& run : runs) {
        if (!run->next(part)) return false;
        row.insert(row.end(), std::make_move_iterator(part.begin()), std::make_move_iterator(part.end()));
      }
      return true;
    });
  }
  std::optional<ElementTypes> types() const override {
    ElementTypes all;
    for (const auto& [source, count] : of_) {
      const auto types = source->types();
      if (!types) return std::nullopt;
      all.insert(all.end(), types->begin(), types->end());
    }
    return all;
  }
  int64_t count(Operands operands) const override {
    int64_t least = kInfinite;
    bool unknown = false;
    for_each(operands, [&](const Source& source, Operands own) {
      const int64_t count = source.count(own);
      unknown = unknown || count == kUnknown;
      if (count >= 0) least = least == kInfinite ? count : std::min(least, count);
    });
    return unknown ? kUnknown : least;
  }
  void check_unchanged() const override {
    for (const auto& [source, count] : of_) source->check_unchanged();
  }

 private:
  template <class F>
  void for_each(Operands operands, F&& visit) const {
    for (const auto& [source, count] : of_) {
      visit(*source, operands.first(count));
      operands = operands.subspan(count);
    }
  }
  std::vector<std::pair<SourcePtr, size_t>> of_;  // with the number of operands of each
};

class Enumerate final : public Derived {
 public:
  Enumerate(SourcePtr of, int64_t start) : Derived(std::move(of)), start_(start) {}
  PullPtr open(Operands operands) const override {
    return pull([of = of_->open(operands), at = start_](Row& row) mutable {
      if (!of->next(row)) return false;
      row.insert(row.begin(), detail::scalar_tensor(detail::scalar_of(at++), DType::int64));
      return true;
    });
  }
  std::optional<ElementTypes> types() const override {
    auto types = of_->types();
    if (types) types->insert(types->begin(), {DType::int64, Shape()});
    return types;
  }

 private:
  int64_t start_;
};

/// The elements that the first complete pass leaves for later passes.
class CachedRows : public std::enable_shared_from_this<CachedRows> {
 public:
  using Rows = std::shared_ptr<const std::vector<Row>>;
  Rows get() const {
    const std::lock_guard lock(mutex_);
    return rows_;
  }
  void set(Rows rows) {
    const std::lock_guard lock(mutex_);
    if (!rows_) rows_ = std::move(rows);
  }

 private:
  mutable std::mutex mutex_;
  Rows rows_;
};

class Cache final : public Derived {
 public:
  Cache(SourcePtr of, Kept<CachedRows> kept, SourceLocation location)
      : Derived(std::move(of)), kept_(std::move(kept)), location_(location) {}
  PullPtr open(Operands operands) const override {
    const auto kept = kept_.get(operands);
    if (const auto rows = kept->get()) {
      return pull([rows, at = size_t{0}, location = location_](Row& row) mutable {
        if (at == rows->size()) return false;
        check_cancelled(location);
        row = (*rows)[at++];
        return true;
      });
    }
    return pull([kept, of = of_->open(kept_.of_source(operands)),
                 rows = std::make_shared<std::vector<Row>>()](Row& row) mutable {
      if (of && of->next(row)) {
        rows->push_back(row);
        return true;
      }
      if (of) kept->set(std::move(rows));
      of.reset();
      return false;
    });
  }
  int64_t count(Operands operands) const override { return of_->count(kept_.of_source(operands)); }

 private:
  Kept<CachedRows> kept_;
  SourceLocation location_;
};

}  // namespace

}  // namespace ag::data

namespace ag::detail {

ag::Variable data_take(const ag::Variable& of, int64_t count, SourceLocation location) {
  data::Known known = data::known(of, location);
  return data::make({std::make_shared<data::Take>(known.source, count), known.operands}, location);
}

ag::Variable data_skip(const ag::Variable& of, int64_t count, SourceLocation location) {
  data::Known known = data::known(of, location);
  return data::make({std::make_shared<data::Skip>(known.source, count), known.operands}, location);
}

ag::Variable data_repeat(const ag::Variable& of, int64_t count, SourceLocation location) {
  data::Known known = data::known(of, location);
  return data::make({std::make_shared<data::Repeat>(known.source, count), known.operands}, location);
}

ag::Variable data_shuffle(const ag::Variable& of, int64_t buffer, uint64_t seed, bool each_time,
                          SourceLocation location) {
  if (buffer < 1) throw Error(ErrorKind::invalid_argument, "shuffle: the buffer has no place", location);
  data::Known known = data::known(of, location);
  std::optional<data::Kept<data::Runs>> runs;
  if (each_time) runs.emplace(known.operands, "order of a dataset", location);
  return data::make({std::make_shared<data::Shuffle>(known.source, buffer, seed, std::move(runs)), known.operands},
                    location);
}

ag::Variable data_enumerate(const ag::Variable& of, int64_t start, SourceLocation location) {
  data::Known known = data::known(of, location);
  return data::make({std::make_shared<data::Enumerate>(known.source, start), known.operands}, location);
}

ag::Variable data_concatenate(const ag::Variable& of, const ag::Variable& next, SourceLocation location) {
  data::Known first = data::known(of, location), second = data::known(next, location);
  const size_t operands = first.operands.size();
  first.operands.insert(first.operands.end(), second.operands.begin(), second.operands.end());
  return data::make({std::make_shared<data::Concatenate>(first.source, second.source, operands), first.operands},
                    location);
}

ag::Variable data_zip(std::span<const ag::Variable* const> of, SourceLocation location) {
  std::vector<std::pair<data::SourcePtr, size_t>> sources;
  Row operands;
  for (const ag::Variable* one : of) {
    data::Known known = data::known(*one, location);
    sources.emplace_back(known.source, known.operands.size());
    operands.insert(operands.end(), known.operands.begin(), known.operands.end());
  }
  return data::make({std::make_shared<data::Zip>(std::move(sources)), std::move(operands)}, location);
}

ag::Variable data_cache(const ag::Variable& of, SourceLocation location) {
  data::Known known = data::known(of, location);
  data::Kept<data::CachedRows> kept(known.operands, "cache of a dataset", location);
  return data::make({std::make_shared<data::Cache>(known.source, std::move(kept), location), known.operands}, location);
}

}  // namespace ag::detail
