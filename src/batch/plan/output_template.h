// Output names that are made from the input's: templates with fields, and patterns with a place for the frame.
#pragma once
#include "batch/plan/inputs.h"

namespace atrous {

/// Whether the output is no plain file or folder, but is filled in for every input: it has {fields}, or its file name is
/// a pattern of a sequence (renders/sequence.h). A folder of that name is a folder.
bool is_template(const std::string& output);

/// The template with {dir} {stem} {ext} {inext} {frame} filled in from `path`, and the place of a pattern with the frame: that of
/// a pattern's file, else the one that the name says (frame_in). {ext} is `extension` (with its dot), where the output has
/// another one than the input; {inext} is always the input's. {frame} keeps sign and digits as the input has them, a
/// pattern has its own number of digits. Throws usage errors: an unknown field, no number where one is wanted.
std::string expand_template(const std::string& output, const std::filesystem::path& path,
                            const std::optional<Input::Frame>& frame = {},
                            const std::optional<std::string>& extension = {});

} // namespace atrous
