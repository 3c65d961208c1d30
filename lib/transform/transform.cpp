#include "agc/transform.h"

#include <algorithm>
#include <chrono>
#include <set>
#include <tuple>
#include <utility>

#include "analysis/definedness.h"
#include "analysis/given_functions.h"
#include "analysis/jumps.h"
#include "analysis/method_faces.h"
#include "analysis/outside_looks.h"
#include "analysis/promotion.h"
#include "analysis/unsupported.h"
#include "convert/pipeline.h"
#include "emit/converted_file.h"
#include "emit/header_copies.h"
#include "emit/instances.h"
#include "emit/separation.h"
#include "emit/twins.h"
#include "explain/explain.h"
#include "model/print.h"
#include "model/visit.h"
#include "parse/annotations.h"
#include "parse/clang_session.h"
#include "parse/guarded_run.h"
#include "parse/reading_layout.h"
#include "parse/user_files.h"
#include "transform/function_table.h"
#include "transform/macros.h"

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

/// The functions that are converted: those that always are, and those that a symbolic number flows into.
class Conversion {
 public:
  Conversion(const model::SourceFile& source, std::vector<model::Function>& functions, bool stages)
      : source_(source), functions_(functions), table_(functions), with_stages_(stages) {
    for (const model::Function& function : functions) {
      if (!function.on_demand) converted_.insert(function.identity);
      if (function.face_on_demand) faceless_.insert(function.identity);
    }
    converted_.merge(analysis::functions_that_look_outside(functions));
    for (const model::Function& function : functions)
      if (function.twin.slot && converted_.contains(function.identity)) convert_slot(function.twin.slot);
    for (model::Function& function : functions) {
      const bool takes_staged = function.has_staged_face && !function.twin.gives_part;
      if (!takes_staged && !(function.nested && function.called_by_converted)) continue;
      for (const model::Parameter& parameter : function.parameters) {
        model::Variable& variable = function.variable(parameter.variable);
        analysis::raise(variable, model::Level::Maybe, variable.declared);
      }
    }
    for (model::Function& function : functions) {
      for (model::Variable& variable : function.variables) {
        if (function.in_twin && variable.member) analysis::raise(variable, model::Level::Maybe, function.name_place);
      }
    }
  }

  void run(std::vector<model::LoweredFunction>& lowered, std::vector<Diagnostic>& diagnostics) {
    find_changes();
    analysis::find_held_lists(functions_);
    do {
      lowered.clear();
      reported_.clear();
      stages_.clear();
      wanted_ = false;
      hand_out_functions();
      for (model::Function& function : functions_) {
        if (!is_converted(function)) continue;
        const model::Level returned = function.return_level;
        if (auto one = lower(function)) lowered.push_back(std::move(*one));
        wanted_ = wanted_ || function.return_level != returned;
      }
      want_constructors(lowered);
      wanted_ = analysis::share_levels(converted()) || wanted_;
      wanted_ = analysis::lend_to_functions(converted(), lowered) || wanted_;
      for (model::Function* function : converted()) {
        want_callees(*function);
        follow_functions(*function);
      }
    } while (wanted_);
    append(diagnostics, std::move(reported_));
    append(diagnostics, analysis::find_changing_functions(source_, lowered));
  }

  /// In the order of the functions, the last attempt of each.
  std::vector<Stage> take_stages() { return std::move(stages_); }

  /// Of every function that is converted or should be; `lowered` and `diagnostics` are those of `run`.
  std::vector<ExplainedFunction> explain(const std::vector<model::LoweredFunction>& lowered,
                                         const std::vector<Diagnostic>& diagnostics) const {
    const auto lowered_of = [&](const model::Function& function) -> const model::LoweredFunction* {
      const auto found = std::ranges::find_if(lowered, [&](const model::LoweredFunction& one) {
        return one.function->range.begin == function.range.begin && one.function->in_twin == function.in_twin &&
               one.function->instance == function.instance;
      });
      return found == lowered.end() ? nullptr : &*found;
    };
    const auto callee = [&](const void* identity) -> explain::Callee {
      const void* identity_of_text = identity;
      auto found = std::ranges::find(functions_, identity, &model::Function::identity);
      if (found == functions_.end()) {
        identity = model::twin_identity(identity);
        found = std::ranges::find(functions_, identity, &model::Function::identity);
      }
      if (found == functions_.end()) {
        found = std::ranges::find_if(functions_, [&](const model::Function& one) {
          return one.face.pattern == identity_of_text && converted_.contains(one.identity);
        });
        if (found != functions_.end()) identity = found->identity;
      }
      if (found == functions_.end() || !converted_.contains(identity)) return {};
      return {&*found, lowered_of(*found) == nullptr};
    };
    std::vector<ExplainedFunction> result;
    for (const model::Function& function : functions_) {
      if (!converted_.contains(function.identity)) continue;
      result.push_back(explain::explain(source_, function, lowered_of(function), diagnostics, callee));
    }
    return result;
  }

