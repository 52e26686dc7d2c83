// Declares the native row of the bench: levels as a plain C++ loop, to which kernels are compared.
#pragma once
#include "base/size.h"
#include "filters/eaw/settings.h"
#include <cstdlib>
#include <memory>
#include <vector>

namespace atrous {

/// Returns whether the native loop supports these settings: RGB in space lab, border drop, radius 2, edges.
bool native_can(const EawResolved& settings);

/// Planes and threads of the native loop, kept over runs.
class NativeFilter {
  public:
    /// `source`: interleaved RGB floats with sRGB's curve. Read here and again in result().
    NativeFilter(const EawResolved& settings, Size size, const std::vector<float>& source, int threads);
    /// Runs all levels. Returns the milliseconds of each.
    std::vector<double> run();
    /// Fills the output of runs with NaN.
    void poison();
    /// Returns the result of the last run, interleaved as the source.
    std::vector<float> result() const;

  private:
    struct Free {
        void operator()(float* at) const noexcept { std::free(at); }
    };
    using Planes = std::unique_ptr<float[], Free>;

    EawResolved settings_;
    Size size_;
    const std::vector<float>& source_;
    int threads_;
    int pitch_, plane_, guard_; // floats
    Planes first_, even_, odd_, delta_;
};

} // namespace atrous
