#pragma once
/// Serialization of tensors, variables, modules and traced functions to a file, which a program without their source
/// can load.
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

#include "ag/concrete_function.h"
#include "ag/detail/call_type.h"
#include "ag/detail/structure.h"
#include "ag/function.h"
#include "ag/module.h"
#include "ag/variable.h"

namespace ag {

namespace detail {

struct SavableContent;
struct SavedContent;
struct SavedFunction;

/// An argument of a call of a saved function.
struct SavedArgument {
  DescribedCall parts;
  Tensor tensor;  // the value of a number or a variable where a tensor is required
};

/// A result of the graph of such a call.
struct SavedResult {
  enum class Kind : uint8_t { Tensor, Number, Size, Undefined } kind = Kind::Tensor;
  std::string name;
  Tensor value;      // of a tensor or a number
  size_t count = 0;  // the number of container elements that follow
};

/// Returns the results of a call in order, checking that they have the requested kind.
class AG_API SavedResultReader {
 public:
  SavedResultReader(const std::string& function, const std::vector<SavedResult>& results, SourceLocation location)
      : function_(function), results_(results), location_(location) {}
  Tensor tensor();
  Tensor number();
  size_t count();
  /// Throws if results remain.
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

/// A value that a file can hold: a tensor, a variable, the variables of a module, or a function with its traces.
class AG_API Savable {
 public:
  Savable(const Tensor& tensor);
  Savable(const Variable& variable);
  /// The names of its variables are those of state(), prefixed with that of the module: "net.layer.w".
  Savable(const Module& module);
  /// Every trace of the function that a call can find at this time. Variables that a trace reads are saved as
  /// variables; other captured values are saved as constants with their present values. For a method:
  /// ag::function(&Model::step, model).
  Savable(const detail::FunctionInfo& function);
  /// One trace of a function.
  Savable(const detail::ConcreteFunctionBase& function);

  /// For internal use by the runtime.
  const detail::SavableContent& content() const { return *content_; }

 private:
  std::shared_ptr<const detail::SavableContent> content_;
};

/// Writes the file atomically. Throws if the file cannot represent a function: one with effects on the surrounding
/// program, such as a host call or a user-defined exception.
AG_API void save(const std::string& path, const std::map<std::string, Savable>& content,
                 SourceLocation location = SourceLocation::current());

/// The results of a saved function.
class AG_API SavedResults {
 public:
  /// For internal use by the runtime.
  SavedResults(std::string function, std::vector<detail::SavedResult> results, SourceLocation location)
      : function_(std::move(function)), results_(std::move(results)), location_(location) {}

  /// Returns the only result.
  operator Tensor() const { return as<Tensor>(); }
  /// Returns the results in the type that the function returned: a number, a pair, a vector, a structure of tensors and
  /// numbers.
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

/// The name of an entry, with its source location.
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
  /// For internal use by the runtime.
  SavedEntry(std::shared_ptr<const detail::SavedContent> content, SavedName name)
      : content_(std::move(content)), name_(std::move(name)) {}

  /// Returns the tensor, or the present value of the variable.
  Tensor value() const;
  operator Tensor() const { return value(); }
  /// Returns the variable, which the functions of the file share.
  Variable variable() const;

  /// Calls the function. The arguments must match those of a trace: tensors of the same types, and equal numbers and
  /// texts.
  template <class... A>
  SavedResults operator()(const A&... arguments) const {
    std::vector<detail::SavedArgument> all;
    (add(arguments, all), ...);
    return call(all);
  }
  /// Returns lines such as "step(x: float32[?]) -> float32[?]", one per trace.
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

/// A loaded file. Copies share it.
class AG_API SavedFile {
 public:
  /// For internal use by the runtime.
  explicit SavedFile(std::shared_ptr<const detail::SavedContent> content) : content_(std::move(content)) {}

  /// The names of its entries.
  std::vector<std::string> names() const;
  bool contains(const std::string& name) const;
  /// Throws if there is no entry with this name.
  SavedEntry operator[](const SavedName& name) const;
  /// Assigns the values with these names to variables and modules: all of them, or none if one is missing or does not
  /// fit.
  void restore(const std::map<std::string, Savable>& content,
               SourceLocation location = SourceLocation::current()) const;

 private:
  std::shared_ptr<const detail::SavedContent> content_;
};

/// Reads a file written by ag::save, or any safetensors file. The content is not trusted: a damaged file, or a function
/// that ag::save would have refused, is an error.
AG_API SavedFile load(const std::string& path, SourceLocation location = SourceLocation::current());

}  // namespace ag
