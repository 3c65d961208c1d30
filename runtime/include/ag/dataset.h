#pragma once
/// Sequences of any number of elements, produced one at a time:
///
///     auto digits = ag::Dataset::from_tensor_slices(images, labels).shuffle(1000, 7).batch(32);
///     AG_FUNCTION void epoch() {
///       for (auto [x, y] : digits) step(x, y);      // one loop of the graph
///     }
///
/// A dataset is a recipe with value semantics: nothing is computed before a loop requests an element, and each loop
/// starts from the beginning. An iterator is a position in a pass over a dataset; copies share it, and the position
/// persists between calls.
#include <array>
#include <concepts>
#include <functional>
#include <iterator>
#include <memory>
#include <optional>
#include <string>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

#include "ag/detail/call_type.h"
#include "ag/detail/dataset_row.h"
#include "ag/host_call.h"
#include "ag/io.h"
#include "ag/staging/loops.h"
#include "ag/text.h"
#include "ag/variable.h"

namespace ag {

template <class E>
class DatasetOf;
template <class E>
class IteratorOf;
using Dataset = DatasetOf<Tensor>;
using DatasetIterator = IteratorOf<Tensor>;

/// Options for Dataset::from_csv.
struct CsvOptions {
  /// True if the first line names the columns.
  bool header = false;
  /// The columns to read, by name, in this order; empty reads all.
  std::vector<std::string> columns = {};
  char separator = ',';
  /// The dtype of number columns, unless `dtypes` has one per column.
  DType dtype = float32;
  std::vector<DType> dtypes = {};
  /// The value of an empty field; without it an empty field is an error. In a text column an empty field is the empty
  /// string.
  std::optional<double> missing = std::nullopt;
};

namespace detail {

class DataSource;

// Type-erased datasets: variables that refer to them. Created immediately, or as part of the graph while tracing.
using RowMap = std::function<void(Row& row)>;
using RowTest = std::function<Predicate(Row& row)>;
// updates the state and replaces the row by the result for this element
using RowScan = std::function<void(Row& state, Row& row)>;
using RowGenerator = std::function<std::function<bool(Row& row)>(const Row& arguments)>;
using RowExpand = std::function<ag::Variable(Row& row)>;

/// Properties of a function that is called for elements.
struct RowFunction {
  bool captures = false;  // it has captured variables
  SourceLocation location;
};

AG_API ag::Variable data_range(int64_t start, int64_t stop, int64_t step, SourceLocation location);
AG_API ag::Variable data_slices(Row tensors, SourceLocation location);
AG_API Row data_arrays(const std::string& path, const std::vector<std::string>& names, SourceLocation location);
/// `texts`: one flag per column, true for text; empty if an element is one row of numbers.
AG_API ag::Variable data_csv(const std::string& path, const CsvOptions& options, const std::vector<bool>& texts,
                             SourceLocation location);
AG_API ag::Variable data_lines(const std::string& path, SourceLocation location);
AG_API ag::Variable data_single(Row tensors, SourceLocation location);
AG_API ag::Variable data_generator(RowGenerator generator, Row arguments, const std::vector<TensorSpec>& types,
                                   RowFunction about);
AG_API ag::Variable data_map(const ag::Variable& of, RowMap map, RowFunction about);
AG_API ag::Variable data_filter(const ag::Variable& of, RowTest test, bool ends, RowFunction about);
AG_API ag::Variable data_scan(const ag::Variable& of, Row initial, RowScan scan, RowFunction about);
AG_API ag::Variable data_expand(const ag::Variable& of, RowExpand expand, int64_t cycle, int64_t block,
                                RowFunction about);
AG_API ag::Variable data_batch(const ag::Variable& of, int64_t size, bool drop_remainder, SourceLocation location);
AG_API ag::Variable data_padded_batch(const ag::Variable& of, int64_t size, std::vector<Shape> shapes, double value,
                                      bool drop_remainder, SourceLocation location);
AG_API ag::Variable data_window(const ag::Variable& of, int64_t size, int64_t shift, int64_t stride,
                                bool drop_remainder, SourceLocation location);
AG_API ag::Variable data_unbatch(const ag::Variable& of, SourceLocation location);
AG_API ag::Variable data_take(const ag::Variable& of, int64_t count, SourceLocation location);
AG_API ag::Variable data_skip(const ag::Variable& of, int64_t count, SourceLocation location);
AG_API ag::Variable data_repeat(const ag::Variable& of, int64_t count, SourceLocation location);
AG_API ag::Variable data_shuffle(const ag::Variable& of, int64_t buffer, uint64_t seed, bool each_time,
                                 SourceLocation location);
AG_API ag::Variable data_enumerate(const ag::Variable& of, int64_t start, SourceLocation location);
AG_API ag::Variable data_zip(std::span<const ag::Variable* const> of, SourceLocation location);
AG_API ag::Variable data_concatenate(const ag::Variable& of, const ag::Variable& next, SourceLocation location);
AG_API ag::Variable data_cache(const ag::Variable& of, SourceLocation location);
AG_API ag::Variable data_prefetch(const ag::Variable& of, int64_t count, SourceLocation location);

/// Returns the number of elements if known: -1 for infinite, -2 for unknown.
AG_API int64_t data_cardinality(const ag::Variable& of, SourceLocation location);
/// Returns the number of elements as a value of the graph; an error if there is none.
AG_API Tensor data_size(const ag::Variable& of, SourceLocation location);
/// Returns a variable that refers to a new position at the beginning.
AG_API ag::Variable data_open(const ag::Variable& of, SourceLocation location);
AG_API Tensor data_has_next(const ag::Variable& place, SourceLocation location);
AG_API Row data_next(const ag::Variable& place, SourceLocation location);

/// A pass over the elements on the host.
class AG_API DataRun {
 public:
  /// `place`: a dataset starts a new pass, an iterator continues at its own position.
  DataRun(const ag::Variable& place, SourceLocation location);
  bool next(Row& row) { return next_(source_.get(), row); }

