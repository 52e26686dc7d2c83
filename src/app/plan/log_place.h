// Where the files of a log are: where it says, or, once a folder of outputs was moved with its log, beside that.
#pragma once
#include "app/plan/log_file.h"

namespace atrous {

/// Below `base`, without the first components of their names, of which all have more.
struct LogPlace {
    std::filesystem::path base{};
    std::ptrdiff_t dropped = 0;

    std::filesystem::path of(const std::filesystem::path& output) const;
};

/// The place with the most files, of equals the first: all of a log were moved together, so that no file stands for another
/// of its name.
LogPlace place_of(const std::vector<LogLine>& lines, const std::filesystem::path& log);

} // namespace atrous
