// The devices of a run, the one that goes on where it fails (--device-fallback), and their engines; hides which frame gets which.
#pragma once
#include "batch/pipeline/batch.h"
#include "opencl/device.h"
#include "opencl/engine.h"
#include <functional>
#include <mutex>
#include <vector>

namespace atrous {

/// The devices that the run computes on, all alike, no more than --jobs: where a worker before lost one, that of
/// --device-fallback. Throws as
/// choose_devices() does, for the fallback from the start.
std::vector<DeviceInfo> chosen_devices(const SessionOptions& options);

/// The device of a run whose frames follow one another, as chosen_devices(). Throws a usage error where these are several.
DeviceInfo chosen_device(const SessionOptions& options);

/// Which devices they are, and why, for -v.
std::string device_text(const SessionOptions& options, const std::vector<DeviceInfo>& devices);

/// Whether another worker would go on with another device where this one fails.
bool can_fall_back(const SessionOptions& options);

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