 private:
  std::shared_ptr<void> source_;
  bool (*next_)(void* source, Row& row);
};

/// The iterator of a range-for over a dataset or an iterator.
template <class E>
class DataCursor {
 public:
  DataCursor(const ag::Variable& place, SourceLocation location) : run_(place, location), more_(run_.next(row_)) {}
  E operator*() { return read_element<E>(row_); }
  DataCursor& operator++() {
    more_ = run_.next(row_);
    return *this;
  }
  bool operator==(std::default_sentinel_t) const { return !more_; }

 private:
  DataRun run_;
  Row row_;
  bool more_;
};

/// The element type that a function maps an element to: a tensor, or a structure of tensors.
template <class F, class E>
using mapped_t = element_of_t<decltype(call_for_element(std::declval<F&>(), std::declval<E>()))>;
template <class F>
RowFunction about_function(SourceLocation location) {
  return {!std::is_empty_v<std::decay_t<F>> && !std::is_pointer_v<std::decay_t<F>>, location};
}

}  // namespace detail

/// A position in a pass over a dataset.
template <class E>
class IteratorOf {
 public:
  /// True while elements remain.
  Tensor has_next(SourceLocation location = SourceLocation::current()) const {
    return detail::data_has_next(place_, location);
  }
  /// Returns the next element; an error at the end.
  E next(SourceLocation location = SourceLocation::current()) const {
    detail::Row row = detail::data_next(place_, location);
    return detail::read_element<E>(row);
  }
  /// Returns the next element, or `otherwise` at the end.
  E next(const E& otherwise, SourceLocation location = SourceLocation::current()) const {
    return if_else<E>(
        Predicate(has_next(location), location), [&] { return next(location); }, [&] { return otherwise; });
  }
  /// The remaining elements.
  detail::DataCursor<E> begin() const { return {place_, SourceLocation::current()}; }
  std::default_sentinel_t end() const { return {}; }

