// Work on the rows of an image in several threads.
#pragma once
#include <oneapi/tbb/blocked_range.h>
#include <oneapi/tbb/parallel_for.h>
#include <oneapi/tbb/task_arena.h>

namespace atrous {

/// Calls work(first, end) for ranges of at least about `least` rows that cover 0 to rows - 1, in the caller's thread and in
/// those that the batch leaves idle. Throws an exception of `work`. Isolated, so that a thread that waits begins no other
/// step of the batch.
template <class Work>
void in_rows(int rows, int least, const Work& work) {
    tbb::this_task_arena::isolate([&] {
        tbb::parallel_for(tbb::blocked_range<int>(0, rows, least),
                          [&](const tbb::blocked_range<int>& range) { work(range.begin(), range.end()); });
    });
}

} // namespace atrous
