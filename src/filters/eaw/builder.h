// Holds a plan of the EAW filter under construction, for the files of this folder only.
#pragma once
#include "eaw/params.h"
#include "filters/atrous/frame.h"
#include "filters/eaw/settings.h"
#include "filters/pixel/passes.h"
#include "graph/plan.h"

namespace atrous {

struct EawBuilder {
    const EawResolved& settings;
    AtrousContext frame;
    int luma, chroma; ///< planes per group
    Plan plan{};

    int plane_count() const { return luma + chroma; }
    /// True if details are added in an upward pass.
    bool stores_details() const { return settings.how.synthesis->stores_details; }
    /// True if details are differences of coarse images, which moves less data. Statistics need the details
    /// themselves.
    bool keeps_coarse() const { return stores_details() && !settings.finds_thresholds; }
    /// True if the level carries the delta along in every synthesis: noise is kept out of its boosts or out of a later level's.
    bool guards(int level) const { return level < settings.guarded_levels; }
    /// EawResolved::spacing of what a level reads, which are the first pixels of each axis: up to 2^level.
    int spacing(int level) const;
};

/// A builder for pixels of this size, type and channels, with an empty plan.
EawBuilder eaw_builder(const EawResolved& settings, const Pixels& pixels, const DeviceTraits& device);
/// Adds a stack of all planes.
int add_stack(EawBuilder& b, const std::string& name);
/// Adds the ports of samples.
PixelPasses pixel_passes(EawBuilder& b, const Pixels& pixels);

/// Planes that go down the levels together: all, or one group.
enum class Planes { all, luma, chroma };
int count_of(const EawBuilder& b, Planes planes);

/// Returns the macros of every EAW kernel, with `vector` lanes. Kernels treat a single group as luma.
std::vector<std::string> eaw_defines(const EawBuilder& b, int vector, Planes planes = Planes::all);
/// EawGroup::falloff of a sigma (0: no edge stopping).
double edge_falloff(double sigma);
/// EawSearch::falloff of a sigma above 0.
double robust_falloff(double sigma);

/// True if a level runs in form `strip`, whose weights must be equal for both pixels of a pair.
bool runs_in_strips(const EawBuilder& b, int level);
/// Buffers of one level of the downward pass.
struct LevelBuffers {
    int coarse_in, coarse_out, delta_in, delta_out, tables;
    int edges; ///< falloffs per pixel, in plane 0, if the settings search them
    bool ends; ///< coarse_out is not read
    Planes planes = Planes::all;
    int luma = -1; ///< of chroma: luma's coarse_in, if that is guarded by it
};
/// Buffers of the search for edge weights, one level after the other.
struct SearchBuffers {
    int tried, errors;
};
/// Adds the buffers of the search.
SearchBuffers search_buffers(EawBuilder& b);
/// Returns the reach of the search at a level, divided by the level's dilation.
int search_reach(int radius);
/// Adds the search at `level` and returns the buffer that then holds the falloffs (LevelBuffers::edges).
int add_search(EawBuilder& b, int level, int coarse, int tables, const SearchBuffers& at);
/// Adds a level of the downward pass.
void add_decompose(EawBuilder& b, int level, const LevelBuffers& at);
/// Statistics for thresholds (`--denoise bayes`).
struct NoiseBuffers {
    int histogram, norms;
};
/// Adds the buffers of the statistics.
NoiseBuffers noise_buffers(EawBuilder& b);
/// Measures the details of a level. In a region, `inner` is a kernels::PixelRect of the details that count.
/// Other details become zeros. -1: all count.
void add_noise(EawBuilder& b, int level, int detail, int tables, int inner, const NoiseBuffers& at);
/// Finds thresholds from the statistics of this many pixels. Returns their buffer.
int add_thresholds(EawBuilder& b, const NoiseBuffers& at, std::int64_t pixels);
/// Bytes of thresholds: floats per level and plane, then per plane the noise.
std::size_t threshold_bytes(const EawBuilder& b);
/// Buffers of the upward pass. `kept`: details, or coarse images, of guarded levels the delta that these
/// left. `coarse`: c_L in the original layout, if coarse images are kept or shadows are protected.
/// `thresholds`: of add_thresholds, or -1.
struct UpwardBuffers {
    std::vector<int> kept;
    int tables, coarse, thresholds, delta;
};
/// Adds the upward pass.
void add_synthesize(EawBuilder& b, const UpwardBuffers& at);

} // namespace atrous
