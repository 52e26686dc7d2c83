// How a frame ends: twice, its result when that is written or will never be, its source when the last window that needs it
// is done; hides what an error or an interruption means for it.
#pragma once
#include "app/run/steps.h"
#include <functional>

namespace atrous {

double ms_since(std::chrono::steady_clock::time_point start);

/// The end of a frame's result, good or bad.
void end_result(Carried& carried);
/// The end of a frame's source: read by no window from now on.
void end_source(Carried& carried);

void fail(BatchRun& run, Carried& carried, const std::string& why, Exit kind = Exit::some_failed);
void leave_undone(Carried& carried);
void skip(Carried& carried);

/// Does a part of a frame's work; an exception fails the frame. False where it was not done.
bool succeeds(BatchRun& run, Carried& carried, const std::function<void()>& work);
/// The same for work on a source that is there so far.
void on_source(BatchRun& run, Carried& carried, const std::function<void()>& work);
/// The same for work towards a result.
void on_result(BatchRun& run, Carried& carried, const std::function<void()>& work);

} // namespace atrous
