// Pictures beside a result: before and after in one, and every coarse and detail image of the filter.
// What they are called stands in one place for those who write them and those who check that the names are free.
#pragma once
#include "batch/pipeline/frame.h"
#include "batch/plan/outputs.h"
#include "filters/eaw/plan.h"
#include "formats/common/image_file.h"
#include "formats/common/read_options.h"
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

/// What a result's companion files are made of and named after. `write` carries the overwrite policy.
struct CompanionJob {
    CompanionOptions pictures;
    const ImageFile& file;        ///< of the result
    const Part& part;             ///< with the filtered picture
    const PictureRef& picture;    ///< ... which is this one
    const Pixels& before;         ///< what it was
    const Pixels& denoised;       ///< what the wavelets began with
    Rect shown;                   ///< of these two: the picture's pixels
    Size whole;                   ///< of the picture that these two are a part of, for which the settings are
    std::filesystem::path output; ///< of the result, by picture_path()
    WriteOptions write;
    std::vector<HiddenFile>& encoded; ///< receives each file
    MemoryLimits limits{};
    bool keeps = false; ///< companions that exist and are whole are kept as they are
};

/// Encodes OUTPUT's stem + _compare: the left half is the picture before, the right half the one after, as
/// viewers show it, turned by its orientation; between them a line, half black and half white, that is a
/// thousandth of the longer side, at least two pixels (none in pictures less than eight wide).
void write_comparison(const CompanionJob& job);

/// Encodes STEM_coarse_l (c_l, l = 1 to levels) and STEM_detail_l (d_l, l = 0 to levels - 1) into the folder, in the
/// result's format. Details lie on middle grey, so that c_L and all details minus the grey add up to the picture in the
/// space. Each image is a run of the filter with gains that single it out: exact, and slow.
void write_levels(const CompanionJob& job, Engine& engine, const EawResolved& settings);

/// What a part's companion files are named after: the output, with _partN where the file has several parts.
std::filesystem::path part_path(const std::filesystem::path& output, std::size_t part, std::size_t parts);

/// The same for a picture of a part: _pictureN where it is not the first.
std::filesystem::path picture_path(const std::filesystem::path& part, std::size_t picture);

/// Where the comparison of a part goes: beside the output, as STEM_compare.
std::filesystem::path comparison_path(const std::filesystem::path& part);

/// The folder of an output's level pictures. `root`: the folder that outputs mirror, or empty.
std::filesystem::path levels_folder(const CompanionOptions& pictures, const std::filesystem::path& output,
                                    const std::filesystem::path& root);
/// Where a level picture of a part goes, `what` being "coarse" or "detail".
std::filesystem::path level_path(const std::filesystem::path& folder, const std::filesystem::path& part,
                                 const std::string& what, int level);

/// Refuses companion files that would be another file of the run, with a usage error; opens the inputs to see their
/// parts. One that cannot be read has no companions: it fails when its turn comes.
void check_companions(const CompanionOptions& pictures, const OutputPlan& plan, const ReadOptions& read);

} // namespace atrous