 private:
  /// A variable outside of the functions that one of them writes may be symbolic wherever it is read.
  void find_changes() {
    const auto each = [this](auto&& visit) {
      for (model::Function& function : functions_) {
        model::visit_all_expressions(function.body, [&](model::Expr& part) {
          if (part.kind == model::Expr::Kind::Live) visit(part);
        });
      }
    };
    std::set<const void*> changed;
    each([&](const model::Expr& part) {
      if (part.access != model::Access::Read) changed.insert(part.callee);
    });
    each([&](model::Expr& part) { part.changes = changed.contains(part.callee); });
  }

  /// Analysis and converters on one function; nothing where it is refused. The numbers that its staged statements carry
  /// are found by lowering it; with them raised, more may be staged.
  std::optional<model::LoweredFunction> lower(model::Function& function) {
    for (;;) {
      analysis::find_levels(function, [this](const model::Expr& call) { return callee(call); });
      if (faceless_.contains(function.identity) && analysis::needs_face(function)) {
        give_face(function);
        continue;
      }
      want_callees(function);
      analysis::find_loop_exits(function.body);
      std::vector<Diagnostic> refused = analysis::find_unsupported(source_, function);
      if (!refused.empty()) return report(std::move(refused));
      auto copy = std::make_unique<model::Function>(function);
      convert::Context context{source_, *copy, {}, {}, {}};
      context.lowered.function = std::move(copy);
      const std::size_t first_stage = stages_.size();
      if (with_stages_)
        stages_.push_back({function.qualified_name, function.signature, "", model::print(source_, function)});
      convert::convert(context, [&](const convert::Converter& converter) {
        if (!with_stages_) return;
        // Until the jumps are lowered there is no other tree.
        const bool is_lowered = !context.lowered.body.nodes.empty();
        std::string tree = is_lowered ? model::print(source_, context.function, context.lowered)
                                      : model::print(source_, context.function);
        stages_.push_back({function.qualified_name, function.signature, std::string(converter.name), std::move(tree)});
      });
      if (!context.diagnostics.empty()) return report(std::move(context.diagnostics));
      if (context.raises.empty()) {
        refused = analysis::find_unsupported(source_, context.lowered);
        append(refused, analysis::find_unsupported_numbers(source_, function, context.lowered.late_throws));
        if (!refused.empty()) return report(std::move(refused));
        for (const analysis::UndefinedRead& read : analysis::find_undefined_reads(function)) {
          reported_.push_back(make_diagnostic(Id::undefined_read, source_.location(read.place),
                                              {function.variable(read.variable).name}));
        }
        return std::move(context.lowered);
      }
      stages_.resize(first_stage);
      for (const convert::Raise& raise : context.raises) {
        model::Variable& variable = function.variable(raise.variable);
        if (raise.grows) {
          analysis::raise_growth(variable, raise.level, raise.cause);
        } else {
          analysis::raise(variable, raise.level, raise.cause);
        }
      }
    }
  }

  /// A lambda, with the function that it stands in.
  bool is_converted(const model::Function& function) const {
    if (!converted_.contains(function.identity)) return false;
    if (!function.nested) return true;
    const model::Function* around = table_.around(function);
    return !around || is_converted(*around);
  }
  std::vector<model::Function*> converted() {
    std::vector<model::Function*> result;
    for (model::Function& function : functions_) {
      if (is_converted(function)) result.push_back(&function);
    }
    return result;
  }
  analysis::Callee callee(const model::Expr& call) const {
    analysis::Callee result{converted_.contains(call.callee) && !faceless_.contains(call.callee), nullptr};
    if (call.of_lambda) result.lambda = find(call.callee);
    return result;
  }

  model::Function* find(const void* identity) const { return table_.find(identity); }

