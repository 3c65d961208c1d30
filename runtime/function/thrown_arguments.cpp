#include "function/thrown_arguments.h"

#include <algorithm>

#include "ops/table.h"
#include "tensor/impl.h"

namespace ag::detail {

namespace {

bool is_flag(const ir::TensorType& type) {
  return type.dtype == DType::boolean && type.shape.known() && type.shape.empty();
}

}  // namespace

const ThrowSite* StoredArguments::site(const std::vector<ThrowSite>& sites) const {
  if (stored_.empty() || !stored_[0].defined()) return nullptr;
  return &sites[static_cast<size_t>(read_scalar(*stored_[0].impl()).integer)];
}

ThrownArguments::ThrownArguments(tracing::Trace& trace, tracing::Prologue& prologue, const TraceRequest& request,
                                 const Leaves& placeholders)
    : trace_(trace), prologue_(prologue), request_(request), placeholders_(placeholders) {
  trace.before_failure([this](const ir::OpDef& op, std::span<const ir::ValueId> operands, SourceLocation location) {
    before(op, operands, location);
  });
}

bool ThrownArguments::changed() const {
  Leaves now;
  request_.save(now);
  return differs(now);
}

bool ThrownArguments::differs(const Leaves& now) const {
  if (is_reformed(placeholders_, now)) return true;
  return !std::ranges::equal(placeholders_, now, [](const Leaf& was, const Leaf& is) {
    if (is.kind == Leaf::Kind::Number) return was.resource || is.number.same(was.number);
    return is.kind != Leaf::Kind::Tensor || is.tensor.impl() == was.tensor.impl();
  });
}

void ThrownArguments::before(const ir::OpDef& op, std::span<const ir::ValueId> operands, SourceLocation location) {
  using ops::Op;
  const auto is = [&](Op one) { return &op == &ops::def(one); };
  const bool is_check = is(Op::check);
  if (!is_check && !is(Op::raise) && !is(Op::host_call)) return;
  Leaves now;
  request_.save(now);
  if (!differs(now)) return;
  if (!is_check || !is_flag(trace_.graph().value(operands[0]).type)) {
    store_all(now, location);
    return;
  }
  // Only on the failing path: otherwise a loop that updates a tensor in place would copy it.
  trace_.record_where(operands[0], false, location, [&] { store_all(now, location); });
}

void ThrownArguments::store_all(const Leaves& now, SourceLocation location) {
  ThrowSite site{now, {}};
  std::vector<Tensor> values;
  for (const Leaf& leaf : site.leaves) {
    const Tensor symbol = leaf.resource ? Tensor() : symbol_of_leaf(leaf, location);
    const bool computed = symbol.defined() && symbol.impl()->is_symbol();
    // A variable without a value here keeps its old value; reading it is an error.
    if (computed && !trace_.is_available(symbol, trace_.block())) return;
    LeafSource& source = site.sources.emplace_back();
    if (!computed) continue;
    const Tensor& exact = symbol.impl()->symbol->exact;
    values.push_back(exact.defined() ? exact : symbol);
    source = {.kind = LeafSource::Kind::Output, .index = static_cast<int32_t>(values.size())};
    source.literal = exact.defined();
    source.dtype = symbol.impl()->dtype;
    if (!symbol.impl()->symbol->defined.defined()) continue;
    values.push_back(symbol.impl()->symbol->defined);
    source.defined = static_cast<int32_t>(values.size());
  }
  for (size_t k = 0; k < values.size(); ++k) store(static_cast<int32_t>(k) + 1, values[k], location);
  store(0, tensor(static_cast<uint64_t>(sites_.size()), DType::uint64), location);
  count_ = std::max(count_, values.size() + 1);
  sites_.push_back(std::move(site));
}

void ThrownArguments::store(int32_t index, const Tensor& value, SourceLocation location) {
  if (!place_.defined()) {
    place_ = trace_.add_input({DType::uint64, Shape(), false}, {}, location);
    prologue_.inputs().push_back({tracing::Prologue::HiddenInput::Kind::StoredArguments});
  }
  const Tensor offset = tensor(static_cast<uint64_t>(index) * sizeof(Tensor), DType::uint64);
  const Tensor place = tracing::apply_one(ops::def(ops::Op::add), std::array{place_, offset}, {}, location);
  const std::vector<ir::ValueId> operands{trace_.value_of_passed(place, location),
                                          trace_.value_of_passed(value, location)};
  trace_.record(ops::def(ops::Op::store), operands, {/*is_tensor=*/true}, {}, {}, location);
}

std::vector<ThrowSite> ThrownArguments::take_sites() {
  for (ThrowSite& site : sites_) forget_symbols(site.leaves);
  return std::move(sites_);
}

}  // namespace ag::detail
