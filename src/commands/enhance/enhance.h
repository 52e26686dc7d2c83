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

class EnhanceCommand final : public FileCommandOf<PhotographPlan> {
  public:
    /// The options must live as long.
    explicit EnhanceCommand(EnhanceOptions& options);

    std::vector<const char*> checked_filters() const override;
    std::vector<OptionFile> files() const override;
    void check(const OutputPlan& outputs) override;
    Messages warnings(const OutputPlan&) const override;
    void describe(Json& run) const override;
    void begin(RunResources& resources) override;
    bool deepens(const Frame& frame) const override;
    std::uint64_t result_bytes(const Frame& frame) const override;
    ImageWindow result_place(const ImageWindow& place) const override;
    /// Returns the memory of the largest part, or nothing without colours. Throws the file errors of
    /// eaw_regions().
    FrameMemory estimate(Frame& frame) override;
    /// Fills areas without numbers, finds the noise of the images, and gives them their working_type():
    /// PhotographPlan::examined.
    void examine(Frame& frame) override;
    void process(const Window& window, std::size_t device) override;
    std::vector<std::string> columns() const override;
    std::uint64_t add_cells(Frame& frame, std::vector<std::string>& cells) override;

  private:
    /// Scales a frame's results for --size, and sharpens the scaled images.
    void fit_results(Engine& engine, Frame& frame, PhotographPlan& plan) const;

    EnhanceOptions& options_;
    NoiseSource noise_;
};

} // namespace atrous
