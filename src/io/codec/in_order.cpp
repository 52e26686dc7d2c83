// Threads take the next piece; who finishes the piece that is due hands over all that are ready.
#include "io/codec/in_order.h"
#include <algorithm>
#include <condition_variable>
#include <exception>
#include <map>
#include <mutex>
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
    /// The number of a piece to make; `count_` where there is none left. Waits where too many are ready.
    std::size_t next() {
        std::unique_lock guard(lock_);
        moved_.wait(guard, [&] { return problem_ || begun_ < due_ + ahead_; });
        return problem_ || begun_ == count_ ? count_ : begun_++;
    }
    void hand_over(std::size_t i, Piece piece) {
        const std::lock_guard guard(lock_);
        ready_.emplace(i, std::move(piece));
        while (!problem_ && !ready_.empty() && ready_.begin()->first == due_) {
            take_(due_, ready_.begin()->second);
            ready_.erase(ready_.begin());
            ++due_;
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

} // namespace

void pieces_in_order(std::size_t count, std::size_t most, const std::function<MakePiece()>& maker,
                     const std::function<void(std::size_t, const Piece&)>& take) {
    const std::size_t cores = std::max(1u, std::thread::hardware_concurrency());
    const std::size_t threads =
        std::clamp(std::min(cores, most), std::size_t(1), std::max<std::size_t>(count, 1));
    Line line(count, threads, take);
    {
        std::vector<std::jthread> others;
        for (std::size_t i = 1; i < threads; ++i) others.emplace_back([&] { line.work(maker); });
        line.work(maker);
    }
    line.rethrow();
}

} // namespace atrous
