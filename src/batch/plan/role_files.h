// Finds the sources of roles: role_option_rows(), separate files (--from ROLE=PATTERN), and the
// layer of such a file with the role.
#pragma once
#include "batch/plan/outputs.h"
#include "cli/options.h"
#include "formats/common/image_file.h"
#include "formats/read/decoder.h"
#include "renders/layers.h"
#include <string>
#include <vector>

namespace atrous {

/// A role, and the name of its files, with or without a place for the frame.
struct RolePattern {
    AovRole role;
    std::string pattern;
};

/// The option that named the files, as messages show it: "--from albedo=alb.####.exr", "--pilot oidn/".
std::string option_text(const RolePattern& pattern);

/// Reads "albedo=alb.####.exr". Throws a usage error that lists the roles for any other text.
RolePattern parse_role_pattern(const std::string& text);

/// Adds the files of each job's frame as further inputs, in that order. The frame comes from a pattern's
/// file, otherwise from the first input's name. A pattern without a place is one file for all frames. Throws
/// usage errors for a missing number, missing files (lists all) and a file that is an output. Warns of a half or a pilot with another
/// number, and of missing pilots, of frames that are filtered without.
void add_role_files(OutputPlan& plan, const std::vector<RolePattern>& patterns);

/// A file, and the role to find in it.
struct FileRole {
    AovRole role;
    std::string path, format;
    const Aovs& aovs;                               ///< of the file
    std::vector<std::vector<std::string>> channels; ///< names, of each part
    AovRole given{};                                ///< role of the file: a half and a pilot are a beauty
};
FileRole file_role(AovRole role, const std::string& path, const ImageFile& file);

/// Returns the file's layers, one of which has the role: the one from the table or an option, otherwise the
/// only one. Throws a file error that begins with the path: not an OpenEXR, no such layer, or several
/// candidates.
Aovs aovs_with_role(const FileRole& file, const ReadOptions& options);

/// Titles of layers for messages, shortened if there are very many.
std::string layer_titles(const Aovs& aovs);

/// Reads them. `lights`: the patterns of --light. Throws a usage error for a table that is not there or wrong.
void read_role_options(const CommandLine& line, ReadOptions& read, std::vector<std::string>& lights);

} // namespace atrous
