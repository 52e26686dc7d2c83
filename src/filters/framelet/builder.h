// Holds a plan of the framelet filter under construction, for the files of this folder only.
#pragma once
#include "filters/atrous/frame.h"
#include "filters/framelet/settings.h"
#include "framelet/params.h"
#include "graph/plan.h"

namespace atrous {

constexpr int framelet_levels = kernels::FRAMELET_LEVELS;

struct FrameletBuilder {
    const FrameletResolved& settings;
    const FrameletNoise& noise;
    AtrousContext frame;
    int colours;
    bool light; ///< samples are proportional to light
    int tables = -1;
    Plan plan{};
};

/// Opponents from channels, row by row: orthonormal.
std::array<float, 9> opponents(int colours);

/// A pass over the pixels. `one`: of opponents the row that the kernel has first.
void add_mix(FrameletBuilder& b, const char* kernel, int one, std::vector<int> reads, int written);

/// A plane in the layout of a level.
struct PlaneAt {
    int stack, plane, level;
};
/// Taps of a lowpass.
struct LowpassTaps {
    float centre, near, far;
};
/// Adds the lowpass of a level. `details` (-1: none) are added.
void add_smooth(FrameletBuilder& b, int level, const PlaneAt& from, const PlaneAt& to, int details,
                const LowpassTaps& taps);

/// Buffers of a level of the transform. `oracle`: -1 in the first pass.
struct FrameletLevelBuffers {
    int coarse, oracle, map;
    int coarse_out, other_out, details;
};
void add_level(FrameletBuilder& b, int plane, int level, const FrameletLevelBuffers& at);

/// Variances of pass 1 and 2 in units of the noise's, for a plane.
double noise_factor(int pass, int plane);

} // namespace atrous
