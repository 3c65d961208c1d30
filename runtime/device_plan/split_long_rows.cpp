#include "device_plan/split_long_rows.h"

#include <algorithm>
#include <limits>

#include "device_plan/thread_code.h"
#include "kernel/reduce/reduce.h"
#include "program/clone.h"
#include "program/statement_builder.h"
#include "program/walk.h"

namespace ag::codegen {

namespace {

using Kind = StatementKind;

/// With as many rows, a team for each row occupies the device.
constexpr int64_t kManyRows = 2048;

class Splitter {
 public:
  explicit Splitter(Program& program)
      : program_(program), uses_(DefUse::of_program(program)), analysis_(program, uses_) {}

  void split(Block& block) {
    Block result;
    for (Statement& statement : block) {
      if (statement.kind == Kind::If || statement.kind == Kind::Switch || statement.kind == Kind::While) {
        for (Block& inner : statement.blocks) split(inner);
      }
      if (is_long_row(statement))
        split_row(statement, result);
      else if (const size_t row = row_of_nest(statement); row < kNoRow)
        split_nest(statement, row, result);
      else
        result.push_back(std::move(statement));
    }
    block = std::move(result);
  }
  std::vector<Register> whole_rows;

 private:
  static constexpr size_t kNoRow = std::numeric_limits<size_t>::max();

  /// Values of blocks: an array for each reduction, and the part of their indices that the row determines.
  struct BlockValues {
    std::vector<ArrayId> arrays;
    int64_t blocks = 0;
  };

  bool is_long_row(const Statement& statement) const {
    return statement.kind == Kind::Reduce && statement.extent > kernel::kBlock && !contains(statement, Kind::Check) &&
           find_obstacle(program_, statement).empty();
  }

  /// Returns the place of the first reduction in a loop over few long rows, each of which may be split: it follows pure
  /// statements that it does not affect. Returns kNoRow for other statements.
  size_t row_of_nest(const Statement& nest) const {
    if (nest.kind != Kind::Loop || is_counted(nest) || nest.extent >= kManyRows) return kNoRow;
    const Block& body = nest.blocks[0];
    const size_t row = static_cast<size_t>(std::ranges::find_if_not(body, is_pure) - body.begin());
    if (row == body.size() || !is_long_row(body[row]) || contains(nest, Kind::Check)) return kNoRow;
    if (!find_obstacle(program_, nest).empty() || !analysis_.has_independent_iterations(nest)) return kNoRow;
    const DefUse uses(program_, body[row]);
    for (size_t k = 0; k < row; ++k) {
      if (body[k].kind == Kind::Load && (uses.uses(body[k].array) & ArrayUse::Store) != 0) return kNoRow;
    }
    return row;
  }

  BlockValues add_values(const Statement& row, int64_t rows) {
    BlockValues values{{}, (row.extent + kernel::kBlock - 1) / kernel::kBlock};
    for (const RowReduction& one : row.reductions) {
      program_.arrays.push_back({{program_.dtype(one.result), Shape{rows, values.blocks}}, Storage::Stack});
      values.arrays.push_back(static_cast<ArrayId>(program_.arrays.size() - 1));
    }
    return values;
  }

  void split_row(Statement& row, Block& out) {
    StatementBuilder builder(program_, row.location);
    const BlockValues values = add_values(row, 1);
    const Register length = is_counted(row) ? row.count : builder.number(out, row.extent);
    Statement totals = row;
    out.push_back(loop_over_blocks(builder, std::move(row), length, values, {}));
    reduce_values(builder, std::move(totals), length, values, {}, out);
  }

  /// Splits the row of a nest: a loop over rows and blocks precedes the nest, with the pure statements of its own.
  void split_nest(Statement& nest, size_t place, Block& out) {
    StatementBuilder builder(program_, nest.location);
    const Block& body = nest.blocks[0];
    const Statement& row = body[place];
    const BlockValues values = add_values(row, nest.extent);
    const Register extent = builder.number(out, row.extent);
    StatementCloner cloner(program_);
    Statement rows = builder.make(Kind::Loop);
    rows.result = builder.add_register(DType::int64);
    rows.extent = nest.extent;
    cloner.name(nest.result, rows.result);
    Block inside;
    for (size_t k = 0; k < place; ++k) inside.push_back(cloner.copy(body[k]));
    Statement copy = cloner.copy(row);
    const Register length = is_counted(row) ? copy.count : extent;
    inside.push_back(loop_over_blocks(builder, std::move(copy), length, values, {{rows.result, values.blocks}}));
    rows.blocks.push_back(std::move(inside));
    out.push_back(std::move(rows));

    Block rest;
    for (size_t k = 0; k < body.size(); ++k) {
      if (k != place)
        rest.push_back(body[k]);
      else
        reduce_values(builder, row, is_counted(row) ? row.count : extent, values, {{nest.result, values.blocks}}, rest);
    }
    nest.blocks[0] = std::move(rest);
    out.push_back(std::move(nest));
  }

