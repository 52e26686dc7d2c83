// Where the noise of pictures is found: in each, or in one for all of them.
#pragma once
#include "app/enhance/noise_filter.h"
#include "io/codec/read/read_options.h"
#include <filesystem>
#include <map>
#include <mutex>

namespace atrous {

class NoiseSource {
  public:
    /// `file`: the picture whose noise all have; empty: each its own.
    NoiseSource(std::filesystem::path file, ReadOptions read)
        : file_(std::move(file)), read_(std::move(read)) {}

    /// The noise of a picture, where its settings ask for it; any thread may ask. That of the file is found once, when it is
    /// asked for first; its first picture counts. Throws a file error where the file has other channels (grey or colours)
    /// than the picture, or cannot be read.
    std::optional<NoiseFound> of(const EawResolved& settings, const Pixels& pixels,
                                 const DeviceTraits& device);

  private:
    std::filesystem::path file_;
    ReadOptions read_;
    std::mutex finding_{};
    std::map<const FrameletBank*, NoiseFound> found_{};

    const NoiseFound& of_file(const FrameletBank& bank);
};

/// Throws a usage error where the file cannot be opened, has no picture, or is replaced by one of `outputs`.
void check_noise_file(const std::filesystem::path& file, const ReadOptions& read,
                      const std::vector<std::filesystem::path>& outputs);

} // namespace atrous
