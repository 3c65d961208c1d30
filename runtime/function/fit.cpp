#include "function/fit.h"

#include <algorithm>

#include "graph/type.h"
#include "tensor/impl.h"

namespace ag::detail {

namespace {

using Kind = ArgumentType::Kind;

/// The declared name of a parameter, for messages: parameters of a lambda have generated names.
const std::string& name_of(const ArgumentType& wanted, const ArgumentType& given) {
  return given.name.starts_with("arg") && !wanted.name.empty() ? wanted.name : given.name;
}

std::vector<ArgumentType> named_types(const CallType& type, const DescribedCall& call) {
  std::vector<ArgumentType> types(call.begin(), call.end());
  const std::vector<ArgumentType>& wanted = type.arguments();
  for (size_t k = 0; k < std::min(wanted.size(), types.size()); ++k) types[k].name = name_of(wanted[k], types[k]);
  return types;
}

class Fitting {
 public:
  Fitting(const CallType& type, const DescribedCall& call, const std::string& function, SourceLocation location)
      : type_(type), call_(call), function_(function), location_(location) {}

  std::optional<std::vector<Tensor>> run() {
    std::vector<ArgumentType> wanted = type_.arguments();
    DescribedCall given = call_;
    std::erase_if(wanted, &is_default_device);
    std::erase_if(given, &is_default_device);
    for (size_t k = 0; k < std::min(wanted.size(), given.size()); ++k) check(wanted[k], given[k]);
    if (wanted.size() != given.size()) refuse("the arguments have another structure");
    if (!converted_) return std::nullopt;
    return std::move(tensors_);
  }

 private:
  void check(const ArgumentType& wanted, const DescribedArgument& given) {
    if (wanted.kind != Kind::Tensor) {
      if (wanted.kind != given.kind || wanted.str() != given.str()) {
        refuse("'" + name_of(wanted, given) + "' is " + given.str() + ", and " + wanted.str() + " is fixed");
      }
      if (given.variable && given.tensor) tensors_.push_back(*given.tensor);
      return;
    }
    if (!given.tensor || given.kind == Kind::Undefined) mismatch(wanted, given);
    const bool number = given.weak && (!wanted.weak || is_number(wanted) || is_number(given));
    if (number && !given.tensor->impl()->is_symbol()) {
      tensors_.push_back(converted(wanted, given));
      converted_ = true;
      return;
    }
    const ir::TensorType is{given.dtype, given.shape, given.weak}, want{wanted.dtype, wanted.shape, wanted.weak};
    if (is.weak != want.weak || !ir::is_subtype(is, want)) mismatch(wanted, given);
    const TensorImpl& impl = *given.tensor->impl();
    tensors_.push_back(is_number(impl) && impl.is_symbol() ? impl.symbol->exact : *given.tensor);
  }

  /// Converts a host number to the declared dtype, as where it meets a tensor.
  Tensor converted(const ArgumentType& wanted, const DescribedArgument& given) {
    if (!ir::is_subtype({wanted.dtype, given.shape, false}, {wanted.dtype, wanted.shape, false})) {
      mismatch(wanted, given);
    }
    const TensorImpl& impl = *given.tensor->impl();
    const Scalar value = impl.literal ? impl.scalar : read_scalar(impl);
    if (!representable(value, wanted.dtype)) mismatch(wanted, given);
    return scalar_tensor(value, wanted.dtype);
  }

  [[noreturn]] void mismatch(const ArgumentType& wanted, const DescribedArgument& given) {
    refuse("'" + name_of(wanted, given) + "' is " + given.str() + ", and " + wanted.str() + " is declared");
  }
  [[noreturn]] void refuse(const std::string& what) {
    throw Error(ErrorKind::type_error, "'" + function_ + "' cannot be called with these arguments: " + what, location_,
                {"called with " + list_of(named_types(type_, call_)), "declared as " + type_.str()});
  }

  const CallType& type_;
  const DescribedCall& call_;
  const std::string& function_;
  SourceLocation location_;
  std::vector<Tensor> tensors_;
  bool converted_ = false;
};

}  // namespace

std::optional<std::vector<Tensor>> fit(const CallType& type, const DescribedCall& call, const std::string& function,
                                       SourceLocation location) {
  return Fitting(type, call, function, location).run();
}

CallType declare(const CallType& type, std::span<const TensorSpec> specs, const std::string& function,
                 SourceLocation location) {
  size_t tensors = 0;
  for (const ArgumentType& argument : type.arguments()) {
    if (argument.kind == Kind::Tensor || argument.kind == Kind::Undefined) ++tensors;
  }
  if (tensors != specs.size()) {
    std::string list;
    for (const TensorSpec& spec : specs) list += (list.empty() ? "" : ", ") + spec.str();
    throw Error(ErrorKind::type_error,
                "the input_signature of '" + function + "' has " + std::to_string(specs.size()) +
                    (specs.size() == 1 ? " type" : " types") + ", and its arguments hold " + std::to_string(tensors) +
                    (tensors == 1 ? " tensor" : " tensors"),
                location, {"called with " + type.str(), "declared as (" + list + ")"});
  }
  return type.with_tensors(specs);
}

}  // namespace ag::detail
