// Messages about the timing log and the progress of a run.
#pragma once
#include "base/message.h"

namespace atrous::messages {

inline constexpr MessageRow log_link{
    "E_LOG_LINK",
    "--log {}: is a link, which atrous follows only if --log names it; use --log, or --log none"};
inline constexpr MessageRow log_not_writable{"E_LOG_NOT_WRITABLE", "--log {}: cannot be written: {}"};
inline constexpr MessageRow log_other_file{"E_LOG_OTHER_FILE",
                                           "--log {}: exists and is not a timing log; choose another name"};
inline constexpr MessageRow log_no_file{
    "E_LOG_NO_FILE", "--log {}: is not a regular file; use a file, - (the standard error) or /dev/null"};
inline constexpr MessageRow log_incomplete{
    "W_LOG_INCOMPLETE",
    "{}: the log cannot be written and lacks images, so the exit code is not 0; is the disk full?"};
inline constexpr MessageRow no_noise{
    "N_NO_NOISE",
    "no noise was found in {} images, so none was removed; if you see noise, use --noise 3 or --noise iso:800"};

} // namespace atrous::messages