  explicit IteratorOf(Parts) {}
  const IteratorOf& iterator(SourceLocation) const { return *this; }
  friend auto ag_fields(IteratorOf& iterator) { return std::tie(iterator.place_); }
  friend auto ag_fields(const IteratorOf& iterator) { return std::tie(iterator.place_); }

 private:
  friend class DatasetOf<E>;
  explicit IteratorOf(Variable place) : place_(std::move(place)) {}

  Variable place_;
};

/// A dataset with elements of type E: Tensor, or a tuple, a pair, or an aggregate of tensors.
template <class E>
class DatasetOf {
 public:
  using Element = E;
  explicit DatasetOf(Variable made) : made_(std::move(made)) {}
  explicit DatasetOf(Parts) {}

  // ---- sources ----

  /// Numbers start, start + step, … below stop, as int64.
  static Dataset range(int64_t stop, SourceLocation location = SourceLocation::current()) {
    return Dataset(detail::data_range(0, stop, 1, location));
  }
  static Dataset range(int64_t start, int64_t stop, int64_t step = 1,
                       SourceLocation location = SourceLocation::current()) {
    return Dataset(detail::data_range(start, stop, step, location));
  }
  /// The rows of a tensor, or the rows of several tensors of equal length as tuples.
  static Dataset from_tensor_slices(const TensorArg& x) {
    return Dataset(detail::data_slices({x.value()}, x.location()));
  }
  template <std::convertible_to<TensorArg>... T>
    requires(sizeof...(T) > 0)
  static DatasetOf<detail::tensors_t<sizeof...(T) + 1>> from_tensor_slices(const TensorArg& x, const T&... more) {
    return DatasetOf<detail::tensors_t<sizeof...(T) + 1>>(
        detail::data_slices({x.value(), TensorArg(more, x.location()).value()...}, x.location()));
  }
  /// Like the overload for tensors, for texts or for texts and tensors.
  static DatasetOf<Text> from_tensor_slices(const Text& x, SourceLocation location = SourceLocation::current()) {
    return DatasetOf<Text>(detail::data_slices({x.words()}, location));
  }
  template <class... T>
    requires(sizeof...(T) > 1 && (std::is_same_v<T, Text> || ...))
  static DatasetOf<std::tuple<detail::slice_of_t<T>...>> from_tensor_slices(const T&... x) {
    return DatasetOf<std::tuple<detail::slice_of_t<T>...>>(
        detail::data_slices({detail::rows_of(x)...}, SourceLocation::current()));
  }
  /// A dataset with one element.
  static Dataset from_tensors(const TensorArg& x) { return Dataset(detail::data_single({x.value()}, x.location())); }
  template <std::convertible_to<TensorArg>... T>
    requires(sizeof...(T) > 0)
  static DatasetOf<detail::tensors_t<sizeof...(T) + 1>> from_tensors(const TensorArg& x, const T&... more) {
    return DatasetOf<detail::tensors_t<sizeof...(T) + 1>>(
        detail::data_single({x.value(), TensorArg(more, x.location()).value()...}, x.location()));
  }

