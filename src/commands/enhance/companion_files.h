// Pictures beside a result: before and after in one, and every coarse and detail image of the filter.
// Their names are made in one place, for writing them and for checking that they are free.
#pragma once
#include "batch/pipeline/batch.h"
#include "batch/plan/outputs.h"
#include "filters/eaw/plan.h"
#include "formats/common/image_file.h"
#include "formats/common/write_options.h"
#include "opencl/engine.h"
#include <filesystem>
#include <vector>

namespace atrous {

struct CompanionOptions {
    bool compare = false;
    std::filesystem::path levels{}; ///< folder for level images, or empty
    bool any() const { return compare || !levels.empty(); }
};

/// What a picture was, and what of that is the picture now.
struct Stages {
    Pixels before{}, denoised{}; ///< what the wavelets began with; empty where that is the same
    Rect shown;
    Size whole; ///< for which the settings are
};

/// A picture of a result, and what its companion files are made of.
struct CompanionJob {
    const CompanionOptions& wanted;
    const SessionOptions& options;
    const std::filesystem::path& root; ///< the folder that outputs mirror, or empty
    Frame& frame;                      ///< whose file has the picture as it is written; receives the files
    std::size_t part, index;           ///< of the picture
    const PictureRef& picture;
    const Stages& stages;
};

/// Encodes OUTPUT's stem + _compare: the left half is the picture before, the right half the one after, as
/// viewers show it, turned by its orientation; between them a line, half black and half white, that is a
/// thousandth of the longer side, at least two pixels (none in pictures less than eight wide). And into the folder for levels
/// STEM_coarse_l (c_l, l = 1 to levels) and STEM_detail_l (d_l, l = 0 to levels - 1), in the result's format. Details lie on
/// middle grey, so that c_L and all details minus the grey add up to the picture in the space. Each image is a run of the filter
/// with gains that single it out: exact, and slow. Names have _partN where the file has several parts, and _pictureN where
/// the picture is not the first of its part.
void write_companions(const CompanionJob& job, Engine& engine, const EawResolved& settings);

/// Refuses companion files that would be another file of the run, with a usage error; opens the inputs to see their
/// parts. One that cannot be read has no companions: it fails when its turn comes.
void check_companions(const CompanionOptions& pictures, const OutputPlan& plan, const ReadOptions& read);

} // namespace atrous
