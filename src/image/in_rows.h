// Work on the rows of an image in several threads.
#pragma once
#include <oneapi/tbb/blocked_range.h>
#include <oneapi/tbb/parallel_for.h>
#include <oneapi/tbb/task_arena.h>
#include <oneapi/tbb/task_group.h>

namespace atrous {

/// Calls work(first, end) for ranges of at least about `min_rows` rows, which cover 0 to rows - 1, in the caller's thread and
/// in idle threads of the batch. Throws an exception of `work`. Isolated: a thread that waits begins no other step of the batch,
/// and the end of the batch leaves no row out.
template <class Work>
void in_rows(int rows, int min_rows, const Work& work) {
    tbb::this_task_arena::isolate([&] {
        tbb::task_group_context context(tbb::task_group_context::isolated);
        tbb::parallel_for(
            tbb::blocked_range<int>(0, rows, min_rows),
            [&](const tbb::blocked_range<int>& range) { work(range.begin(), range.end()); }, context);
    });
}

} // namespace atrous
