#pragma once
/// Derivatives of functions, and of computations that a tape recorded.
///
///     auto slope = ag::gradient([](Tensor x) { return x * x; });       // slope(3.0) is 6
///     auto [loss, dw] = ag::value_and_gradient(mean_error)(w, x, y);
///
///     ag::GradientTape tape;                                           // reads of trainable variables are watched
///     Tensor loss = mean_error(model(x), y);
///     auto [dw, db] = tape.gradient(loss, model.w, model.b);
///
/// The gradient of a value with several elements is that of their sum. A value that does not depend on the source has
/// gradient zero. A dependency through an operation without a known derivative is an error. Integers, booleans, and
/// numbers that a program reads from tensors are constants.
#include <array>
#include <functional>
#include <memory>
#include <span>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

#include "ag/detail/pimpl.h"
#include "ag/detail/structure.h"
#include "ag/tensor.h"
#include "ag/variable.h"

namespace ag {

namespace detail {

/// Records the computation on this thread, or in the traced function, until the gradient is requested.
class AG_API GradientScope {
 public:
  explicit GradientScope(bool persistent, SourceLocation location);
  ~GradientScope();
  GradientScope(GradientScope&&) noexcept;
  GradientScope& operator=(GradientScope&&) noexcept;

  /// Returns the same tensor as a separate variable: other uses of `value` do not contribute to its gradient.
  Tensor argument(const Tensor& value);
  void watch(const Tensor& tensor, SourceLocation location);
  void watch(Tensor& tensor, SourceLocation location);
  void watch(const ag::Variable& variable, SourceLocation location);

  /// A tensor or variable with respect to which a gradient is taken.
  struct Source {
    const Tensor* tensor = nullptr;
    const ag::Variable* variable = nullptr;
    Source(const Tensor& of) : tensor(&of) {}
    Source(const ag::Variable& of) : variable(&of) {}
  };
  /// `weights`: the weights of the elements of y in the differentiated sum; all 1 by default.
  std::vector<Tensor> gradients(const Tensor& y, std::span<const Source> sources, SourceLocation location,
                                const Tensor& weights = Tensor());
  /// Stops recording; the recorded part remains available for gradients.
  void stop();
  /// While an object of this class lives, all requests count as one.
  class AG_API Question {
   public:
    Question(GradientScope& scope, SourceLocation location);
    ~Question();
    Question(const Question&) = delete;
    Question& operator=(const Question&) = delete;

   private:
    GradientScope& scope_;
  };

 private:
  struct State;
  Pimpl<State> state_;
};

/// The index of an argument, with its source location.
struct ArgumentNumber {
  int number;
  SourceLocation location;
  ArgumentNumber(int n, SourceLocation where = SourceLocation::current()) : number(n), location(where) {}
};
[[noreturn]] AG_API void fail_argument(int number, size_t count, bool is_tensor, SourceLocation location);

/// True if F accepts a tensor as its argument K.
template <class F, size_t K, class List>
inline constexpr bool takes_tensor = false;
template <class F, size_t K, class... A>
inline constexpr bool takes_tensor<F, K, std::tuple<A...>> = []<size_t... I>(std::index_sequence<I...>) {
  return std::is_invocable_v<F&, std::conditional_t<I == K, Tensor&, A&>...>;
}(std::index_sequence_for<A...>());

/// The type as which an argument is passed on.
template <class F, size_t K, class List>
struct PassedAs {
  using Given = std::tuple_element_t<K, List>;
  static constexpr bool kIsTensor = std::is_convertible_v<Given&, Tensor> && !std::is_same_v<Given, Tensor>
                                        ? takes_tensor<F, K, List>
                                        : std::is_same_v<Given, Tensor>;
  using type = std::conditional_t<kIsTensor, Tensor, Given>;
};

/// Calls `use` with each tensor of a value that can have a gradient.
template <class T, class Use>
void for_each_tensor(T& value, const Use& use) {
  if constexpr (std::is_same_v<T, Tensor>) {
    if (value.defined()) use(value);
  } else {
    Leaves leaves;
    save(value, "x", leaves);
    for (Leaf& leaf : leaves)
      if (leaf.kind == Leaf::Kind::Tensor && leaf.tensor.defined()) use(leaf.tensor);
    LeafReader in(leaves);
    load(value, in);
  }
}

template <class T>
T gradient_like(const T& value, std::span<const Tensor> gradients, size_t& next) {
  T result = value;
  for_each_tensor(result, [&](Tensor& tensor) { tensor = gradients[next++]; });
  return result;
}

/// The derivatives of ag::gradient: for each source, one of its shape.
struct GradientDerivatives {
  static constexpr bool kPersistent = false;
  static std::vector<Tensor> of(GradientScope& scope, const Tensor& y, std::span<const GradientScope::Source> sources,
                                SourceLocation location) {
    return scope.gradients(y, sources, location);
  }
};

/// The function that ag::gradient and ag::jacobian return. N: the number of named arguments; 0 means the first
/// argument, of any type. `Derivatives`: the kind of derivative to compute.
template <class F, size_t N, bool kWithValue, class Derivatives = GradientDerivatives>
class GradientFunction {
 public:
  GradientFunction(F function, std::array<int, N> numbers, SourceLocation location)
      : function_(std::move(function)), numbers_(numbers), location_(location) {}

