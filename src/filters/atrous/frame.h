// What the passes of an à-trous filter on one image share, whatever the filter: planes, axis tables, work-groups, macros.
// Bears no filter's name and knows none.
#pragma once
#include "atrous/params.h"
#include "base/size.h"
#include "filters/atrous/execution.h"
#include "filters/atrous/tile.h"
#include "graph/plan.h"
#include <cstddef>
#include <optional>

namespace atrous {

/// Whether a plane of this size has at most 2^31 - 1 floats, as kernels can count.
bool plane_is_possible(Size size);
/// Floats of the widest vectors.
constexpr int widest_vector = 16;
/// Planes of `size` whose rows begin at multiples of `line` samples, itself one of widest_vector and at most 64, with guards wide
/// enough for taps `reach` pixels beside a row. Throws a file error if such a plane is not possible.
kernels::PlaneStack plane_stack(Size size, int reach, int line = widest_vector);
/// Tables of an axis of n pixels that begin `first` ints into the table buffer; `border`: a Border of
/// kernels/atrous/params.h.
kernels::AxisTables axis_tables(int n, int first, int border);
/// Bytes of the tables of both axes for so many levels.
std::size_t table_bytes(const kernels::AxisTables& x, const kernels::AxisTables& y, int levels);

struct AtrousFrame {
    Size size;
    Execution how; ///< resolved
    int border;    ///< a Border of kernels/atrous/params.h
    int radius, levels;
    DeviceTraits device;
    int vector;  ///< lanes per vector; 1: no vectors
    int columns; ///< pixels of a row per work-item: 1, or own_columns
    kernels::PlaneStack planes;
    kernels::AxisTables x, y;
    std::optional<TileChoice> tile; ///< of form tile
    bool columns_stay = false; ///< the last level moves rows home alone: whoever reads it fetches columns

    /// Where the positions of columns, as the last level reads them, begin in the layout tables (ints).
    int last_columns() const { return x.first + (levels - 1) * x.level + kernels::AXIS_POSITION * x.length; }
    /// Positions between the taps of a level.
    int stride(int level) const { return how.schedule->permutes ? 1 : 1 << level; }
    /// Whether a level runs in form tile. Dilated taps would need a tile that grows with 2^level; such levels run in form
    /// direct.
    bool tiles(int level) const { return tile && (how.schedule->permutes || level == 0); }
    /// What a pass moves that reads and writes so many whole planes.
    Traffic moves(int planes_read, int planes_written) const {
        return {planes_read, planes_written, how.storage->bytes, std::uint64_t(size.pixels())};
    }
};

/// Lanes of the vectors of forms that have them: the device's own, within those that kernels know.
int vector_lanes(const DeviceTraits& device);

/// What a filter asks of its frame.
struct FrameNeeds {
    int radius, levels;
    int tile_planes; ///< that form tile holds in local memory
    int columns = 1; ///< pixels of a row per work-item, in forms without vectors
};

/// The frame of an image. Throws a file error if a plane would have too many pixels, and the errors of choose_tile().
AtrousFrame atrous_frame(Size size, const Execution& how, const BorderRule& border, const FrameNeeds& needs,
                         const DeviceTraits& device);

/// Adds a buffer for `count` planes.
int add_stack(Plan& plan, const AtrousFrame& frame, const std::string& name, int count);
/// What kernels/atrous/layout_tables.cl makes the axis tables from.
kernels::LayoutTables layout_tables(const AtrousFrame& frame);
/// Adds the axis tables of all levels and the pass that fills them; returns their buffer.
int add_tables(Plan& plan, const AtrousFrame& frame);
/// A kernel that fills tables of such a shape: of every level, per position of both axes.
struct TableKernel {
    const char *buffer, *file, *kernel;
    std::vector<std::string> defines;
};
/// The same by another kernel, or by that one in a program of the filter's, since each program takes time to compile.
int add_tables(Plan& plan, const AtrousFrame& frame, TableKernel by);

/// The macros of every kernel that touches planes, with `vector` lanes.
std::vector<std::string> plane_defines(const AtrousFrame& frame, int vector);
/// Work-items over the image: rows for vectors, pixels in work-groups else.
void set_grid(const AtrousFrame& frame, KernelLaunch& launch);
/// The macro that makes the stride of a level a constant, so that no tap costs a multiplication. On CPUs kernels of all levels
/// are one: rows are long there, and addresses cost nothing.
void set_stride(const AtrousFrame& frame, int level, KernelLaunch& launch);
/// The work-group and the macros of form tile.
void set_tile(const AtrousFrame& frame, KernelLaunch& launch);

// Forms strip and ring.

/// What the kernel of a strip holds in local memory, per group of planes with one weight.
struct StripNeeds {
    int planes, groups;
};

/// Whether form `strip` is faster than `vector` on the device, by what was measured, and fits its local memory.
bool prefers_strips(const DeviceTraits& device, int radius, const StripNeeds& needs);

/// Throws a usage error if the device has too little local memory for the form.
void check_strip(const DeviceTraits& device, int radius, const StripNeeds& needs);

/// Levels, finest first, at which the form does not lose: subimages are not much smaller than what is computed beside
/// them. Asked of the whole image, so that regions of it are computed alike, bit for bit.
int levels_for_strips(Size image);

/// The grid and the macros of form `strip` at `level`, whose taps must be neighbours.
void set_strips(const AtrousFrame& frame, int level, const StripNeeds& needs, KernelLaunch& launch);

/// Throws a usage error for a work-group that has too few or too many work-items, or rows that do not fit into local memory.
void check_ring(const Execution& how, int planes, const DeviceTraits& device);

/// The grid and the macros of form `ring` for a level.
void set_ring(const AtrousFrame& frame, int level, KernelLaunch& launch);

/// Macros of kernels/eaw/columns.h, and the registers that a work-item may have at most (NVIDIA).
void add_column_defines(const DeviceTraits& device, int registers, KernelLaunch& launch);

} // namespace atrous
