// Finds the noise of an image (in each, in one for all of them, or in photosites of RAW files), and makes its
// record in the log.
#pragma once
#include "base/json.h"
#include "batch/plan/job.h"
#include "cli/options.h"
#include "engine/enhance/eaw_filter.h"
#include "formats/common/image_file.h"
#include "noise/noise.h"
#include <array>
#include <filesystem>
#include <mutex>
#include <optional>

namespace atrous {

/// Images whose mean noise is used for all. If empty, each has its own.
struct NoiseFrom {
    std::vector<std::filesystem::path> files{};
    int first = 0; ///< number of the run's first files. `files` contains them once the jobs are known

    bool given() const { return first > 0 || !files.empty(); }
    /// "--noise a.png", "--noise first:8".
    std::string text() const;
};

/// As given: FILE, possibly several, first:N, or each, which clears earlier values. Throws a usage error for
/// an invalid number, and for first:N in addition to others or with --chunk.
NoiseFrom noise_from(const CommandLine& line);

/// Finds the first files of the run, and reports if it has fewer. Throws a usage error if one of them cannot
/// be opened, has no image, or is replaced by an output.
void find_noise_files(const std::vector<Job>& jobs, const ReadOptions& read, NoiseFrom& from);

/// The file that an image was read from.
struct PictureSource {
    std::filesystem::path path;
    std::string format; ///< as ImageFile::format
};

class NoiseSource {
  public:
    /// `given`: how much that is (NoiseFound::measured), or 0. Files and options must live as long.
    NoiseSource(const NoiseFrom& from, const ReadOptions& read, double given)
        : from_(from), read_(read), given_(given) {}

    /// Returns the noise of an image, if its settings use it. Any thread may call it. The noise of files is
    /// found once, at the first call, from their first images, and is the mean of several. Throws a file
    /// error if the channels (grey or colours) of these images differ or do not match the image, or if they
    /// cannot be read.
    std::optional<NoiseFound> of(const EawResolved& settings, const PictureSource& source,
                                 const Pixels& pixels);
    /// Returns the noise of an HDR rendition of an image. Files have the noise of their own renditions, or of their light if they
    /// have no gain map.
    NoiseFound of_rendition(const Pixels& rendition);

  private:
    const NoiseFrom& from_;
    const ReadOptions& read_;
    double given_;
    std::mutex finding_{};
    std::optional<NoiseFound> found_{};                     ///< of the files
    std::array<std::optional<NoiseFound>, 2> renditions_{}; ///< of their luminance, and in colours

    const NoiseFound& of_files();
};

/// Returns clean, rule, frames (if it is the mean of several), trust. If there is noise, also measured, deviation (per
/// plane and level) and curve (per channel, the deviation at brightness 0, 32, .. 224, 255), in steps of 8 bits. For
/// RAW files, also photosites.
Json noise_json(const NoiseFound& found);

/// Returns text about strength, for example "noise: strong, like ISO 3200; 6.1 of 255".
std::string noise_text(const NoiseFound& found);

} // namespace atrous
