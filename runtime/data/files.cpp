/// Datasets of files of lines. The file is read while elements are taken, and closed at the end of the iteration.
#include <algorithm>
#include <cstring>

#include "base/file.h"
#include "data/number_text.h"
#include "data/resource.h"
#include "tensor/interned_strings.h"

namespace ag::data {

namespace {

/// The characters of a file, in order.
class Characters {
 public:
  static constexpr int kEnd = -1;

  Characters(const std::string& path, SourceLocation location) : file_(path, location) {}
  int peek() { return at_ < buffer_.size() || fill() ? static_cast<unsigned char>(buffer_[at_]) : kEnd; }
  int take() {
    const int character = peek();
    if (character != kEnd) ++at_;
    if (character == '\n') ++line_;
    return character;
  }
  /// Appends the characters before the next `a` or `b`, or before the end of the file.
  void take_until(char a, char b, std::string& text) {
    while (at_ < buffer_.size() || fill()) {
      const size_t begin = at_;
      while (at_ < buffer_.size() && buffer_[at_] != a && buffer_[at_] != b) ++at_;
      text.append(buffer_, begin, at_ - begin);
      if (at_ < buffer_.size()) return;
    }
  }
  const std::string& path() const { return file_.path(); }
  /// The line of the next character, counted from 1.
  int64_t line() const { return line_; }

 private:
  bool fill() {
    constexpr uint64_t kChunk = uint64_t{1} << 16;
    buffer_.resize(std::min(kChunk, file_.size() - offset_));
    at_ = 0;
    if (buffer_.empty()) return false;
    file_.read(offset_, buffer_.data(), buffer_.size());
    offset_ += buffer_.size();
    return true;
  }

  detail::InputFile file_;
  std::string buffer_;
  size_t at_ = 0;
  uint64_t offset_ = 0;
  int64_t line_ = 1;
};

void put_word(Tensor& tensor, std::string_view text) {
  tensor = detail::allocate(DType::uint64, Shape());
  detail::StringKeeper keeper;
  const uint64_t word = keeper.word_of(text);
  std::memcpy(tensor.impl()->data(), &word, sizeof(word));
  keeper.give_to(*tensor.impl());
}

class Lines final : public Source {
 public:
  Lines(std::string path, SourceLocation location) : path_(std::move(path)), location_(location) {}
  PullPtr open(Operands) const override {
    return pull([file = std::make_shared<Characters>(path_, location_), text = std::string(),
                 location = location_](Row& row) mutable {
      if (file->peek() == Characters::kEnd) return false;
      check_cancelled(location);
      text.clear();
      file->take_until('\n', '\n', text);
      file->take();
      if (text.ends_with('\r')) text.pop_back();
      row.resize(1);
      put_word(row[0], text);
      return true;
    });
  }
  std::optional<ElementTypes> types() const override { return ElementTypes{{DType::uint64, Shape()}}; }
  int64_t count(Operands) const override { return kUnknown; }

 private:
  std::string path_;
  SourceLocation location_;
};

/// The fields of a CSV file, one row at a time.
class Fields {
 public:
  Fields(const std::string& path, char separator, SourceLocation location)
      : file_(path, location), separator_(separator), location_(location) {}

  /// Reads the next row, or returns false. Empty lines are skipped.
  bool next(std::vector<std::string>& fields) {
    while (file_.peek() == '\n' || file_.peek() == '\r') file_.take();
    line_ = file_.line();
    if (file_.peek() == Characters::kEnd) return false;
    check_cancelled(location_);
    size_t count = 0;
    for (bool more = true; more; ++count) {
      if (count == fields.size()) fields.emplace_back();
      fields[count].clear();
      read_field(fields[count]);
      const int behind = file_.take();
      more = behind == separator_;
      if (!more && behind != '\n' && behind != Characters::kEnd) fail("something stands after the quotes of a field");
    }
    fields.resize(count);
    if (fields.back().ends_with('\r')) fields.back().pop_back();
    return true;
  }
  [[noreturn]] void fail(const std::string& message) const {
    throw Error(ErrorKind::invalid_argument, file_.path() + ":" + std::to_string(line_) + ": " + message, location_);
  }

 private:
  void read_field(std::string& field) {
    if (file_.peek() != '"') {
      file_.take_until(separator_, '\n', field);
      return;
    }
    file_.take();
    for (;;) {
      file_.take_until('"', '"', field);
      if (file_.take() == Characters::kEnd) fail("a field in quotes does not end");
      if (file_.peek() != '"') break;
      field += static_cast<char>(file_.take());  // two quotes stand for one
    }
    if (file_.peek() == '\r') file_.take();
  }

  Characters file_;
  char separator_;
  SourceLocation location_;
  int64_t line_ = 1;  // the first line of the row
};

/// The field, name and type of a column.
struct Column {
  size_t field = 0;
  std::string name;
  bool text = false;
  DType dtype = DType::float32;
};

class Csv final : public Source {
 public:
  Csv(std::string path, CsvOptions options, std::vector<bool> texts, SourceLocation location)
      : path_(std::move(path)), options_(std::move(options)), as_row_(texts.empty()), location_(location) {
    Fields fields(path_, options_.separator, location_);
    std::vector<std::string> first;
    if (!fields.next(first)) fields.fail("the file has no rows");
    width_ = first.size();
    for (std::string& name : first) strip(name);
    find_columns(fields, first, texts);
  }

