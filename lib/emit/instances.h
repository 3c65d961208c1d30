#pragma once
/// The faces with symbolic numbers of instantiations of function templates: each is declared behind the template, and
/// defined at the end of the file with the lines of the template.
#include "emit/twins.h"

namespace agc::emit {

void emit_instances(const model::SourceFile& source, const std::vector<model::LoweredFunction>& lowered, Edits& edits);

/// Their definitions, in the order of the source.
std::vector<TwinDefinition> instance_definitions(const model::SourceFile& source,
                                                 const std::vector<model::LoweredFunction>& lowered);

}  // namespace agc::emit
