// Implements `enhance`, which runs a photograph through the requested filters: noise, wavelets, size.
#pragma once
#include "batch/pipeline/command.h"
#include "batch/scaling/scale_file.h"
#include "commands/enhance/darktable_preset.h"
#include "commands/enhance/noise.h"
#include "commands/enhance/options.h"
#include "engine/missing_samples.h"

namespace atrous {

/// The filter plan of an image, based on its file's header.
struct PicturePlan {
    std::size_t part, picture;
    Pixels shape; ///< expected for the image. The plan is valid for no other
    EawResolved settings;
    std::optional<FilterRegions> wavelets{}; ///< nothing once they are used
    std::optional<ScalePlan> size{};         ///< for --size
};

/// An image that was read, with the findings that need no device.
struct ExaminedPicture {
    std::size_t part, picture;
    PicturePlan* plan; ///< null if the image differs from its file's header
    EawResolved settings;
    std::uint64_t filled; ///< see fill_areas()
    std::optional<NoiseFound> noise{};
    MissingSamples missing{};
};

/// Data from a photograph's estimate for its run.
struct PhotographPlan {
    PhotographOptions own{};
    std::vector<PicturePlan> pictures{};
    std::vector<ExaminedPicture> examined{}; ///< in the order of parts and images
    std::vector<std::string> cells{};        ///< for the image that takes most memory
};

/// True if settings hold in any space: presets may have some that are valid only in one.
bool holds_anywhere(const EnhanceOptions& options, bool (*holds)(const EawSettings&));
/// One line per own option that has no effect, whatever the colour space.
Messages unused_options(const EnhanceOptions& options);

/// The needs of the command for a batch with these options.
CommandNeeds enhance_needs(const EnhanceOptions& options);

/// FileCommand::examine(): fills areas without numbers, finds the noise of the images, and gives them their
/// working_type(). Sets PhotographPlan::examined.
void examine(const EnhanceOptions& options, NoiseSource& noise, const DeviceTraits& traits, Frame& frame,
             PhotographPlan& plan);
/// FileCommand::describe_results() for --crop and --size.
Messages describe(const EnhanceOptions& options, Frame& frame, const PhotographPlan& plan);
/// Filters the frame's file, which becomes its result. `root`: the folder that outputs mirror, or empty.
void enhance(const EnhanceOptions& options, NoiseSource& noise, const fs::path& root, Engine& engine,
             Frame& frame, PhotographPlan& plan);
/// Scales a frame's results for --size, and sharpens the scaled images.
void fit_results(const OutputSize& size, Engine& engine, Frame& frame, PhotographPlan& plan);

} // namespace atrous