  /// What is given where functions of symbolic numbers are asked for is called by converted code, and otherwise by the
  /// user's code.
  void hand_out_functions() {
    for (const void* lambda : given_plainly_) find(lambda)->called_by_others = false;
    given_plainly_.clear();
    for (model::Function* function : converted()) {
      model::visit_all_expressions(function->body, [this](model::Expr& value) {
        if (!value.holds_function) return;
        const bool on = value.handed_out = value.rewritten;
        for (const void* identity : value.passes) {
          model::Function* lambda = find(identity);
          if (!lambda) continue;
          if (!on && !lambda->called_by_others) {
            lambda->called_by_others = true;
            given_plainly_.insert(identity);
          }
          if (!on || std::exchange(lambda->called_by_converted, true)) continue;
          for (const model::Parameter& parameter : lambda->parameters) {
            model::Variable& variable = lambda->variable(parameter.variable);
            analysis::raise(variable, model::Level::Maybe, variable.declared);
          }
        }
        if (!on) return;
        for (const model::Expr& operand : value.operands) {
          if (operand.names_function) wanted_ = converted_.insert(operand.callee).second || wanted_;
        }
      });
    }
  }
  /// Does the lambda give a symbolic number, or take one elsewhere?
  bool is_symbolic(const model::Expr& value) {
    return value.holds_function && std::ranges::any_of(value.passes, [this](const void* identity) {
             const model::Function* lambda = find(identity);
             if (!lambda) return false;
             bool symbolic = lambda->called_by_converted || lambda->return_level > model::Level::Live;
             for (const model::Parameter& parameter : lambda->parameters)
               symbolic = symbolic || lambda->variable(parameter.variable).promotion.level > model::Level::Live;
             model::visit_all_expressions(lambda->body, [&](const model::Expr& one) {
               symbolic = symbolic || (one.is_result && one.operands.front().level > model::Level::Live);
             });
             return symbolic;
           });
  }
  /// A variable with such a lambda, and what is known of functions as values since they were handed out.
  void follow_functions(model::Function& function) {
    model::visit_all_expressions(function.body, [&](const model::Expr& one) {
      wanted_ = wanted_ || (one.holds_function && one.rewritten != one.handed_out);
      if (one.kind != model::Expr::Kind::Reference || one.access == model::Access::Read) return;
      model::Variable& variable = function.variable(one.variable);
      if (!variable.is_function) return;
      for (const model::Expr& value : one.operands) {
        if (is_symbolic(value)) wanted_ = analysis::raise(variable, model::Level::Maybe, one.place) || wanted_;
      }
    });
  }

  /// Functions of numbers alone are converted where a number that may be symbolic is given to them.
  void want_callees(model::Function& function) {
    model::visit_all_expressions(function.body, [this](const model::Expr& expression) {
      if (expression.kind != model::Expr::Kind::Call) return;
      if (faceless_.contains(expression.callee) && analysis::passes_symbolic(expression))
        give_face(*find(expression.callee));
      if (converted_.contains(expression.callee)) return;
      const model::Function* callee = find(expression.callee);
      if (!callee) return;
      const bool gives_part = expression.gives_part && !expression.chosen;
      if (gives_part && expression.operands.front().level == model::Level::Host) return;
      const bool raised =
          callee->twin.constructs || expression.of_own_twin || expression.asks_tensors ||
          std::ranges::any_of(expression.operands, [this](const model::Expr& one) { return is_symbolic(one); }) ||
          std::ranges::any_of(expression.operands, [&](const model::Expr& operand) {
            if (expression.of_lambda || operand.level != model::Level::Host) return operand.level != model::Level::Host;
            return operand.kind == model::Expr::Kind::Exit && operand.operands.front().level != model::Level::Host;
          });
      if (!raised) return;
      converted_.insert(expression.callee);
      if (callee->twin.slot) convert_slot(callee->twin.slot);
      wanted_ = true;
    });
  }

  /// Whichever of the methods that override each other is called.
  void convert_slot(const void* slot) { converted_.insert(table_.of_slot(slot).begin(), table_.of_slot(slot).end()); }

  void give_face(model::Function& method) {
    analysis::give_face(method);
    faceless_.erase(method.identity);
    converted_.insert(method.identity);
    wanted_ = true;
  }

  /// A twin has the constructors of its class, and its conversions, which the library calls as well.
  void want_constructors(const std::vector<model::LoweredFunction>& lowered) {
    const std::set<const void*> needed = emit::needed_twins(lowered);
    for (const model::Function& function : functions_) {
      if (!(function.twin.constructs || function.twin.converts) || !needed.contains(function.twin.of)) continue;
      wanted_ = converted_.insert(function.identity).second || wanted_;
    }
  }

  std::nullopt_t report(std::vector<Diagnostic> refused) {
    append(reported_, std::move(refused));
    return std::nullopt;
  }

