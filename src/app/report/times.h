// Where the time of pictures went, as a page shows it.
#pragma once
#include "base/json.h"
#include <array>
#include <string>

namespace atrous {

constexpr std::size_t time_groups = 7;
/// Milliseconds by group of stages; the last one is what is in no stage: waiting, for the most part.
using GroupTimes = std::array<double, time_groups>;

/// Of a frame, by its object in the log.
GroupTimes group_times(const Json& frame);

/// "830 ms", "1.24 s", "3 min 31 s".
std::string time_text(double ms);

/// A number of an object in the log; 0 where it has none of that name.
double number_of(const Json& object, const char* name);
/// A bar of their shares, and what each took in words; empty where none took any.
std::string times_html(const GroupTimes& times);

/// All stages and levels of a frame, as a table; empty where it has none.
std::string stages_html(const Json& frame);

} // namespace atrous
