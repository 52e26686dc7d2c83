// The objects that callers have pointers to: a pointer that is none, or one to what was released, is found to be so.
#pragma once
#include "base/error.h"
#include <map>
#include <memory>
#include <mutex>
#include <string>

namespace atrous {

template <class T>
class Handles {
  public:
    T* add(std::shared_ptr<T> object) {
        const std::scoped_lock held(lock_);
        T* const handle = object.get();
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
