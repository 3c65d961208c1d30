#pragma once
/// Functions on lists of expressions of the model that need no context. Internal to `parse`.
#include <string>

#include "parse/build/builder_records.h"

namespace agc::parse {

/// Returns false if the call has to stay unconverted because too little is known of a function argument. The numbers of
/// the call then have to be known.
bool follows_functions(model::Expr& call, const std::string& consumer);

/// Refuses references to external variables, which cannot be followed.
void refuse_live(Expressions& list);

/// Marks results of an accessor as targets of references: they cannot be an element or a choice that the graph selects.
void hand_out_parts(Expressions& list);

/// Marks the elements in `list` as targets of a reference. An element that the graph selects cannot be one.
void refer_to_elements(Expressions& list);

/// Handles (c ? a : b) = v as a statement: the graph may select one of the two variables.
void assign_places(Expressions& list, size_t first, Use use);

}  // namespace agc::parse