  using Terms = std::vector<std::pair<Register, int64_t>>;

  /// Returns the index `terms` + `last`.
  static Index index_of(Terms terms, Register last) {
    terms.emplace_back(last, 1);
    return {0, std::move(terms)};
  }

  Statement loop_over_blocks(StatementBuilder& builder, Statement row, Register length, const BlockValues& values,
                             const Terms& of_row) {
    const Register block = builder.add_register(DType::int64), place = row.result;
    const Register inner = builder.add_register(DType::int64);
    Block body;
    const Register first = builder.let(body, Primitive::Multiply, {block, builder.number(body, kernel::kBlock)});
    const Register rest = builder.let(body, Primitive::Subtract, {length, first});
    const Register most = builder.number(body, kernel::kBlock), none = builder.number(body, 0);
    const Register some =
        builder.let(body, Primitive::Select, {builder.let(body, Primitive::Less, {rest, most}), rest, most});
    row.count = builder.let(body, Primitive::Select, {builder.let(body, Primitive::Less, {some, none}), none, some});
    row.result = inner;
    row.extent = kernel::kBlock;
    replace_index(row.blocks[0], place, block, inner);
    add_place(builder, row.blocks[0], place, first, inner);
    for (RowReduction& one : row.reductions) one.result = builder.add_register(program_.dtype(one.result));
    const std::vector<RowReduction> results = row.reductions;
    body.push_back(std::move(row));
    for (size_t k = 0; k < results.size(); ++k)
      builder.store(body, values.arrays[k], index_of(of_row, block), results[k].result);
    Statement loop = builder.make(Kind::Loop);
    loop.result = block;
    loop.extent = values.blocks;
    loop.blocks.push_back(std::move(body));
    return loop;
  }

  /// Replaces the place in the row by kBlock · block + inner in the indices of accesses.
  static void replace_index(Block& block, Register place, Register number, Register inner) {
    for_each(block, [&](Statement& statement) {
      std::vector<std::pair<Register, int64_t>> terms;
      for (const auto& [id, factor] : statement.index.terms) {
        if (id != place) terms.emplace_back(id, factor);
        if (id == place) terms.insert(terms.end(), {{number, factor * kernel::kBlock}, {inner, factor}});
      }
      statement.index.terms = std::move(terms);
    });
  }
  static void add_place(StatementBuilder& builder, Block& block, Register place, Register first, Register inner) {
    Statement sum = builder.make(Kind::Let);
    sum.primitive = Primitive::Add;
    sum.operands = {first, inner};
    sum.result = place;
    block.insert(block.begin(), std::move(sum));
  }

  void reduce_values(StatementBuilder& builder, Statement totals, Register length, const BlockValues& values,
                     const Terms& of_row, Block& out) {
    const Register last = builder.number(out, kernel::kBlock - 1);
    const Register count = builder.let(out, Primitive::ShiftRight,
                                       {builder.let(out, Primitive::Add, {length, last}), builder.number(out, 12)});
    static_assert(kernel::kBlock == 1 << 12);
    totals.count = is_counted(totals) ? count : kNone;
    totals.extent = values.blocks;
    totals.result = builder.add_register(DType::int64);
    totals.blocks = {{}};
    for (size_t k = 0; k < values.arrays.size(); ++k) {
      totals.reductions[k].value = builder.load(totals.blocks[0], values.arrays[k], index_of(of_row, totals.result));
      totals.reductions[k].factor = kNone;
    }
    whole_rows.push_back(totals.result);
    out.push_back(std::move(totals));
  }

  Program& program_;
  const DefUse uses_;  // of the program before it is split
  const TaskAnalysis analysis_;
};

}  // namespace

std::vector<Register> split_long_rows(Program& program) {
  Splitter splitter(program);
  splitter.split(program.body);
  return std::move(splitter.whole_rows);
}

}  // namespace ag::codegen
