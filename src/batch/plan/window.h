// The frames around each that `denoise` needs, before any file is opened but the first, whose header may say how many.
#pragma once
#include "batch/plan/inputs.h"
#include "cli/options.h"
#include "formats/exr/exr_header.h"
#include "renders/layers.h"

namespace atrous {

struct FrameWindow {
    Around around = 0;
    double samples = 0; ///< per pixel of the first file where these decide, 0: they do not, or are not known
};

/// `inputs`: all that are named, whatever part of them this run does, since chunks have one window.
FrameWindow window_of(const CommandLine& line, const InputOptions& inputs);

/// What the headers of an OpenEXR file say of its parts.
std::vector<PartNames> part_names(const std::vector<ExrPartHeader>& headers);

} // namespace atrous
