// Opens text files of the command line before hours of measurements, so that errors come early.
#pragma once
#include "cli/options.h"
#include <optional>
#include <string>
#include <vector>

namespace atrous {

/// The files of some options ("json", "svg"): a name that cannot be written is refused before the first row runs.
class OutputFiles {
  public:
    /// Throws a usage error for a file that cannot be written, and for two options with one file or both with "-".
    OutputFiles(const CommandLine& line, const std::vector<std::string>& options);

    /// Returns whether one of them is the standard output, which then carries nothing else.
    bool takes_stdout() const;
    /// Writes the file of the option, if there is one. After a failure, the other files are still written: see check().
    void write(const std::string& option, const std::string& text);
    /// Throws the usage error of the first file that could not be written; call it at the end.
    void check() const;

  private:
    struct File {
        std::string option, path;
    };
    std::vector<File> files_;
    std::optional<Error> failure_{};
};

} // namespace atrous
