// What companion files are called: one place for those who write them and those who check that the names are free.
#pragma once
#include "app/enhance/companion_files.h"
#include "app/plan/outputs.h"
#include "io/codec/read/read_options.h"

namespace atrous {

/// What a part's companion files are named after: the output, with _partN where the file has several parts.
std::filesystem::path part_path(const std::filesystem::path& output, std::size_t part, std::size_t parts);

/// The same for a picture of a part: _pictureN where it is not the first.
std::filesystem::path picture_path(const std::filesystem::path& part, std::size_t picture);

/// Where the comparison of a part goes: beside the output, as STEM_compare.
std::filesystem::path comparison_path(const std::filesystem::path& part);

/// The folder of an output's level pictures. `root`: the folder that outputs mirror, or empty.
std::filesystem::path levels_folder(const CompanionOptions& pictures, const std::filesystem::path& output,
                                    const std::filesystem::path& root);
/// Where a level picture of a part goes, `what` being "coarse" or "detail".
std::filesystem::path level_path(const std::filesystem::path& folder, const std::filesystem::path& part,
                                 const std::string& what, int level);

/// Refuses companion files that would be another file of the run, with a usage error; opens the inputs to see their
/// parts. One that cannot be read has no companions: it fails when its turn comes.
void check_companions(const CompanionOptions& pictures, const OutputPlan& plan, const ReadOptions& read);

} // namespace atrous
