// Writes images next to a result: before and after in one, and every coarse and detail image of the filter.
// Makes their names in one place, for writing and for collision checks.
#pragma once
#include "batch/pipeline/batch.h"
#include "batch/plan/outputs.h"
#include "filters/eaw/plan.h"
#include "formats/common/image_file.h"
#include "formats/common/write_options.h"
#include "opencl/engine.h"
#include <filesystem>

namespace atrous {

struct CompanionOptions {
    bool compare = false;
    std::filesystem::path levels{}; ///< folder for level images, or empty
    bool any() const { return compare || !levels.empty(); }
};

/// Earlier stages of an image, and the part of them that the image shows.
struct Stages {
    Pixels before{}, denoised{}; ///< the wavelets' input, or empty if it is the same
    Rect shown;
    Size whole; ///< for which the settings are
};

/// An image of a result, and the data for its companion files.
struct CompanionJob {
    const CompanionOptions& wanted;
    const SessionOptions& options;
    const std::filesystem::path& root; ///< the folder that outputs mirror, or empty
    Frame& frame;                      ///< contains the image as it is written, and receives the files
    std::size_t part, index;           ///< of the image
    const PictureRef& picture;
    const Stages& stages;
};

/// Encodes OUTPUT's stem + _compare: the left half is the image before, the right half the image after, as
/// viewers show it, turned by its orientation. Between them is a line, half black and half white, that is a
/// thousandth of the longer side, at least two pixels (none in images less than eight wide). In the folder
/// for levels, encodes STEM_coarse_l (c_l, l = 1 to levels) and STEM_detail_l (d_l, l = 0 to levels - 1), in
/// the result's format. Details lie on middle grey, so that c_L and all details minus the grey add up to the
/// image in the space. Each is a run of the filter with gains that isolate it: exact, and slow. Names have
/// _partN if the file has several parts, and _pictureN if the image is not the first of its part.
void write_companions(const CompanionJob& job, Engine& engine, const EawResolved& settings);

/// Refuses companion files that would be another file of the run, with a usage error. Opens the inputs for
/// their parts. An unreadable input has no companions, since it fails later.
void check_companions(const CompanionOptions& pictures, const OutputPlan& plan, const ReadOptions& read);
/// Throws the file error of writing a companion file of the job whose name is too long.
void check_companion_names(const CompanionOptions& pictures, const Job& job,
                           const std::filesystem::path& root, const ReadOptions& read);

} // namespace atrous
