#include "agc/transform.h"

#include <algorithm>
#include <chrono>
#include <utility>

#include "analysis/jumps.h"
#include "analysis/staging_need.h"
#include "analysis/unsupported.h"
#include "convert/pipeline.h"
#include "emit/converted_file.h"
#include "parse/annotations.h"
#include "parse/clang_session.h"
#include "parse/guarded_run.h"
#include "parse/reading_layout.h"

namespace agc {
namespace {

/// Wall-clock seconds since the last call, or since it was made.
class Stopwatch {
 public:
  double lap() {
    const auto now = std::chrono::steady_clock::now();
    const std::chrono::duration<double> seconds = now - std::exchange(start_, now);
    return seconds.count();
  }

 private:
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

void append(std::vector<Diagnostic>& to, std::vector<Diagnostic> more) {
  to.insert(to.end(), std::make_move_iterator(more.begin()), std::make_move_iterator(more.end()));
}

/// Analysis and converters on one function; nothing where it is refused.
std::optional<model::LoweredFunction> lower(const model::SourceFile& source, model::Function& function,
                                            std::vector<Diagnostic>& diagnostics) {
  analysis::find_staging_need(function);
  analysis::find_loop_exits(function.body);
  std::vector<Diagnostic> refused = analysis::find_unsupported(source, function);
  if (refused.empty()) {
    convert::Context context{source, function, {}, {}};
    convert::convert(context);
    refused = std::move(context.diagnostics);
    if (refused.empty()) refused = analysis::find_unsupported(source, context.lowered);
    if (refused.empty()) return std::move(context.lowered);
  }
  append(diagnostics, std::move(refused));
  return std::nullopt;
}

void sort_by_place(std::vector<Diagnostic>& diagnostics) {
  std::stable_sort(diagnostics.begin(), diagnostics.end(), [](const Diagnostic& a, const Diagnostic& b) {
    return std::pair(a.location.line, a.location.column) < std::pair(b.location.line, b.location.column);
  });
}

void convert_file(const model::SourceFile& source, std::vector<model::Function>& functions, Stopwatch& watch,
                  TransformResult& result) {
  std::vector<model::LoweredFunction> lowered;
  for (model::Function& function : functions) {
    if (auto one = lower(source, function, result.diagnostics)) lowered.push_back(std::move(*one));
  }
  sort_by_place(result.diagnostics);
  result.timing.convert = watch.lap();
  if (has_errors(result.diagnostics)) return;

  emit::Edits edits(source);
  for (const model::LoweredFunction& function : lowered) emit::emit_function(source, function, edits);
  if (!edits.sort()) {
    result.diagnostics.push_back(make_diagnostic(Id::internal, {source.name(), 1, 1}, {"edits overlap"}));
    return;
  }
  // The text of a lambda is a part of the text around it.
  std::erase_if(lowered, [](const model::LoweredFunction& function) { return function.function->nested; });
  for (const model::LoweredFunction& function : lowered) {
    const model::Range range = function.function->range;
    std::string text = emit::apply(source, edits.list(), range, /*with_entry=*/false);
    const uint32_t line = source.location(range.begin).line;
    result.functions.push_back({function.function->qualified_name, parse::reading_layout(text), line});
  }
  result.text = emit::converted_file(source, edits, lowered, result.functions);
  result.source_map = emit::source_map(source, edits.list());
  result.timing.emit = watch.lap();
}

void run(const TransformOptions& options, TransformResult& result) {
  Stopwatch watch;
  const parse::Session session(options);
  result.timing.parse = watch.lap();
  result.dependencies = session.dependencies();
  result.diagnostics = session.diagnostics();
  if (!session.ok()) return;
  const model::SourceFile source(session.main_name(), std::string(session.main_text()));
  if (emit::is_converted(source.text())) {
    result.text = std::string(source.text());
    return;
  }
  parse::Annotated annotated = parse::find_functions(session);
  append(result.diagnostics, std::move(annotated.diagnostics));
  convert_file(source, annotated.functions, watch, result);
}

}  // namespace

TransformResult transform(const TransformOptions& options) {
  TransformResult result;
  if (parse::run_guarded([&] { run(options, result); })) return result;
  TransformResult crashed;
  crashed.diagnostics.push_back(make_diagnostic(Id::internal, {options.file, 1, 1}, {"the conversion crashed"}));
  return crashed;
}

}  // namespace agc
