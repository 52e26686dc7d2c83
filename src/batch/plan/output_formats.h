// The format of an output where its name is made from the input's, or is the input's.
#pragma once
#include "batch/plan/job.h"
#include <string>

namespace atrous {

/// The extension of outputs whose name is made from the input's: that of --format, else its own, or of a file that is only read that
/// of what it becomes: PNG, of a GIF of one frame, or TIFF.
std::string written_extension(const std::filesystem::path& input, const std::string& format);

/// The extension of a picture on the standard output: that of its input where that says the format, which its bytes show. Throws a
/// usage error: they do not.
std::string extension_of_input(const std::filesystem::path& input);

/// Of a file that is replaced: what its bytes are it stays, whatever its name says; one of a format that is only read is refused.
void say_format(Job& job);

/// What is said where a file, whose format by its bytes this is, has the name of another one, and its output the same: the output
/// is that other one. Empty where it is not so.
std::string renamed_format(const Job& job, const std::string& format);

} // namespace atrous
