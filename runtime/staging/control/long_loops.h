#pragma once
/// Host loops that are recorded as loops of the graph with symbolic counters instead of being unrolled, if their bodies
/// permit. After such a loop the counters remain symbolic, and extents that change in it are unknown. Code that must
/// know them makes the trace fail; the function is then traced again without recording such loops.
///
/// Two kinds of loops are recorded:
/// - Long loops: more than `kMaxUnrolled` iterations, or fewer that would become very many nodes.
/// - Large loops: fewer iterations, which would become many nodes. Their cost is the time of tracing and compiling,
///   which is proportional to the number of nodes; equal iterations cost less, because the pass `reroll` restores the
///   loop. A large loop is recorded only if the code after it cannot tell the difference: the shapes of its variables
///   stay known, and it changes no list and no host value. Numbers that its body changes are known after it.
#include <cstddef>
#include <cstdint>
#include <optional>

#include "ag/detail/function_ref.h"
#include "staging/control/leaves.h"

namespace ag::detail {

/// The maximum number of unrolled iterations of a loop that can be recorded.
inline constexpr int kMaxUnrolled = 128;

/// The minimum number of iterations of a large loop. A shorter loop of the graph is slower than its iterations.
inline constexpr int kMinIterations = 8;

/// The maximum numbers of nodes that all iterations of an unrolled loop become.
struct NodeLimits {
  double different;  // if the types of the nodes differ between iterations, as those of slices that grow. The pass
                     // `reroll` does not restore such a loop, and a node takes about 0.5 ms to compile
  double equal;      // otherwise. A node takes some microseconds to trace and to reroll
};
inline constexpr NodeLimits kLargeLoop{256, 1024};
/// Of loops whose variables change their shapes. The types of results are not known after such a loop, which makes the
/// code after it slower.
inline constexpr NodeLimits kGrowingLoop{512, 1 << 16};

/// The kinds of host loops that a trace records; each includes the previous one.
enum class HostLoops : uint8_t { None, Long, Large };

/// The host loops of one trace.
class LongLoops {
 public:
  explicit LongLoops(HostLoops kind);
  ~LongLoops();
  LongLoops(const LongLoops&) = delete;
  LongLoops& operator=(const LongLoops&) = delete;

  /// Returns the greatest kind of the loops recorded that the host could have counted.
  HostLoops recorded() const { return recorded_; }

  /// True if host loops of this kind are recorded.
  static bool are_recorded(HostLoops kind);
  static void note_recorded(HostLoops kind);
  /// Returns the kinds that a trace inside of the current one may record.
  static HostLoops permitted();

 private:
  const HostLoops kind_;
  HostLoops recorded_ = HostLoops::None;
  LongLoops* const outer_;
};

/// True before the iterations 128, 1024, 8192, …: those before which a loop is asked if it is long.
bool long_loops_are_asked(int count);

/// A host loop that is to be recorded, or None.
struct HostLoop {
  HostLoops kind = HostLoops::None;
  std::optional<SavedState> after = {};  // the state after the loop, if tracing found the numbers in it
  bool may_grow = false;                 // a large loop is recorded as a long one if its variables change their shapes
};

/// Decides if a host loop is recorded before its iteration `count`. `iteration` is the body and the step; `can_stop`:
/// the state has exits.
HostLoop host_loop(const StateBase& state, FunctionRef<Predicate()> test, FunctionRef<void()> step,
                   FunctionRef<void()> iteration, int count, bool can_stop);

/// Sets the numbers of the state that are known in `from`.
void load_numbers(const StateBase& state, const SavedState& from);

/// Runs `trace`, which makes a trace. If it fails after recording host loops, runs it again without those.
void trace_long_loops(FunctionRef<void()> trace);

}  // namespace ag::detail
