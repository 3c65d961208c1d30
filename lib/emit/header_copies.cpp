#include "emit/header_copies.h"

#include <algorithm>
#include <set>

namespace agc::emit {
namespace {

using model::Inclusion;

/// Returns the parts with edits and the parts that include them, without the main file.
std::set<size_t> changed_parts(const model::SourceFile& source, const std::vector<Inclusion>& inclusions,
                               const Edits& edits) {
  std::set<size_t> result;
  for (const Edit& edit : edits.list()) result.insert(source.part_of(edit.range.begin));
  for (bool more = true; more;) {
    more = false;
    for (const Inclusion& one : inclusions) {
      if (one.from == Inclusion::kNoPart || one.to == Inclusion::kNoPart || !result.contains(one.to)) continue;
      more = result.insert(one.from).second || more;
    }
  }
  result.erase(0);
  return result;
}

/// Returns the name of the copy, for example util.h, or util_2.h for a second file of that name.
std::string name_for(const std::string& path, const std::vector<HeaderCopy>& taken) {
  const std::string name = path.substr(path.find_last_of('/') + 1);
  const size_t dot = std::min(name.find_last_of('.'), name.size());
  std::string result = name;
  for (int k = 2; std::ranges::find(taken, result, &HeaderCopy::name) != taken.end(); ++k) {
    result = name.substr(0, dot) + "_" + std::to_string(k) + name.substr(dot);
  }
  return result;
}

}  // namespace

HeaderCopies copy_headers(const model::SourceFile& source, const std::vector<Inclusion>& inclusions,
                          const std::string& folder, Edits& edits) {
  HeaderCopies result;
  for (const size_t part : changed_parts(source, inclusions, edits)) {
    result.list.push_back({part, name_for(source.parts()[part].name, result.list)});
  }
  if (result.list.empty()) return result;
  const auto copy_of = [&](size_t part) {
    const auto found = std::ranges::find(result.list, part, &HeaderCopy::part);
    return found == result.list.end() ? nullptr : &*found;
  };
  for (const Inclusion& one : inclusions) {
    const HeaderCopy* target = one.to == Inclusion::kNoPart ? nullptr : copy_of(one.to);
    if (one.from == Inclusion::kNoPart) {
      if (target) result.unreachable.push_back(one);
      continue;
    }
    const bool in_main = one.from == 0;
    if (in_main ? !target || folder.empty() : !copy_of(one.from)) continue;
    std::string name;
    if (target) {
      name = in_main ? folder + "/" + target->name : target->name;
    } else if (!one.angled && !one.is_next) {
      name = one.path;  // the header was found beside the original
    } else {
      continue;
    }
    edits.replace(one.name, (one.is_next ? "include \"" : "\"") + name + "\"");
  }
  return result;
}

}  // namespace agc::emit
