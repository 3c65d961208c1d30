/// Segment sums as loops, since adding a row takes less time than a kernel call.
///
/// If segments are few and rows are many, sums are kept in lanes (kernel/reduce/segments.h). Each sum is a reduction of
/// all rows, with 0 instead of the rows of other segments. It can be fused into the loop that computes the ids
/// (fuse_reductions.h).
///
/// Otherwise rows are added in order. If consecutive rows belong to one segment, a sum in memory waits for its last
/// store, which takes longer than the addition. So if segments are few, all their sums are in registers, and each row
/// is added to those of its segment.
///
/// Programs that profit: sums by group: clustering, histograms, totals of a table by key.
#include <algorithm>
#include <span>

#include "kernel/reduce/reduce.h"
#include "kernel/reduce/segments.h"
#include "lower/fusion.h"
#include "lower/index_checks.h"
#include "lower/lowered_values.h"
#include "lower/node_lowerings.h"

namespace ag::codegen {

namespace {

using Kind = StatementKind;

constexpr int64_t kMaxVectors = 4;  // of all sums in one pass over the rows
constexpr int64_t kMaxColumns = 8;  // elements of a row: a vector each, even for few segments
constexpr int64_t kMinRows = 64;    // to outweigh the moves of the sums to their arrays

/// The segment sums with the same ids, computed in one pass over the ids.
class SegmentSums : LoweringPart {
 public:
  SegmentSums(LoweringContext& context, ir::NodeId first)
      : LoweringPart(context), at_(node(first).location), ids_(node(first).operands[1]) {
    count_ = analysis_.type(ids_).shape[0];
    segments_ = analysis_.type(node(first).results[0]).shape[0];
    fusion().flush_checks();
    for (const ir::NodeId id : sums_by_same_ids(first)) {
      const ir::Node& one = node(id);
      const ir::TensorType& to = analysis_.type(one.results[0]);
      const bool uniform = values().has_register(one.operands[0]);
      all_.push_back({&one, to.dtype, uniform ? kNone : values().row_major_array(one.operands[0], one.location), kNone,
                      kNone, to.shape.element_count() / segments_});
      context_.absorb(id);
    }
    id_array_ = values().row_major_array(ids_, at_);
    for (Sum& sum : all_)
      values().state(sum.node->results[0]).array = sum.sums = builder_.add_array(analysis_.type(sum.node->results[0]));
  }

  void lower() {
    if (names_segments(ids_, segments_)) return add_up();
    const Register fits = check_ids();
    std::vector<Block> blocks(2);
    builder_.inside(blocks[0], [&] { add_up(); });
    builder_.inside(blocks[1], [&] { call_kernels(); });
    Statement& choice = builder_.add(Kind::If, at_);
    choice.operands = {fits};
    choice.blocks = std::move(blocks);
  }

 private:
  std::vector<ir::NodeId> sums_by_same_ids(ir::NodeId id) const;
  bool names_segments(ir::ValueId ids, int64_t segments);
  struct Sum {
    const ir::Node* node = nullptr;
    DType dtype = DType::float32;
    ArrayId rows = kNone;  // kNone if all elements are one number
    ArrayId sums = kNone;
    ArrayId columns = kNone;  // the sums in registers: by element of a row, then by segment
    int64_t size = 0;         // of a row
  };

  const ir::Node& node(ir::NodeId id) const { return graph_.node(id); }

  Register id_of(Register row) {
    const DType dtype = analysis_.type(ids_).dtype;
    const Register loaded = load(id_array_, {0, {{row, 1}}}, at_);
    return dtype == DType::int64 ? loaded : builder_.let(Primitive::Convert, DType::int64, {loaded}, at_);
  }
  Register load(ArrayId array, Index index, SourceLocation location) {
    return builder_.load_at(array, std::move(index), location);
  }
  /// Returns an element of the rows.
  Register element(const Sum& sum, Index index) {
    const SourceLocation here = sum.node->location;
    if (sum.rows != kNone) return load(sum.rows, std::move(index), here);
    return builder_.let(Primitive::Copy, sum.dtype, {values().number(sum.node->operands[0])}, here);
  }
  void store(ArrayId array, Index index, Register value, SourceLocation location) {
    builder_.store_at(array, std::move(index), value, location);
  }
  template <class Body>
  void loop(int64_t extent, SourceLocation location, Body&& body) {
    builder_.loop(extent, location, body);
  }
  /// Emits a pass over the rows: body(sum, segment, index in the row, value).
  template <class Body>
  void each_element(std::span<const Sum> sums, Body&& body) {
    loop(count_, at_, [&](Register n) {
      const Register segment = id_of(n);
      for (const Sum& sum : sums) {
        const SourceLocation here = sum.node->location;
        // A row of one element has a loop, too: rows are sequential, but the elements of a row are independent.
        loop(sum.size, here, [&](Register k) { body(sum, segment, k, element(sum, {0, {{n, sum.size}, {k, 1}}})); });
      }
    });
  }
  ArrayId add_local(DType dtype, Shape shape) {
    const ArrayId array = builder_.add_array({dtype, std::move(shape)});
    program_.arrays[static_cast<size_t>(array)].storage = Storage::Stack;
    return array;
  }
  void clear(ArrayId array, const Sum& sum) {
    const SourceLocation here = sum.node->location;
    loop(segments_ * sum.size, here,
         [&](Register k) { store(array, {0, {{k, 1}}}, builder_.constant(sum.dtype, 0, here), here); });
  }

