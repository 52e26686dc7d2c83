// Defines the options that file commands share, and their rules, and the options that assign roles to layers.
#include "cli/file_rows.h"
#include "base/error.h"
#include "base/size.h"
#include "base/text.h"
#include "cli/messages.h"
#include "cli/setting_rows.h"
#include "image/profile.h"
#include "platform/standard_streams.h"
#include "renders/table.h"
#include <algorithm>
#include <filesystem>
#include <string_view>

// The facts of an option stand in one line, its sentence below:
// clang-format off
namespace atrous {
namespace {

constexpr const char* running_heading = "Run";

/// Refuses "8", which probably means gibibytes.
void check_memory(const std::string& value, const std::string& where) {
    constexpr std::uint64_t few = 1024;
    const bool is_number = value.find_first_not_of("0123456789") == std::string::npos;
    if (is_number && parse_bytes(value, where) < few) throw usage_error(messages::bytes_few, where, value, value);
}

Assignments split_memory(const OptionRow&, const std::string& value) {
    Assignments parts = split_pair(value, "max-memory", "device-memory", false);
    std::erase_if(parts, [](const auto& part) { return part.second == "auto"; });
    return parts;
}

/// The roles that a user may name: "beauty|albedo|normal".
const char* named_roles() {
    std::string names;
    for (const auto& role : aov_roles())
        if (role.guides) names += (names.empty() ? "" : "|") + std::string(role.name);
    return kept(names);
}

} // namespace

std::vector<OptionRow> file_rows() {
    using enum ValueKind;
    constexpr const char* files = files_heading;
    return under(files, {
        {.name = "output", .letter = 'o', .kind = text, .value = "OUT",
         .help = "Write to a file, a folder, - or a template: '{dir}/{stem}_x.{ext}', 'out/b.####.exr'; fields are "
                 "{dir} {stem} {ext} {inext} {frame}"},
        {.name = "format", .kind = text, .value = "EXT", .fallback = "the input's",
         .help = "Choose the format by its extension: {formats}; for outputs in a folder, "
                 "with {ext} or on standard output"},
        {.name = "frames", .kind = text, .value = "LIST", .fallback = "all that exist",
         .help = "Select the frames of input patterns: 1-100, 1-100x2 (every second), 1-100y2 (the rest), -5--1, with "
                 "commas between. A pattern has ####, @@@@, %04d, $F4 or {frame}"},
        {.name = "missing", .kind = word, .value = "error|skip|clip", .fallback = "error",
         .help = "Handle missing frames: error (stop), skip (process the rest, exit 1) or clip (end the shot)"},
        {.name = "chunk", .kind = text, .value = "I/N|auto",
         .help = "Process only chunk I of N, counted from 0: consecutive frames of a pattern, or every N-th file; "
                 "auto uses the Slurm array task"},
        {.name = "recursive", .letter = 'r', .help = "Read sub-folders, too"},
        {.name = "files-from", .kind = text, .value = "FILE|-",
         .help = "Read input names from a file or standard input (-), one per line"},
        {.name = "null", .letter = '0',
         .help = "Separate the names in --files-from by NUL bytes, as find -print0 writes them"},
        {.name = "exclude", .kind = text, .value = "GLOB",
         .help = "Leave out matching inputs, for example '*_small.*'; repeat for several patterns"},
        {.name = "in-place", .kind = attached, .value = "[=SUFFIX]",
         .help = "Replace the inputs; =.bak keeps each original under its name with .bak"},
        {.name = "existing", .kind = word, .value = "error|replace|skip|newer", .fallback = "error",
         .help = "Handle existing outputs: error (fail), replace, skip (keep complete ones) or newer (replace only if "
                 "the input is newer)"},
        {.name = "keep-times", .letter = 'p', .help = "Copy modification times to outputs", .level = OptionLevel::expert},
        {.name = "compression", .kind = text, .value = "NAME[:LEVEL]", .fallback = "the input's, otherwise zip",
         .help = "Compress outputs. EXR: none, rle, zip, zips, piz, pxr24, b44, b44a, dwaa, dwab; TIFF: none, lzw, "
                 "zip, packbits; PNG: none, zip; WebP, JPEG XL: lossless; also jpeg, webp, jxl, heic, avif. Levels: zip 1 to 9, "
                 "dwaa and dwab 1 and up, usually 45"},
        {.name = "wrap", .kind = word, .value = "auto|none|x", .fallback = "auto",
         .help = "Join the left and right edges: auto (equirectangular images), none or x (always)",
         .level = OptionLevel::expert},
        {.name = "dry-run", .letter = 'n', .help = "Print outputs, sizes and memory; write nothing"},
    });
}

std::vector<OptionRow> picture_file_rows() {
    using enum ValueKind;
    constexpr const char* files = "Format and colour";
    static const std::string assumed =
        "Assume this profile for images without one: an ICC file of RGB or grey colours, or " +
        joined(profile_names());
    return under(files, {
        {.name = "quality", .kind = integer, .value = "N", .fallback = "the input's from JPEG, HEIC or AVIF to the same, otherwise 95",
         .help = "Quality of {lossy}, {range}", .least = 1, .most = 100},
        {.name = "resolution", .kind = number, .value = "N", .fallback = "the input's",
         .help = "Set the resolution of prints in pixels per inch, {range}", .least = 1, .most = 32767, .level = OptionLevel::expert},
        {.name = "output-profile", .kind = text, .value = "NAME|FILE", .fallback = "the input's",
         .help = "Convert colours to this profile and embed it: srgb, displayp3, any name of --assume-profile, an ICC file, "
                 "or pq, hlg or pq-p3 for HDR"},
        {.name = "assume-profile", .kind = text, .value = "NAME|FILE", .fallback = "srgb, for floats linear",
         .help = assumed.c_str()},
        {.name = "strip", .help = "Remove metadata; keep colour profile, orientation and resolution"},
        {.name = "subsampling", .kind = text, .value = "444|422|420",
         .fallback = "the input's, otherwise 444; for HEIC 420",
         .help = "Set the chroma subsampling of {chroma}",
         .words = "444|422|420|4:4:4|4:2:2|4:2:0", .level = OptionLevel::expert},
        {.name = "cmyk", .kind = word, .value = "refuse|rgb", .fallback = "refuse",
         .help = "Handle CMYK images: refuse them or convert them to sRGB (rgb)", .level = OptionLevel::expert},
        {.name = "intent", .kind = word, .value = intent_words, .fallback = "relative",
         .help = "Choose the rendering intent of --output-profile for table profiles: perceptual, relative, "
                 "saturation or absolute", .level = OptionLevel::expert},
        {.name = "no-dither", .help = "Round to 8 bits without dithering", .level = OptionLevel::expert},
    });
}

OptionRow size_row() {
    return {.name = "size",
            .kind = ValueKind::size,
            .value = "N|WxH",
            .help = "Fit images into a box: N pixels on the longer side, or W x H pixels; smaller images keep their "
                    "size"};
}

OptionRow help_row() { return {.name = "help", .letter = 'h', .help = "Print this help"}; }

OptionTable with_reading_rows(OptionTable table) {
    table.rows.push_back(
        {.group = running_heading,
         .name = "max-memory",
         .kind = ValueKind::bytes,
         .value = "SIZE",
         .fallback = "the machine's",
         .help = "Limit the memory for files in progress: 800M, 4G; a file that needs more fails",
         .check = check_memory});
    return table;
}

std::vector<OptionRow> running_rows() {
    using enum ValueKind;
    constexpr const char* run = running_heading;
    return under(run, {
        {.name = "device", .kind = text, .value = "WHICH", .fallback = "auto",
         .help = "Choose the OpenCL device: auto (the best GPU, otherwise the device with most compute units), gpu, "
                 "cpu, an index or part of a name (see 'atrous devices'); enhance and scale also take all or a list"},
        {.name = "jobs", .letter = 'j', .kind = integer, .value = "N", .fallback = "cores, at least 3",
         .help = "Process up to N images at a time, {range}", .least = 1, .most = 1024},
        {.name = "max-memory", .kind = bytes, .value = "HOST[,DEVICE]",
         .fallback = "half of the machine's, all of the device's",
         .help = "Limit the memory for images in progress: 8G, or 8G,2G with that of the device; larger images are "
                 "processed in parts", .check = check_memory, .split = split_memory},
        {.name = "device-memory", .kind = bytes, .value = "SIZE",
         .help = "Limit device memory", .check = check_memory, .level = OptionLevel::hidden,
         .part_of = "max-memory=,{}"},
        {.name = "log", .kind = text, .value = "FILE|none", .fallback = "OUT/atrous-timings.jsonl",
         .help = "Write the timing log to this file; none writes no log"},
        {.name = "report", .kind = text, .value = "FILE.html", .help = "Write a page with each image before and after"},
        {.name = "progress", .kind = word, .value = "auto|none|plain|deadline|tractor|openjd", .fallback = "auto",
         .help = "Show progress as a bar (auto), one line per image (plain), lines for a farm (deadline, tractor, "
                 "openjd) or not at all (none)"},
        {.name = "quiet", .letter = 'q', .help = "Print only errors"},
        {.name = "verbose", .letter = 'v', .help = "Print the device, the choices made and the times of each image"},
        {.name = "fail-fast", .help = "Stop at the first image that fails", .level = OptionLevel::expert},
        {.name = "timeout", .kind = integer, .value = "SECONDS", .fallback = default_timeout,
         .help = "Fail an image that makes no progress for this time, {range}; 0 waits without limit",
         .least = 0, .most = 1e6, .level = OptionLevel::expert},
        {.name = "device-fallback", .kind = text, .value = "WHICH",
         .help = "Continue on this device, for example cpu, if the chosen one fails, or a check of its kernels does; "
                 "ATROUS_NO_DEVICE_CHECK=1 in the environment skips checks", .level = OptionLevel::expert},
        {.name = "no-defaults",
         .help = "Ignore the file of defaults, ~/.config/atrous/defaults", .level = OptionLevel::expert},
        {.name = "help-all", .help = "Print this help with the expert options"},
        help_row(),
    });
}

std::vector<OptionRule> file_rules() {
    using enum OptionRule::Kind;
    return {{"in-place", contradicts, "output|format"},
            {"quiet", contradicts, "verbose"}};
}

std::vector<OptionRow> role_option_rows() {
    using enum ValueKind;
    const char* tables = kept("Use this table of layer names: auto (by the file's marks), " +
                              joined(aov_table_names()) + ", or a file");
    const char* roles =
        kept("Assign a layer to a role: NAME, a pattern with *, or none; repeat for several. Roles are " +
             joined(split(named_roles(), '|')));
    return under("Roles", {
        {.name = "aovs", .kind = text, .value = "auto|NAME|FILE", .fallback = "auto", .help = tables},
        {.name = "role", .kind = named, .value = "ROLE=NAME|none", .fallback = "the table's",
         .help = roles, .words = named_roles()},
        {.name = "light", .kind = text, .value = "NAME,..|auto",
         .help = "Filter these lighting AOVs (R, G, B) like the beauty, so that they still add up to it; auto: the "
                 "table's layers"},
        {.name = "layer", .kind = text, .value = "NAME|all", .fallback = "the beauty",
         .help = "Filter these images of a file: a layer, a view layer, a pattern with * or all"},
        {.name = "motion-stored", .kind = text, .value = "WORDS", .fallback = "the table's",
         .help = "Describe how vectors are stored: to previous|next, sign to|from, y up|down, px|uv|ndc, scale S, "
                 "centre C, premultiplied; with commas between",
         .check = [](const std::string& words, const std::string& where) {
             read_aov_words(AovRole::motion, words, where);
         }},
    });
}

bool names_text(const std::string& option) {
    constexpr std::string_view all[] = {"preset",         "darktable-xmp",  "aovs",
                                        "assume-profile", "output-profile", "files-from"};
    return std::ranges::count(all, option) > 0;
}

OptionRule intent_rule() { return {"intent", OptionRule::needs, "output-profile"}; }

void check_file_options(const CommandLine& line) {
    const auto is_there = [](const std::string& name) {
        std::error_code ec;
        return std::filesystem::exists(name, ec);
    };
    for (const std::string& operand : line.operands) {
        const bool number = operand.find_first_not_of("0123456789") == std::string::npos;
        if (line.has("quiet") && number && !is_there(operand))
            throw usage_error(messages::quiet_value, operand);
    }
    const bool has_output = line.has("output") || line.has("in-place");
    if (!has_output && line.operands.size() == 2 && is_there(line.operands[0]) &&
        !is_there(line.operands[1]) && std::filesystem::path(line.operands[1]).has_extension())
        throw usage_error(messages::output_forgotten, line.operands[1]);
    const auto standard = std::ranges::count(line.operands, standard_stream);
    if (standard > 1) throw usage_error(messages::two_standard_inputs);
    if (standard > 0 && line.value("files-from", "") == standard_stream)
        throw usage_error(messages::names_and_input);
    if (line.has("null") && !line.has("files-from")) throw usage_error(messages::null_without_names);
}

} // namespace atrous
