// Runs plans on one OpenCL device: uploads, launches the passes in order, downloads, reports event times.
// Hides programs, buffers and queues; keeps both between frames, since allocation and compilation cost more
// than a frame.
#pragma once
#include "gpu/device.h"
#include "image/pixels.h"
#include "model/plan.h"
#include <memory>

namespace atrous {

/// One pass as it ran; `ms` from OpenCL events.
struct PassTime {
    std::string name; ///< of the kernel, or "norm", or "copy"
    Stage stage;
    int level; ///< -1 where there is none
    double ms;
    std::uint64_t bytes, pixels;
};

struct RunReport {
    double upload_ms = 0, download_ms = 0; ///< from OpenCL events
    double compile_ms = 0; ///< wall time of kernels built for this run (0 when all were cached)
    std::vector<PassTime> passes;
    std::uint32_t replaced = 0; ///< samples that were NaN or infinite
    std::vector<float> found{}; ///< of the output "thresholds" or "norms"
};

struct KeptFloats;

class Engine {
  public:
    explicit Engine(const DeviceInfo& device);
    ~Engine();
    Engine(Engine&&) noexcept;

    const DeviceInfo& device() const;
    /// Runs `plan` on `pixels`; the result replaces them. Throws a file error if the device lacks memory for it.
    RunReport run(const Plan& plan, Pixels& pixels);
    /// Runs `plan` with raw bytes: `source` goes to the first input (or stays empty), the first output comes back (or, where
    /// `result` is null, stays on the device).
    RunReport run(const Plan& plan, const void* source, std::size_t source_bytes, void* result,
                  std::size_t result_bytes);
    /// A copy, on the device, of the result that the last run left there, as floats: for blas.h.
    std::shared_ptr<KeptFloats> keep_result();
    /// The host's floats, on the device.
    std::shared_ptr<KeptFloats> keep(const float* values, std::size_t count);

  private:
    struct State;
    std::unique_ptr<State> state_;
};

} // namespace atrous
