#include "agc/transform.h"

#include <algorithm>
#include <chrono>
#include <set>
#include <tuple>
#include <utility>

#include "diag/catalogue.h"
#include "emit/converted_file.h"
#include "emit/eager.h"
#include "emit/header_copies.h"
#include "emit/instances.h"
#include "emit/separation.h"
#include "emit/staged_classes.h"
#include "explain/explain.h"
#include "parse/build/annotations.h"
#include "parse/session/clang_session.h"
#include "parse/session/guarded_run.h"
#include "parse/session/reading_layout.h"
#include "parse/session/user_files.h"
#include "transform/conversion.h"
#include "transform/eager_functions.h"
#include "transform/macros.h"

namespace agc {
namespace {

/// Wall-clock seconds since the last call, or since construction.
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

void warn_host_effects(const model::SourceFile& source, const std::vector<model::LoweredFunction>& lowered,
                       std::vector<Diagnostic>& diagnostics) {
  std::set<std::tuple<std::string, uint32_t, uint32_t>> seen;  // a lambda is a part of the enclosing function
  for (const model::LoweredFunction& function : lowered) {
    for (const HostEffect& effect : explain::host_effects(source, function)) {
      if (!seen.emplace(effect.place.file, effect.place.line, effect.place.column).second) continue;
      diagnostics.push_back(make_diagnostic(Id::host_effect, effect.place, {effect.what}));
      const std::string around = effect.in_statement ? "the graph decides whether this runs, and how often"
                                                     : "this function is traced once for each signature";
      diagnostics.back().notes.insert(diagnostics.back().notes.begin(), make_note(effect.statement, around));
    }
  }
}

/// Sorts by position, the main file first.
void sort_by_place(std::vector<Diagnostic>& diagnostics, const std::string& main) {
  const auto place = [&](const Diagnostic& one) {
    const Location& location = one.location;
    return std::tuple(location.file != main, std::string_view(location.file), location.line, location.column);
  };
  std::ranges::stable_sort(diagnostics, {}, place);
}

/// Writes the texts of the file and of the headers that change with it.
void write_texts(const TransformOptions& options, const model::SourceFile& source,
                 const std::vector<model::Inclusion>& inclusions, const std::vector<model::LoweredFunction>& lowered,
                 const std::vector<emit::StagedMethodDefinition>& staged_classes, emit::Edits& edits,
                 TransformResult& result) {
  const emit::HeaderCopies copies = emit::copy_headers(source, inclusions, options.header_folder, edits);
  for (const model::Inclusion& one : copies.unreachable) {
    const std::string& header = source.parts()[one.to].name;
    result.diagnostics.push_back(
        make_diagnostic(Id::header_unreachable, {header, 1, 1}, {one.includer.empty() ? "-include" : one.includer}));
  }
  edits.sort();
  if (has_errors(result.diagnostics)) return;
  for (const emit::HeaderCopy& copy : copies.list) {
    result.headers.push_back({copy.name, source.parts()[copy.part].name, emit::converted_file(source, edits, copy.part),
                              emit::source_map(source, edits.list(), copy.part)});
  }
  std::string text = emit::converted_file(source, edits, 0);
  std::string code = emit::generated_code(source, lowered, result.functions);
  for (const emit::StagedMethodDefinition& one : staged_classes) code += one.in_place;
  code += emit::staged_variants(source, lowered);
  if (!code.empty() && !text.ends_with('\n')) text += '\n';
  result.text = text + code;
  result.source_map = emit::source_map(source, edits.list(), 0);
}

/// Makes the traced functions throw if a trace fails, instead of running eagerly.
void require_graphs(std::vector<model::Function>& functions) {
  for (model::Function& function : functions) {
    if (!function.is_entry()) continue;
    std::string& options = function.entry.options;
    if (options.find(".require_graph") != std::string::npos) continue;
    options.erase(options.find_last_not_of(" \n,") + 1);
    options += (options.empty() ? "" : ", ") + std::string(".require_graph = true");
  }
}

/// Converts the functions. If one cannot be staged, it is left as written and the others are converted again.
void convert_functions(const TransformOptions& options, const model::SourceFile& source,
                       const std::vector<model::Function>& all, EagerFunctions& eager,
                       std::vector<model::LoweredFunction>& lowered, TransformResult& result) {
  if (options.leave_eager_seed) eager.leave_at_random(all, *options.leave_eager_seed);
  if (!options.strict) eager.leave(all, result.diagnostics);
  for (const Location& place : options.uncompilable) eager.leave_uncompilable(all, place);
  for (;;) {
    std::vector<model::Function> functions = all;
    if (options.require_graph) require_graphs(functions);
    std::vector<Diagnostic> diagnostics;
    Conversion conversion(source, functions, eager, options.stages);
    conversion.run(lowered, diagnostics);
    if (!options.strict && eager.leave(functions, diagnostics)) continue;
    append(result.diagnostics, std::move(diagnostics));
    std::vector<Diagnostic> warnings = eager.take_warnings(functions);
    if (options.warn_eager) append(result.diagnostics, std::move(warnings));
    result.stages = conversion.take_stages();
    if (options.explain) result.explanations = conversion.explain(lowered, result.diagnostics);
    return;
  }
}

void convert_file(const TransformOptions& options, const model::SourceFile& source,
                  const std::vector<model::Inclusion>& inclusions, parse::Annotated& annotated, Stopwatch& watch,
                  TransformResult& result) {
  std::vector<model::LoweredFunction> lowered;
  EagerFunctions eager(source);
  convert_functions(options, source, annotated.functions, eager, lowered, result);
  if (options.warn_host_effects) warn_host_effects(source, lowered, result.diagnostics);
  sort_by_place(result.diagnostics, source.name());
  result.timing.convert = watch.lap();
  if (has_errors(result.diagnostics)) return;

  emit::Edits edits(source);
  const std::vector<emit::EagerText> eager_texts = eager.texts(annotated.functions);
  result.leaves_functions = !eager_texts.empty();
  for (const emit::EagerText& text : eager_texts) emit::emit_eager(source, text, edits);
  for (const model::LoweredFunction& one : lowered) emit::emit_separation(*one.function, edits);
  emit::emit_staged_classes(source, lowered, edits);
  emit::emit_instances(source, lowered, edits);
  for (const model::LoweredFunction& function : lowered) {
    if (!function.function->copy.at_end_of_file()) emit::emit_function(source, function, edits);
  }
  std::vector<emit::StagedMethodDefinition> staged_classes = emit::staged_method_definitions(source, lowered);
  for (emit::StagedMethodDefinition& one : emit::instance_definitions(source, lowered))
    staged_classes.push_back(std::move(one));
  if (!edits.sort()) {
    result.diagnostics.push_back(make_diagnostic(Id::internal, {source.name(), 1, 1}, {"edits overlap"}));
    return;
  }
  emit::name_symbols(source, lowered, edits, staged_classes);
  // The text of a lambda is a part of the enclosing text.
  std::erase_if(lowered, [](const model::LoweredFunction& function) {
    return function.function->is_lambda() && !function.function->is_traced_lambda();
  });
  for (const model::LoweredFunction& function : lowered) {
    const model::Range range = function.function->range;
    const auto staged_method =
        std::ranges::find(staged_classes, function.function.get(), &emit::StagedMethodDefinition::function);
    std::string text = staged_method != staged_classes.end()
                           ? staged_method->text
                           : emit::apply(source, edits.list(), range, /*with_entry=*/false);
    const Location place = source.location(range.begin);
    std::vector<Instance> instances;
    if (!function.function->variant) instances = std::move(annotated.instances[range.begin]);
    const bool is_read = options.all_texts || emit::has_generated_code(*function.function);
    result.functions.push_back({function.function->qualified_name, function.function->signature,
                                is_read ? parse::reading_layout(text) : "", place.file, place.line,
                                std::string(source.text(range)), text, std::move(instances)});
  }
  write_texts(options, source, inclusions, lowered, staged_classes, edits, result);
  if (result.text) *result.text += emit::eager_code(source, eager_texts);
  result.timing.emit = watch.lap();
}

/// Converts the file, with macros expanded as in `expanded`, and sets `text` to the text of the main file. If nothing
/// is expanded and a macro hides code to be rewritten, sets `macros` to the macros that could be expanded.
void convert_once(const TransformOptions& options, const parse::ExpandedText& expanded, std::string& text,
                  std::vector<parse::MacroUse>& macros, TransformResult& result) {
  Stopwatch watch;
  const bool as_it_is = expanded.uses().empty();
  const parse::Session session(options, {.main_text = as_it_is ? nullptr : &expanded.text(), .keep_macros = as_it_is});
  result.timing.parse = watch.lap();
  result.dependencies = session.dependencies();
  result.diagnostics = session.diagnostics();
  if (!session.ok()) return;
  text = session.main_text();
  model::SourceFile source(session.main_name(), text);
  if (emit::is_converted(source.text())) {
    result.text = std::string(source.text());
    return;
  }
  const parse::UserFiles& files = session.files();
  for (size_t k = 1; k < files.list().size(); ++k) source.add(files.list()[k].name, files.list()[k].text);
  parse::Annotated annotated = parse::find_functions(session);
  append(result.diagnostics, std::move(annotated.diagnostics));
  convert_file(options, source, files.inclusions(), annotated, watch, result);
  if (as_it_is && hides_in_macro(result.diagnostics)) macros = parse::macro_uses(session);
}

/// Expands macros that hide code to be rewritten, until no more are found.
void run(const TransformOptions& options, TransformResult& result) {
  parse::ExpandedText expanded;
  std::string original;
  std::vector<parse::MacroUse> macros;
  std::set<model::Offset> places;
  for (std::string text;;) {
    result = {};
    convert_once(options, expanded, text, macros, result);
    if (expanded.uses().empty()) original = text;
    const size_t known = places.size();
    places.merge(hiding_macros(result.diagnostics, options.file, text, expanded));
    if (places.size() == known) break;
    parse::ExpandedText more = parse::expand_macros(original, macros, places);
    if (more.uses().size() <= expanded.uses().size()) break;
    expanded = std::move(more);
  }
  if (!expanded.uses().empty()) move_to_original(result.diagnostics, options.file, original, expanded);
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