  /// Emits the test that all ids are valid segments, which precedes the sums. If it fails, the kernel reports the id.
  Register check_ids() {
    const Register row = builder_.add_register(DType::int64), fits = builder_.add_register(DType::boolean);
    Block test;
    Register inside_all = kNone;
    const Register none = builder_.integer(0, DType::int64, at_), end = builder_.integer(segments_, DType::int64, at_);
    builder_.inside(test, [&] {
      const Register segment = id_of(row);
      const Register above = builder_.let(Primitive::GreaterEqual, DType::int64, {segment, none}, at_),
                     below = builder_.let(Primitive::Less, DType::int64, {segment, end}, at_);
      inside_all = builder_.let(Primitive::And, DType::boolean, {above, below}, at_);
    });
    Statement& fold = builder_.add(Kind::Reduce, at_);
    fold.result = row;
    fold.extent = count_;
    fold.reductions = {{ir::ReductionKind::All, fits, inside_all}};
    fold.blocks.push_back(std::move(test));
    return fits;
  }

  void call_kernels() {
    for (const Sum& sum : all_) {
      Site site;
      site.op = sum.node->op;
      site.attributes = sum.node->attributes;
      site.location = sum.node->location;
      site.inputs = {placeholder_array(context_, sum.node->operands[0], sum.node->location), id_array_};
      site.outputs = {sum.sums};
      builder_.call_kernel(std::move(site), sum.node->location);
    }
  }

  bool fit_registers(std::span<const Sum> sums) const {
    int64_t bytes = 0, columns = 0;
    for (const Sum& sum : sums) {
      const int64_t column = segments_ * static_cast<int64_t>(item_size(sum.dtype));
      if (column > options_.machine.vector_bytes) return false;  // one element of each segment is a vector
      bytes += column * sum.size;
      columns += sum.size;
    }
    return segments_ > 1 && bytes <= kMaxVectors * options_.machine.vector_bytes && columns <= kMaxColumns &&
           count_ >= kMinRows;
  }

  void add_up() {
    std::vector<Sum> in_lanes, one_by_one;
    for (const Sum& sum : all_) {
      (kernel::sums_in_lanes(sum.dtype, count_, segments_, sum.size) ? in_lanes : one_by_one).push_back(sum);
    }
    if (!in_lanes.empty()) add_up_in_lanes(in_lanes);
    if (one_by_one.empty()) return;
    if (fit_registers(one_by_one)) return add_up_in_registers(one_by_one);
    for (const Sum& sum : one_by_one) {
      builder_.add(Kind::Allocate, sum.node->location).array = sum.sums;
      clear(sum.sums, sum);
    }
    each_element(one_by_one, [&](const Sum& sum, Register segment, Register k, Register value) {
      const SourceLocation here = sum.node->location;
      const Index place{0, {{segment, sum.size}, {k, 1}}};
      const Register before = load(sum.sums, place, here);
      store(sum.sums, place, builder_.let(Primitive::Add, sum.dtype, {before, value}, here), here);
    });
  }

  /// Emits a reduction for each group of segments that fits the registers, with a result for each element of their
  /// sums.
  void add_up_in_lanes(std::span<const Sum> sums) {
    int64_t bytes = 0;  // of the lanes of one segment
    for (const Sum& sum : sums) bytes += sum.size * static_cast<int64_t>(item_size(sum.dtype)) * kernel::kLanes;
    for (const Sum& sum : sums) builder_.add(Kind::Allocate, sum.node->location).array = sum.sums;
    // The lanes of one pass take three quarters of the vector registers.
    const int64_t most = options_.machine.vector_registers * 3 / 4 * options_.machine.vector_bytes;
    const int64_t walks = (segments_ * bytes + most - 1) / most, at_a_time = (segments_ + walks - 1) / walks;
    for (int64_t first = 0; first < segments_; first += at_a_time) {
      add_up_in_lanes(sums, first, std::min(first + at_a_time, segments_));
    }
  }
  void add_up_in_lanes(std::span<const Sum> sums, int64_t first, int64_t end) {
    const Register row = builder_.add_register(DType::int64);
    std::vector<RowReduction> folds;
    Block body;
    builder_.inside(body, [&] {
      // All ids are valid segments here and fit int32, for which comparisons take half as many vectors.
      const Register id = builder_.let(Primitive::Convert, DType::int32, {id_of(row)}, at_);
      std::vector<std::vector<Register>> values;
      std::vector<Register> zeros;
      for (const Sum& sum : sums) {
        std::vector<Register>& elements = values.emplace_back();
        for (int64_t k = 0; k < sum.size; ++k) {
          elements.push_back(element(sum, {k, {{row, sum.size}}}));
        }
        zeros.push_back(builder_.constant(sum.dtype, 0, sum.node->location));
      }
      for (int64_t segment = first; segment < end; ++segment) {
        const Register number = builder_.constant(DType::int32, static_cast<uint64_t>(segment), at_);
        const Register is_its = builder_.let(Primitive::Equal, DType::int32, {id, number}, at_);
        for (size_t s = 0; s < sums.size(); ++s) {
          const DType dtype = sums[s].dtype;
          for (const Register value : values[s]) {
            const SourceLocation here = sums[s].node->location;
            const Register taken = builder_.let(Primitive::Select, dtype, {is_its, value, zeros[s]}, here);
            folds.push_back({ir::ReductionKind::Sum, builder_.add_register(dtype), taken,
                             is_floating(dtype) ? builder_.rounding() : Rounding::Each});
          }
        }
      }
    });
    Statement& fold = builder_.add(Kind::Reduce, at_);
    fold.result = row;
    fold.extent = count_;
    fold.reductions = folds;
    fold.blocks.push_back(std::move(body));
    auto total = folds.begin();
    for (int64_t segment = first; segment < end; ++segment) {
      for (const Sum& sum : sums) {
        for (int64_t k = 0; k < sum.size; ++k, ++total) {
          store(sum.sums, {segment * sum.size + k, {}}, total->result, sum.node->location);
        }
      }
    }
  }

