// Which names are of one file.
#pragma once
#include <filesystem>
#include <string>
#include <unordered_map>

namespace atrous {

/// One spelling for each file, symbolic links resolved as far as the path exists.
std::string identity(const std::filesystem::path& path);

/// The same of many files in few folders, each of which is looked at once: for a moment in which folders stay what they are.
class Identities {
  public:
    std::string operator()(const std::filesystem::path& path);
    /// That of the folder in which the path is.
    const std::string& of_folder(const std::filesystem::path& path);

  private:
    std::unordered_map<std::string, std::string> folders_;
};

} // namespace atrous