  /// `make` returns a generator for each pass. The generator returns the elements as std::optional, empty at the end.
  /// `types` (those of the tensors of an element) may be omitted if all elements have the types of the first.
  template <class F>
  static auto from_generator(F make, const std::vector<TensorSpec>& types = {},
                             SourceLocation location = SourceLocation::current()) {
    using R = detail::element_of_t<typename std::decay_t<decltype(make()())>::value_type>;
    return DatasetOf<R>(detail::data_generator(
        [make = std::move(make)](const detail::Row&) mutable { return detail::row_generator<R>(make()); }, {}, types,
        detail::about_function<F>(location)));
  }
  /// Like the overload without `arguments`, which are passed to `make`: tensors and numbers, which may be known only at
  /// run time.
  ///
  ///     Dataset::from_generator(countdown, {TensorSpec({}, int32)}, n)   // auto countdown(int n) { return […]… }
  template <class F, std::convertible_to<TensorArg>... A>
    requires(sizeof...(A) > 0 && !(std::convertible_to<A, SourceLocation> || ...))
  static auto from_generator(F make, const detail::HostResults& types, const A&... arguments) {
    auto call = [make = std::move(make)](const detail::Row& row) mutable {
      return [&]<size_t... I>(std::index_sequence<I...>) {
        if constexpr (std::is_invocable_v<F&, decltype((void(I), std::declval<const Tensor&>()))...>)
          return make(row[I]...);
        else
          return make(detail::HostValue{row[I]}...);
      }(std::index_sequence_for<A...>());
    };
    using R = detail::element_of_t<typename std::decay_t<decltype(call(detail::Row())())>::value_type>;
    return DatasetOf<R>(detail::data_generator(
        [call](const detail::Row& row) mutable { return detail::row_generator<R>(call(row)); },
        {TensorArg(arguments, types.location).value()...}, types.specs, detail::about_function<F>(types.location)));
  }
  /// The rows of the array in a .npy file, or of the named arrays in a .npz file as tuples.
  static Dataset from_npy(const std::string& path, SourceLocation location = SourceLocation::current()) {
    return Dataset(detail::data_slices({load_npy(path, location)}, location));
  }
  template <std::convertible_to<std::string>... Name>
    requires(sizeof...(Name) > 0)
  static DatasetOf<detail::tensors_t<sizeof...(Name)>> from_npz(const detail::DataPath& path, const Name&... names) {
    return DatasetOf<detail::tensors_t<sizeof...(Name)>>(
        detail::data_slices(detail::data_arrays(path.text, {names...}, path.location), path.location));
  }
  /// The lines of a file, without line terminators.
  static DatasetOf<Text> from_text(const detail::DataPath& path) {
    return DatasetOf<Text>(detail::data_lines(path.text, path.location));
  }
  /// The rows of a CSV file (RFC 4180), read lazily: as rank-1 tensors; or, as
  ///
  ///     ag::DatasetOf<std::tuple<ag::Text, Tensor>>::from_csv("ages.csv", {.header = true})
  ///
  /// with one tensor or text per column.
  static DatasetOf from_csv(const detail::DataPath& path, const CsvOptions& options = {}) {
    return DatasetOf(detail::data_csv(path.text, options, detail::text_columns<E>(), path.location));
  }
  /// Tuples of the elements at the same position of several datasets; ends with the shortest.
  template <class... D>
  static DatasetOf<std::tuple<typename D::Element...>> zip(const D&... of) {
    const ag::Variable* all[] = {&of.made_...};
    return DatasetOf<std::tuple<typename D::Element...>>(detail::data_zip(all, SourceLocation::current()));
  }

  // ---- element-wise transformations ----

  /// f(x) for each element; if elements are tuples, f takes the parts or the tuple.
  template <class F>
  auto map(F f, SourceLocation location = SourceLocation::current()) const {
    using R = detail::mapped_t<F, E>;
    return DatasetOf<R>(detail::data_map(
        made_,
        [f = std::move(f)](detail::Row& row) mutable {
          R result = detail::call_for_element(f, detail::read_element<E>(row));
          row.clear();
          detail::write_element(result, row);
        },
        detail::about_function<F>(location)));
  }

