// Opens text files of the command line before hours of measurements, so that errors come early.
#pragma once
#include "cli/options.h"
#include <string>
#include <vector>

namespace atrous {

/// The files of some options ("json", "svg"): a name that cannot be written is refused before the first row runs.
class OutputFiles {
  public:
    /// Throws a usage error for a file that cannot be written, and for two options with one file or both with "-".
    OutputFiles(const CommandLine& line, const std::vector<std::string>& options);

    /// Writes the texts of options that have a file, and `text` to the standard output unless a file takes it. After a
    /// failure, writes the other files, too, then throws the usage error of the first one.
    void finish(const std::vector<std::pair<std::string, std::string>>& of_options,
                const std::string& text) const;

  private:
    struct File {
        std::string option, path;
    };
    std::vector<File> files_;
};

} // namespace atrous
