// Describes a kernel's shared arrays and accesses as data, and their conflicts under a layout: the input of `atrous
// banks optimize` (the format of tests/vectors/padding.json, described in the man page).
#pragma once
#include "banks/devices.h"
#include "base/json.h"
#include <array>
#include <map>
#include <vector>

namespace atrous {

/// tx, ty, or a part of them: tx / divide, tx mod modulo (0 = all of it).
struct ThreadIndex {
    int axis = 0; ///< 0 = x, 1 = y
    int divide = 1;
    int modulo = 0;
};

/// constant + sum of factor * thread index + sum of factor * loop variable (by depth, 0 = outermost).
struct Affine {
    std::int64_t constant = 0;
    std::vector<std::pair<ThreadIndex, std::int64_t>> threads;
    std::vector<std::pair<int, std::int64_t>> loops;
    std::int64_t factor_of(int loop) const;
};

struct KernelLoop {
    std::string name;
    Affine from, to; ///< to is exclusive. Both may use outer loop variables
};

struct KernelAccess {
    int array = 0; ///< index into BankKernel::arrays
    Affine row, col;
    std::vector<KernelLoop> loops; ///< outermost first
    std::vector<Affine> guards;    ///< a lane is active if all are >= 0
};

struct KernelArray {
    std::string name;
    int height = 1, width = 1; ///< in elements
};

struct BankKernel {
    std::string name;
    int block_x = 1, block_y = 1;
    int elem_bytes = 4;              ///< 4 or 8
    std::vector<KernelArray> arrays; ///< in order of declaration
    std::vector<KernelAccess> accesses;
};

/// Reads one kernel, or all of {"kernels": [...]}. Throws a usage error "NAME:LINE: FIELD: reason, allowed values".
std::vector<BankKernel> read_kernels(const std::string& text, const std::string& name);

/// Throws a usage error that names the first lane found to access a cell outside of its array: access, indices, cell and
/// size. Loops of more than 16 iterations are followed only at both of their ends, where affine indices are extreme.
void check_inside(const BankKernel& kernel);

/// Accesses of one array that activate the same lanes at the same relative cells, by their starts.
struct AccessPattern {
    std::vector<std::array<std::int64_t, 2>> cells;             ///< (row, column) relative to the first lane
    std::map<std::array<std::int64_t, 2>, std::int64_t> starts; ///< counts by (row, column) mod `layer`
    bool operator==(const AccessPattern&) const = default;
};

/// Returns all warp accesses of a kernel, by array; loops are folded by their period, so that their length does not
/// matter. Lanes: 32 consecutive threads (or 16, for phases of half a warp). `layer`: a multiple of the layer_elements
/// of every mapping in use. Throws a usage error if irregular loops (two variables in one guard, bounds nested twice)
/// need more than 2^20 steps.
std::vector<std::vector<AccessPattern>> kernel_patterns(const BankKernel& kernel, int lanes, int layer);

/// Returns the number of these accesses.
std::int64_t access_count(const std::vector<AccessPattern>& patterns);

/// Replays of an array for each base 0..layer-1, with rows of `pitch` elements.
std::vector<std::int64_t> replays_by_base(const std::vector<AccessPattern>& patterns,
                                          const BankMapping& mapping, std::int64_t pitch);

} // namespace atrous