  template <class... A>
  auto operator()(const A&... arguments) const {
    static_assert(sizeof...(A) > 0, "a gradient is that of a function with arguments");
    using List = std::tuple<std::decay_t<A>...>;
    return call<List>(std::index_sequence_for<A...>(), arguments...);
  }

 private:
  template <class List, size_t... I, class... A>
  auto call(std::index_sequence<I...>, const A&... arguments) const {
    using Values = std::tuple<typename PassedAs<F, I, List>::type...>;
    Values values(arguments...);
    GradientScope scope(Derivatives::kPersistent, location_);
    std::vector<Tensor> sources;
    const auto take = [&](auto& value) {
      for_each_tensor(value, [&](Tensor& tensor) {
        tensor = scope.argument(tensor);
        sources.push_back(tensor);
      });
    };
    if constexpr (N == 0) {
      take(std::get<0>(values));
    } else {
      for (int number : numbers_) {
        bool found = false;
        const auto take_tensor = [&](auto& value, size_t at) {
          if (static_cast<int>(at) != number) return;
          if constexpr (std::is_same_v<std::remove_reference_t<decltype(value)>, Tensor>) {
            take(value);
            found = true;
          }
        };
        (take_tensor(std::get<I>(values), I), ...);
        if (!found) fail_argument(number, sizeof...(I), false, location_);
      }
    }
    F function = function_;
    Tensor y = std::apply([&](auto&... value) -> Tensor { return std::invoke(function, value...); }, values);
    const std::vector<GradientScope::Source> asked(sources.begin(), sources.end());
    const std::vector<Tensor> found = Derivatives::of(scope, y, asked, location_);
    if constexpr (kWithValue)
      return std::pair(std::move(y), result(std::get<0>(values), found));
    else
      return result(std::get<0>(values), found);
  }

  template <class First>
  static auto result(const First& first, const std::vector<Tensor>& gradients) {
    if constexpr (N == 0) {
      size_t next = 0;
      return gradient_like(first, gradients, next);
    } else if constexpr (N == 1) {
      return gradients[0];
    } else {
      std::array<Tensor, N> all;
      std::copy(gradients.begin(), gradients.end(), all.begin());
      return all;
    }
  }

