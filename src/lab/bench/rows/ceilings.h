// A roofline: what a level needs at least, and what the device gives at most of each.
#pragma once
#include "lab/bench/rows/rows.h"
#include "opencl/engine.h"
#include <array>

namespace atrous {

constexpr std::array unit_names = {"copy", "fma", "exp2", "loads"};

/// Per second, by unit: bytes that a copy moves; fused multiply-adds, exponentials of weights and loads of floats that the first
/// cache has, of single lanes.
using PerUnit = std::array<double, unit_names.size()>;

/// Measures all, in some 30 ms of the device; the copy is of so many bytes.
PerUnit measure_ceilings(Engine& engine, std::size_t bytes);

/// What a level of these planes needs of each unit: bytes that it moves; per tap and plane a load, a difference, its square and a
/// sum; per tap and group of planes an exponential, its argument and a norm. One weight per tap, as all forms but `strip` and
/// `ring` compute; these share the weight of a pair.
PerUnit needs_of(const EawResolved& settings, int planes, std::uint64_t bytes, std::uint64_t pixels);

/// Shares of the ceilings in these milliseconds; the greatest is what bounds the level most.
PerUnit shares_of(const PerUnit& needs, const PerUnit& ceilings, double ms);

/// A plan that copies so many bytes, more than caches hold: times it, or empties them.
Plan copy_plan(const DeviceInfo& device, std::size_t bytes);

} // namespace atrous
