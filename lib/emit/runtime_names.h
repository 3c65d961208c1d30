#pragma once
/// Every name of the runtime that generated code may use; <ag/generated.h> declares them. A test compiles a use of
/// each.
#include <string_view>

namespace agc::emit::names {

inline constexpr std::string_view kHeader = "ag/generated.h";
inline constexpr std::string_view kState = "AG_STATE";
inline constexpr std::string_view kUntil = "ag::until";
inline constexpr std::string_view kUntilMember = ".until";
inline constexpr std::string_view kFlag = "ag::Flag";
inline constexpr std::string_view kReturn = "ag::Return";
inline constexpr std::string_view kTensor = "ag::Tensor";
inline constexpr std::string_view kIfStmt = "ag::if_stmt";
inline constexpr std::string_view kSwitchStmt = "ag::switch_stmt";
inline constexpr std::string_view kWhen = "ag::when";
inline constexpr std::string_view kOtherwise = "ag::otherwise";
inline constexpr std::string_view kFallsThrough = ".falls_through()";
inline constexpr std::string_view kElseIf = "ag::else_if";
inline constexpr std::string_view kIfElse = "ag::if_else";
inline constexpr std::string_view kWhileStmt = "ag::while_stmt";
inline constexpr std::string_view kAlways = "ag::always()";
inline constexpr std::string_view kDoStmt = "ag::do_stmt";
inline constexpr std::string_view kForStmt = "ag::for_stmt";
inline constexpr std::string_view kLoopOptions = "ag::LoopOptions";
inline constexpr std::string_view kAndThen = "ag::and_then";
inline constexpr std::string_view kOrElse = "ag::or_else";
inline constexpr std::string_view kCertain = "ag::certain";
inline constexpr std::string_view kPending = ".pending()";
inline constexpr std::string_view kDone = ".done()";
inline constexpr std::string_view kSet = ".set()";
inline constexpr std::string_view kValue = ".value()";
inline constexpr std::string_view kValueOr = ".value_or";
inline constexpr std::string_view kStaged = "ag::Staged";
inline constexpr std::string_view kStagedType = "ag::staged_t";
inline constexpr std::string_view kList = "ag::List";
inline constexpr std::string_view kItem = "ag::item";
inline constexpr std::string_view kItems = "ag::items";
inline constexpr std::string_view kTruth = "ag::truth";
inline constexpr std::string_view kDim = "ag::dim";
inline constexpr std::string_view kSize = "ag::element_count";
inline constexpr std::string_view kCast = "ag::cast";
inline constexpr std::string_view kHost = "ag::host";
inline constexpr std::string_view kTryScope = " const ag::TryScope ag_try";
inline constexpr std::string_view kCatchesNoErrors = "(ag::catches_no_errors);";
inline constexpr std::string_view kLive = "ag::live";
inline constexpr std::string_view kFollowed = "ag::followed";
inline constexpr std::string_view kFollowedObject = "ag::followed_object";
inline constexpr std::string_view kRef = "ag::ref";
inline constexpr std::string_view kFirstValue = "ag::first_value";
inline constexpr std::string_view kDecide = "ag::decide";
inline constexpr std::string_view kElement = "ag::element";
inline constexpr std::string_view kDivisor = "ag::divisor";
inline constexpr std::string_view kSubscript = "ag::subscript";
inline constexpr std::string_view kNonEmpty = "ag::non_empty";
inline constexpr std::string_view kElementAt = "ag::element_at";
inline constexpr std::string_view kRow = "ag::row";
inline constexpr std::string_view kElementPlace = "ag::place";
inline constexpr std::string_view kPart = "AG_PART";
inline constexpr std::string_view kPlace = "ag::Place";
inline constexpr std::string_view kStandard = "ag::cxx::";
inline constexpr std::string_view kPlain = "ag::plain";
inline constexpr std::string_view kToStaged = "ag::staged";
inline constexpr std::string_view kTwin = "ag_twin";                 // found by argument-dependent lookup
inline constexpr std::string_view kTwinOf = "ag::Twin";              // for classes of functions
inline constexpr std::string_view kFields = "ag_fields";             // also
inline constexpr std::string_view kDynamicTwin = "ag_dynamic_twin";  // also
inline constexpr std::string_view kMembers = "ag_members";           // also
inline constexpr std::string_view kDynamicTwinType = "ag::dynamic_twin_t";
inline constexpr std::string_view kToDynamicTwin = "ag::dynamic_twin";
inline constexpr std::string_view kDynamicTwinOf = "ag::DynamicTwin";
inline constexpr std::string_view kTypeIdentity = "std::type_identity";
inline constexpr std::string_view kMembersEqual = "ag::members_equal";
inline constexpr std::string_view kMembersLess = "ag::members_less";
inline constexpr std::string_view kParts = "ag::Parts";
inline constexpr std::string_view kInout = "ag::inout";
inline constexpr std::string_view kStagedFace = "_staged";  // behind the name of a function
inline constexpr std::string_view kLending = "ag::lending";
inline constexpr std::string_view kStatefulLambda = "ag::StatefulLambda";
inline constexpr std::string_view kWithState = "ag::with_state";
inline constexpr std::string_view kRaise = "ag::raise";
inline constexpr std::string_view kLater = "ag::later";
inline constexpr std::string_view kUnreachable = "ag::unreachable()";
inline constexpr std::string_view kOrdered = "ag::ordered";
inline constexpr std::string_view kPrintf = "ag::cxx::printf";
inline constexpr std::string_view kPuts = "ag::cxx::puts";
inline constexpr std::string_view kTraced = "ag::traced";
inline constexpr std::string_view kRecursive = "ag::recursive";
inline constexpr std::string_view kOptions = "AG_OPTIONS";
inline constexpr std::string_view kFunction = "ag::function";
inline constexpr std::string_view kFunctionInside = "ag::function_inside";
inline constexpr std::string_view kNamed = "ag::named";
inline constexpr std::string_view kGeneratedCode = "ag::GeneratedCode";
inline constexpr std::string_view kRunsEagerly = "ag::runs_eagerly";
inline constexpr std::string_view kEagerFunction = "ag::EagerFunction";

}  // namespace agc::emit::names