  void add_up_in_registers(std::span<Sum> sums) {
    const ArrayId numbers = add_local(DType::int64, {segments_});
    for (int64_t segment = 0; segment < segments_; ++segment)
      store(numbers, {segment, {}}, builder_.integer(segment, DType::int64, at_), at_);
    for (Sum& sum : sums) {
      sum.columns = add_local(sum.dtype, {sum.size, segments_});
      clear(sum.columns, sum);
    }
    each_element(sums, [&](const Sum& sum, Register segment, Register k, Register value) {
      const SourceLocation here = sum.node->location;
      loop(segments_, here, [&](Register s) {
        const Register number = load(numbers, {0, {{s, 1}}}, here);
        const Index place{0, {{k, segments_}, {s, 1}}};
        const Register before = load(sum.columns, place, here);
        const Register added = builder_.let(Primitive::Add, sum.dtype, {before, value}, here);
        const Register is_its = builder_.let(Primitive::Equal, DType::int64, {segment, number}, here);
        store(sum.columns, place, builder_.let(Primitive::Select, sum.dtype, {is_its, added, before}, here), here);
      });
    });
    for (const Sum& sum : sums) {
      const SourceLocation here = sum.node->location;
      builder_.add(Kind::Allocate, here).array = sum.sums;
      loop(segments_, here, [&](Register s) {
        loop(sum.size, here, [&](Register k) {
          const Register value = load(sum.columns, {0, {{k, segments_}, {s, 1}}}, here);
          store(sum.sums, {0, {{s, sum.size}, {k, 1}}}, value, here);
        });
      });
    }
  }

  SourceLocation at_;
  ir::ValueId ids_;
  ArrayId id_array_ = kNone;
  int64_t count_ = 0, segments_ = 0;
  std::vector<Sum> all_;
};

}  // namespace

/// Returns the node and the later segment sums of its block with the same ids, if their rows are computed before the
/// node. If an id is invalid, the first of them raises the error.
std::vector<ir::NodeId> SegmentSums::sums_by_same_ids(ir::NodeId id) const {
  const ir::Node& node = graph_.node(id);
  const std::vector<ir::NodeId>& nodes = graph_.block(node.block).nodes;
  const auto first = std::ranges::find(nodes, id);
  const auto is_there = [&](ir::ValueId value) {
    const ir::NodeId producer = graph_.value(value).producer;
    return producer == ir::kNone || std::find(first, nodes.end(), producer) == nodes.end();
  };
  std::vector<ir::NodeId> sums;
  for (auto at = first; at != nodes.end(); ++at) {
    if (analysis_.class_of(*at) != NodeClass::Segments || !analysis_.is_live(*at)) continue;
    const ir::Node& other = graph_.node(*at);
    const bool joins = other.operands[1] == node.operands[1] && is_there(other.operands[0]) &&
                       analysis_.type(other.results[0]).shape[0] == analysis_.type(node.results[0]).shape[0];
    if (joins && !context_.is_absorbed(*at)) sums.push_back(*at);
  }
  return sums;
}

/// True if all ids are valid for any input: they are the indices of extrema among at most `segments` elements.
bool SegmentSums::names_segments(ir::ValueId ids, int64_t segments) {
  const ir::NodeId producer = graph_.value(values().base_of(ids)).producer;
  if (producer == ir::kNone) return false;
  const ir::Node& node = graph_.node(producer);
  if (!is(node, ir::OpKind::Argmin) && !is(node, ir::OpKind::Argmax)) return false;
  const int64_t all = analysis_.type(node.operands[0]).shape.element_count(),
                rows = analysis_.type(node.results[0]).shape.element_count();
  return all > 0 && rows > 0 && all / rows <= segments;
}

void lower_segment_sum(LoweringContext& context, ir::NodeId id) { SegmentSums(context, id).lower(); }

}  // namespace ag::codegen
