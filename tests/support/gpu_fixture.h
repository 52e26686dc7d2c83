// Provides the device tests with one engine, test images, and conversion to the reference's form.
#pragma once
#include "engine/enhance/eaw_filter.h"
#include "graph/tables.h"
#include "reference/reference.h"
#include "support/files/tagged.h"
#include "support/named.h"
#include <string>
#include <vector>

namespace atrous::test {

using tagged::sample;
using tagged::set_sample;

/// The engine of the default device. Each run begins with buffers full of NaN where plans promise no zeros, so that every
/// test of a result also shows values that a kernel reads before they are written. Prints "[SKIP] ..." and returns null if there is none.
Engine* engine();
DeviceTraits traits(const Engine& engine);

/// Pixels with gradients, hard edges, fine texture and noise. Floats reach `peak`. Fixed seed.
Pixels make_pixels(Size size, PixelType type, int colours = 3, Alpha alpha = Alpha::none, double peak = 1);
/// Such pixels as samples of PQ (transfer 16) or HLG (18) with BT.2020's primaries.
Pixels make_hdr(Size size, PixelType type, int transfer, int colours = 3, Alpha alpha = Alpha::none);
/// Colour values without alpha.
reference::Image to_reference(const Pixels& pixels);
reference::Settings to_reference(const EawResolved& settings, const Pixels& pixels);
/// Resolves the settings for the engine's device.
reference::Settings to_reference(const EawSettings& settings, const Pixels& pixels);

/// Settings that use every parameter: gains, thresholds and sigmas that differ per level.
EawSettings busy_settings(const std::string& space);

/// Resolves the settings and runs them on a copy of the pixels.
Pixels run(Engine& engine, const EawSettings& settings, const Pixels& pixels, FilterReport* report = nullptr);
/// Runs the filter on pixels in these regions with their plan.
FilterReport run_planned(Engine& engine, const EawResolved& settings, const FilterRegions& how,
                         Pixels& pixels);
/// The same on this grid of regions.
FilterReport run_in_regions(Engine& engine, const EawResolved& settings, const Regions& grid,
                            const Pixels& input, Pixels& output);

/// Largest difference of colour samples, in units of `range`.
double largest_difference(const Pixels& a, const reference::Image& b, double range);
double largest_difference(const Pixels& a, const Pixels& b, double range);

/// All ways to compute the same result: schedule, order, form and synthesis rows.
std::vector<EawSettings> all_ways(const EawSettings& base);
/// A third of them, with every pair of two rows. Three turns (0, 1, 2, 0, ...) have all. With
/// ATROUS_EXHAUSTIVE in the environment: all.
std::vector<EawSettings> ways_in_pairs(const EawSettings& base, int turn);
std::string name_of(const EawSettings& settings);

} // namespace atrous::test
