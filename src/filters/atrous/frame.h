// Holds the shared parts of all passes of an à-trous filter on one image: planes, axis tables, work-groups, macros.
// Independent of the filter.
#pragma once
#include "atrous/params.h"
#include "base/size.h"
#include "filters/atrous/execution.h"
#include "filters/atrous/tile.h"
#include "graph/plan.h"
#include <cstddef>
#include <optional>

namespace atrous {

/// True if a plane of this size has at most 2^31 - 1 floats, the limit of kernels.
bool plane_is_possible(Size size);
/// Floats of the widest vectors.
constexpr int widest_vector = 16;
/// Returns planes of `size` whose rows begin at multiples of `line` samples, itself a multiple of widest_vector and at
/// most 64, with guards wide enough for taps `reach` pixels outside a row. Throws a file error if such a plane is not
/// possible.
kernels::PlaneStack plane_stack(Size size, int reach, int line = widest_vector);

struct AtrousContext {
    Size size;
    Execution how; ///< resolved
    int border;    ///< a Border of kernels/atrous/params.h
    int radius, levels;
    DeviceTraits device;
    int vector;  ///< lanes per vector (1: no vectors)
    int columns; ///< pixels of a row per work-item: 1, or own_columns
    kernels::PlaneStack planes;
    kernels::AxisTables x, y;
    std::optional<TileChoice> tile; ///< of form tile
    bool columns_stay = false; ///< the last level restores only the order of rows: its reader fetches columns

    /// Returns the start of the last level's column positions in the layout tables (ints).
    int last_columns() const { return x.first + (levels - 1) * x.level + kernels::AXIS_POSITION * x.length; }
    /// Cells of an axis of n pixels at a level (kernels/atrous/cells.h), or n where a work-item has one pixel.
    int cells(int n, int level) const;
    /// Positions between the taps of a level.
    int stride(int level) const { return how.schedule->permutes ? 1 : 1 << level; }
    /// True if a level runs in form tile. Dilated taps would need a tile that grows with 2^level. Such levels
    /// run in form direct.
    bool tiles(int level) const { return tile && (how.schedule->permutes || level == 0); }
    /// Returns the traffic of a pass that reads and writes whole planes.
    Traffic moves(int planes_read, int planes_written) const {
        return {planes_read, planes_written, how.storage->bytes, std::uint64_t(size.pixels())};
    }
};

/// Returns the vector lanes of forms with vectors: the device's own, within the widths of kernels.
int vector_lanes(const DeviceTraits& device);

/// The filter's requirements for its frame.
struct FrameNeeds {
    int radius, levels;
    int tile_planes; ///< that form tile holds in local memory
    int columns = 1; ///< pixels of a row per work-item, in forms without vectors
};

/// The frame of an image. Throws a file error if a plane would have too many pixels, and the errors of choose_tile().
AtrousContext atrous_frame(Size size, const Execution& how, const BorderRule& border, const FrameNeeds& needs,
                           const DeviceTraits& device);

/// Adds a buffer for `count` planes.
int add_stack(Plan& plan, const AtrousContext& frame, const std::string& name, int count);
/// Returns the parameters from which kernels/atrous/layout_tables.cl makes the axis tables.
kernels::LayoutTables layout_tables(const AtrousContext& frame);
/// Adds the axis tables of all levels and the pass that fills them, and returns their buffer.
int add_tables(Plan& plan, const AtrousContext& frame);
/// A kernel that fills tables of such a shape: of every level, per position of both axes.
struct TableKernel {
    const char *buffer, *file, *kernel;
    std::vector<std::string> defines;
};
/// Adds the tables by another kernel, or by the same kernel in a program of the filter, because each program takes time
/// to compile.
int add_tables(Plan& plan, const AtrousContext& frame, TableKernel by);

/// The macros of every kernel that touches planes, with `vector` lanes.
std::vector<std::string> plane_defines(const AtrousContext& frame, int vector);
/// Sets the work-items of an image: rows for vectors, otherwise work-groups of pixels.
void set_grid(const AtrousContext& frame, KernelLaunch& launch);
/// The macro that makes the stride of a level a constant, so that no tap costs a multiplication. On CPUs kernels of all levels
/// are one: rows are long there, and addresses cost nothing.
void set_stride(const AtrousContext& frame, int level, KernelLaunch& launch);
/// The work-group and the macros of form tile, for a level.
void set_tile(const AtrousContext& frame, int level, KernelLaunch& launch);

// Forms strip and ring.

/// The local memory of a strip's kernel: planes, and groups of planes with one weight.
struct StripNeeds {
    int planes, groups;
};

/// True if form `strip` was measured to be faster than `vector` on the device, and fits its local memory.
bool prefers_strips(const DeviceTraits& device, int radius, const StripNeeds& needs);

/// Throws a usage error if the device has too little local memory for the form.
void check_strip(const DeviceTraits& device, int radius, const StripNeeds& needs);

/// Returns the number of levels, finest first, at which the form does not lose: subimages must not be much smaller than
/// the additional pixels at their borders. Uses the size of the whole image, so that regions are computed alike, bit
/// for bit.
int levels_for_strips(Size image);

/// The grid and the macros of form `strip` at `level`, whose taps must be neighbours.
void set_strips(const AtrousContext& frame, int level, const StripNeeds& needs, KernelLaunch& launch);

/// Throws a usage error for a work-group that has too few or too many work-items, or rows that do not fit into local memory.
void check_ring(const Execution& how, int planes, const DeviceTraits& device);

/// The grid and the macros of form `ring` for a level.
void set_ring(const AtrousContext& frame, int level, KernelLaunch& launch);

/// Macros of kernels/eaw/columns.h, and the registers that a work-item may have at most (NVIDIA).
void add_column_defines(const DeviceTraits& device, int registers, KernelLaunch& launch);

} // namespace atrous
