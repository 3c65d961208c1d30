#pragma once
/// Tensors, variables, modules and traced functions in a file, which a program without their source can load.
///
///     ag::save("m.ag", {{"step", ag::function_of(step)}, {"net", net}, {"epoch", epoch}});
///     ag::SavedFile m = ag::load("m.ag");
///     Tensor y = m["step"](x);
///     m.restore({{"net", net}, {"epoch", epoch}});
///
/// The file is a safetensors file: other programs find the arrays in it by name.
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "ag/call_type.h"
#include "ag/concrete_function.h"
#include "ag/function.h"
#include "ag/module.h"
#include "ag/structure.h"
#include "ag/variable.h"

namespace ag {

namespace detail {

struct SavableContent;
struct SavedContent;
struct SavedFunction;

/// An argument of a call of a saved function.
struct SavedArgument {
  DescribedCall parts;
  Tensor tensor;  // what a number or a variable is where a tensor is wanted
};

/// What the graph of such a call gave.
struct SavedResult {
  enum class Kind : uint8_t { Tensor, Number, Size, Undefined } kind = Kind::Tensor;
  std::string name;
  Tensor value;      // of a tensor, or a number
  size_t count = 0;  // how many elements of a container follow
};

/// Gives the results of a call one by one, where they are what is asked for.
class AG_API SavedResultReader {
 public:
  SavedResultReader(const std::string& function, const std::vector<SavedResult>& results, SourceLocation location)
      : function_(function), results_(results), location_(location) {}
  Tensor tensor();
  Tensor number();
  size_t count();
  /// Throws where there are more.
  void finish() const;

 private:
  const SavedResult& next(SavedResult::Kind kind, const char* wanted);
  [[noreturn]] void refuse(const std::string& wanted) const;

  const std::string& function_;
  const std::vector<SavedResult>& results_;
  SourceLocation location_;
  size_t at_ = 0;
};

template <class T>
void read_saved(T& value, SavedResultReader& in) {
  if constexpr (is_tensor_type<T>) {
    value = in.tensor();
  } else if constexpr (std::is_arithmetic_v<T>) {
    value = in.number().template item<T>();
  } else if constexpr (Sequence<T>) {
    value.resize(in.count());
    for (auto& element : value) read_saved(element, in);
  } else {
    static_assert(is_structure<T>, "a saved function gives tensors, numbers, and structures and vectors of these");
    each_part(value, [&](auto& part) { read_saved(part, in); });
  }
}

}  // namespace detail

/// Something that a file can hold: a tensor, a variable, the variables of a module, or a function with its traces.
class AG_API Savable {
 public:
  Savable(const Tensor& tensor);
  Savable(const Variable& variable);
  /// Its variables have the names that state() gives them, behind that of the module: "net.layer.w".
  Savable(const Module& module);
  /// Every trace that a call may find today. What such a trace reads outside of the function is saved as it is now,
  /// but for variables, which are saved as variables. Of a method: ag::function(&Model::step, model).
  Savable(const detail::FunctionInfo& function);
  /// One trace of a function.
  Savable(const detail::ConcreteFunctionBase& function);

  /// For the runtime's own layers.
  const detail::SavableContent& content() const { return *content_; }

 private:
  std::shared_ptr<const detail::SavableContent> content_;
};

/// Writes the file whole or not at all. An error says what a file cannot hold: what a function does to the program
/// around it, such as a call of the host or an exception of a class of its own.
AG_API void save(const std::string& path, const std::map<std::string, Savable>& content,
                 SourceLocation location = SourceLocation::current());

/// What a saved function gave.
class AG_API SavedResults {
 public:
  /// For the runtime's own layers.
  SavedResults(std::string function, std::vector<detail::SavedResult> results, SourceLocation location)
      : function_(std::move(function)), results_(std::move(results)), location_(location) {}

  /// The only result.
  operator Tensor() const { return as<Tensor>(); }
  /// The results as the function gave them: a number, a pair, a vector, a structure of tensors and numbers.
  template <class T>
  T as() const {
    T value{};
    detail::SavedResultReader in(function_, results_, location_);
    detail::read_saved(value, in);
    in.finish();
    return value;
  }

 private:
  std::string function_;
  std::vector<detail::SavedResult> results_;
  SourceLocation location_;
};

/// The name of an entry, and where it is asked for.
struct SavedName {
  std::string text;
  SourceLocation location;
  SavedName(std::string name, SourceLocation where = SourceLocation::current())
      : text(std::move(name)), location(where) {}
  SavedName(const char* name, SourceLocation where = SourceLocation::current()) : text(name), location(where) {}
};

/// An entry of a file: a tensor, a variable or a function.
class AG_API SavedEntry {
 public:
  /// For the runtime's own layers.
  SavedEntry(std::shared_ptr<const detail::SavedContent> content, SavedName name)
      : content_(std::move(content)), name_(std::move(name)) {}

  /// A tensor, or what the variable holds now.
  Tensor value() const;
  operator Tensor() const { return value(); }
  /// The variable, which the functions of the file share.
  Variable variable() const;

  /// Calls the function. Arguments are those that it was traced with: tensors of these types, and equal numbers and
  /// texts.
  template <class... A>
  SavedResults operator()(const A&... arguments) const {
    std::vector<detail::SavedArgument> all;
    (add(arguments, all), ...);
    return call(all);
  }
  /// "step(x: float32[?]) -> float32[?]", a line for each trace.
  std::string signatures() const;

 private:
  template <class T>
  static void add(const T& argument, std::vector<detail::SavedArgument>& all) {
    const std::string name = "arg" + std::to_string(all.size());
    detail::SavedArgument& added = all.emplace_back();
    if constexpr (std::is_base_of_v<Tensor, T>) {
      detail::describe(static_cast<const Tensor&>(argument), name, added.parts);
    } else {
      detail::describe(argument, name, added.parts);
      if constexpr (std::is_arithmetic_v<T> || std::is_same_v<T, Variable>) added.tensor = Tensor(argument);
    }
  }
  SavedResults call(std::vector<detail::SavedArgument>& arguments) const;

  std::shared_ptr<const detail::SavedContent> content_;
  SavedName name_;
};

/// A file that was loaded. Copies share it.
class AG_API SavedFile {
 public:
  /// For the runtime's own layers.
  explicit SavedFile(std::shared_ptr<const detail::SavedContent> content) : content_(std::move(content)) {}

  /// What it holds.
  std::vector<std::string> names() const;
  bool contains(const std::string& name) const;
  /// An error where there is none.
  SavedEntry operator[](const SavedName& name) const;
  /// Gives variables and modules the values of these names: all of them, or none where one is missing or does not fit.
  void restore(const std::map<std::string, Savable>& content,
               SourceLocation location = SourceLocation::current()) const;

 private:
  std::shared_ptr<const detail::SavedContent> content_;
};

/// Reads a file that ag::save wrote, or any safetensors file. Nothing in it is trusted: what is damaged, or does
/// something that ag::save would not have saved, is an error.
AG_API SavedFile load(const std::string& path, SourceLocation location = SourceLocation::current());

}  // namespace ag
