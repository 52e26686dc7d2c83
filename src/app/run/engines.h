// The engines of a run on several devices; hides which frame gets which.
#pragma once
#include "gpu/engine.h"
#include <functional>
#include <mutex>
#include <vector>

namespace atrous {

class Engines {
  public:
    /// One for each device. Throws as Engine does.
    explicit Engines(const std::vector<DeviceInfo>& devices);

    /// Calls `work` with an engine that no other thread has meanwhile. By at most as many threads at once as there are engines,
    /// as a batch calls `process` (BatchOptions::devices).
    void with_one(const std::function<void(Engine&)>& work);
    /// Of a run on one device the only one.
    Engine& first() { return engines_.front(); }
    /// Of those that nobody has: gives the memory back that is kept for the next frame.
    void release_memory();

  private:
    std::mutex lock_;
    std::vector<Engine> engines_;
    std::vector<Engine*> idle_;
};

} // namespace atrous
