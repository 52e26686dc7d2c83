// Compiled programs on the disk, for drivers that keep none themselves. Knows no OpenCL.
#pragma once
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

namespace atrous {

/// The variable of the environment that names the folder of binaries; the cache of kernels (supervisor) sets it.
constexpr const char* binaries_variable = "ATROUS_BINARIES";

class Binaries {
  public:
    /// An empty folder keeps nothing.
    explicit Binaries(std::filesystem::path folder = {}) : folder_(std::move(folder)) {}

    /// Whether anything is kept; where not, nobody need ask a driver for binaries.
    bool keeps() const { return !folder_.empty(); }
    /// What was kept under this key: device, driver, options and source as text. Nothing where there is none, or where it is
    /// not what it was.
    std::optional<std::string> find(std::string_view key) const;
    /// Keeps it, whole or not at all; what cannot be written is left.
    void keep(std::string_view key, std::string_view binary) const;

  private:
    std::filesystem::path file_of(std::string_view key) const;

    std::filesystem::path folder_;
};

} // namespace atrous
