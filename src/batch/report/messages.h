// Messages of `report`.
#pragma once
#include "base/message.h"

namespace atrous::messages {

inline constexpr MessageRow report_operands{
    "E_REPORT_OPERANDS", "report needs one log, but got {} names ('atrous report --help')"};
inline constexpr MessageRow report_no_log{
    "E_REPORT_NO_LOG",
    "{}: is not a timing log, or contains no run; name the log of a run (atrous-timings.jsonl)"};
inline constexpr MessageRow report_output{"E_REPORT_OUTPUT", "-o {}: use a name that ends in .html"};
inline constexpr MessageRow report_is_log{"E_REPORT_IS_LOG", "-o {}: is the log itself; choose another name"};
inline constexpr MessageRow report_no_images{
    "N_REPORT_NO_IMAGES",
    "report: the last run wrote no images; to show an earlier run, copy its lines of the log into a file"};
inline constexpr MessageRow report_written{"N_REPORT_WRITTEN", "report: {}"};

} // namespace atrous::messages
