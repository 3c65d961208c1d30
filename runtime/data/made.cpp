/// Datasets of data in memory.
#include "data/resource.h"
#include "ops/define.h"
#include "tensor/device_array.h"

namespace ag::data {

namespace {

class Range final : public Source {
 public:
  Range(int64_t start, int64_t stop, int64_t step, SourceLocation location)
      : start_(start), step_(step), count_(0), location_(location) {
    const __int128 span = static_cast<__int128>(stop) - start;
    if ((step > 0) == (span > 0) && span != 0)
      count_ = static_cast<int64_t>((span + step - (step > 0 ? 1 : -1)) / step);
  }
  PullPtr open(Operands) const override {
    return pull([at = start_, step = step_, left = count_, location = location_](Row& row) mutable {
      if (left == 0) return false;
      check_cancelled(location);
      --left;
      row.resize(1);
      row[0] = detail::allocate(DType::int64, Shape());
      __builtin_memcpy(row[0].impl()->data(), &at, sizeof(at));
      at = static_cast<int64_t>(static_cast<uint64_t>(at) + static_cast<uint64_t>(step));
      return true;
    });
  }
  std::optional<ElementTypes> types() const override { return ElementTypes{{DType::int64, Shape()}}; }
  int64_t count(Operands) const override { return count_; }

 private:
  int64_t start_, step_, count_;
  SourceLocation location_;
};

/// Tensors that are known, or operands of a graph.
class Given : public Source {
 public:
  Given(Row tensors, ElementTypes types) : tensors_(std::move(tensors)), types_(std::move(types)) {}
  std::optional<ElementTypes> types() const override { return types_; }

 protected:
  Row values(Operands operands) const {
    Row values = tensors_;
    size_t next = 0;
    for (Tensor& value : values) {
      if (!value.defined()) value = operands[next++];
      value = detail::make_contiguous(value);
    }
    return values;
  }

 private:
  Row tensors_;  // undefined: the next operand
  ElementTypes types_;
};

class Single final : public Given {
 public:
  using Given::Given;
  PullPtr open(Operands operands) const override {
    return pull([all = values(operands), given = false](Row& row) mutable {
      if (given) return false;
      given = true;
      row = all;
      return true;
    });
  }
  int64_t count(Operands) const override { return 1; }
};

class Slices final : public Given {
 public:
  Slices(Row tensors, ElementTypes types, SourceLocation location)
      : Given(std::move(tensors), std::move(types)), location_(location) {}
  PullPtr open(Operands operands) const override {
    Row all = values(operands);
    const int64_t count = length(all);
    return pull([all = std::move(all), count, at = int64_t{0}, location = location_](Row& row) mutable {
      if (at == count) return false;
      check_cancelled(location);
      row.resize(all.size());
      for (size_t k = 0; k < all.size(); ++k) row[k] = slice(all[k], at);
      ++at;
      return true;
    });
  }
  int64_t count(Operands operands) const override { return length(values(operands)); }

 private:
  int64_t length(const Row& all) const {
    for (const Tensor& tensor : all) {
      if (tensor.impl()->shape[0] == all[0].impl()->shape[0]) continue;
      throw Error(ErrorKind::shape_error,
                  "the tensors of a dataset have " + std::to_string(all[0].impl()->shape[0]) + " and " +
                      std::to_string(tensor.impl()->shape[0]) + " rows",
                  location_);
    }
    return all[0].impl()->shape[0];
  }

  SourceLocation location_;
};

/// Moves the symbols out of a row; they become operands of a graph.
Row take_symbols(Row& row, ElementTypes& types, SourceLocation location) {
  Row symbols;
  for (Tensor& tensor : row) {
    const detail::TensorImpl& impl = detail::used(tensor, location);
    types.push_back({impl.dtype, impl.shape});
    if (!impl.is_symbol()) {
      tensor = detail::host_array(tensor, location);
      if (tensor.impl()->weak) detail::make_unique(tensor);
      continue;
    }
    symbols.push_back(impl.weak ? ops::as(TensorArg(tensor, location), impl.dtype, ops::def(ops::Op::stack), location)
                                : tensor);
    tensor = Tensor();
  }
  return symbols;
}

}  // namespace

}  // namespace ag::data

namespace ag::detail {

ag::Variable data_range(int64_t start, int64_t stop, int64_t step, SourceLocation location) {
  if (step == 0) throw Error(ErrorKind::invalid_argument, "range: the step is 0", location);
  return data::make({std::make_shared<data::Range>(start, stop, step, location), {}}, location);
}

ag::Variable data_single(Row tensors, SourceLocation location) {
  data::ElementTypes types;
  Row symbols = data::take_symbols(tensors, types, location);
  return data::make({std::make_shared<data::Single>(std::move(tensors), std::move(types)), std::move(symbols)},
                    location);
}

ag::Variable data_slices(Row tensors, SourceLocation location) {
  data::ElementTypes types;
  Row symbols = data::take_symbols(tensors, types, location);
  int64_t count = unknown;
  for (ir::TensorType& type : types) {
    if (!type.shape.ranked()) continue;
    if (type.shape.empty())
      throw Error(ErrorKind::shape_error, "from_tensor_slices: a tensor of rank 0 has no rows", location);
    const int64_t length = type.shape[0];
    if (length != unknown && count != unknown && length != count) {
      throw Error(ErrorKind::shape_error,
                  "the tensors of a dataset have " + std::to_string(count) + " and " + std::to_string(length) + " rows",
                  location);
    }
    count = length == unknown ? count : length;
    type.shape.erase(0);
  }
  return data::make(
      {std::make_shared<data::Slices>(std::move(tensors), std::move(types), location), std::move(symbols)}, location);
}

Row data_arrays(const std::string& path, const std::vector<std::string>& names, SourceLocation location) {
  const auto arrays = load_npz(path, location);
  Row row;
  for (const std::string& name : names) {
    const auto found = arrays.find(name);
    if (found == arrays.end()) throw Error(ErrorKind::not_found, path + ": no array '" + name + "'", location);
    row.push_back(found->second);
  }
  return row;
}

}  // namespace ag::detail
