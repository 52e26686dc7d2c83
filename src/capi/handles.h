// The objects that callers have handles of: numbers, of which each is given once, so that a stale one never means another object.
#pragma once
#include "base/error.h"
#include <atomic>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <string>

namespace atrous {

/// The next number, from an address on, so that neither small numbers nor pointers to objects are handles.
inline void* next_handle() {
    static std::atomic<std::uintptr_t> last{reinterpret_cast<std::uintptr_t>(&last)};
    return reinterpret_cast<void*>(++last);
}

template <class T>
class Handles {
  public:
    void* add(std::shared_ptr<T> object) {
        void* const handle = next_handle();
        const std::scoped_lock held(lock_);
        objects_[handle] = std::move(object);
        return handle;
    }
    /// Throws a usage error for what is none; `what`: "filter".
    std::shared_ptr<T> find(const void* handle, const std::string& what) {
        const std::scoped_lock held(lock_);
        const auto at = objects_.find(handle);
        if (at == objects_.end())
            throw usage_error("the " + what + (handle ? " is none that is there" : " is null"));
        return at->second;
    }
    /// Who uses it meanwhile keeps it until then.
    void remove(const void* handle) {
        std::shared_ptr<T> last; // goes when the lock is gone
        const std::scoped_lock held(lock_);
        const auto at = objects_.find(handle);
        if (at == objects_.end()) return;
        last = std::move(at->second);
        objects_.erase(at);
    }

  private:
    std::mutex lock_;
    std::map<const void*, std::shared_ptr<T>> objects_;
};

} // namespace atrous
