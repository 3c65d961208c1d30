#pragma once
/// Convolutions as lines of windows, for kernel/convolution/window_products.h. Windows whose columns all lie in the
/// image form rows; the windows at the left and right edges form columns.
#include <algorithm>
#include <cstdlib>
#include <memory>
#include <type_traits>
#include <vector>

#include "kernel/convolution/convolution.h"
#include "kernel/convolution/window_products.h"

namespace ag::kernel {

/// The layout of the filters of a convolution: the address of element k of a tap, for filter f of a group.
template <class T>
struct FilterView {
  const T* data;
  int64_t tap, depth, filter, group;  // distances between neighbours

  const T* at(int64_t g, int64_t t, int64_t k, int64_t f) const {
    return data + g * group + t * tap + k * depth + f * filter;
  }
};

/// Rows of images, transposed for kernel/convolution/window_products.h: the rows that a line of windows covers, most of
/// which the next line covers, too. Each thread has its own.
class TurnedRows {
 public:
  TurnedRows(const Convolution& shape, bool used) : places_(shape.columns.length), depth_(shape.channels) {
    if (!used) return;
    held_.resize(static_cast<size_t>(std::abs(shape.rows.dilation) * (shape.rows.taps - 1) + 1));
    const int64_t lines = static_cast<int64_t>(held_.size()) * depth_;
    room_.reset(new float[static_cast<size_t>(lines * length())]);
    for (int64_t k = 0; k < lines; ++k) std::fill_n(room_.get() + k * length() + places_, kTurnedTail, 0.0f);
  }

  int64_t length() const { return places_ + kTurnedTail; }

  const float* row(const float* image, int64_t at) {
    const size_t slot = static_cast<size_t>(at) % held_.size();
    const float* const row = image + at * places_ * depth_;
    float* const turned = room_.get() + slot * static_cast<size_t>(depth_ * length());
    if (held_[slot] != row) turn_row(row, places_, depth_, depth_, turned, length());
    held_[slot] = row;
    return turned;
  }

 private:
  int64_t places_, depth_;
  std::vector<const float*> held_;  // by slot
  std::unique_ptr<float[]> room_;
};

/// A convolution with its filters packed, for the rows of its result.
template <class T>
class WindowLines {
 public:
  WindowLines(const Convolution& shape, const FilterView<T>& filter)
      : shape_(shape),
        filters_(shape.group_filters()),
        terms_(shape.rows.taps * shape.columns.taps * shape.group_channels()),
        whole_(whole_windows(shape.columns)),
        turned_(filters_turned(shape)) {
    panels_.reset(new T[static_cast<size_t>(shape.groups * panels_of_group())]);
    for (int64_t group = 0; group < shape.groups; ++group) {
      T* to = panels_.get() + group * panels_of_group();
      for (int64_t f = 0; f < filters_; f += Panels<T>::kWidest) {
        to = pack(filter, group, f, std::min(filters_ - f, Panels<T>::kWidest), Panels<T>::width(f, filters_), to);
      }
    }
    if (turned_ == 0) return;
    const int64_t width = turned_filters(turned_);
    few_.reset(new T[static_cast<size_t>(terms_ * width)]);
    pack(filter, 0, filters_ - turned_, turned_, width, few_.get());
  }

  /// The number of last filters that are computed with windows in the lanes of vectors, since these filters would leave
  /// half of their vector empty.
  static int64_t filters_turned(const Convolution& shape) {
    if (!std::is_same_v<T, float> || !has_turned_products()) return 0;
    constexpr int64_t kFarthest = 4;  // maximum distance of rows of taps: the rows between them are kept, too
    const int64_t rest = shape.filters % Panels<T>::kLanes;
    const bool near = shape.columns.stride == 1 && std::abs(shape.rows.dilation) <= kFarthest;
    return shape.groups == 1 && near && rest <= kFewFilters ? rest : 0;
  }

  bool turns() const { return turned_ > 0; }
  /// Returns the buffer that a thread needs for its lines.
  TurnedRows turned_rows() const { return TurnedRows(shape_, turns()); }

  /// Computes rows `begin` to `end` (not included) of the result of an image.
  void run(const T* image, int64_t begin, int64_t end, T* result, TurnedRows& turned_rows) const {
    const int64_t count = whole_.last - whole_.first;
    for (int64_t i = begin; i < end; ++i) {
      for (int64_t group = 0; group < shape_.groups; ++group) {
        windows({image, i, whole_.first, count, false}, group, filters_ - turned_, result);
      }
      if constexpr (std::is_same_v<T, float>) {
        if (turned_ > 0 && count > 0) turned_windows(image, i, result, turned_rows);
      }
    }
    for (int64_t j = 0; j < shape_.columns.count; ++j) {
      if (j == whole_.first) j = whole_.last;
      if (j < shape_.columns.count) column(image, j, begin, end, result);
    }
  }

