// The option tables of all commands but `banks`, whose subcommands keep theirs: the program shows help and refuses wrong
// options without what the commands run on.
#pragma once
#include "app/cli/options.h"

namespace atrous {

const OptionTable& enhance_table();
const OptionTable& denoise_table();
const OptionTable& scale_table();
const OptionTable& probe_table();
const OptionTable& compare_table();
const OptionTable& verify_table();
const OptionTable& devices_table();
const OptionTable& bench_table();

/// Those of denoise_table() that say what is computed.
std::vector<OptionRow> denoise_computing_rows();

/// The option of `bench` that says what is done instead of timing rows ("layout"), or null. Throws a usage error where
/// there are two, and for options that have no use then, or beside a word that is all of --match ("svgf").
const char* bench_mode(const CommandLine& line);

} // namespace atrous