  F function_;
  std::array<int, N> numbers_;
  SourceLocation location_;
};

}  // namespace detail

/// Returns the gradient of a function with respect to its first argument, a tensor or a structure of tensors. The
/// gradient has the type of the argument.
template <class F>
auto gradient(F function, SourceLocation location = SourceLocation::current()) {
  return detail::GradientFunction<F, 0, false>(std::move(function), {}, location);
}
/// Returns the gradient with respect to the tensor arguments with these indices, counted from 0: one tensor, or an
/// array for several.
template <class F, class... I>
  requires(std::is_integral_v<I> && ...)
auto gradient(F function, detail::ArgumentNumber first, I... more) {
  return detail::GradientFunction<F, sizeof...(I) + 1, false>(
      std::move(function), {first.number, static_cast<int>(more)...}, first.location);
}

/// Returns the pair of the function's value and its gradient.
template <class F>
auto value_and_gradient(F function, SourceLocation location = SourceLocation::current()) {
  return detail::GradientFunction<F, 0, true>(std::move(function), {}, location);
}
template <class F, class... I>
  requires(std::is_integral_v<I> && ...)
auto value_and_gradient(F function, detail::ArgumentNumber first, I... more) {
  return detail::GradientFunction<F, sizeof...(I) + 1, true>(std::move(function),
                                                             {first.number, static_cast<int>(more)...}, first.location);
}

/// Records the computation from its construction on. Unless the tape is persistent, a gradient can be requested only
/// once.
class GradientTape {
 public:
  explicit GradientTape(bool persistent = false, SourceLocation location = SourceLocation::current())
      : scope_(persistent, location) {}

  /// Trainable variables are watched automatically.
  void watch(const Tensor& x, SourceLocation location = SourceLocation::current()) { scope_.watch(x, location); }
  void watch(Tensor& x, SourceLocation location = SourceLocation::current()) { scope_.watch(x, location); }
  void watch(const Variable& x, SourceLocation location = SourceLocation::current()) { scope_.watch(x, location); }

  /// Returns the gradient of y with respect to a tensor or a variable, or several.
  Tensor gradient(const Tensor& y, const Tensor& x, SourceLocation location = SourceLocation::current()) {
    const Source of(x);
    return scope_.gradients(y, {&of, 1}, location)[0];
  }
  Tensor gradient(const Tensor& y, const Variable& x, SourceLocation location = SourceLocation::current()) {
    const Source of(x);
    return scope_.gradients(y, {&of, 1}, location)[0];
  }
  template <class... X>
    requires(sizeof...(X) > 1 && ((std::is_convertible_v<const X&, Tensor>) && ...))
  std::array<Tensor, sizeof...(X)> gradient(const Tensor& y, const X&... x) {
    std::array<Tensor, sizeof...(X)> result;
    const Source of[] = {source(x)...};
    const std::vector<Tensor> found = scope_.gradients(y, {of, sizeof...(X)}, SourceLocation::current());
    std::copy(found.begin(), found.end(), result.begin());
    return result;
  }
  AG_API std::vector<Tensor> gradient(const Tensor& y, const std::vector<Tensor>& x,
                                      SourceLocation location = SourceLocation::current());
  AG_API std::vector<Tensor> gradient(const Tensor& y, const std::vector<Variable>& x,
                                      SourceLocation location = SourceLocation::current());

  /// Returns the derivatives of all elements of y with respect to all elements of a tensor or a variable, with shape
  /// y.shape + x.shape; or of several.
  Tensor jacobian(const Tensor& y, const Tensor& x, SourceLocation location = SourceLocation::current());
  Tensor jacobian(const Tensor& y, const Variable& x, SourceLocation location = SourceLocation::current());
  template <class... X>
    requires(sizeof...(X) > 1 && ((std::is_convertible_v<const X&, Tensor>) && ...))
  std::array<Tensor, sizeof...(X)> jacobian(const Tensor& y, const X&... x);

 private:
  using Source = detail::GradientScope::Source;
  static Source source(const Tensor& x) { return x; }
  static Source source(const Variable& x) { return x; }

  detail::GradientScope scope_;
};

namespace detail {

using TensorsToTensors = std::function<std::vector<Tensor>(std::span<const Tensor>)>;
AG_API std::vector<Tensor> apply_custom_gradient(const std::vector<Tensor>& inputs, std::vector<Tensor> outputs,
                                                 const TensorsToTensors& gradient, SourceLocation location);

template <class T>
void add_tensors(const T& value, std::vector<Tensor>& out) {
  if constexpr (std::is_convertible_v<const T&, Tensor>)
    out.push_back(value);
  else if constexpr (requires { value.begin(); })
    out.insert(out.end(), value.begin(), value.end());
  else
    std::apply([&](const auto&... part) { (add_tensors(part, out), ...); }, value);
}

template <class F>
class CustomGradientFunction {
 public:
  CustomGradientFunction(F function, SourceLocation location) : function_(std::move(function)), location_(location) {}

