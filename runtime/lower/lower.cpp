#include "lower/lower.h"

#include <algorithm>
#include <cstring>
#include <optional>

#include "base/check.h"
#include "lower/lowering.h"
#include "lower/nest_strides.h"
#include "lower/product_order.h"
#include "lower/string_ids.h"
#include "program/verify_program.h"
#include "tensor/convert.h"

namespace ag::codegen {

namespace {

using Kind = StatementKind;

}  // namespace

void NodeBuilder::check(Register condition, ErrorKind kind, const char* message) {
  const int32_t id = lowering_.add_site(node_);
  Site& site = lowering_.program_.sites[static_cast<size_t>(id)];
  site.error = kind;
  site.message = message;
  Statement& statement = lowering_.add(Kind::Check, node_.location);
  statement.operands = {condition};
  statement.site = id;
}

Register NodeBuilder::run(const std::vector<Register>& operands) {
  kernel::ScalarContext context{*this, operands, lowering_.type(node_.operands.back()).dtype, node_.attributes};
  const size_t first = lowering_.out_->size();
  const Register result = node_.op->block->scalar(context);
  if (is_fast()) lowering_.fuse_rounding(first);
  return result;
}

Lowering::Lowering(const ir::Graph& graph, const LowerOptions& options, const CalledGraphs& called)
    : graph_(graph),
      options_(options),
      called_(called),
      analysis_(graph, options.fuse, called),
      values_(graph.value_count()) {
  program_.name = graph.name();
}

Statement& Lowering::add(Kind kind, SourceLocation location) {
  Statement& statement = out_->emplace_back();
  statement.kind = kind;
  statement.location = location;
  return statement;
}

Register Lowering::add_register(DType dtype, bool variable) {
  program_.registers.push_back({dtype, variable});
  return static_cast<Register>(program_.registers.size() - 1);
}

ArrayId Lowering::add_array(const ir::TensorType& type) {
  program_.arrays.push_back({type, Storage::Tensor});
  return static_cast<ArrayId>(program_.arrays.size() - 1);
}

int32_t Lowering::add_site(const ir::Node& node) {
  Site& site = program_.sites.emplace_back();
  site.op = node.op;
  site.attributes = node.attributes;
  site.location = node.location;
  for (ir::ValueId operand : node.operands) {
    site.operand_types.push_back({type(operand).dtype, graph_.value(operand).type.shape});
  }
  return static_cast<int32_t>(program_.sites.size() - 1);
}

Register Lowering::constant(DType dtype, uint64_t bits, SourceLocation location) {
  Statement& statement = add(Kind::Constant, location);
  statement.bits = bits;
  return statement.result = add_register(dtype);
}

Register Lowering::integer(int64_t value, DType dtype, SourceLocation location) {
  uint64_t bits = 0;
  detail::store_scalar(reinterpret_cast<std::byte*>(&bits), dtype, detail::scalar_of(value));
  return constant(dtype, bits, location);
}

Register Lowering::let(Primitive primitive, DType dtype, std::vector<Register> operands, SourceLocation location) {
  Statement& statement = add(Kind::Let, location);
  statement.primitive = primitive;
  statement.operands = std::move(operands);
  return statement.result = add_register(is_comparison(primitive) ? DType::boolean : dtype);
}

Register Lowering::fused(Primitive primitive, DType dtype, std::vector<Register> operands, SourceLocation location) {
  const Register result = let(primitive, dtype, std::move(operands), location);
  if (is_floating(dtype)) out_->back().rounding = rounding();
  return result;
}

Register Lowering::load_at(ArrayId array, Index index, SourceLocation location) {
  Statement& statement = add(Kind::Load, location);
  statement.array = array;
  statement.index = std::move(index);
  return statement.result = add_register(program_.array(array).type.dtype);
}

void Lowering::store_at(ArrayId array, Index index, Register value, SourceLocation location) {
  Statement& statement = add(Kind::Store, location);
  statement.array = array;
  statement.index = std::move(index);
  statement.operands = {value};
}

void Lowering::emit_nest(Block body, std::vector<LoopRange> loops, SourceLocation location) {
  for (; !loops.empty(); loops.pop_back()) {
    Statement loop;
    loop.kind = Kind::Loop;
    loop.location = location;
    loop.result = loops.back().index;
    loop.extent = loops.back().extent;
    loop.count = loops.back().count;
    loop.blocks.push_back(std::move(body));
    body = Block();
    body.push_back(std::move(loop));
  }
  out_->insert(out_->end(), std::make_move_iterator(body.begin()), std::make_move_iterator(body.end()));
}

Register Lowering::from_front(Register index, int64_t length, SourceLocation location) {
  const Register zero = integer(0, DType::int64, location), extent = integer(length, DType::int64, location);
  const Register is_negative = let(Primitive::Less, DType::int64, {index, zero}, location);
  const Register from_end = let(Primitive::Add, DType::int64, {index, extent}, location);
  return let(Primitive::Select, DType::int64, {is_negative, from_end, index}, location);
}

void Lowering::set(Register variable, Register value, SourceLocation location) {
  Statement& statement = add(Kind::Set, location);
  statement.result = variable;
  statement.operands = {value};
}

void Lowering::box(ArrayId array, Register reg, SourceLocation location) {
  Statement& statement = add(Kind::Box, location);
  statement.array = array;
  statement.operands = {reg};
}

Register Lowering::number(ir::ValueId value) {
  if (state(value).cluster != kNone) flush(state(value).cluster);
  AG_CHECK(state(value).reg != kNone, "a number has no register");
  return state(value).reg;
}

ArrayId Lowering::boxed(ir::ValueId value, SourceLocation location) {
  if (state(value).cluster != kNone) flush(state(value).cluster);
  const bool bounded = analysis_.is_bounded(value);
  if (bounded && !view_of(value)) return tensor_of_bounded(value, location);
  if (state(value).array != kNone) return state(value).array;
  if (const ir::Node* view = view_of(value)) {
    if (!bounded && may_be_stored_as(value)) return store_as(value, location);
    if (is_reordered(value)) return copy_reordered(value);
    std::vector<ArrayId> inputs;
    for (ir::ValueId operand : view->operands) inputs.push_back(boxed(operand, location));
    const ArrayId array = add_array(graph_.value(value).type);
    const int32_t site = add_site(*view);
    program_.sites[static_cast<size_t>(site)].inputs = std::move(inputs);
    program_.sites[static_cast<size_t>(site)].outputs = {array};
    add(Kind::Kernel, view->location).site = site;
    return learn(value).array = array;
  }
  const ir::NodeId producer = graph_.value(value).producer;
  if (producer != ir::kNone && analysis_.class_of(producer) == NodeClass::Constant) {
    return state(value).array = add_constant(value, std::get<Tensor>(graph_.node(producer).attributes[0]));
  }
  const ArrayId array = add_array(type(value));
  if (is_number(type(value)))
    box(array, number(value), location);
  else
    fill(array, number(value), location);
  return learn(value).array = array;
}

Register Lowering::combine(const Reduction& reduction, Register a, Register b, SourceLocation location) {
  const DType dtype = reduction.accumulator;
  switch (reduction.kind) {
    case ir::ReductionKind::Product:
      return fused(Primitive::Multiply, dtype, {a, b}, location);
    case ir::ReductionKind::All:
      return let(Primitive::And, dtype, {a, b}, location);
    case ir::ReductionKind::Any:
      return let(Primitive::Or, dtype, {a, b}, location);
    case ir::ReductionKind::Max:
    case ir::ReductionKind::Min: {
      const Primitive better = reduction.kind == ir::ReductionKind::Max ? Primitive::Greater : Primitive::Less;
      Register takes = let(better, dtype, {b, a}, location);
      if (is_floating(dtype)) {
        takes =
            let(Primitive::Or, DType::boolean, {takes, let(Primitive::NotEqual, dtype, {b, b}, location)}, location);
      }
      return let(Primitive::Select, dtype, {takes, b, a}, location);
    }
    default:
      return fused(Primitive::Add, dtype, {a, b}, location);
  }
}

Program Lowering::run() {
  inside(program_.body, [&] {
    const ir::Block& body = graph_.block(graph_.body());
    for (ir::ValueId argument : body.arguments) {
      const ArrayId array = add_array(type(argument));
      program_.inputs.push_back(array);
      state(argument).array = array;
    }
    for (ir::ValueId argument : body.arguments) {
      const SourceLocation location =
          body.nodes.empty() ? SourceLocation::current() : graph_.node(body.nodes.front()).location;
      if (is_number(type(argument))) {
        Statement& load = add(Kind::Load, location);
        load.array = state(argument).array;
        state(argument).reg = load.result = add_register(type(argument).dtype);
      } else if (analysis_.is_loaded(argument)) {
        add(Kind::MakeContiguous, location).array = state(argument).array;
      }
    }
    lower_block(graph_.body());
    for (ir::ValueId result : body.results) {
      const SourceLocation location = out_->empty() ? SourceLocation::current() : out_->back().location;
      const bool is_copy = view_of(result) && !analysis_.is_bounded(result) && state(result).array == kNone &&
                           is_copied(type(result)) && !may_be_stored_as(result) && !is_reordered(result);
      program_.results.push_back(is_copy ? copy_of(result, location) : boxed(result, location));
    }
  });
  add_releases();
  return std::move(program_);
}

void Lowering::lower_block(ir::BlockId block) {
  for (ir::NodeId node : graph_.block(block).nodes) {
    if (analysis_.is_live(node)) lower_node(node);
  }
  flush_all();
}

void Lowering::lower_node(ir::NodeId id) {
  if (absorbed_.contains(id)) return;
  const ir::Node& node = graph_.node(id);
  if (!node.blocks.empty() || node.op->has(ir::kEffect)) flush_all();
  switch (analysis_.class_of(id)) {
    case NodeClass::Constant:
      return lower_constant(node);
    case NodeClass::Undefined:
      return lower_undefined(node);
    case NodeClass::Cond:
      return lower_branches(id, Kind::If);
    case NodeClass::Switch:
      return lower_branches(id, Kind::Switch);
    case NodeClass::While:
      return lower_while(id);
    case NodeClass::Scalar:
      return lower_scalar(id);
    case NodeClass::Uniform:
      return lower_uniform(id);
    case NodeClass::Apply:
      return lower_apply(node);
    case NodeClass::View:
      return lower_view(id);
    case NodeClass::Slice:
      return lower_slice(id);
    case NodeClass::SliceAssign:
      return lower_slice_assign(id);
    case NodeClass::Copy:
      return lower_copied_view(id);
    case NodeClass::Elementwise:
    case NodeClass::Reduction:
    case NodeClass::SmallMatmul:
    case NodeClass::Gather:
    case NodeClass::OneHot:
    case NodeClass::Scan:
      return join(id);
    case NodeClass::Sort:
      return lower_sort(id);
    case NodeClass::Concat:
      return lower_concat(id);
    case NodeClass::Compress:
      return lower_compress(id);
    case NodeClass::RowProduct:
      return lower_row_product(id);
    case NodeClass::Extent:
      return lower_extent(node);
    case NodeClass::Scatter:
      return lower_scatter(id);
    case NodeClass::Segments:
      return lower_segment_sum(id);
    case NodeClass::Product:
      return lower_small_matmul(id);
    case NodeClass::Convolution:
      return lower_convolution(id);
    case NodeClass::Inverse:
      return lower_small_solve(id);
    case NodeClass::Cholesky:
      return lower_cholesky(id);
    case NodeClass::Call:
      return lower_call(id);
    case NodeClass::Kernel:
      return lower_kernel(id);
  }
}

/// Lowers a constant. A rank-0 constant is a register, and is boxed only if a kernel or the caller takes it.
void Lowering::lower_constant(const ir::Node& node) {
  const ir::ValueId result = node.results[0];
  const Tensor value = detail::make_contiguous(std::get<Tensor>(node.attributes[0]));
  if (is_number(type(result))) {
    uint64_t bits = 0;
    std::memcpy(&bits, value.impl()->data, item_size(value.dtype()));
    state(result).reg = constant(value.dtype(), bits, node.location);
  } else {
    state(result).array = add_constant(result, value);
  }
}

/// Lowers an undefined value to zeros, as the kernel does, so that all runs are equal.
void Lowering::lower_undefined(const ir::Node& node) {
  const ir::ValueId result = node.results[0];
  const ir::TensorType& of = type(result);
  const Register zero = constant(of.dtype, 0, node.location);
  if (is_number(of)) {
    state(result).reg = zero;
    return;
  }
  const ArrayId array = state(result).array = add_array(of);
  fill(array, zero, node.location);
}

void Lowering::fill(ArrayId array, Register value, SourceLocation location) {
  add(Kind::Allocate, location).array = array;
  loop(program_.array(array).type.shape.element_count(), location,
       [&](Register at) { store_at(array, {0, {{at, 1}}}, value, location); });
}

ArrayId Lowering::add_constant(ir::ValueId value, const Tensor& tensor) {
  const ArrayId array = add_array(type(value));
  program_.constants.emplace_back(array, tensor);
  return array;
}

void Lowering::lower_scalar(ir::NodeId id) {
  const ir::Node& node = graph_.node(id);
  if (analysis_.has_checks(id)) flush_checks();
  std::vector<Register> operands;
  for (ir::ValueId operand : node.operands) operands.push_back(number(operand));
  state(node.results[0]).reg = NodeBuilder(*this, node).run(operands);
}

void Lowering::lower_uniform(ir::NodeId id) {
  const ir::Node& node = graph_.node(id);
  if (!node.op->has(ir::kView)) return lower_scalar(id);
  state(node.results[0]).reg = number(node.operands[0]);
}

void Lowering::lower_apply(const ir::Node& node) {
  std::vector<Register> operands;
  for (ir::ValueId operand : node.operands) operands.push_back(number(operand));
  const int32_t site = add_site(node);
  Statement& statement = add(Kind::Apply, node.location);
  statement.operands = std::move(operands);
  statement.site = site;
  state(node.results[0]).reg = statement.result = add_register(type(node.results[0]).dtype);
}

void Lowering::lower_kernel(ir::NodeId id) {
  const ir::Node& node = graph_.node(id);
  // A guard on a number calls the kernel only if the condition fails.
  const bool guard = node.op->has(ir::kGuard) && is_number(type(node.operands[0]));
  bool fills = false;
  auto call = [&] {
    std::vector<ArrayId> inputs;
    for (ir::ValueId operand : node.operands) inputs.push_back(boxed(operand, node.location));
    Site site;
    site.op = node.op;
    site.attributes = node.attributes;
    site.location = node.location;
    site.overwrites_first = node.op->has(ir::kOverwritesFirst) && analysis_.consumes(id, node.operands[0]) &&
                            std::ranges::count(inputs, inputs[0]) == 1;
    if (site.overwrites_first) {
      flush_readers(inputs[0]);
      free_views(node.operands[0], inputs, node.location);
    }
    for (ir::ValueId result : node.results) {
      // An overwritten operand keeps its array name, so that branches and loops see a single array.
      const bool same = site.overwrites_first && node.results.size() == 1 && same_array(node.operands[0], result);
      site.outputs.push_back(state(result).array = same ? inputs[0] : add_array(type(result)));
    }
    site.inputs = std::move(inputs);
    const auto has_known_shape = [&](ir::ValueId value) { return graph_.value(value).type.shape.known(); };
    site.fills_results = fills = !site.overwrites_first && node.op->block->kernel && !node.op->has(ir::kView) &&
                                 !node.op->has(ir::kDynamicShape) &&
                                 std::ranges::all_of(node.operands, has_known_shape) &&
                                 std::ranges::all_of(node.results, has_known_shape);
    program_.sites.push_back(std::move(site));
    add(Kind::Kernel, node.location).site = static_cast<int32_t>(program_.sites.size() - 1);
  };
  if (guard) {
    Register condition = number(node.operands[0]);
    if (type(node.operands[0]).dtype != DType::boolean) {
      condition = let(Primitive::Convert, DType::boolean, {condition}, node.location);
    }
    std::vector<Block> blocks(2);
    inside(blocks[1], call);
    Statement& statement = add(Kind::If, node.location);
    statement.operands = {condition};
    statement.blocks = std::move(blocks);
    return;
  }
  call();
  for (ir::ValueId result : node.results) {
    if (is_number(type(result))) {
      Statement& load = add(Kind::Load, node.location);
      load.array = state(result).array;
      state(result).reg = load.result = add_register(type(result).dtype);
    } else if (analysis_.is_loaded(result) && !fills) {
      add(Kind::MakeContiguous, node.location).array = state(result).array;
    }
  }
}

namespace {

/// Returns the graph with the rewrites that precede lowering; nullopt if it needs none.
std::optional<ir::Graph> rewritten_for_lowering(const ir::Graph& graph, const LowerOptions& options) {
  std::optional<ir::Graph> changed = with_string_ids_in_tensors(graph);
  if (options.fast) reorder_products(changed ? *changed : changed.emplace(graph));
  return changed;
}

/// Without fusion, the program has kernel calls but no loops over elements, so the other passes are skipped.
ir::PassOptions passes_of(const LowerOptions& options) {
  ir::PassOptions passes = options.passes;
  passes.machine = options.machine;
  if (!options.fuse) passes.selection = "hoist_copies";
  return passes;
}

/// Lowers all called graphs. A function that needs tensors is called through the runtime, so its callers need tensors
/// too. The process is repeated until no further function is dropped.
std::vector<Program> lower_functions(CalledGraphs& called, const LowerOptions& options) {
  for (;;) {
    std::vector<Program> functions;
    bool dropped = false;
    for (size_t k = 0; k < called.all().size(); ++k) {
      const CalledGraphs::One one = called.all()[k];
      if (!one.graph) continue;
      const std::optional<ir::Graph> changed = rewritten_for_lowering(*one.graph, options);
      Program& program =
          functions.emplace_back(Lowering(changed ? *changed : *one.graph, options, called).run_function(one.location));
      run_program_passes(program, passes_of(options));
      if (specialize_native_callee(program)) continue;
      called.drop(k);
      dropped = true;
    }
    if (!dropped) return functions;
    called.forget_dropped();
  }
}

}  // namespace

Program lower(const ir::Graph& graph, const LowerOptions& options) {
  const std::optional<ir::Graph> changed = rewritten_for_lowering(graph, options);
  CalledGraphs called(graph, options.fast, options.callee_of);
  std::vector<Program> functions = lower_functions(called, options);
  Program program = Lowering(changed ? *changed : graph, options, called).run();
  program.can_stop = options.can_stop;
  run_program_passes(program, passes_of(options));
  for (Program& function : functions) add_function(program, std::move(function));
  infer_requirements(program);
  verify(program, "lowering");
  return program;
}

}  // namespace ag::codegen
