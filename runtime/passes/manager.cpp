#include "passes/manager.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdlib>
#include <iomanip>
#include <iostream>
#include <string_view>

#include "graph/dump.h"
#include "graph/text.h"
#include "graph/verify.h"
#include "passes/passes.h"

namespace ag::passes {

namespace {

constexpr int kMostRounds = 8;  // each round is linear in the size of the graph; two or three are usual

constexpr std::array kPasses{
#define AG_PASS(name, function, reason) Pass{#name, &function, reason},
#define AG_OPTIONAL_PASS(name, function, reason) Pass{#name, &function, reason, &Options::name},
#include "passes/passes.def"
#undef AG_PASS
};

bool is_set(const char* variable) {
  const char* text = std::getenv(variable);
  return text && *text && std::string_view(text) != "0";
}

[[noreturn]] void fail_selection(std::string_view word) {
  std::string names;
  for (const Pass& pass : kPasses) names += std::string(names.empty() ? "" : ", ") + pass.name;
  throw Error(ErrorKind::invalid_argument, "there is no pass '" + std::string(word) + "'; the passes are " + names +
                                               "; all and none stand alone, and -name leaves one out");
}

/// Reads the selection.
std::vector<const Pass*> select(const Options& options) {
  std::string_view text = options.selection;
  std::array<bool, kPasses.size()> chosen{};
  if (text == "none") return {};
  const bool all = text == "all";
  if (text.empty() || all) text = "-";
  for (size_t k = 0; k < kPasses.size(); ++k) {
    const bool by_default = !kPasses[k].option || options.*kPasses[k].option;
    chosen[k] = all || (text.front() == '-' && by_default);
  }
  while (!text.empty()) {
    const size_t comma = std::min(text.find(','), text.size());
    std::string_view word = text.substr(0, comma);
    text.remove_prefix(std::min(comma + 1, text.size()));
    const bool out = word.starts_with('-');
    if (word == "-" && text.empty()) break;
    const auto pass =
        std::ranges::find(kPasses, out ? word.substr(1) : word, [](const Pass& p) { return std::string_view(p.name); });
    if (pass == kPasses.end()) fail_selection(word);
    chosen[static_cast<size_t>(pass - kPasses.begin())] = !out;
  }
  std::vector<const Pass*> list;
  for (size_t k = 0; k < kPasses.size(); ++k) {
    if (chosen[k]) list.push_back(&kPasses[k]);
  }
  return list;
}

Run run_pass(ir::Graph& graph, const Pass& pass, int round, const Options& options) {
  const size_t before = options.times ? ir::count_nodes(graph) : 0;
  const auto start = std::chrono::steady_clock::now();
  const bool changed = pass.run(graph);
  const std::chrono::duration<double, std::micro> time = std::chrono::steady_clock::now() - start;
  if (changed && options.verify) ir::verify(graph, (std::string("the pass ") + pass.name).c_str());
  if (changed && options.dump) {
    ir::PrintOptions shortened;
    shortened.constant_elements = 16;
    const std::lock_guard lock(ir::dump_mutex());
    *options.dump << "// " << graph.name() << " after " << pass.name << ", round " << round + 1 << "\n"
                  << ir::print(graph, shortened) << "\n";
  }
  if (options.times) {
    const std::lock_guard lock(ir::dump_mutex());
    *options.times << graph.name() << ": round " << round + 1 << ", " << std::left << std::setw(10) << pass.name
                   << std::right << std::fixed << std::setprecision(1) << std::setw(9) << time.count() << " us, "
                   << before << " nodes";
    if (changed) *options.times << " -> " << ir::count_nodes(graph);
    *options.times << "\n";
  }
  return {&pass, round, changed, time.count()};
}

}  // namespace

std::span<const Pass> all_passes() { return kPasses; }

Options Options::from_environment() {
  Options options;
  const char* selection = std::getenv("AG_PASSES");
  options.selection = selection ? selection : "";
#ifdef NDEBUG
  options.verify = is_set("AG_VERIFY");
#else
  options.verify = true;
#endif
  if (ir::dumps(ir::Stage::Passes)) options.dump = &ir::dump_stream();
  options.fixed_points = is_set("AG_FIXED_POINTS_ALL");
  if (is_set("AG_TIME_PASSES")) options.times = &ir::dump_stream();
  return options;
}

std::vector<Run> optimize(ir::Graph& graph, const Options& options) {
  const std::vector<const Pass*> passes = select(options);
  std::vector<Run> runs;
  bool changed = true;
  for (int round = 0; changed && round < kMostRounds; ++round) {
    changed = false;
    for (const Pass* pass : passes) {
      runs.push_back(run_pass(graph, *pass, round, options));
      changed = changed || runs.back().changed;
    }
  }
  return runs;
}

}  // namespace ag::passes
