// Pictures beside a result: before and after in one, and every coarse and detail image of the filter.
#pragma once
#include "app/run/companion.h"
#include "filters/eaw/regions.h"
#include "gpu/engine.h"
#include "io/codec/image_file.h"
#include "io/codec/write/write_options.h"
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

} // namespace atrous
