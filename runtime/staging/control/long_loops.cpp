#include "staging/control/long_loops.h"

#include <algorithm>
#include <bit>
#include <exception>

#include "ag/error.h"
#include "staging/control/rehearsal.h"

namespace ag::detail {

namespace {

thread_local LongLoops* innermost_loops = nullptr;

constexpr int kRehearsed = 3;  // iterations

/// The course of a loop if only the step changes the operands of its test.
struct Course {
  int count = 0;     // iterations, at most kMaxUnrolled + 1; 0: not known
  SavedState state;  // after kRehearsed iterations without their bodies
};

Course course_of(const StateBase& state, FunctionRef<Predicate()> test, FunctionRef<void()> step) {
  const Rehearsal rehearsal(state);
  Course course;
  rehearsal.run(false, [&] {
    for (int k = 1; k <= kMaxUnrolled; ++k) {
      step();
      const Staged<bool> more = test().value();
      if (!more.is_host() || rehearsal.adds_nodes()) return false;
      if (k == 1 && !rehearsal.changes_state()) return false;  // the body counts, not the step
      if (k == kRehearsed) course.state = save_state(state);
      if (!more.value()) {
        course.count = k;
        return true;
      }
    }
    course.count = kMaxUnrolled + 1;
    return true;
  });
  return course;
}

/// True if the next iterations add nodes to the graph or may end the loop. Several iterations are traced, because the
/// first may be empty, like one with an inner loop from 0 to 0.
bool adds_to_graph(const StateBase& state, FunctionRef<Predicate()> test, FunctionRef<void()> iteration) {
  const Rehearsal rehearsal(state);
  return rehearsal.run(true, [&] {
    for (int k = 0; k < kRehearsed; ++k) {
      iteration();
      if (!state.stopped().is_host()) return true;
      const Flag more(host_condition(state.stopped()) ? Flag() : Flag(test().value()));
      if (!more.is_host() || rehearsal.adds_nodes()) return true;
      if (!more.value()) return false;
    }
    return false;
  });
}

bool same_numbers(const SavedState& a, const SavedState& b) {
  if (a.variables.size() != b.variables.size()) return false;
  return std::ranges::equal(a.variables, b.variables, [](const Leaf& one, const Leaf& other) {
    return one.kind == other.kind && (one.kind != Leaf::Kind::Number || one.number.same(other.number));
  });
}

/// The iterations that a rehearsal has traced.
class TracedIterations {
 public:
  explicit TracedIterations(const Rehearsal& rehearsal) : rehearsal_(rehearsal) {}
  void add() { ends_.push_back(rehearsal_.size()); }
  /// True if `count` iterations like the last ones of these would become more nodes than the limits.
  bool are_many(int count, NodeLimits limits) const {
    const IterationNodes before = nodes(kRehearsed - 2), last = nodes(kRehearsed - 1);
    const double each = static_cast<double>(last.count);
    const double growth = std::max(0.0, each - static_cast<double>(before.count));
    const bool differ = before.count == last.count && before.shapes != last.shapes;
    return count * (each + growth * count / 2) > (differ ? limits.different : limits.equal);
  }

 private:
  IterationNodes nodes(size_t k) const { return rehearsal_.nodes(ends_[k], ends_[k + 1]); }

