/// ag::save and ag::load: the entries of a file and their names.
#include <algorithm>
#include <nlohmann/json.hpp>
#include <optional>

#include "ag/save.h"
#include "ag/tracing.h"
#include "function/saved_function.h"
#include "graph/type.h"
#include "ops/variables.h"
#include "tensor/safetensors.h"
#include "tensor/variable_impl.h"

namespace ag {

namespace detail {

/// The content of a Savable.
struct SavableContent {
  enum class Kind : uint8_t { Tensor, Variable, Module, Function } kind = Kind::Tensor;
  ag::Tensor tensor;
  std::map<std::string, ag::Variable> variables;  // the variables of a module, by their names in it
  std::vector<TracePointer> traces;
  bool is_one_trace = false;
  bool is_traced = true;  // false: a plain build
  std::string function;   // name of the function
};

/// The content of a SavedFile.
struct SavedContent {
  std::string path;
  std::map<std::string, ag::Tensor> tensors;
  std::map<std::string, ag::Variable> variables;
  std::map<std::string, SavedFunction> functions;
};

/// Access to the private parts of function handles.
struct FunctionAccess {
  static const TracedFunction* traced(const FunctionInfo& function) { return function.traced_; }
  static const TracePointer& trace(const ConcreteFunctionBase& function) { return function.trace_; }
};

}  // namespace detail

namespace {

using detail::SavableContent;
using detail::SavedContent;
using detail::VariableAccess;
using detail::VariableImpl;
using Json = nlohmann::json;

constexpr char kOwn[] = "ag.";  // prefix of names that are not the user's
constexpr char kVersion[] = "ag.version", kVariables[] = "ag.variables", kFunction[] = "ag.function.";
constexpr char kVersionNow[] = "1";

void check_not_traced(const char* what, SourceLocation location) {
  if (!is_tracing()) return;
  throw Error(ErrorKind::invalid_argument,
              std::string(what) + " is called while a function is traced, and would not be by later calls", location,
              {"call it outside of the traced function, or in a function of ag::host_call"});
}

const VariableImpl& used(const ag::Variable& variable, const std::string& name, SourceLocation location) {
  if (const VariableImpl* impl = VariableAccess::impl(variable); impl && !impl->resource) return *impl;
  throw Error(ErrorKind::invalid_argument, "'" + name + "' is a variable that was never made", location);
}

/// Calls `use` with the name in the file and the variable, for each variable.
template <class F>
void each_variable(const std::string& name, const SavableContent& content, const F& use) {
  for (const auto& [part, variable] : content.variables)
    use(content.kind == SavableContent::Kind::Module ? name + "." + part : name, variable);
}

class Writer {
 public:
  explicit Writer(SourceLocation location) : location_(location) {}

  void add_values(const std::string& name, const SavableContent& content) {
    if (name.starts_with(kOwn) || name.empty()) {
      throw Error(ErrorKind::invalid_argument,
                  "save: '" + name +
                      "' is no name for an entry: it is empty, or begins "
                      "with 'ag.'",
                  location_);
    }
    if (content.kind == SavableContent::Kind::Tensor) add(name, content.tensor);
    each_variable(name, content, [&](const std::string& called, const ag::Variable& variable) {
      add_variable(called, used(variable, called, location_));
    });
  }

  void add_function(const std::string& name, const SavableContent& content) {
    if (file_.tensors.contains(name)) refuse_two(name);
    const std::string what = "save: the function '" + name + "'";
    if (!content.is_traced) {
      throw Error(ErrorKind::invalid_argument, what + " is not traced, so there is no graph to save", location_,
                  {"it needs AG_FUNCTION or ag::function, and its file has to be built through agc"});
    }
    if (content.traces.empty()) {
      throw Error(ErrorKind::invalid_argument, what + " has no trace yet", location_,
                  {"call it before, or make a trace with concrete(TensorSpec(…))"});
    }
    detail::SavedFunction saved;
    saved.name = content.function;
    for (const detail::TracePointer& trace : content.traces) {
      if (!holds_today(*trace)) continue;
      saved.traces.push_back(saved_trace(*trace, name, location_));
      for (detail::SavedInput& input : saved.traces.back().inputs) name_input(input);
    }
    if (saved.traces.empty()) {
      throw Error(ErrorKind::invalid_argument,
                  what +
                      " has no trace that a call of today would find: what it decides by outside of its arguments "
                      "has changed since",
                  location_, {"call it before"});
    }
    file_.metadata[kFunction + name] = text_of_function(saved);
  }