  /// The elements for which f(x) is true.
  template <class F>
  DatasetOf filter(F f, SourceLocation location = SourceLocation::current()) const {
    return DatasetOf(detail::data_filter(made_, test(std::move(f)), false, detail::about_function<F>(location)));
  }
  /// The elements before the first one for which f(x) is false.
  template <class F>
  DatasetOf take_while(F f, SourceLocation location = SourceLocation::current()) const {
    return DatasetOf(detail::data_filter(made_, test(std::move(f)), true, detail::about_function<F>(location)));
  }
  /// f(state, x) returns the next state and the output element, as a pair or a tuple.
  template <class State, class F>
  auto scan(State initial, F f, SourceLocation location = SourceLocation::current()) const {
    using S = detail::element_of_t<State>;
    using R = detail::element_of_t<std::tuple_element_t<1, std::decay_t<std::invoke_result_t<F&, S, E>>>>;
    detail::Row start;
    detail::write_element(S(std::move(initial)), start);
    return DatasetOf<R>(detail::data_scan(
        made_, std::move(start),
        [f = std::move(f)](detail::Row& state, detail::Row& row) mutable {
          auto [next, out] = f(detail::read_element<S>(state), detail::read_element<E>(row));
          state.clear();
          detail::write_element(S(std::move(next)), state);
          row.clear();
          detail::write_element(R(std::move(out)), row);
        },
        detail::about_function<F>(location)));
  }
  /// Returns f(f(f(initial, first), second), …): a loop of the graph in a traced function.
  template <class State, class F>
  auto reduce(State initial, F f, SourceLocation location = SourceLocation::current()) const {
    using S = detail::element_of_t<State>;
    S state(std::move(initial));
    for_stmt(*this, ag::state(detail::Names("state", location), state),
             [&](E element) { state = f(state, std::move(element)); });
    return state;
  }
  /// The elements of the datasets f(x): `block_length` of each in turn, with `cycle_length` datasets open at a time.
  template <class F>
  auto interleave(F f, int64_t cycle_length, int64_t block_length = 1,
                  SourceLocation location = SourceLocation::current()) const {
    using D = std::decay_t<decltype(detail::call_for_element(f, std::declval<E>()))>;
    return D(detail::data_expand(
        made_,
        [f = std::move(f)](detail::Row& row) mutable {
          return detail::call_for_element(f, detail::read_element<E>(row)).made_;
        },
        cycle_length, block_length, detail::about_function<F>(location)));
  }
  /// The concatenation of the datasets f(x).
  template <class F>
  auto flat_map(F f, SourceLocation location = SourceLocation::current()) const {
    return interleave(std::move(f), 1, 1, location);
  }
  /// (start, first), (start + 1, second), …
  DatasetOf<std::tuple<Tensor, E>> enumerate(int64_t start = 0,
                                             SourceLocation location = SourceLocation::current()) const {
    return DatasetOf<std::tuple<Tensor, E>>(detail::data_enumerate(made_, start, location));
  }

  // ---- grouping ----

  /// `size` elements stacked along a new first axis; the last batch may be shorter.
  DatasetOf batch(int64_t size, bool drop_remainder = false,
                  SourceLocation location = SourceLocation::current()) const {
    return DatasetOf(detail::data_batch(made_, size, drop_remainder, location));
  }
  /// Like batch, for elements with different extents. Each is padded with `value` to the largest extents of its batch,
  /// or to the extents that `shapes` has for each tensor of an element.
  DatasetOf padded_batch(int64_t size, const std::vector<Shape>& shapes = {}, double value = 0,
                         bool drop_remainder = false, SourceLocation location = SourceLocation::current()) const {
    return DatasetOf(detail::data_padded_batch(made_, size, shapes, value, drop_remainder, location));
  }
  /// Batches of elements `stride` apart; each batch starts `shift` (by default `size`) elements after the previous one.
  DatasetOf window(int64_t size, int64_t shift = 0, int64_t stride = 1, bool drop_remainder = false,
                   SourceLocation location = SourceLocation::current()) const {
    return DatasetOf(detail::data_window(made_, size, shift == 0 ? size : shift, stride, drop_remainder, location));
  }
  /// The rows of each element.
  DatasetOf unbatch(SourceLocation location = SourceLocation::current()) const {
    return DatasetOf(detail::data_unbatch(made_, location));
  }

  // ---- selection and order ----