  const Rehearsal& rehearsal_;
  std::vector<size_t> ends_{0};
};

/// Returns the kind of a loop without exits, judged by its first iterations. Returns nullopt if these change other
/// numbers than the step does.
std::optional<HostLoop> large_loop(const StateBase& state, FunctionRef<Predicate()> test, FunctionRef<void()> iteration,
                                   const Course& course) {
  const Rehearsal rehearsal(state);
  std::optional<HostLoop> loop = HostLoop();
  rehearsal.run(false, [&] {
    TracedIterations traced(rehearsal);
    for (int k = 0; k < kRehearsed; ++k) {
      iteration();
      if (const Staged<bool> more = test().value(); !more.is_host() || !more.value()) return false;
      traced.add();
    }
    loop.reset();
    if (!same_numbers(course.state, save_state(state))) return true;
    loop = HostLoop();
    if (traced.are_many(course.count, kLargeLoop)) loop->kind = HostLoops::Large;
    loop->may_grow = traced.are_many(course.count, kGrowingLoop);
    return true;
  });
  return loop;
}

/// As `large_loop` and `adds_to_graph`, for a loop whose body changes numbers: all iterations are traced speculatively,
/// up to kMaxUnrolled, to find their number and the numbers after them.
HostLoop rehearse(const StateBase& state, FunctionRef<Predicate()> test, FunctionRef<void()> iteration) {
  const Rehearsal rehearsal(state);
  HostLoop loop;
  rehearsal.run(false, [&] {
    TracedIterations traced(rehearsal);
    for (int k = 1; k <= kMaxUnrolled; ++k) {
      iteration();
      const Staged<bool> more = test().value();
      if (!more.is_host() || (k == kRehearsed && !rehearsal.adds_nodes())) return false;
      traced.add();
      if (more.value()) continue;
      if (k < kMinIterations || !traced.are_many(k, kLargeLoop)) return false;
      loop = {HostLoops::Large, save_state(state)};
      return true;
    }
    loop.kind = HostLoops::Long;
    return true;
  });
  return loop;
}

/// Returns the error of a trace that records these loops, or null. Sets `kind` to the kind of loops that it recorded.
std::exception_ptr error_of_trace(FunctionRef<void()> trace, HostLoops& kind) {
  const LongLoops loops(kind);
  try {
    trace();
  } catch (const Error&) {
    kind = loops.recorded();
    return std::current_exception();
  }
  return {};
}

}  // namespace

LongLoops::LongLoops(HostLoops kind) : kind_(kind), outer_(innermost_loops) { innermost_loops = this; }
LongLoops::~LongLoops() { innermost_loops = outer_; }

bool LongLoops::are_recorded(HostLoops kind) { return innermost_loops && innermost_loops->kind_ >= kind; }
void LongLoops::note_recorded(HostLoops kind) {
  if (innermost_loops) innermost_loops->recorded_ = std::max(innermost_loops->recorded_, kind);
}
HostLoops LongLoops::permitted() { return innermost_loops ? innermost_loops->kind_ : HostLoops::Large; }

bool long_loops_are_asked(int count) {
  const auto bits = static_cast<unsigned>(count);
  return count >= kMaxUnrolled && std::has_single_bit(bits) &&
         (std::countr_zero(bits) - std::countr_zero(unsigned{kMaxUnrolled})) % 3 == 0;
}

HostLoop host_loop(const StateBase& state, FunctionRef<Predicate()> test, FunctionRef<void()> step,
                   FunctionRef<void()> iteration, int count, bool can_stop) {
  const Course course = count == 0 ? course_of(state, test, step) : Course();
  if (course.count > kMaxUnrolled || long_loops_are_asked(count))
    return {adds_to_graph(state, test, iteration) ? HostLoops::Long : HostLoops::None, {}};
  const bool is_short = course.count > 0 && course.count < kMinIterations;
  if (count > 0 || can_stop || is_short || !LongLoops::are_recorded(HostLoops::Large)) return {};
  if (course.count > 0) {
    if (const std::optional<HostLoop> loop = large_loop(state, test, iteration, course)) return *loop;
  }
  return rehearse(state, test, iteration);
}

void load_numbers(const StateBase& state, const SavedState& from) {
  SavedState now = save_state(state);
  if (now.variables.size() != from.variables.size()) return;
  for (size_t k = 0; k < now.variables.size(); ++k) {
    const Leaf& leaf = from.variables[k];
    if (leaf.kind == Leaf::Kind::Number && !leaf.resource && leaf.number.is_host())
      now.variables[k].number = leaf.number;
  }
  load_state(state, now);
}

void trace_long_loops(FunctionRef<void()> trace) {
  HostLoops kind = LongLoops::permitted();
  std::exception_ptr error = error_of_trace(trace, kind);
  if (error && kind == HostLoops::Large) {
    kind = HostLoops::Long;
    error = error_of_trace(trace, kind);
  }
  if (error && kind == HostLoops::Long) {
    kind = HostLoops::None;
    if (!error_of_trace(trace, kind)) return;
  }
  if (error) std::rethrow_exception(error);
}

}  // namespace ag::detail
