/// The key by which calls find traces: the types of tensors and the values of host arguments.
#include <algorithm>
#include <cstring>
#include <deque>
#include <utility>

#include "function/call_type.h"
#include "staging/captures/captures.h"
#include "tensor/variable_impl.h"

namespace ag::detail {

struct SignatureBuilder::Symbolic {
  SourceLocation location;
  std::deque<Tensor> variables;  // the handles as symbols of the graph
  std::deque<Tensor> numbers;    // the numbers as symbols of the graph
};

// Out of line, to avoid a copy in each caller.
SignatureBuilder::SignatureBuilder() {
  const device::DeviceNumber device = device::default_number();
  if (device != device::kHost) [[unlikely]]
    add_word(TensorWord::kDefaultDevice | uint64_t{device} << TensorWord::kDeviceShift);
}
SignatureBuilder::~SignatureBuilder() { delete symbolic_; }
SignatureBuilder::SignatureBuilder(SignatureBuilder&& other) noexcept
    : words_(std::move(other.words_)),
      inputs_(std::move(other.inputs_)),
      roots_(std::move(other.roots_)),
      captured_(std::move(other.captured_)),
      specs_(other.specs_),
      kept_(std::move(other.kept_)),
      converted_(std::move(other.converted_)),
      symbolic_(std::exchange(other.symbolic_, nullptr)) {}

void SignatureBuilder::allow_symbols(const SourceLocation& location) {
  delete std::exchange(symbolic_, new Symbolic{location, {}, {}});
}

SourceLocation SignatureBuilder::location() const { return symbolic_->location; }

/// Keeps an input that no argument holds. The vector may reallocate, so the pointers to its elements are updated.
static void add_converted(Tensor input, std::vector<Tensor>& converted, SmallVector<const Tensor*, 8>& inputs) {
  const std::span<const Tensor> before = converted;
  const Tensor* const first = before.data();
  const Tensor* const last = first + before.size();
  converted.push_back(std::move(input));
  for (const Tensor*& one : inputs) {
    if (one >= first && one < last) one = converted.data() + (one - first);
  }
  inputs.push_back(&converted.back());
}

inline void SignatureBuilder::add_array(const Tensor& tensor) {
  const TensorImpl& impl = *tensor.impl();
  const std::span<const int64_t> dims = impl.shape.dims();
  uint64_t* word = words_.extend(1 + dims.size());
  *word = TensorWord::of(impl.weak ? TensorWord::kWeak : TensorWord::kTensor, impl.dtype, impl.shape,
                         device_of_argument(impl));
  for (int64_t dim : dims) *++word = static_cast<uint64_t>(dim);
  inputs_.push_back(&tensor);
}

void SignatureBuilder::add_tensor(const Tensor& tensor, const SourceLocation& location) {
  const TensorImpl* impl = tensor.impl();
  if (!impl || impl->is_symbol() || impl->literal) [[unlikely]]
    return add_other_tensor(tensor, location);
  add_array(tensor);
}

[[gnu::noinline]] void SignatureBuilder::add_other_tensor(const Tensor& tensor, const SourceLocation& location) {
  if (!tensor.defined()) {
    add_word(TensorWord::kUndefined);
    return;
  }
  const TensorImpl& impl = *tensor.impl();
  if (impl.is_symbol() && !symbolic_ && !(specs_ && impl.symbol->trace == 0)) [[unlikely]] {
    if (impl.symbol->trace == 0) throw Error(ErrorKind::type_error, impl.symbol->unusable, location);
    concrete(tensor, "a call outside of the trace", location);  // throws
  }
  if (!is_number(impl)) return add_array(tensor);
  add_word(TensorWord::of(TensorWord::kWeak, kExact, Shape()));
  add_converted(impl.literal ? scalar_tensor(impl.scalar, kExact) : impl.symbol->exact, converted_, inputs_);
}

void SignatureBuilder::add_symbol(const Number& number, const SourceLocation& location) {
  add_tensor(symbolic_->numbers.emplace_back(number_tensor(number, location)), location);
}

void SignatureBuilder::set_inputs(std::vector<Tensor> converted) {
  converted_ = std::move(converted);
  inputs_.clear();
  for (const Tensor& tensor : converted_) inputs_.push_back(&tensor);
}

void SignatureBuilder::add_variable(const ag::Variable& variable, const SourceLocation& location) {
  const VariableImpl* impl = VariableAccess::impl(variable);
  if (!impl) [[unlikely]] {
    throw Error(ErrorKind::invalid_argument, "a traced function is given a variable that was never made", location,
                {"make it before, as in ag::Variable v(0.0)"});
  }
  const Tensor* handle = &impl->handle;
  if (symbolic_) {
    const Tensor symbol = tracing::captures()->handle(variable, location);
    const auto same = [&](const Tensor& one) { return one.impl() == symbol.impl(); };
    const auto at = std::ranges::find_if(symbolic_->variables, same);
    handle = at != symbolic_->variables.end() ? &*at : &symbolic_->variables.emplace_back(symbol);
  }
  // The index of the variable among the inputs, or their number.
  const size_t known = static_cast<size_t>(std::ranges::find(inputs_, handle) - inputs_.begin());
  add_word(TensorWord::kVariable | static_cast<uint64_t>(impl->dtype) << 8 |
           static_cast<uint64_t>(impl->shape.size()) << 16 | uint64_t{impl->shape.ranked()} << 24 |
           uint64_t{impl->device_number} << 25 | static_cast<uint64_t>(known) << 32);
  for (int64_t dim : impl->shape) add_word(static_cast<uint64_t>(dim));
  if (impl->resource) {
    for (int64_t word : impl->resource->type(location)) add_word(static_cast<uint64_t>(word));
  }
  if (known == inputs_.size()) inputs_.push_back(handle);
}

void SignatureBuilder::add_object(const Root& object, uint64_t type) {
  for (size_t k = 0; k < roots_.size(); ++k) {
    const Root& other = roots_[k];
    if (!other.contains(object.address) && !object.contains(other.address)) continue;
    const auto offset = reinterpret_cast<uintptr_t>(object.address) - reinterpret_cast<uintptr_t>(other.address);
    type = (type ^ (k + 1)) * 0x9E3779B97F4A7C15u + offset;
  }
  add_word(type);
  roots_.push_back(object);
}

void SignatureBuilder::add_text(const char* text, size_t size) {
  for (size_t at = 0; at < size; at += sizeof(uint64_t)) {
    uint64_t word = 0;
    std::memcpy(&word, text + at, std::min(sizeof(word), size - at));
    add_word(word);
  }
}

}  // namespace ag::detail
