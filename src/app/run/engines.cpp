// Lends engines in the order in which they come back.
#include "app/run/engines.h"

namespace atrous {

Engines::Engines(const std::vector<DeviceInfo>& devices) {
    for (const DeviceInfo& device : devices) engines_.emplace_back(device);
    for (Engine& engine : engines_) idle_.push_back(&engine);
}

void Engines::with_one(const std::function<void(Engine&)>& work) {
    class Loan {
      public:
        explicit Loan(Engines& of) : of_(of) {
            const std::scoped_lock held(of_.lock_);
            engine_ = of_.idle_.at(0);
            of_.idle_.erase(of_.idle_.begin());
        }
        Loan(const Loan&) = delete;
        Loan& operator=(const Loan&) = delete;
        ~Loan() {
            const std::scoped_lock held(of_.lock_);
            of_.idle_.push_back(engine_);
        }
        Engine& engine() const { return *engine_; }

      private:
        Engines& of_;
        Engine* engine_;
    };
    const Loan loan(*this);
    work(loan.engine());
}

void Engines::release_memory() {
    const std::scoped_lock held(lock_);
    for (Engine* const engine : idle_) engine->release_memory();
}

} // namespace atrous
