// Where roles come from: what the options of cli/role_rows.cpp say, files of their own (--from ROLE=PATTERN), and which layer
// of such a file has the role.
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

/// Reads "albedo=alb.####.exr". Throws a usage error that lists the roles for any other text.
RolePattern parse_role_pattern(const std::string& text);

/// Gives each job the files of its frame as further inputs, in that order: the frame is that of a pattern's file, else the
/// one that the first input's name says; a pattern without a place is one file for all frames. Throws usage errors: no
/// number where one is wanted, files that are not there (all of them are listed), one that is an output.
void add_role_files(OutputPlan& plan, const std::vector<RolePattern>& patterns);

/// What is asked of such a file.
struct FileRole {
    AovRole role;
    std::string path, format;
    const Aovs& aovs;                               ///< of the file
    std::vector<std::vector<std::string>> channels; ///< names, of each part
};
FileRole file_role(AovRole role, const std::string& path, const ImageFile& file);
/// `decoder`: before it is read.
FileRole file_role(AovRole role, const std::string& path, const Decoder& decoder);

/// The file's layers, one of which has the role: the one that the table or an option says, else the only one that there
/// is. Throws a file error that begins with the path: no OpenEXR, no such layer, several that might be it.
Aovs aovs_with_role(const FileRole& file, const ReadOptions& options);

/// Titles of layers, for messages; not all of very many.
std::string layer_titles(const Aovs& aovs);

/// Reads them. `lights`: the patterns of --light. Throws a usage error for a table that is not there or wrong.
void read_role_options(const CommandLine& line, ReadOptions& read, std::vector<std::string>& lights);

} // namespace atrous
