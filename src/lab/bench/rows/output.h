// Checks the output files of the command line before hours are spent on their contents.
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

    /// True if one of them is the standard output, which then must have no other text.
    bool takes_stdout() const;
    /// Writes the file of the option, if there is one. After a failure, the others must still be written, see check().
    void write(const std::string& option, const std::string& text);
    /// Throws the usage error of the first file that could not be written. Must be called last.
    void check() const;

  private:
    struct File {
        std::string option, path;
    };
    std::vector<File> files_;
    std::optional<Error> failure_{};
};

} // namespace atrous
