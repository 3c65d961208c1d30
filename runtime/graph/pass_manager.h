#pragma once
/// Pipelines of passes over graphs or programs: selection by name, verification, dumps and times.
#include <chrono>
#include <iosfwd>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "base/machine.h"
#include "graph/dump.h"

namespace ag::ir {

struct PassInfo {
  const char* name;
  const char* reason;     // for its position in the pipeline
  bool optional = false;  // true if it runs only where it is asked for
};

/// A pass over an `Ir`, which is a graph or a program.
template <class Ir>
struct Pass : PassInfo {
  bool (*run)(Ir&, const detail::Machine&);  // true if it may have changed the Ir
};

/// Calls a pass, which takes the machine if its decisions depend on it. Returns true if the pass may have changed the
/// Ir; a pass that returns nothing always may.
template <auto function, class Ir>
bool call_pass(Ir& ir, const detail::Machine& machine) {
  const auto call = [&] {
    if constexpr (std::is_invocable_v<decltype(function), Ir&, const detail::Machine&>)
      return function(ir, machine);
    else
      return function(ir);
  };
  if constexpr (std::is_void_v<decltype(call())>) {
    call();
    return true;
  } else {
    return call();
  }
}

struct PassOptions {
  /// "": the passes that run by default; "-cse,-dce": these without cse and dce; "all"; "none"; "cse,dce": only these.
  std::string selection;
  std::vector<std::string_view> optional;  // optional passes that run by default
  detail::Machine machine;                 // that the result is for
  bool verify = false;                     // the Ir, after each pass that may have changed it
  std::ostream* dump = nullptr;            // receives the Ir after each pass that changed it
  std::ostream* times = nullptr;           // receives a line for each pass

  /// The environment variable `selection_variable` is the selection. AG_VERIFY=1, the word of `stage` in AG_DUMP, and
  /// AG_TIME_PASSES=1 switch on the others, which write to dump_stream(). A build with assertions verifies in any case.
  /// The machine is that of the process.
  static PassOptions from_environment(const char* selection_variable, Stage stage);
};

/// A call of one pass.
struct PassRun {
  const PassInfo* pass;
  int iteration;  // of the pipeline, from 0
  bool changed;   // as the pass reports it
  double microseconds;
};

/// Returns whether each pass is selected. Throws ag::Error invalid_argument for an unknown name.
std::vector<bool> select_passes(const PassOptions& options, std::span<const PassInfo* const> pipeline);

/// Writes the Ir after a pass, under a heading.
void dump_after_pass(const PassOptions& options, const std::string& name, const PassRun& run, const std::string& text);
/// Writes the time of a pass, and the sizes of the Ir before and after it.
void write_pass_time(const PassOptions& options, const std::string& name, const PassRun& run, size_t before,
                     size_t after);

/// Runs one pass. `Traits` has name(ir), text(ir), size(ir) and verify(ir, after).
template <class Traits, class Ir>
PassRun run_pass(Ir& ir, const Pass<Ir>& pass, int iteration, const PassOptions& options) {
  const size_t size = options.times ? Traits::size(ir) : 0;
  const std::string before = options.dump ? Traits::text(ir) : std::string();
  const auto start = std::chrono::steady_clock::now();
  const bool changed = pass.run(ir, options.machine);
  const std::chrono::duration<double, std::micro> time = std::chrono::steady_clock::now() - start;
  const PassRun run{&pass, iteration, changed, time.count()};
  if (changed && options.verify) Traits::verify(ir, std::string("the pass ") + pass.name);
  if (changed && options.dump) {
    const std::string text = Traits::text(ir);
    if (text != before) dump_after_pass(options, Traits::name(ir), run, text);
  }
  if (options.times) write_pass_time(options, Traits::name(ir), run, size, Traits::size(ir));
  return run;
}

/// Repeats the selected passes until one iteration changes nothing, at most `max_iterations` times.
template <class Traits, class Ir>
std::vector<PassRun> run_passes(Ir& ir, std::span<const Pass<Ir>> pipeline, const PassOptions& options,
                                int max_iterations) {
  std::vector<const PassInfo*> infos;
  for (const Pass<Ir>& pass : pipeline) infos.push_back(&pass);
  const std::vector<bool> selected = select_passes(options, infos);
  std::vector<PassRun> runs;
  bool changed = true;
  for (int iteration = 0; changed && iteration < max_iterations; ++iteration) {
    changed = false;
    for (size_t k = 0; k < pipeline.size(); ++k) {
      if (!selected[k]) continue;
      runs.push_back(run_pass<Traits>(ir, pipeline[k], iteration, options));
      changed = changed || runs.back().changed;
    }
  }
  return runs;
}

}  // namespace ag::ir
