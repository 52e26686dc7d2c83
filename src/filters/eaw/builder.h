// A plan of the EAW filter under construction: what all its passes share. For the files of this folder alone.
#pragma once
#include "eaw/params.h"
#include "filters/atrous/planes.h"
#include "filters/eaw/plan.h"
#include "model/regions.h"
#include <optional>

namespace atrous {

struct EawBuilder {
    const EawResolved& settings;
    const Pixels& pixels;
    const DeviceTraits& device;
    int luma, chroma; ///< planes per group
    int vector;       ///< lanes per vector: 1 = a pixel per work-item
    kernels::PlaneStack planes;
    kernels::AxisTables x, y;
    std::optional<TileChoice> tile; ///< of form tile
    Rect inner;                     ///< of the pixels, those that are kept (all but for a region)
    int image = -1, counters = -1;  ///< buffers of the input and of the counters
    int tone_curves = -1;           ///< buffer of a profile's tables, one for all passes
    Plan plan;

    int plane_count() const { return luma + chroma; }
    /// `inner` as kernels take it.
    kernels::PixelRect inner_pixels() const {
        return {inner.x, inner.y, inner.x + inner.width, inner.y + inner.height};
    }
    /// What a pass moves that reads and writes so many whole planes.
    Traffic moves(int planes_read, int planes_written) const {
        return {planes_read, planes_written, settings.how.storage->bytes,
                std::uint64_t(pixels.size.pixels())};
    }
};

/// A builder whose plan has an input "image" and counters. `inner`: empty for all pixels.
EawBuilder eaw_builder(const EawResolved& settings, const Pixels& pixels, const DeviceTraits& device,
                       const Rect& inner);

/// "NAME=VALUE".
std::string define(const char* name, int value);

/// Work-items over the image: rows for vectors, pixels in work-groups else.
void set_grid(const EawBuilder& b, KernelLaunch& launch);
/// The macros of every kernel that touches planes, with `vector` lanes.
std::vector<std::string> plane_defines(const EawBuilder& b, int vector);
/// EawGroup::falloff of a sigma; 0 = no edge stopping.
double edge_falloff(double sigma);
/// EawSearch::falloff of a sigma above 0.
double robust_falloff(double sigma);
/// Weight and shrinkage of a group of a level, as kernels take them.
kernels::EawGroup group_of(const EawLevelSettings& level, const EawGroupSettings& group);

std::vector<std::string> tile_defines(const TileChoice& choice);

/// Buffers of one level of the downward pass.
struct LevelBuffers {
    int coarse_in, coarse_out, change_in, change_out, tables;
    int edges; ///< falloffs per pixel, in plane 0, where the settings search them
    bool ends; ///< nobody reads coarse_out
};
/// What the search for edge weights needs at one level after the other.
struct SearchBuffers {
    int tried, errors;
};
SearchBuffers search_buffers(EawBuilder& b);
/// Pixels beside a pixel that its result at a level depends on, divided by the level's dilation.
int search_reach(int radius);
/// Adds the search at `level`; returns the buffer that then holds the falloffs (LevelBuffers::edges).
int add_search(EawBuilder& b, int level, int coarse, int tables, const SearchBuffers& at);
void add_tables(EawBuilder& b, int tables);
void add_enter(EawBuilder& b, int coarse);
void add_decompose(EawBuilder& b, int level, const LevelBuffers& at);
/// What thresholds are found from (`--denoise auto`).
struct NoiseBuffers {
    int histogram, norms;
};
NoiseBuffers noise_buffers(EawBuilder& b);
/// Measures the details of a level, of the inner pixels alone; of a region, the others become zeros.
void add_noise(EawBuilder& b, int level, int detail, int tables, const NoiseBuffers& at);
/// Finds thresholds from what was measured of so many pixels; returns their buffer.
int add_thresholds(EawBuilder& b, const NoiseBuffers& at, std::int64_t pixels);
/// Buffers of the upward pass. `coarse`: c_L in the original layout, where shadows are protected;
/// `thresholds`: of add_noise, or -1.
struct UpwardBuffers {
    std::vector<int> details;
    int tables, coarse, thresholds, change;
};
void add_synthesize(EawBuilder& b, const UpwardBuffers& at);
/// Adds the pass from the planes of `change` to samples in `result`.
void add_leave(EawBuilder& b, int change, int result);

} // namespace atrous
