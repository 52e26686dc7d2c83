// A photograph through the filters that it is asked for: noise, wavelets, size.
#pragma once
#include "batch/pipeline/frame.h"
#include "commands/enhance/noise.h"
#include "commands/enhance/options.h"

namespace atrous {

/// What all photographs of a run share.
struct EnhanceRun {
    const EnhanceOptions& options;
    const std::filesystem::path& root; ///< the folder that outputs mirror, or empty
    NoiseSource& noise;
};

/// The frame's file becomes its result: filtered, and in its size; says in its record what was done. Throws file errors, and
/// those of the device.
void enhance_file(const EnhanceRun& run, Engine& engine, Frame& frame, const MemoryLimits& limits);

} // namespace atrous