  /// The first `count` elements; -1: all.
  DatasetOf take(int64_t count, SourceLocation location = SourceLocation::current()) const {
    return DatasetOf(detail::data_take(made_, count, location));
  }
  /// All but the first `count` elements; -1: none.
  DatasetOf skip(int64_t count, SourceLocation location = SourceLocation::current()) const {
    return DatasetOf(detail::data_skip(made_, count, location));
  }
  /// The elements repeated `count` times; -1 repeats without end.
  DatasetOf repeat(int64_t count = -1, SourceLocation location = SourceLocation::current()) const {
    return DatasetOf(detail::data_repeat(made_, count, location));
  }
  /// The elements in random order: each is drawn from a buffer of the next `buffer` elements. Equal seeds yield equal
  /// orders. Each pass has its own order unless `each_time` is false.
  DatasetOf shuffle(int64_t buffer, uint64_t seed, bool each_time = true,
                    SourceLocation location = SourceLocation::current()) const {
    return DatasetOf(detail::data_shuffle(made_, buffer, seed, each_time, location));
  }
  DatasetOf concatenate(const DatasetOf& next, SourceLocation location = SourceLocation::current()) const {
    return DatasetOf(detail::data_concatenate(made_, next.made_, location));
  }
  /// The elements, kept in memory after the first complete pass.
  DatasetOf cache(SourceLocation location = SourceLocation::current()) const {
    return DatasetOf(detail::data_cache(made_, location));
  }
  /// The elements, computed by a separate thread up to `count` ahead.
  DatasetOf prefetch(int64_t count, SourceLocation location = SourceLocation::current()) const {
    return DatasetOf(detail::data_prefetch(made_, count, location));
  }

  // ---- queries and iteration ----

  /// Returns the number of elements if it is known without a pass: -1 for infinite, -2 for unknown.
  int64_t cardinality(SourceLocation location = SourceLocation::current()) const {
    return detail::data_cardinality(made_, location);
  }
  /// Returns the number of elements; an error if it is infinite or unknown before a pass.
  Tensor size(SourceLocation location = SourceLocation::current()) const { return detail::data_size(made_, location); }
  /// Returns a new position at the beginning.
  IteratorOf<E> iterator(SourceLocation location = SourceLocation::current()) const {
    return IteratorOf<E>(detail::data_open(made_, location));
  }
  detail::DataCursor<E> begin() const { return {made_, SourceLocation::current()}; }
  std::default_sentinel_t end() const { return {}; }

  friend auto ag_fields(DatasetOf& dataset) { return std::tie(dataset.made_); }
  friend auto ag_fields(const DatasetOf& dataset) { return std::tie(dataset.made_); }

 private:
  template <class>
  friend class DatasetOf;
  template <class F>
  static detail::RowTest test(F f) {
    return [f = std::move(f)](detail::Row& row) mutable {
      return Predicate(detail::call_for_element(f, detail::read_element<E>(row)));
    };
  }

  Variable made_;  // must be the first member: a trace locates it by the address of the dataset
};

namespace detail {

template <class R>
inline constexpr bool is_dataset = false;
template <class E>
inline constexpr bool is_dataset<DatasetOf<E>> = true;
template <class E>
inline constexpr bool is_dataset<IteratorOf<E>> = true;

// Excludes datasets from the for_stmt overloads for other ranges.
template <class E>
inline constexpr bool is_staged_range<DatasetOf<E>> = true;
template <class E>
inline constexpr bool is_staged_range<IteratorOf<E>> = true;

}  // namespace detail

/// for (x : dataset) body(x); one loop of the graph while a function is traced.
template <class R, IsState S, class F>
  requires detail::is_dataset<std::remove_cvref_t<R>>
void for_stmt(R&& data, const S& state, F&& body) {
  if (is_tracing()) {
    const SourceLocation location = state.location();
    const auto place = data.iterator(location);
    detail::trace_for(
        state, [&] { return Predicate(place.has_next(location), location); }, detail::NoStep(),
        [&] { body(place.next(location)); }, false);
    return;
  }
  for (auto&& x : data) {
    body(std::move(x));
    if constexpr (S::can_stop) {
      if (host_condition(state.stopped())) break;
    }
  }
}
template <class R, class F>
  requires(detail::is_dataset<std::remove_cvref_t<R>> && !IsState<F>)
void for_stmt(R&& data, F&& body, SourceLocation location = SourceLocation::current()) {
  for_stmt(data, detail::no_state(location), body);
}

}  // namespace ag