 private:
  int64_t panels_of_group() const { return Panels<T>::size(terms_, filters_); }

  /// Packs a panel, and returns its end.
  T* pack(const FilterView<T>& filter, int64_t group, int64_t first, int64_t count, int64_t width, T* to) const {
    const int64_t taps = shape_.rows.taps * shape_.columns.taps, depth = shape_.group_channels();
    for (int64_t tap = 0; tap < taps; ++tap) {
      for (int64_t k = 0; k < depth; ++k, to += width) {
        for (int64_t f = 0; f < count; ++f) to[f] = *filter.at(group, tap, k, first + f);
        std::fill(to + count, to + width, T(0));
      }
    }
    return to;
  }

  /// Windows of a row of the result, or of a column, that see the same taps.
  struct Run {
    const T* image;
    int64_t i, j, count;  // the first window, and their number
    bool down;
  };

  /// Computes a column of windows that do not see all columns of taps: all windows that see all rows of taps at once.
  void column(const T* image, int64_t j, int64_t begin, int64_t end, T* result) const {
    const TapRange whole = whole_windows(shape_.rows);
    for (int64_t i = begin; i < end;) {
      const bool inside = i >= whole.first && i < whole.last;
      const int64_t count = inside ? std::min(end, whole.last) - i : 1;
      for (int64_t group = 0; group < shape_.groups; ++group) {
        windows({image, i, j, count, true}, group, filters_, result);
      }
      i += count;
    }
  }

  /// Computes the first `filters` filters of a group.
  void windows(const Run& run, int64_t group, int64_t filters, T* result) const {
    if (run.count == 0 || filters == 0) return;
    const WindowAxis &rows = shape_.rows, &columns = shape_.columns;
    const TapRange down = taps_inside(rows, run.i), across = taps_inside(columns, run.j);
    const int64_t channels = shape_.channels, depth = shape_.group_channels();
    WindowProducts<T> line{};
    line.result = result + (run.i * columns.count + run.j) * shape_.filters + group * filters_;
    line.result_step = run.down ? columns.count * shape_.filters : shape_.filters;
    if (down.first == down.last || across.first == across.last) {
      for (int64_t w = 0; w < run.count; ++w) std::fill_n(line.result + w * line.result_step, filters, T(0));
      return;
    }
    line.taps = {down.last - down.first, across.last - across.first, depth, rows.dilation * columns.length * channels,
                 columns.dilation * channels};
    if (line.taps.column_step == depth) {
      line.taps.depth *= line.taps.columns;
      line.taps.columns = 1;
    }
    const int64_t place = rows.place(run.i, down.first) * columns.length + columns.place(run.j, across.first);
    line.x = run.image + place * channels + group * depth;
    line.count = run.count;
    line.step = run.down ? rows.stride * columns.length * channels : columns.stride * channels;
    line.panels = panels_.get() + group * panels_of_group();
    line.terms = terms_;
    line.first_term = (down.first * columns.taps + across.first) * depth;
    line.row_terms = columns.taps * depth;
    line.packed = filters_;
    line.filters = filters;
    add_window_products(line);
  }

  /// Computes the last filters for the windows that see all columns of taps.
  void turned_windows(const float* image, int64_t i, float* result, TurnedRows& rows) const {
    const WindowAxis& columns = shape_.columns;
    const TapRange down = taps_inside(shape_.rows, i);
    std::vector<const float*> lines;
    for (int64_t r = down.first; r < down.last; ++r) {
      lines.push_back(rows.row(image, shape_.rows.place(i, r)) + columns.place(whole_.first, 0));
    }
    const int64_t first_term = down.first * columns.taps * shape_.channels;
    add_turned_products({down.last - down.first, columns.taps, shape_.channels, columns.dilation, lines.data(),
                         rows.length(), few_.get() + first_term * turned_filters(turned_), whole_.last - whole_.first,
                         turned_, result + (i * columns.count + whole_.first + 1) * filters_ - turned_, filters_});
  }

  Convolution shape_;
  int64_t filters_, terms_;  // of a group
  TapRange whole_;           // windows that see all columns
  int64_t turned_;
  std::unique_ptr<T[]> panels_, few_;
};

}  // namespace ag::kernel
