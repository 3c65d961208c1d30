#include <ag/staging/generated.h>
#line 1 "input.cpp"
#include <ag/ag.h>
using ag::Tensor;

namespace stats {
struct Accumulator {
  enum Kind { None, Some };
  static constexpr int kMost = 3;
  Tensor total = 0.f;
  int count = 0;
  Kind kind = None;

  AG_CONVERT void add(Tensor x) {
    if (x > 0) {
      total = total + x;
      ++count;
      kind = Some;
    }
  }
  Kind seen() const { return kind; }
  int limit(int n = kMost) const { return count > n ? n : count; }
  bool full() const {  // never before three
    return limit() == kMost;
  }
  static Accumulator of(Tensor x) {
    Accumulator result;
    result.add(x);
    return result;
  }
}; struct Accumulator_staged; [[maybe_unused]] inline Accumulator_staged ag_staged_class(const Accumulator*); struct Accumulator_staged { using Kind = Accumulator::Kind; using enum Accumulator::Kind; static constexpr auto kMost = Accumulator::kMost; Tensor total = 0.f; ag::Staged<int> count = 0; ag::Staged<Kind> kind = None; void add(Tensor x); ag::Staged<stats::Accumulator::Kind> seen() const; ag::Staged<int> limit(ag::Staged<int> n = kMost) const; ag::Staged<bool> full() const; static ag::staged_t<Accumulator> of(Tensor x); }; inline Accumulator_staged ag_staged_class(const Accumulator*) { return {}; }
}  // namespace stats

AG_FUNCTION Tensor f(Tensor xs) { return ag::traced<&f>(AG_STATE(xs), [](Tensor xs) -> Tensor {
  ag::staged_t<stats::Accumulator> a = stats::Accumulator_staged::of(xs[0]);
  ag::Flag did_break; ag::for_stmt(xs, AG_STATE(a).until(did_break), [&](Tensor x) {
    ag::if_stmt(a.full(), AG_STATE(a, did_break), [&] { did_break = true; }, [&] {
    a.add(x);
  }); });
  return a.total / a.limit(ag::if_else(a.seen() == stats::Accumulator::Some, [&] { return 2; }, [&] { return 1; }));
}); }
static const ag::GeneratedCode ag_generated_code_input_1(&f, "AG_FUNCTION Tensor f(Tensor xs) {\n  ag::staged_t<stats::Accumulator> a = stats::Accumulator_staged::of(xs[0]);\n  ag::Flag did_break;\n  ag::for_stmt(xs, AG_STATE(a).until(did_break), [&](Tensor x) {\n    ag::if_stmt(a.full(), AG_STATE(a, did_break), [&] { did_break = true; }, [&] {\n      a.add(x);\n    });\n  });\n  return a.total / a.limit(ag::if_else(\n                       a.seen() == stats::Accumulator::Some, [&] { return 2; }, [&] { return 1; }));\n}");
#line 12 "input.cpp"
namespace stats { inline void Accumulator_staged::add(Tensor x) {
  ag::if_stmt(x > 0, AG_STATE(total, count, kind), [&] {
    total = total + x;
    ++count;
    kind = Some;
  });
} }
#line 19 "input.cpp"
namespace stats { inline ag::Staged<stats::Accumulator::Kind> Accumulator_staged::seen() const { return kind; } }
#line 20 "input.cpp"
namespace stats { inline ag::Staged<int> Accumulator_staged::limit(ag::Staged<int> n) const { return ag::if_else(count > n, [&] { return n; }, [&] { return count; }); } }
#line 21 "input.cpp"
namespace stats { inline ag::Staged<bool> Accumulator_staged::full() const {  // never before three
  return limit() == kMost;
} }
#line 24 "input.cpp"
namespace stats { inline ag::staged_t<Accumulator> Accumulator_staged::of(Tensor x) {
  ag::staged_t<Accumulator> result;
  result.add(x);
  return result;
} }
