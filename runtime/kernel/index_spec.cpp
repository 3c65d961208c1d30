#include "kernel/index_spec.h"

#include <algorithm>
#include <limits>
#include <optional>

namespace ag::kernel {

namespace {

using Bound = IndexItem::Bound;
using Kind = IndexItem::Kind;

struct Range {
  int64_t first;
  int64_t length;
};

/// Returns the positions of a slice on an axis of length n, with clamped bounds.
Range slice_range(int64_t n, std::optional<int64_t> start, std::optional<int64_t> stop, int64_t step) {
  const bool up = step > 0;
  const int64_t low = up ? 0 : -1, high = up ? n : n - 1;
  auto clamped = [&](std::optional<int64_t> bound, int64_t otherwise) {
    if (!bound) return otherwise;
    return std::clamp(*bound < 0 ? *bound + n : *bound, low, high);
  };
  const int64_t from = clamped(start, up ? low : high), to = clamped(stop, up ? high : low);
  const int64_t distance = up ? to - from : from - to;
  if (distance <= 0) return {0, 0};
  const uint64_t stride = up ? static_cast<uint64_t>(step) : 0 - static_cast<uint64_t>(step);
  return {from, static_cast<int64_t>((static_cast<uint64_t>(distance) - 1) / stride) + 1};
}

std::string bound_text(Bound is, int64_t number) {
  return is == Bound::Absent ? "" : is == Bound::Operand ? "?" : std::to_string(number);
}

}  // namespace

ir::Attributes encode(const IndexItems& items) {
  std::vector<int64_t> kinds, starts, stops, steps;
  for (const IndexItem& item : items) {
    kinds.push_back(static_cast<int64_t>(item.kind) + 10 * static_cast<int64_t>(item.start_is) +
                    100 * static_cast<int64_t>(item.stop_is) + 1000 * static_cast<int64_t>(item.step_is));
    starts.push_back(item.start);
    stops.push_back(item.stop);
    steps.push_back(item.step);
  }
  return {std::move(kinds), std::move(starts), std::move(stops), std::move(steps)};
}

IndexItems decode(const ir::Attributes& attributes) {
  const auto& kinds = std::get<std::vector<int64_t>>(attributes[0]);
  const auto& starts = std::get<std::vector<int64_t>>(attributes[1]);
  const auto& stops = std::get<std::vector<int64_t>>(attributes[2]);
  const auto& steps = std::get<std::vector<int64_t>>(attributes[3]);
  if (starts.size() != kinds.size() || stops.size() != kinds.size() || steps.size() != kinds.size()) {
    throw Fault{ErrorKind::invalid_argument, "kinds, starts, stops and steps have different lengths"};
  }
  IndexItems items;
  for (size_t k = 0; k < kinds.size(); ++k) {
    const int64_t kind = kinds[k] % 10, start = kinds[k] / 10 % 10, stop = kinds[k] / 100 % 10, step = kinds[k] / 1000;
    const bool is_window = kind == 1 && start == 2 && stop == 3 && stops[k] > 0 && steps[k] == 1;
    const bool has_step = step == 0 || (step == 2 && kind == 1 && steps[k] == 0 && !is_window);
    if (kinds[k] < 0 || kind > 3 || start > 2 || (stop > 2 && !is_window) || !has_step) {
      throw Fault{ErrorKind::invalid_argument, std::to_string(kinds[k]) + " is not a kind of subscript"};
    }
    items.push_back({static_cast<Kind>(kind), static_cast<Bound>(start), static_cast<Bound>(stop), starts[k], stops[k],
                     steps[k], static_cast<Bound>(step)});
  }
  return items;
}

std::vector<size_t> axes_of(const IndexItems& items, size_t rank) {
  size_t behind = 0, axis = 0;  // `behind`: the number of axes that the remaining items take
  for (const IndexItem& item : items) behind += item.consumes();
  if (behind > rank) return {};
  std::vector<size_t> axes;
  for (const IndexItem& item : items) {
    axes.push_back(axis);
    behind -= item.consumes();
    axis = item.kind == Kind::Ellipsis ? rank - behind : axis + item.consumes();
  }
  return axes;
}

size_t operand_count(const IndexItems& items) {
  size_t count = 0;
  for (const IndexItem& item : items) count += item.operand_count();
  return count;
}

std::string str(const IndexItems& items) {
  std::string text;
  for (const IndexItem& item : items) {
    if (!text.empty()) text += ", ";
    switch (item.kind) {
      case Kind::Integer:
        text += bound_text(item.start_is, item.start);
        break;
      case Kind::Slice:
        text += bound_text(item.start_is, item.start) + ":" + (item.is_window() ? "+" : "") +
                bound_text(item.stop_is, item.stop);
        if (item.step != 1) text += ":" + bound_text(item.step_is, item.step);
        break;
      case Kind::NewAxis:
        text += "newaxis";
        break;
      case Kind::Ellipsis:
        text += "...";
        break;
    }
  }
  return "[" + text + "]";
}

int64_t checked_index(int64_t i, int64_t length, size_t axis) {
  const int64_t at = i < 0 ? i + length : i;
  if (at >= 0 && at < length) return at;
  std::string message = "index " + std::to_string(i) + " is out of range for axis " + std::to_string(axis) +
                        " of length " + std::to_string(length);
  if (length > 0) message += " (allowed: " + std::to_string(-length) + " to " + std::to_string(length - 1) + ")";
  throw Fault{ErrorKind::out_of_range, std::move(message)};
}

Selection select(const Shape& shape, const int64_t* strides, const IndexItems& items, const int64_t* values) {
  size_t consumed = 0, ellipses = 0;
  for (const IndexItem& item : items) {
    consumed += item.consumes();
    ellipses += item.kind == Kind::Ellipsis;
  }
  if (consumed > shape.size()) {
    throw Fault{ErrorKind::out_of_range, "the subscript " + str(items) + " names " + std::to_string(consumed) +
                                             " axes, the tensor has " + std::to_string(shape.size())};
  }
  if (ellipses > 1) {
    throw Fault{ErrorKind::invalid_argument, "the subscript " + str(items) + " has more than one ellipsis"};
  }
  Selection selection;
  size_t axis = 0;
  auto keep = [&](size_t count) {
    for (; count > 0; --count, ++axis) {
      selection.shape.push_back(shape[axis]);
      selection.strides.push_back(strides ? strides[axis] : 0);
    }
  };
  /// Returns a bound as a number; nothing if it is absent or not known.
  auto bound = [&](Bound is, int64_t number) -> std::optional<int64_t> {
    if (is == Bound::Operand && values) return *values++;
    return is == Bound::Number ? std::optional(number) : std::nullopt;
  };
  for (const IndexItem& item : items) {
    switch (item.kind) {
      case Kind::NewAxis:
        selection.shape.push_back(1);
        selection.strides.push_back(0);
        break;
      case Kind::Ellipsis:
        keep(shape.size() - consumed);
        break;
      case Kind::Integer: {
        const std::optional<int64_t> i = bound(item.start_is, item.start);
        if (i && shape[axis] != unknown) {
          const int64_t at = checked_index(*i, shape[axis], axis);
          if (strides) selection.offset += at * strides[axis];
        }
        ++axis;
        break;
      }
      case Kind::Slice: {
        if (item.is_window()) {
          const int64_t stride = strides ? strides[axis] : 0, length = shape[axis];
          if (const auto first = bound(item.start_is, item.start)) {
            if (length != unknown && (*first < 0 || *first > length - item.stop)) {
              throw Fault{ErrorKind::out_of_range, "a window of " + std::to_string(item.stop) + " from " +
                                                       std::to_string(*first) + " is not inside of axis " +
                                                       std::to_string(axis) + " of length " + std::to_string(length)};
            }
            selection.offset += *first * stride;
          }
          selection.shape.push_back(item.stop);
          selection.strides.push_back(stride);
          ++axis;
          break;
        }
        const std::optional<int64_t> start = bound(item.start_is, item.start), stop = bound(item.stop_is, item.stop);
        const std::optional<int64_t> step = bound(item.step_is, item.step);
        if (step == 0) throw Fault{ErrorKind::invalid_argument, "the step of a slice must not be 0"};
        if ((!values && item.operand_count() > 0) || shape[axis] == unknown) {
          selection.shape.push_back(unknown);
          selection.strides.push_back(0);
        } else {
          const Range range = slice_range(shape[axis], start, stop, *step);
          const int64_t stride = strides ? strides[axis] : 0;
          selection.shape.push_back(range.length);
          selection.strides.push_back(range.length > 1 ? stride * *step : stride);
          selection.offset += range.first * stride;
        }
        ++axis;
        break;
      }
    }
  }
  keep(shape.size() - axis);
  return selection;
}

}  // namespace ag::kernel