  void write(const std::string& path) {
    file_.metadata[kVersion] = kVersionNow;
    if (!described_.empty())
      file_.metadata[kVariables] = described_.dump(-1, ' ', false, Json::error_handler_t::replace);
    detail::write_safetensors(path, file_, "save", location_);
  }

 private:
  [[noreturn]] void refuse_two(const std::string& name) const {
    throw Error(ErrorKind::invalid_argument, "save: there are two entries of the name '" + name + "'", location_);
  }
  void add(const std::string& name, const Tensor& tensor) {
    detail::concrete(tensor, ("save: '" + name + "'").c_str(), location_);
    if (!file_.tensors.emplace(name, tensor).second) refuse_two(name);
  }
  void add_variable(const std::string& name, const VariableImpl& variable) {
    add(name, variable.read());
    names_.emplace(&variable, name);
    Json shape = nullptr;
    if (variable.shape.ranked()) shape = std::vector<int64_t>(variable.shape.begin(), variable.shape.end());
    described_[name] = {{"name", variable.name}, {"trainable", variable.trainable}, {"shape", shape}};
  }
  /// Names an input that the function captures: the user's name of a variable, or a generated one.
  void name_input(detail::SavedInput& input) {
    if (input.kind == detail::SavedInput::Kind::Tensor) {
      input.name = "ag.capture." + std::to_string(next_++);
      add(input.name, input.tensor);
    } else if (input.kind == detail::SavedInput::Kind::Variable) {
      if (!names_.contains(input.variable)) add_variable("ag.variable." + std::to_string(next_++), *input.variable);
      input.name = names_.at(input.variable);
    }
  }

