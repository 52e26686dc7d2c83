// The options that all commands have which turn files into files.
#pragma once
#include "cli/options.h"
#include <vector>

namespace atrous {

/// Which files are read and written; the first rows of a command's table. Commands add their own.
std::vector<OptionRow> file_rows();
/// What commands whose files are pictures have beside these: profile, quality, metadata.
std::vector<OptionRow> picture_file_rows();
/// --size, of commands whose outputs may be fitted into a box.
OptionRow size_row();
/// How the run goes: device, memory, log, messages; the last rows, with --help at the end.
std::vector<OptionRow> running_rows();
/// --help, which commands of files and pictures have by their shared rows.
OptionRow help_row();

/// The table with what commands have of these that read files and turn them into none, behind its own rows.
OptionTable with_reading_rows(OptionTable table);

/// Seconds after which a worker process that does nothing is ended, as typed.
constexpr const char* default_timeout = "600";

/// The heading that file_rows() are under, for those that a command adds.
constexpr const char* files_heading = "Files";

/// Which of these rows contradict each other.
std::vector<OptionRule> file_rules();

/// Of picture_file_rows().
OptionRule intent_rule();
/// The words of --intent, as Intent counts.
constexpr const char* intent_words = "perceptual|relative|saturation|absolute";

/// Whether the option's value may be the name of a text, which can come through a pipe.
bool names_text(const std::string& option);

/// Refuses values that look like another option's, and options that lack the one that they need, with a usage error.
void check_file_options(const CommandLine& line);

std::vector<OptionRow> role_option_rows();

} // namespace atrous
