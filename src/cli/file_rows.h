// Defines the options of all commands that turn files into files.
#pragma once
#include "cli/options.h"
#include <vector>

namespace atrous {

/// Rows for the files that are read and written, at the beginning of a command's table. Commands add their
/// own.
std::vector<OptionRow> file_rows();
/// Further rows of commands on images: profile, quality, metadata.
std::vector<OptionRow> picture_file_rows();
/// --size, of commands whose outputs may be fitted into a box.
OptionRow size_row();
/// Rows about the run: device, memory, log, messages, at the end of the table, with --help last.
std::vector<OptionRow> running_rows();
/// --help, which commands on files and images have in their shared rows.
OptionRow help_row();

/// Adds the shared rows of commands that only read files, after the table's own rows.
OptionTable with_reading_rows(OptionTable table);

/// Seconds after which a worker process that does nothing is ended, as typed.
constexpr const char* default_timeout = "600";

/// The heading of file_rows(), for rows that a command adds.
constexpr const char* files_heading = "Files";

/// The rules between these rows.
std::vector<OptionRule> file_rules();

/// The rule for picture_file_rows().
OptionRule intent_rule();
/// The words of --intent, as Intent counts.
constexpr const char* intent_words = "perceptual|relative|saturation|absolute";

/// True if the option's value may be the name of a text, which can come through a pipe.
bool names_text(const std::string& option);

/// Refuses values that look like another option's, and options that lack the one that they need, with a usage error.
void check_file_options(const CommandLine& line);

std::vector<OptionRow> role_option_rows();

} // namespace atrous
