// Makes pieces in threads. The thread that finishes the piece that is due hands over all ready pieces.
#include "formats/common/in_order.h"
#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <exception>
#include <map>
#include <mutex>
#include <system_error>
#include <thread>
#include <vector>

namespace atrous {
namespace {

class Line {
  public:
    Line(std::size_t count, std::size_t threads, const std::function<void(std::size_t, const Piece&)>& take)
        : count_(count), ahead_(2 * threads), take_(take) {}

    void work(const std::function<MakePiece()>& maker) {
        try {
            const MakePiece make = maker();
            for (std::size_t i = next(); i < count_; i = next()) hand_over(i, make(i));
        } catch (...) {
            const std::lock_guard guard(lock_);
            fail();
        }
    }
    void rethrow() const {
        if (problem_) std::rethrow_exception(problem_);
    }

  private:
    /// Returns the number of a piece to make, or `count_` if there is none left. Waits if too many are ready.
    std::size_t next() {
        std::unique_lock guard(lock_);
        moved_.wait(guard, [&] { return problem_ || begun_ < due_ + ahead_; });
        return problem_ || begun_ == count_ ? count_ : begun_++;
    }
    void hand_over(std::size_t i, Piece piece) {
        const std::lock_guard guard(lock_);
        ready_.emplace(i, std::move(piece));
        try {
            while (!problem_ && !ready_.empty() && ready_.begin()->first == due_) {
                take_(due_, ready_.begin()->second);
                ready_.erase(ready_.begin());
                ++due_;
            }
        } catch (...) {
            fail(); // before the lock is released: no other thread takes this piece
        }
        moved_.notify_all();
    }
    void fail() {
        if (!problem_) problem_ = std::current_exception();
        moved_.notify_all();
    }

    const std::size_t count_, ahead_;
    const std::function<void(std::size_t, const Piece&)>& take_;
    std::mutex lock_;
    std::condition_variable moved_;
    std::size_t begun_ = 0, due_ = 0;
    std::map<std::size_t, Piece> ready_;
    std::exception_ptr problem_;
};

/// Threads in addition to the caller's, as many as the machine has cores, shared by all files that are written at the same time.
class Helpers {
  public:
    explicit Helpers(std::size_t threads) {
        for (std::size_t free = idle(); count_ + 1 < threads && free > 0; free = idle())
            if (idle().compare_exchange_strong(free, free - 1)) ++count_;
    }
    ~Helpers() { idle() += count_; }
    Helpers(const Helpers&) = delete;
    Helpers& operator=(const Helpers&) = delete;
    std::size_t count() const { return count_; }

  private:
    std::size_t count_ = 0;

    static std::atomic<std::size_t>& idle() {
        static std::atomic<std::size_t> cores{std::max(1u, std::thread::hardware_concurrency())};
        return cores;
    }
};

} // namespace

std::uint64_t pieces_memory() {
    constexpr std::uint64_t of_a_thread = 5 << 20; // measured
    return of_a_thread * std::max(1u, std::thread::hardware_concurrency());
}

void pieces_in_order(std::size_t count, std::size_t most, const std::function<MakePiece()>& maker,
                     const std::function<void(std::size_t, const Piece&)>& take) {
    const Helpers helpers(std::min(most, count));
    Line line(count, helpers.count() + 1, take);
    {
        std::vector<std::jthread> others;
        try {
            for (std::size_t i = 0; i < helpers.count(); ++i) others.emplace_back([&] { line.work(maker); });
        } catch (const std::system_error&) { // no further thread is available: the existing ones do the work
        }
        line.work(maker);
    }
    line.rethrow();
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
