// Runs plans on one OpenCL device: binds their ports, launches the passes in order, reports event times.
// Hides programs, buffers and queues. Keeps both between frames, since allocation and compilation cost more
// than a frame.
#pragma once
#include "graph/plan.h"
#include "opencl/binding.h"
#include "opencl/device.h"
#include <initializer_list>
#include <memory>

namespace atrous {

/// One pass as it ran. `ms` from OpenCL events.
struct PassTime {
    std::string name; ///< of the kernel, or "norm", or "copy"
    Stage stage;
    int level; ///< -1 if there is none
    double ms;
    std::uint64_t bytes, pixels;
};

/// The times of one run. Bytes that the device uses in host memory are not uploaded. For bytes that it writes
/// there, download_ms is the time for mapping them.
struct RunReport {
    double upload_ms = 0, download_ms = 0; ///< from OpenCL events
    double compile_ms = 0;                 ///< wall time of kernels built for this run (0 if all were cached)
    std::vector<PassTime> passes;

    /// Adds a pass, or, for other planes (Traffic::other_planes), adds to the earlier pass of that name and
    /// level.
    void add(const PassTime& pass, bool other_planes);
};

/// For tests, and for the bench before it compares. Results are the same.
struct EngineOptions {
    bool poison = false; ///< buffers and arrays begin with NaN wherever they need not be zeros
    bool copies = false; ///< never uses the host's memory where it lies
};

class Engine {
  public:
    /// Throws Error{no_device} if the device cannot be used.
    explicit Engine(const DeviceInfo& device, const EngineOptions& options = {});
    ~Engine();
    Engine(Engine&&) noexcept;

    const DeviceInfo& device() const;
    /// Runs `plan` with its ports bound (binding.h lists the refused cases). All outputs are complete on
    /// return. The same plan can run any number of times. Throws an error of kind out_of_memory if the device
    /// lacks memory, or of kind internal if it fails. Both report if results may have been written.
    RunReport run(const Plan& plan, std::span<const Binding> bindings);
    RunReport run(const Plan& plan, std::initializer_list<Binding> bindings) {
        return run(plan, std::span(bindings.begin(), bindings.size()));
    }
    /// Compiles the kernels of the plan, as far as the driver does before it launches them.
    void compile(const Plan& plan);
    /// Runs a plan that is no part of the work: its passes count neither as progress nor for
    /// ATROUS_DEVICE_FAILS.
    RunReport run_uncounted(const Plan& plan, std::span<const Binding> bindings);
    /// An array of so many bytes, whose values are undefined, or of these values. Throws like run().
    DeviceArray array(std::size_t bytes);
    DeviceArray array(std::span<const std::byte> values);
    /// Releases the memory kept for the next run, except arrays.
    void release_memory();

    struct State; ///< for engine.cpp only

  private:
    std::unique_ptr<State> state_;
};

/// Ends the failures of ATROUS_DEVICE_FAILS, because another device takes over.
void stop_failing();

} // namespace atrous
