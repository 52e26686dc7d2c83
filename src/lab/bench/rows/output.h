// Text files of the command line that are tried before hours are spent on what goes into them.
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

    /// Whether one of them is the standard output: nothing else belongs there then.
    bool takes_stdout() const;
    /// Writes the file of the option, if there is one. Where that fails, the others are still to be written: see check().
    void write(const std::string& option, const std::string& text);
    /// Throws the usage error of the first file that could not be written; called when all else is done.
    void check() const;

  private:
    struct File {
        std::string option, path;
    };
    std::vector<File> files_;
    std::optional<Error> failure_{};
};

} // namespace atrous