  template <class... A>
  auto operator()(const A&... arguments) const {
    static_assert((std::is_convertible_v<const A&, Tensor> && ...), "a custom gradient is that of tensors");
    const std::array<Tensor, sizeof...(A)> inputs{Tensor(arguments)...};
    F function = function_;
    auto [value, back] = std::apply(function, inputs);
    std::vector<Tensor> outputs;
    add_tensors(value, outputs);
    const size_t count = outputs.size();
    const TensorsToTensors gradient = [back = std::move(back)](std::span<const Tensor> given) mutable {
      std::vector<Tensor> gradients;
      add_tensors(call<decltype(value)>(back, given), gradients);
      return gradients;
    };
    outputs = apply_custom_gradient({inputs.begin(), inputs.end()}, std::move(outputs), gradient, location_);
    return from_tensors<decltype(value)>(outputs, count);
  }

 private:
  template <class Value, class Back>
  static auto call(Back& back, std::span<const Tensor> given) {
    if constexpr (std::is_convertible_v<Value, Tensor>)
      return back(given[0]);
    else
      return [&]<size_t... I>(std::index_sequence<I...>) {
        return back(given[I]...);
      }(std::make_index_sequence<std::tuple_size_v<Value>>());
  }
  template <class Value>
  static auto from_tensors(const std::vector<Tensor>& outputs, size_t) {
    if constexpr (std::is_convertible_v<Value, Tensor>)
      return outputs[0];
    else
      return [&]<size_t... I>(std::index_sequence<I...>) {
        return Value{outputs[I]...};
      }(std::make_index_sequence<std::tuple_size_v<Value>>());
  }

  F function_;
  SourceLocation location_;
};

/// Values computed while a scope lives are recomputed where a gradient needs them.
class AG_API CheckpointScope {
 public:
  CheckpointScope();
  ~CheckpointScope();
  CheckpointScope(const CheckpointScope&) = delete;
  CheckpointScope& operator=(const CheckpointScope&) = delete;

 private:
  struct State;
  Pimpl<State> state_;
};

template <class F>
class CheckpointFunction {
 public:
  explicit CheckpointFunction(F function) : function_(std::move(function)) {}

  /// The function must take these arguments by value or by reference to const.
  template <class... A>
    requires std::is_invocable_v<F&, const A&...>
  auto operator()(const A&... arguments) const {
    F function = function_;
    const CheckpointScope scope;
    return std::invoke(function, arguments...);
  }

 private:
  F function_;
};

}  // namespace detail

/// Returns the function with checkpointing (rematerialization): a gradient keeps only its arguments and results, and
/// recomputes all other values. This costs the time of one more call and needs the memory of one call instead of all.
/// Gradients are unchanged, also those of captured values. Values whose recomputation would be observable are kept:
/// variables as they were read, results of host functions, random keys drawn from a generator, and branches and loops
/// with effects.
///
///     auto layer = ag::checkpoint([&](Tensor x, Tensor w) { return tanh(matmul(x, w)); });
///     for (Tensor w : weights) x = layer(x, w);
template <class F>
auto checkpoint(F function) {
  return detail::CheckpointFunction<F>(std::move(function));
}

/// Returns a function with a user-defined gradient. `function` returns a pair: the value (a tensor or a tuple of
/// tensors), and its pullback, a function from the gradient of the value to the gradients of the arguments.
///
///     auto log1pexp = ag::custom_gradient([](Tensor x) {
///       Tensor e = exp(x);
///       return std::pair(log(1 + e), [e](Tensor dy) { return dy * (1 - 1 / (1 + e)); });
///     });
template <class F>
auto custom_gradient(F function, SourceLocation location = SourceLocation::current()) {
  return detail::CustomGradientFunction<F>(std::move(function), location);
}

}  // namespace ag
