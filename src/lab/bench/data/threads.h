// Rows of an image over threads.
#pragma once
#include <algorithm>
#include <atomic>
#include <thread>
#include <vector>

namespace atrous {

/// Calls work(first, end) for bands of `band` rows of 0 to rows - 1 on `threads` threads; they take bands in
/// turn.
template <class Work>
void parallel_rows(int threads, int rows, int band, const Work& work) {
    std::atomic<int> next{0};
    const auto run = [&] {
        for (int y; (y = next.fetch_add(band)) < rows;) work(y, std::min(y + band, rows));
    };
    std::vector<std::jthread> others;
    for (int i = 1; i < threads; ++i) others.emplace_back(run);
    run();
}

} // namespace atrous