  const model::SourceFile& source_;
  std::vector<model::Function>& functions_;
  FunctionTable table_;
  std::set<const void*> converted_;
  std::set<const void*> faceless_;       // methods that have no second face yet
  std::set<const void*> given_plainly_;  // lambdas that only templates which are not converted call
  std::vector<Diagnostic> reported_;
  std::vector<Stage> stages_;
  bool with_stages_;
  bool wanted_ = false;
};

void warn_host_effects(const model::SourceFile& source, const std::vector<model::LoweredFunction>& lowered,
                       std::vector<Diagnostic>& diagnostics) {
  std::set<std::tuple<std::string, uint32_t, uint32_t>> seen;  // a lambda is a part of the function around it
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

/// The main file first.
void sort_by_place(std::vector<Diagnostic>& diagnostics, const std::string& main) {
  const auto place = [&](const Diagnostic& one) {
    const Location& location = one.location;
    return std::tuple(location.file != main, std::string_view(location.file), location.line, location.column);
  };
  std::ranges::stable_sort(diagnostics, {}, place);
}

/// The texts of the file and of the headers that change with it.
void write_texts(const TransformOptions& options, const model::SourceFile& source,
                 const std::vector<model::Inclusion>& inclusions, const std::vector<model::LoweredFunction>& lowered,
                 const std::vector<emit::TwinDefinition>& twins, emit::Edits& edits, TransformResult& result) {
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
  std::string code = emit::generated_code(lowered, result.functions);
  for (const emit::TwinDefinition& one : twins) code += one.in_place;
  if (!code.empty() && !text.ends_with('\n')) text += '\n';
  result.text = text + code;
  result.source_map = emit::source_map(source, edits.list(), 0);
}

void convert_file(const TransformOptions& options, const model::SourceFile& source,
                  const std::vector<model::Inclusion>& inclusions, parse::Annotated& annotated, Stopwatch& watch,
                  TransformResult& result) {
  std::vector<model::LoweredFunction> lowered;
  Conversion conversion(source, annotated.functions, options.stages);
  conversion.run(lowered, result.diagnostics);
  result.stages = conversion.take_stages();
  if (options.explain) result.explanations = conversion.explain(lowered, result.diagnostics);
  if (options.warn_host_effects) warn_host_effects(source, lowered, result.diagnostics);
  sort_by_place(result.diagnostics, source.name());
  result.timing.convert = watch.lap();
  if (has_errors(result.diagnostics)) return;

  emit::Edits edits(source);
  for (const model::LoweredFunction& one : lowered) emit::emit_separation(*one.function, edits);
  emit::emit_twins(source, lowered, edits);
  emit::emit_instances(source, lowered, edits);
  for (const model::LoweredFunction& function : lowered) {
    if (!function.function->stands_behind()) emit::emit_function(source, function, edits);
  }
  std::vector<emit::TwinDefinition> twins = emit::twin_definitions(source, lowered);
  for (emit::TwinDefinition& one : emit::instance_definitions(source, lowered)) twins.push_back(std::move(one));
  if (!edits.sort()) {
    result.diagnostics.push_back(make_diagnostic(Id::internal, {source.name(), 1, 1}, {"edits overlap"}));
    return;
  }
  emit::name_symbols(source, lowered, edits, twins);
  // The text of a lambda is a part of the text around it.
  std::erase_if(lowered, [](const model::LoweredFunction& function) {
    return function.function->nested && !function.function->traced_lambda;
  });
  for (const model::LoweredFunction& function : lowered) {
    const model::Range range = function.function->range;
    const auto twin = std::ranges::find(twins, function.function.get(), &emit::TwinDefinition::function);
    std::string text =
        twin != twins.end() ? twin->text : emit::apply(source, edits.list(), range, /*with_entry=*/false);
    const Location place = source.location(range.begin);
    std::vector<Instance> instances;
    if (!function.function->face) instances = std::move(annotated.instances[range.begin]);
    const bool is_read = options.all_texts || emit::has_generated_code(*function.function);
    result.functions.push_back({function.function->qualified_name, function.function->signature,
                                is_read ? parse::reading_layout(text) : "", place.file, place.line,
                                std::string(source.text(range)), text, std::move(instances)});
  }
  write_texts(options, source, inclusions, lowered, twins, edits, result);
  result.timing.emit = watch.lap();
}

/// With macros written out, if there are any; `text` is what the main file was read as. The macros that could be
/// written out are found when the file is read as it is, and something is hidden by one.
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

/// Macros that hide what has to be rewritten are written out, until nothing more is found.
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
