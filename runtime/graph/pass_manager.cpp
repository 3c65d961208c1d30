#include "graph/pass_manager.h"

#include <algorithm>
#include <cstdlib>
#include <iomanip>
#include <ostream>

#include "ag/error.h"
#include "base/environment.h"

namespace ag::ir {

namespace {

bool is_set(const char* variable) {
  const char* text = std::getenv(variable);
  return text && *text && std::string_view(text) != "0";
}

[[noreturn]] void fail_selection(std::string_view word, std::span<const PassInfo* const> pipeline) {
  std::string names;
  for (const PassInfo* pass : pipeline) names += std::string(names.empty() ? "" : ", ") + pass->name;
  throw detail::environment_error("there is no pass '" + std::string(word) + "'; the passes are " + names +
                                  "; all and none stand alone, and -name leaves one out");
}

bool runs_by_default(const PassInfo& pass, const PassOptions& options) {
  return !pass.optional || std::ranges::find(options.optional, pass.name) != options.optional.end();
}

}  // namespace

PassOptions PassOptions::from_environment(const char* selection_variable, Stage stage) {
  PassOptions options;
  options.machine = detail::machine();
  const char* selection = std::getenv(selection_variable);
  options.selection = selection ? selection : "";
#ifdef NDEBUG
  options.verify = is_set("AG_VERIFY");
#else
  options.verify = true;
#endif
  if (dumps(stage)) options.dump = &dump_stream();
  if (is_set("AG_TIME_PASSES")) options.times = &dump_stream();
  return options;
}

std::vector<bool> select_passes(const PassOptions& options, std::span<const PassInfo* const> pipeline) {
  std::string_view words = options.selection;
  std::vector<bool> selected(pipeline.size(), words == "all");
  if (words == "all" || words == "none") return selected;
  if (words.empty() || words.front() == '-') {
    for (size_t k = 0; k < pipeline.size(); ++k) selected[k] = runs_by_default(*pipeline[k], options);
  }
  while (!words.empty()) {
    const size_t comma = std::min(words.find(','), words.size());
    const std::string_view word = words.substr(0, comma);
    words.remove_prefix(std::min(comma + 1, words.size()));
    const bool is_out = word.starts_with('-');
    const auto pass = std::ranges::find(pipeline, is_out ? word.substr(1) : word,
                                        [](const PassInfo* one) { return std::string_view(one->name); });
    if (pass == pipeline.end()) fail_selection(word, pipeline);
    selected[static_cast<size_t>(pass - pipeline.begin())] = !is_out;
  }
  return selected;
}

void dump_after_pass(const PassOptions& options, const std::string& name, const PassRun& run, const std::string& text) {
  const std::lock_guard lock(dump_mutex());
  *options.dump << "// " << name << " after " << run.pass->name << ", iteration " << run.iteration + 1 << "\n"
                << text << "\n";
}

void write_pass_time(const PassOptions& options, const std::string& name, const PassRun& run, size_t before,
                     size_t after) {
  const std::lock_guard lock(dump_mutex());
  *options.times << name << ": iteration " << run.iteration + 1 << ", " << std::left << std::setw(22) << run.pass->name
                 << std::right << std::fixed << std::setprecision(1) << std::setw(9) << run.microseconds << " us, size "
                 << before;
  if (run.changed) *options.times << " -> " << after;
  *options.times << "\n";
}

}  // namespace ag::ir
