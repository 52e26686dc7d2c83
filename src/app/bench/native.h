// The row `native` of the bench: the dilated baseline as a hand-written C++ loop. For nothing else.
#pragma once
#include "base/size.h"
#include "filters/eaw/settings.h"
#include <vector>

namespace atrous {

/// Whether the native loop computes what these settings ask: RGB in space lab, border drop, radius
/// 2, edges.
bool native_can(const EawResolved& settings);

/// Planes and threads of the native loop, kept over runs.
class NativeFilter {
  public:
    /// `source`: interleaved RGB floats with sRGB's curve; read here and again in result().
    NativeFilter(const EawResolved& settings, Size size, const std::vector<float>& source, int threads);
    /// Runs all levels; returns the milliseconds of each.
    std::vector<double> run();
    /// What the last run gives, interleaved as the source.
    std::vector<float> result() const;

  private:
    EawResolved settings_;
    Size size_;
    const std::vector<float>& source_;
    int threads_;
    int pitch_, plane_, guard_; // floats
    std::vector<float> first_, even_, odd_, delta_;
};

} // namespace atrous
