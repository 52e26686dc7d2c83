// The noise of a picture: where it is found (in each, in one for all of them, in photosites of RAW files), and what the log has
// of it.
#pragma once
#include "base/json.h"
#include "batch/plan/job.h"
#include "cli/options.h"
#include "engine/enhance/eaw_filter.h"
#include "formats/common/image_file.h"
#include "noise/noise.h"
#include <filesystem>
#include <map>
#include <mutex>
#include <optional>

namespace atrous {

/// Pictures whose noise, on average, all have; none: each has its own.
struct NoiseFrom {
    std::vector<std::filesystem::path> files{};
    int first = 0; ///< so many of the run's are meant, of which `files` knows once the jobs are known

    bool given() const { return first > 0 || !files.empty(); }
    /// "--noise a.png", "--noise first:8".
    std::string text() const;
};

/// As given: FILE, several times if need be, first:N, or each, behind which it begins anew. Throws a usage error for a number
/// that is none, and for first:N beside others or --chunk.
NoiseFrom noise_from(const CommandLine& line);

/// Finds the files that are the first ones of the run; says so where it has fewer. Throws a usage error where one of them
/// cannot be opened, has no picture, or is replaced by an output.
void find_noise_files(const std::vector<Job>& jobs, const ReadOptions& read, NoiseFrom& from);

/// The file that a picture was read from.
struct PictureSource {
    std::filesystem::path path;
    std::string format; ///< as ImageFile::format
};

class NoiseSource {
  public:
    /// `given`: how much that is (NoiseWish::deviation), or 0. Files and options must live as long.
    NoiseSource(const NoiseFrom& from, const ReadOptions& read, double given)
        : from_(from), read_(read), given_(given) {}

    /// The noise of a picture, where its settings ask for it; any thread may ask. That of files is found once, when it is
    /// asked for first; their first pictures count, and of several the mean. Throws a file error where these have other channels
    /// (grey or colours) than the picture or one another, or cannot be read.
    std::optional<NoiseFound> of(const EawResolved& settings, const PictureSource& source,
                                 const Pixels& pixels, const DeviceTraits& device);

  private:
    const NoiseFrom& from_;
    const ReadOptions& read_;
    double given_;
    std::mutex finding_{};
    std::map<std::pair<const FrameletBank*, bool>, NoiseFound> found_{}; ///< by bank and NoiseWish::floor

    const NoiseFound& of_files(const FrameletBank& bank, bool floor);
};

/// clean, rule, frames (if it is the mean of several), floor, spread, trust, amount; of noise: deviation (per plane and level) and
/// curve (per channel, the deviation at brightness 0, 32, .. 224, 255), in steps of 8 bits; of RAW files photosites.
Json noise_json(const NoiseFound& found);

/// "camera noise, by colour: strong, like ISO 3200; coarse in colour; 6.1 of 255 in lightness".
std::string noise_text(const NoiseFound& found);

} // namespace atrous