  SourceLocation location_;
  detail::TensorFile file_;
  Json described_ = Json::object();
  std::map<const VariableImpl*, std::string> names_;
  size_t next_ = 0;
};

}  // namespace

// ---- saving ----

Savable::Savable(const Tensor& tensor) {
  auto content = std::make_shared<SavableContent>();
  content->tensor = tensor;
  content_ = std::move(content);
}

Savable::Savable(const Variable& variable) {
  auto content = std::make_shared<SavableContent>();
  content->kind = SavableContent::Kind::Variable;
  content->variables.emplace("", variable);
  content_ = std::move(content);
}

Savable::Savable(const Module& module) {
  auto content = std::make_shared<SavableContent>();
  content->kind = SavableContent::Kind::Module;
  content->variables = module.state();
  content_ = std::move(content);
}

Savable::Savable(const detail::FunctionInfo& function) {
  auto content = std::make_shared<SavableContent>();
  content->kind = SavableContent::Kind::Function;
  const detail::TracedFunction* traced = detail::FunctionAccess::traced(function);
  content->is_traced = traced != nullptr;
  if (traced) content->traces = traced->traces(), content->function = traced->name();
  content_ = std::move(content);
}

Savable::Savable(const detail::ConcreteFunctionBase& function) {
  auto content = std::make_shared<SavableContent>();
  content->kind = SavableContent::Kind::Function;
  const detail::TracePointer& trace = detail::FunctionAccess::trace(function);
  content->is_traced = trace != nullptr;
  if (trace) content->traces.push_back(trace), content->function = function.name();
  content_ = std::move(content);
}

void save(const std::string& path, const std::map<std::string, Savable>& content, SourceLocation location) {
  check_not_traced("ag::save", location);
  Writer writer(location);
  for (const auto& [name, one] : content) writer.add_values(name, one.content());
  for (const auto& [name, one] : content)
    if (one.content().kind == SavableContent::Kind::Function) writer.add_function(name, one.content());
  writer.write(path);
}

// ---- loading ----

namespace {

/// Reads the variables that the metadata of a file describes.
void read_variables(const std::string& text, SavedContent& out, const std::function<void(const std::string&)>& fail,
                    SourceLocation location) {
  const Json all = Json::parse(text, nullptr, /*allow_exceptions=*/false);
  if (!all.is_object()) fail("what it says of its variables is damaged");
  for (const auto& [name, about] : all.items()) {
    const auto value = out.tensors.find(name);
    const bool is_right = about.is_object() && about.contains("name") && about["name"].is_string() &&
                          about.contains("trainable") && about["trainable"].is_boolean() && about.contains("shape") &&
                          (about["shape"].is_null() || about["shape"].is_array());
    if (value == out.tensors.end() || !is_right) fail("what it says of its variable '" + name + "' is damaged");
    const detail::TensorImpl& impl = *value->second.impl();
    Shape shape = Shape::unknown_rank();
    if (about["shape"].is_array()) {
      shape = Shape();
      for (const Json& dim : about["shape"]) {
        if (!dim.is_number_integer()) fail("the shape of its variable '" + name + "' is damaged");
        shape.push_back(dim.get<int64_t>());
      }
    }
    if (!ir::is_subtype({impl.dtype, impl.shape, false}, {impl.dtype, shape, false}))
      fail("the shape of its variable '" + name + "' is not that of its value");
    out.variables.emplace(
        name,
        ag::Variable(value->second,
                     {.name = about["name"], .trainable = about["trainable"].get<bool>(), .shape = shape}, location));
    out.tensors.erase(value);
  }
}

}  // namespace

SavedFile load(const std::string& path, SourceLocation location) {
  check_not_traced("ag::load", location);
  const auto fail = [&](const std::string& message) {
    throw Error(ErrorKind::invalid_argument, path + ": " + message, location);
  };
  detail::TensorFile file = detail::read_safetensors(path, location);
  auto content = std::make_shared<SavedContent>();
  content->path = path;
  content->tensors = std::move(file.tensors);
  const auto text_of = [&](const std::string& name) -> const std::string* {
    const auto found = file.metadata.find(name);
    return found == file.metadata.end() ? nullptr : &found->second;
  };
  if (const std::string* version = text_of(kVersion); version && *version != kVersionNow)
    fail("was written by another version of ag::save: " + version->substr(0, 20) + ", and " + kVersionNow +
         " is known");
  if (const std::string* variables = text_of(kVariables)) read_variables(*variables, *content, fail, location);
  for (const auto& [key, text] : file.metadata) {
    if (!key.starts_with(kFunction)) continue;
    const std::string name = key.substr(std::string_view(kFunction).size());
    if (content->tensors.contains(name) || content->variables.contains(name)) fail("has two entries '" + name + "'");
    content->functions.emplace(name, detail::read_function(name, text, content->variables, content->tensors, fail));
  }
  return SavedFile(std::move(content));
}

std::vector<std::string> SavedFile::names() const {
  std::vector<std::string> all;
  const auto add = [&](const auto& entries) {
    for (const auto& [name, entry] : entries)
      if (!name.starts_with(kOwn)) all.push_back(name);
  };
  add(content_->tensors), add(content_->variables), add(content_->functions);
  std::ranges::sort(all);
  return all;
}

bool SavedFile::contains(const std::string& name) const {
  return content_->tensors.contains(name) || content_->variables.contains(name) || content_->functions.contains(name);
}

SavedEntry SavedFile::operator[](const SavedName& name) const {
  if (contains(name.text)) return SavedEntry(content_, name);
  std::string all;
  for (const std::string& one : names()) all += (all.empty() ? "" : ", ") + one;
  throw Error(ErrorKind::not_found, content_->path + ": there is no '" + name.text + "'", name.location,
              {all.empty() ? "it holds nothing" : "it holds " + all});
}

void SavedFile::restore(const std::map<std::string, Savable>& content, SourceLocation location) const {
  check_not_traced("restore", location);
  std::vector<std::pair<ag::Variable, Tensor>> assignments;
  for (const auto& [name, one] : content) {
    const SavableContent& wanted = one.content();
    if (wanted.kind == SavableContent::Kind::Tensor || wanted.kind == SavableContent::Kind::Function) {
      throw Error(ErrorKind::invalid_argument,
                  "restore: '" + name + "' is neither a variable nor a module, and keeps its value", location,
                  {"take a tensor out of the file: Tensor x = file[\"" + name + "\"]"});
    }
    each_variable(name, wanted, [&](const std::string& called, const ag::Variable& variable) {
      const VariableImpl& impl = used(variable, called, location);
      const Tensor value = (*this)[{called, location}].value();
      ops::check_variable_fits({impl.dtype, impl.shape}, called, {value.impl()->dtype, value.impl()->shape}, location);
      assignments.emplace_back(variable, value);
    });
  }
  for (const auto& [variable, value] : assignments) variable.assign(TensorArg(value, location));
}

Tensor SavedEntry::value() const {
  if (const auto found = content_->tensors.find(name_.text); found != content_->tensors.end()) return found->second;
  return variable().value(name_.location);
}

Variable SavedEntry::variable() const {
  const auto found = content_->variables.find(name_.text);
  if (found != content_->variables.end()) return found->second;
  const bool is_tensor = content_->tensors.contains(name_.text);
  throw Error(
      ErrorKind::type_error,
      content_->path + ": '" + name_.text + "' is " + (is_tensor ? "a tensor" : "a function") + ", and no variable",
      name_.location, {is_tensor ? "make a variable of it: ag::Variable v(x)" : "call it"});
}

namespace {

const detail::SavedFunction& function_of(const SavedContent& content, const SavedName& name) {
  const auto found = content.functions.find(name.text);
  if (found != content.functions.end()) return found->second;
  throw Error(ErrorKind::type_error, content.path + ": '" + name.text + "' is no function", name.location);
}

}  // namespace

SavedResults SavedEntry::call(std::vector<detail::SavedArgument>& arguments) const {
  const detail::SavedFunction& function = function_of(*content_, name_);
  return SavedResults(function.name, function.call(arguments, name_.location), name_.location);
}

std::string SavedEntry::signatures() const {
  const detail::SavedFunction& function = function_of(*content_, name_);
  std::string text;
  for (const detail::SavedTrace& trace : function.traces) text += (text.empty() ? "" : "\n") + trace.str(function.name);
  return text;
}

// ---- results ----

namespace detail {

const SavedResult& SavedResultReader::next(SavedResult::Kind kind, const char* wanted) {
  if (at_ == results_.size()) refuse(std::string(wanted) + " more is asked for");
  if (results_[at_].kind != kind)
    refuse(std::string(wanted) + " is asked for in place of '" + results_[at_].name + "'");
  return results_[at_++];
}
Tensor SavedResultReader::tensor() {
  if (at_ < results_.size() && results_[at_].kind == SavedResult::Kind::Undefined) return ++at_, Tensor();
  return next(SavedResult::Kind::Tensor, "a tensor").value;
}
Tensor SavedResultReader::number() { return next(SavedResult::Kind::Number, "a number").value; }
size_t SavedResultReader::count() { return next(SavedResult::Kind::Size, "a vector").count; }
void SavedResultReader::finish() const {
  if (at_ != results_.size()) refuse("less is asked for");
}

void SavedResultReader::refuse(const std::string& wanted) const {
  std::string all;
  for (const SavedResult& result : results_) {
    all += all.empty() ? "" : ", ";
    if (result.kind == SavedResult::Kind::Size)
      all += "a vector of " + std::to_string(result.count);
    else if (result.value.defined())
      all += ir::str({result.value.impl()->dtype, result.value.impl()->shape, false}) +
             (result.kind == SavedResult::Kind::Number ? ", a number" : "");
    else
      all += "a tensor without a value";
  }
  throw Error(ErrorKind::type_error, "'" + function_ + "' does not give what its results are taken as: " + wanted,
              location_, {"it gives (" + all + ")"});
}

}  // namespace detail

}  // namespace ag
