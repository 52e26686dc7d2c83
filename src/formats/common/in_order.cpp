// Makes pieces in the idle threads of the batch, and takes them in order.
#include "formats/common/in_order.h"
#include <algorithm>
#include <atomic>
#include <oneapi/tbb/concurrent_queue.h>
#include <oneapi/tbb/parallel_pipeline.h>
#include <oneapi/tbb/task_arena.h>
#include <thread>

namespace atrous {

std::uint64_t pieces_memory() {
    constexpr std::uint64_t of_two = 5 << 20; // measured
    return of_two * std::max(1u, std::thread::hardware_concurrency());
}

void pieces_in_order(std::size_t count, std::size_t most, const std::function<MakePiece()>& maker,
                     const std::function<void(std::size_t, const Piece&)>& take) {
    if (count == 0) return;
    static const std::ptrdiff_t all = 2 * std::max(1u, std::thread::hardware_concurrency());
    static std::atomic<std::ptrdiff_t> left{all}; // for files that are written at the same time
    struct Share {
        std::ptrdiff_t count;
        ~Share() { left += count; }
    };
    const std::ptrdiff_t wanted = std::ptrdiff_t(std::min({count, most, std::size_t(all)}));
    const Share share{std::clamp(left.fetch_sub(wanted), std::min<std::ptrdiff_t>(wanted, 2), wanted)};
    left += wanted - share.count;

    constexpr auto serial = tbb::filter_mode::serial_in_order;
    tbb::concurrent_queue<MakePiece> idle;
    std::size_t begun = 0, taken = 0;
    const tbb::filter<void, std::size_t> numbering(serial, [&](tbb::flow_control& control) {
        if (begun == count) control.stop();
        return begun++;
    });
    const tbb::filter<std::size_t, Piece> making(tbb::filter_mode::parallel, [&](std::size_t i) {
        MakePiece make;
        if (!idle.try_pop(make)) make = maker();
        Piece piece = make(i);
        idle.push(std::move(make));
        return piece;
    });
    const tbb::filter<Piece, void> taking(serial, [&](const Piece& piece) { take(taken++, piece); });
    tbb::task_group_context context(tbb::task_group_context::isolated); // the end of the batch ends no file
    tbb::this_task_arena::isolate(
        [&] { tbb::parallel_pipeline(std::size_t(share.count), numbering & making & taking, context); });
}

Message first_in_order(std::size_t count, std::size_t most, const std::function<MakePiece()>& maker) {
    struct Found {
        Message reason;
    };
    try {
        pieces_in_order(count, most, maker, [](std::size_t, const Piece& piece) {
            if (!piece.reason.empty()) throw Found{piece.reason};
        });
    } catch (const Found& found) {
        return found.reason;
    }
    return {};
}

} // namespace atrous