  PullPtr open(Operands) const override {
    auto fields = std::make_shared<Fields>(path_, options_.separator, location_);
    std::vector<std::string> values;
    if (options_.header) fields->next(values);
    return pull([csv = self(this), fields, values](Row& row) mutable {
      if (!fields->next(values)) return false;
      csv->read(*fields, values, row);
      return true;
    });
  }
  std::optional<ElementTypes> types() const override {
    if (as_row_) return ElementTypes{{columns_[0].dtype, Shape{static_cast<int64_t>(columns_.size())}}};
    ElementTypes types;
    for (const Column& column : columns_) types.push_back({column.text ? DType::uint64 : column.dtype, Shape()});
    return types;
  }
  int64_t count(Operands) const override { return kUnknown; }

 private:
  static void strip(std::string& name) {
    name.erase(0, name.find_first_not_of(" \t"));
    name.erase(name.find_last_not_of(" \t") + 1);
  }

  void find_columns(const Fields& fields, const std::vector<std::string>& first, const std::vector<bool>& texts) {
    if (!options_.columns.empty() && !options_.header) {
      throw Error(ErrorKind::invalid_argument, "from_csv: columns are named, and the file has no line of names",
                  location_, {"say that it has one: {.header = true, .columns = …}"});
    }
    for (const std::string& name : options_.columns) {
      const auto found = std::ranges::find(first, name);
      if (found == first.end()) {
        std::string all;
        for (const std::string& one : first) all += (all.empty() ? "" : ", ") + one;
        throw Error(ErrorKind::not_found, path_ + ": no column '" + name + "'", location_, {"the file has: " + all});
      }
      columns_.push_back({static_cast<size_t>(found - first.begin()), name, false, options_.dtype});
    }
    for (size_t k = 0; options_.columns.empty() && k < first.size(); ++k)
      columns_.push_back({k, options_.header ? first[k] : "", false, options_.dtype});
    if (!as_row_ && texts.size() != columns_.size()) {
      fields.fail("the file has " + std::to_string(columns_.size()) + " columns, and the element has " +
                  std::to_string(texts.size()) + " parts");
    }
    if (!options_.dtypes.empty() && (as_row_ || options_.dtypes.size() != columns_.size())) {
      throw Error(ErrorKind::invalid_argument,
                  as_row_ ? "from_csv: a row that is one tensor has one dtype"
                          : "from_csv: " + std::to_string(options_.dtypes.size()) + " dtypes are named for " +
                                std::to_string(columns_.size()) + " columns",
                  location_);
    }
    for (size_t k = 0; k < columns_.size(); ++k) {
      if (!as_row_) columns_[k].text = texts[k];
      if (!options_.dtypes.empty()) columns_[k].dtype = options_.dtypes[k];
    }
  }

  void read(const Fields& fields, const std::vector<std::string>& values, Row& row) const {
    if (values.size() != width_) {
      fields.fail("a row of " + std::to_string(values.size()) + " fields, where the first one has " +
                  std::to_string(width_));
    }
    if (as_row_) {
      const DType dtype = columns_[0].dtype;
      row.assign(1, detail::allocate(dtype, Shape{static_cast<int64_t>(columns_.size())}));
      for (size_t k = 0; k < columns_.size(); ++k)
        read_number_of(fields, columns_[k], values, row[0].impl()->data() + k * item_size(dtype));
      return;
    }
    row.resize(columns_.size());
    for (size_t k = 0; k < columns_.size(); ++k) {
      const Column& column = columns_[k];
      if (column.text) {
        put_word(row[k], values[column.field]);
        continue;
      }
      row[k] = detail::allocate(column.dtype, Shape());
      read_number_of(fields, column, values, row[k].impl()->data());
    }
  }

  void read_number_of(const Fields& fields, const Column& column, const std::vector<std::string>& values,
                      std::byte* out) const {
    const std::string& text = values[column.field];
    if (read_number(text, column.dtype, out)) return;
    const bool empty = text.find_first_not_of(" \t") == std::string::npos;
    if (empty && options_.missing) {
      const Tensor number = detail::scalar_tensor(detail::scalar_of(*options_.missing), column.dtype);
      std::memcpy(out, number.impl()->data(), item_size(column.dtype));
      return;
    }
    fields.fail((column.name.empty() ? "column " + std::to_string(column.field + 1) : "column '" + column.name + "'") +
                (empty ? " is empty; .missing says what that stands for"
                       : ": '" + text + "' is no " + std::string(name(column.dtype))));
  }

  std::string path_;
  CsvOptions options_;
  bool as_row_;
  SourceLocation location_;
  size_t width_ = 0;
  std::vector<Column> columns_;
};

}  // namespace

}  // namespace ag::data

namespace ag::detail {

ag::Variable data_lines(const std::string& path, SourceLocation location) {
  const InputFile exists(path, location);
  return data::make({std::make_shared<data::Lines>(path, location), {}}, location);
}

ag::Variable data_csv(const std::string& path, const CsvOptions& options, const std::vector<bool>& texts,
                      SourceLocation location) {
  return data::make({std::make_shared<data::Csv>(path, options, texts, location), {}}, location);
}

}  // namespace ag::detail
