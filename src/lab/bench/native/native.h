// The native rows of the bench: a level as C++ loops, the marks that kernels are held against. For nothing else.
#pragma once
#include "base/size.h"
#include "filters/eaw/settings.h"
#include "platform/huge_pages.h"
#include <cstdlib>
#include <memory>
#include <span>
#include <vector>

namespace atrous {

struct NativeGroup {
    float falloff, gain, threshold; ///< as EawGroup of kernels/eaw/params.h
};

/// A level of L, a, b. Pixels lie as in the picture, `pitch` floats from row to row and `plane` from plane to plane, all
/// multiples of 16 from the first pixel's address on, a multiple of 64; what lies beside rows is finite.
struct NativeLevel {
    const float* coarse;
    float* coarse_out; ///< null in the last level
    float* delta;      ///< updated in place
    int width, height, pitch, plane, dilation;
    bool first;
    NativeGroup luma, chroma;
};

/// Computes a level with that many threads.
void native_strips(const NativeLevel& level, int threads);
void native_dilated(const NativeLevel& level, int threads);

/// A loop, and the row's name.
struct NativeLoop {
    const char* name;
    void (*run)(const NativeLevel& level, int threads);
};
std::span<const NativeLoop> native_loops();

/// Whether the native loops compute what these settings ask: RGB in space lab, border drop, radius
/// 2, edges.
bool native_can(const EawResolved& settings);

/// Planes and threads of the native loops, kept over runs.
class NativeFilter {
  public:
    /// `source`: interleaved RGB floats with sRGB's curve; read here and again in result().
    NativeFilter(const EawResolved& settings, Size size, const std::vector<float>& source, int threads);
    /// Runs all levels; returns the milliseconds of each.
    std::vector<double> run(const NativeLoop& loop);
    /// Makes what runs must write NaN.
    void poison();
    /// What the last run gives, interleaved as the source.
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
