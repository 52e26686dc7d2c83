// Messages of the command line: options, values, presets and defaults.
#pragma once
#include "base/message.h"

namespace atrous::messages {

// clang-format off
inline constexpr MessageRow option_unknown{"E_OPTION_UNKNOWN", "unknown option {}{} ('atrous {} --help' lists the common options)"};
inline constexpr MessageRow option_one_dash{"E_OPTION_ONE_DASH", "unknown option {}; long options start with two dashes: {}"};
inline constexpr MessageRow not_an_option{"E_NOT_AN_OPTION", "'{}' is not an option ('atrous {} --help' lists the common options; a file of that name is written ./{})"};
inline constexpr MessageRow value_missing{"E_VALUE_MISSING", "{} needs a value: {}"};
inline constexpr MessageRow value_forgotten{"E_VALUE_FORGOTTEN", "{} needs a value: {}: {}"};
inline constexpr MessageRow value_is_file{"E_VALUE_IS_FILE", "{} needs a value, {}, but got the file '{}'"};
inline constexpr MessageRow value_unknown{"E_VALUE_UNKNOWN", "{}: invalid value '{}'; use {}{}"};
inline constexpr MessageRow value_no_number{"E_VALUE_NO_NUMBER", "{}: '{}' is not {}"};
inline constexpr MessageRow value_out_of_range{"E_VALUE_OUT_OF_RANGE", "{}: {} is out of range; use {}"};
inline constexpr MessageRow value_not_named{"E_VALUE_NOT_NAMED", "{}: '{}' is not {}; there are {}"};
inline constexpr MessageRow value_unwanted{"E_VALUE_UNWANTED", "{} takes no value, but got '{}'"};
inline constexpr MessageRow value_impossible{"E_VALUE_IMPOSSIBLE", "{}: '{}' is not possible here"};
inline constexpr MessageRow value_after_equals{"E_VALUE_AFTER_EQUALS", "{}= lacks the value after the equals sign; remove the sign, or give {}"};
inline constexpr MessageRow letter_equals{"E_LETTER_EQUALS", "{} takes its value without an equals sign; write {} {}"};
inline constexpr MessageRow bytes_few{"E_BYTES_FEW", "{}: {} is a number of bytes; for gibibytes write {}G"};
inline constexpr MessageRow option_needs{"E_OPTION_NEEDS", "{} needs --{}{}"};
inline constexpr MessageRow options_contradict{"E_OPTIONS_CONTRADICT", "{} and --{} contradict each other; give one"};
inline constexpr MessageRow options_exclude{"E_OPTIONS_EXCLUDE", "{} cannot be given together with --{}{}"};
inline constexpr MessageRow files_unwanted{"E_FILES_UNWANTED", "{} takes no files, but got '{}' ('atrous {} --help' lists its options)"};
inline constexpr MessageRow execution_void{"E_EXECUTION_VOID", "{} has no effect without {}"};
inline constexpr MessageRow temporal_unknown{"E_TEMPORAL_UNKNOWN", "--temporal {}: use none, recursive[:W], or window:K with K from 0 to {}{}"};
inline constexpr MessageRow output_forgotten{"E_OUTPUT_FORGOTTEN", "no output: did you mean -o {}?"};
inline constexpr MessageRow quiet_value{"E_QUIET_VALUE", "-q is --quiet and takes no value; for the quality of outputs, write --quality {}"};
inline constexpr MessageRow two_standard_inputs{"E_TWO_STANDARD_INPUTS", "- is given twice, but there is only one standard input"};
inline constexpr MessageRow names_and_input{"E_NAMES_AND_INPUT", "- and --files-from - contradict each other: there is only one standard input"};
inline constexpr MessageRow null_without_names{"E_NULL_WITHOUT_NAMES", "--null (-0) needs --files-from, which is not given"};
inline constexpr MessageRow bench_takes_no{"E_BENCH_TAKES_NO", "{} takes no --{}; it takes --{}"};
inline constexpr MessageRow bench_modes{"E_BENCH_MODES", "--{} and --{} cannot be combined"};

inline constexpr MessageRow preset_unknown{"E_PRESET_UNKNOWN", "{}: no preset and no file is called '{}'; the presets are {}{}"};
inline constexpr MessageRow preset_list{"E_PRESET_LIST", "{}: '{}' names several presets; repeat the option: {}"};
inline constexpr MessageRow preset_unreadable{"E_PRESET_UNREADABLE", "{} {}: cannot be read: {}"};
inline constexpr MessageRow preset_is_image{"E_PRESET_IS_IMAGE", "{} {}: is an image or another binary file, not a preset; name a preset before the images"};
inline constexpr MessageRow preset_empty{"E_PRESET_EMPTY", "{} {}: contains no setting; write for example luma = 1.4,1.2"};
inline constexpr MessageRow preset_line{"E_PRESET_LINE", "{}: '{}' is not a setting; write for example luma = 1.4,1.2"};
inline constexpr MessageRow setting_unknown{"E_SETTING_UNKNOWN", "{}: unknown setting '{}'; there are {}"};

inline constexpr MessageRow default_command{"E_DEFAULT_COMMAND", "{}: [{}] is no command that has defaults; there are {}"};
inline constexpr MessageRow default_of_one_run{"E_DEFAULT_OF_ONE_RUN", "{}: {} is for a single run, and has no default"};
inline constexpr MessageRow default_flag{"E_DEFAULT_FLAG", "{}: {} takes no value but on; leave the line out for off"};
inline constexpr MessageRow default_unknown{"E_DEFAULT_UNKNOWN", "{}: unknown option '{}'{}"};
inline constexpr MessageRow default_line{"E_DEFAULT_LINE", "{}: '{}' is no default; write for example quality = 90"};

inline constexpr MessageRow command_missing{"E_COMMAND_MISSING", "no command given\n\n{}"};
inline constexpr MessageRow command_unknown{"E_COMMAND_UNKNOWN", "unknown command '{}'; {}"};
inline constexpr MessageRow command_is_file{"E_COMMAND_IS_FILE", "'{}' is a file or folder, not a command: did you mean 'atrous enhance {} ...'?"};
inline constexpr MessageRow command_is_option{"E_COMMAND_IS_OPTION", "{} comes before a command; write for example 'atrous enhance {} ...'; commands are {}"};
inline constexpr MessageRow size_missing{"E_SIZE_MISSING", "no size given; use --factor M or --size WxH ('atrous scale --help')"};
inline constexpr MessageRow log_missing{"E_LOG_MISSING", "no log given; name a log, or a folder with logs ('atrous verify --help')"};
inline constexpr MessageRow two_images_needed{"E_TWO_IMAGES_NEEDED", "compare needs two images, folders or patterns, A and B, but got {} ('atrous compare --help')"};
inline constexpr MessageRow heat_is_png{"E_HEAT_IS_PNG", "--heat {}: is written as PNG; use a name that ends in .png"};

inline constexpr MessageRow probe_inputs_missing{"E_PROBE_INPUTS_MISSING", "no inputs: give files, folders or a pattern ('atrous probe --help')"};
inline constexpr MessageRow not_a_log{"E_NOT_A_LOG", "{}: is no timing log (line {})"};
inline constexpr MessageRow folder_without_log{"E_FOLDER_WITHOUT_LOG", "{}: has no timing log (atrous-timings*.jsonl); name the log of its run"};
inline constexpr MessageRow log_cut{"W_LOG_CUT", "{}:{}: the line is truncated, because a run was killed"};
inline constexpr MessageRow log_without_outputs{"E_LOG_WITHOUT_OUTPUTS", "{}: no log names an output"};
inline constexpr MessageRow shell_unknown{"E_SHELL_UNKNOWN", "completion: '{}' is not a known shell; use {}"};
inline constexpr MessageRow shell_missing{"E_SHELL_MISSING", "completion: name one shell: bash, zsh or fish"};
inline constexpr MessageRow presets_several{"E_PRESETS_SEVERAL", "presets: give one name, not {}"};
inline constexpr MessageRow presets_json_of_name{"E_PRESETS_JSON_OF_NAME", "presets: --json prints the list; it takes no name"};

inline constexpr MessageRow stdout_full{"E_STDOUT_FULL", "the standard output cannot be written to; is the disk full?"};
inline constexpr MessageRow no_memory{"E_NO_MEMORY", "not enough memory"};
inline constexpr MessageRow internal{"E_INTERNAL", "internal error: {}"};

// settings of filters
inline constexpr MessageRow noise_amount{"E_NOISE_AMOUNT", "--noise: invalid value '{}'; use the deviation of a channel in steps of 8 bits (0.05 to 100), or iso:N (25 to 4000000); enhance also takes FILE, first:N and each"};
inline constexpr MessageRow thresholds_twice{"E_THRESHOLDS_TWICE", "--{}: --denoise bayes finds the thresholds itself; leave one of them out"};
inline constexpr MessageRow eaw_no_fit{"E_EAW_NO_FIT", "--sigma fit has no effect, because the filter eaw has no local model; leave it out"};
inline constexpr MessageRow eaw_no_noise{"E_EAW_NO_NOISE", "--sigma luma has no effect, because the filter eaw does not use the noise; set the tolerance of light with --sigma color=S"};
inline constexpr MessageRow eaw_no_samples{"E_EAW_NO_SAMPLES", "--samples has no effect, because the filter eaw does not use the number of samples; leave it out"};
inline constexpr MessageRow eaw_no_variance{"E_EAW_NO_VARIANCE", "--role variance has no effect, because the filter eaw does not use the variance of noise; leave it out"};
inline constexpr MessageRow warmup_alone{"E_WARMUP_ALONE", "a warm-up needs a history; write --temporal recursive:W, or leave the warm-up out"};
inline constexpr MessageRow color_needs_eaw{"E_COLOR_NEEDS_EAW", "--sigma color has no effect without --filter eaw; with svgf, use --sigma luma=S"};
inline constexpr MessageRow albedo_needs_eaw{"E_ALBEDO_NEEDS_EAW", "--sigma albedo has no effect without --filter eaw; leave it out"};
inline constexpr MessageRow factor{"E_FACTOR", "{}: invalid factor '{}'; use whole numbers from {} to {}, for example 8, or 4x2 across and down; for other sizes use --size"};
// clang-format on

} // namespace atrous::messages
