// Makes pieces in the idle threads of the batch, and takes them in order.
#include "formats/common/in_order.h"
#include <algorithm>
#include <atomic>
#include <oneapi/tbb/concurrent_queue.h>
#include <oneapi/tbb/parallel_pipeline.h>
#include <oneapi/tbb/task_arena.h>
#include <thread>

namespace atrous {
namespace {

/// Raw pieces of up to so many bytes count as one, larger ones as several.
constexpr std::uint64_t piece_unit = 2 << 20;

const std::ptrdiff_t all_units = 2 * std::ptrdiff_t(std::max(1u, std::thread::hardware_concurrency()));

} // namespace

std::uint64_t pieces_memory() {
    constexpr std::uint64_t copies = 3; // raw, with differences or filtered, and packed
    return copies * piece_unit * std::uint64_t(all_units);
}

void pieces_in_order(std::size_t count, std::size_t most, const std::function<MakePiece()>& maker,
                     const std::function<void(std::size_t, const Piece&)>& take, std::uint64_t bytes) {
    if (count == 0) return;
    static std::atomic<std::ptrdiff_t> left{all_units}; // for files that are in progress at the same time
    struct Share {
        std::ptrdiff_t count, units;
        ~Share() { left += count * units; }
    };
    const auto units = std::ptrdiff_t(std::max<std::uint64_t>((bytes + piece_unit - 1) / piece_unit, 1));
    const auto possible = std::ptrdiff_t(std::min(count, most));
    const auto least = std::min<std::ptrdiff_t>(possible, 3);
    const std::ptrdiff_t wanted = std::clamp(all_units / units, least, possible);
    const Share share{std::clamp(left.fetch_sub(wanted * units) / units, least, wanted), units};
    left += (wanted - share.count) * units;

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

Message first_in_order(std::size_t count, std::size_t most, const std::function<MakePiece()>& maker,
                       std::uint64_t bytes) {
    try {
        const auto take = [](std::size_t, const Piece& piece) {
            if (!piece.reason.empty()) throw piece.reason;
        };
        pieces_in_order(count, most, maker, take, bytes);
    } catch (const Message& reason) {
        return reason;
    }
    return {};
}

} // namespace atrous
