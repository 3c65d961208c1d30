#include "function/call_type.h"

#include <algorithm>
#include <charconv>

#include "ag/detail/traced_function.h"
#include "base/check.h"
#include "graph/type.h"
#include "staging/captures/prologue.h"
#include "tensor/device_array.h"
#include "tensor/variable_impl.h"
#include "trace/calls.h"

namespace ag {

TensorSpec::operator Tensor() const {
  detail::Symbol symbol;
  symbol.name = name;
  symbol.unusable = "it is a TensorSpec, which stands for a tensor only where a function is traced";
  Tensor tensor = detail::make_symbol(dtype, shape, false, std::move(symbol));
  tensor.impl()->device_number = device::default_number();
  return tensor;
}

std::string TensorSpec::str() const { return ir::str({dtype, shape, false}); }

std::string ArgumentType::str() const {
  const std::string place = device == Device() ? "" : " on " + device.str();
  if (kind == Kind::Tensor) return ir::str({dtype, shape, weak}) + place;
  if (kind == Kind::Undefined) return "a tensor without a value";
  if (type.empty()) return value;
  return value.empty() ? type : type + " " + value;
}

namespace detail {

namespace {

constexpr const char* kDefaultDeviceName = "default device";

}  // namespace

void describe_tensor(const Tensor& tensor, const std::string& name, DescribedCall& out) {
  DescribedArgument argument;
  argument.name = name;
  argument.tensor = &tensor;
  argument.words = 1;
  if (!tensor.defined()) {
    argument.kind = ArgumentType::Kind::Undefined;
    out.push_back(std::move(argument));
    return;
  }
  const TensorImpl& impl = *tensor.impl();
  argument.dtype = impl.dtype;
  argument.weak = impl.weak;
  argument.shape = impl.shape;
  argument.device = device::device_of(device_of_argument(impl));
  argument.kind = ArgumentType::Kind::Tensor;
  argument.words = static_cast<uint32_t>(1 + impl.shape.size());
  if (is_number(impl)) argument.dtype = kExact;
  if (impl.is_symbol() && !impl.symbol->name.empty()) argument.name = impl.symbol->name;
  out.push_back(std::move(argument));
}

void describe_symbol(const Number& number, const std::string& name, DescribedCall& out) {
  DescribedArgument argument;
  argument.name = name;
  argument.kind = ArgumentType::Kind::Tensor;
  argument.dtype = number.dtype;
  argument.words = 1;
  out.push_back(std::move(argument));
}

void describe_variable(const ag::Variable& variable, const std::string& name, DescribedCall& out) {
  DescribedArgument argument;
  argument.name = name;
  argument.type = "Variable";
  argument.variable = true;
  argument.words = 1;
  if (const VariableImpl* impl = VariableAccess::impl(variable)) {
    const auto same = std::ranges::find(out, &impl->handle, &DescribedArgument::tensor);
    if (same == out.end()) argument.tensor = &impl->handle;
    argument.value = (impl->resource ? impl->resource->text() : ir::str({impl->dtype, impl->shape})) +
                     (same == out.end() ? "" : ", the same as '" + same->name + "'");
    argument.words = static_cast<uint32_t>(1 + impl->shape.size());
    argument.device = device::device_of(impl->device_number);
    if (impl->resource) {
      argument.type = impl->name;
      argument.words += static_cast<uint32_t>(impl->resource->type(SourceLocation::current()).size());
    }
  }
  out.push_back(std::move(argument));
}

void describe_value(std::string_view pretty, std::string value, const std::string& name, uint32_t words,
                    DescribedCall& out) {
  DescribedArgument argument;
  argument.name = name;
  // The formats of gcc and clang: "… [with T = int; …]" and "… [T = int]".
  const size_t at = pretty.find("T = ");
  if (at != std::string_view::npos) {
    pretty.remove_prefix(at + 4);
    pretty = pretty.substr(0, pretty.find_first_of(";]"));
    const size_t colon = pretty.rfind(':');
    if (colon != std::string_view::npos) pretty.remove_prefix(colon + 1);
  }
  argument.type = pretty;
  argument.value = std::move(value);
  argument.words = words;
  out.push_back(std::move(argument));
}

void describe_form(std::string form, const std::string& name, uint32_t words, DescribedCall& out) {
  DescribedArgument argument;
  argument.name = name;
  argument.value = std::move(form);
  argument.words = words;
  out.push_back(std::move(argument));
}

void describe_function(const void* address, const std::string& name, DescribedCall& out) {
  std::string called = "none";
  if (address) {
    const Registered known = find_function(address);
    called = known.function ? known.function->name() : tracing::name_of_address(address);
  }
  describe_value("function", std::move(called), name, 1, out);
}

void describe_function_object(uint64_t number, const SourceLocation& made_at, const std::string& name,
                              DescribedCall& out) {
  // The number tells apart the function objects that one place makes.
  describe_value("function", "made at " + made_at.str() + " (number " + text_of(number) + ")", name, 1, out);
}

void describe_default_device(DescribedCall& out) {
  const device::DeviceNumber number = device::default_number();
  if (number == device::kHost) return;
  describe_value("default device", device::device_of(number).str(), kDefaultDeviceName, 1, out);
  out.back().type = kDefaultDeviceName;
  out.back().device = device::device_of(number);
}

bool is_default_device(const ArgumentType& type) { return type.type == kDefaultDeviceName; }

void describe_module(const std::string& name, DescribedCall& out) { describe_value("module", "", name, 1, out); }
void describe_object(DescribedCall& out) { describe_value("class of", "this", "this", 1, out); }

std::string text_of(int64_t value) { return std::to_string(value); }
std::string text_of(uint64_t value) { return std::to_string(value); }
std::string text_of(double value) {
  char text[40];
  const auto end = std::to_chars(text, text + sizeof(text), value).ptr;
  return {text, end};
}

std::string text_of(std::string_view value) { return '"' + std::string(value) + '"'; }

uint32_t words_of_text(size_t size) { return static_cast<uint32_t>(1 + (size + 7) / 8); }

CallType::CallType(const DescribedCall& call, std::span<const uint64_t> words) : words_(words.begin(), words.end()) {
  uint32_t at = 0;
  for (const DescribedArgument& argument : call) {
    parts_.push_back({argument.kind == ArgumentType::Kind::Tensor, at, argument.words});
    arguments_.push_back(argument);
    at += argument.words;
  }
  AG_CHECK(at == words_.size(), "a call is not described as its signature is made");
  finish();
}

void CallType::finish() {
  std::vector<uint64_t> words;
  general_ = false;
  for (size_t k = 0; k < parts_.size(); ++k) {
    Part& part = parts_[k];
    const ArgumentType& type = arguments_[k];
    const auto first = static_cast<uint32_t>(words.size());
    if (part.tensor) {
      words.push_back(TensorWord::of(type.weak ? TensorWord::kWeak : TensorWord::kTensor, type.dtype, type.shape,
                                     device::number_of(type.device)));
      for (int64_t dim : type.shape) words.push_back(static_cast<uint64_t>(dim));
      general_ = general_ || !type.shape.known();
    } else {
      words.insert(words.end(), words_.begin() + part.first, words_.begin() + part.first + part.count);
    }
    part.first = first;
    part.count = static_cast<uint32_t>(words.size()) - first;
  }
  words_ = std::move(words);
}

device::DeviceNumber CallType::device(const std::string& function, SourceLocation location) const {
  const ArgumentType* first = nullptr;
  Device result;
  for (const ArgumentType& argument : arguments_) {
    if (is_default_device(argument)) {
      result = argument.device;
      continue;
    }
    const bool is_array = argument.kind == ArgumentType::Kind::Tensor && !argument.shape.empty();
    const bool decides = is_array && !stays_on_host(argument.dtype) && argument.shape.element_count() != 0;
    if (!decides && argument.device == Device()) continue;
    if (first && first->device != argument.device) {
      throw Error(ErrorKind::invalid_argument,
                  "'" + function + "' is called with arguments of two devices: '" + first->name + "' is on " +
                      first->device.str() + ", '" + argument.name + "' on " + argument.device.str(),
                  location,
                  {"copy one to the device of the other, with y.to_device(x.device()), or name the device of the "
                   "function in FunctionOptions::device, to which its calls then copy"});
    }
    first = &argument;
  }
  return device::number_of(first ? first->device : result, location);
}

bool CallType::is_ranked() const {
  return std::ranges::all_of(arguments_, [](const ArgumentType& type) { return type.shape.ranked(); });
}

bool CallType::accepts(std::span<const uint64_t> words) const {
  if (!general_) return std::ranges::equal(words, words_);
  size_t at = 0;
  for (const Part& part : parts_) {
    const uint64_t* own = words_.data() + part.first;
    if (part.tensor && TensorWord::rank(*own) == TensorWord::kAnyRank) {
      if (at >= words.size() || TensorWord::without_rank(words[at]) != TensorWord::without_rank(*own)) return false;
      const uint64_t rank = TensorWord::rank(words[at]);
      at += 1 + (rank == TensorWord::kAnyRank ? 0 : rank);
      continue;
    }
    if (at + part.count > words.size()) return false;
    for (uint32_t k = 0; k < part.count; ++k) {
      const bool open = part.tensor && k > 0 && own[k] == static_cast<uint64_t>(unknown);
      if (!open && own[k] != words[at + k]) return false;
    }
    at += part.count;
  }
  return at == words.size();
}

std::optional<CallType> CallType::joined(const CallType& other) const {
  if (parts_.size() != other.parts_.size()) return std::nullopt;
  CallType joined = *this;
  for (size_t k = 0; k < parts_.size(); ++k) {
    const Part &mine = parts_[k], &theirs = other.parts_[k];
    if (mine.tensor != theirs.tensor) return std::nullopt;
    ArgumentType& type = joined.arguments_[k];
    const ArgumentType& with = other.arguments_[k];
    if (mine.tensor) {
      if (type.dtype != with.dtype || type.weak != with.weak || type.device != with.device) return std::nullopt;
      type.shape = ir::join_shapes(type.shape, with.shape);
    } else if (!std::ranges::equal(words().subspan(mine.first, mine.count),
                                   other.words().subspan(theirs.first, theirs.count))) {
      return std::nullopt;
    }
  }
  joined.finish();
  return joined;
}

CallType CallType::with_tensors(std::span<const TensorSpec> specs) const {
  CallType type = *this;
  size_t next = 0;
  for (size_t k = 0; k < parts_.size(); ++k) {
    ArgumentType& argument = type.arguments_[k];
    if (!parts_[k].tensor && argument.kind != ArgumentType::Kind::Undefined) continue;
    const TensorSpec& spec = specs[next++];
    const std::string name = spec.name.empty() ? argument.name : spec.name;
    argument = {ArgumentType::Kind::Tensor, name, spec.dtype, spec.shape, false, argument.device, {}, {}};
    type.parts_[k].tensor = true;
  }
  type.finish();
  return type;
}

std::string CallType::str() const { return list_of(arguments_); }

std::string list_of(std::span<const ArgumentType> arguments) {
  std::string text = "(";
  for (const ArgumentType& argument : arguments) {
    if (argument.type == "class of" || is_default_device(argument)) continue;
    if (text.size() > 1) text += ", ";
    text += argument.name + ": " + argument.str();
  }
  return text + ")";
}

}  // namespace detail
}  // namespace ag
