// The table of options of file commands, and which of them exclude each other.
#include "cli/file_rows.h"
#include "base/text.h"
#include "image/profile.h"
#include "platform/standard_streams.h"
#include <algorithm>
#include <filesystem>
#include <string_view>

namespace atrous {
namespace {

constexpr const char* running_heading = "Running";
constexpr double most_jobs = 1024;
constexpr double most_timeout = 1e6; // seconds

OptionRow no_supervisor_row() {
    return {expert_heading,
            "no-supervisor",
            0,
            ValueKind::flag,
            "",
            "",
            "Work in one process, for debuggers: a file that crashes its decoder ends the run"};
}

} // namespace

std::vector<OptionRow> file_rows() {
    using enum ValueKind;
    constexpr const char* files = files_heading;
    return {
        {files, "output", 'o', text, "OUT", "",
         "A file, a folder (mirrors the folders that are read), - (the standard output), or a template like "
         "'{dir}/{stem}_atrous.{ext}' of {dir} {stem} {ext} {inext} {frame}, or a pattern like 'out/b.####.exr'; "
         "{inext} is the input's extension, which keeps a.psd and a.tif apart; {frame} "
         "is the frame's number as the name has it, in front of the extension or alone between dots; RAW files "
         "become .tif where the input says the extension and --format does not"},
        {files, "format", 0, text, "EXT", "the input's",
         "The extension of outputs whose names are made from the inputs' (in a folder, or {ext}), like jpg, and "
         "the format of the standard output"},
        {files, "frames", 0, text, "LIST", "those that are there",
         "Frames of inputs that are patterns: ranges like 1-100, 1-100x2 (every second), 1-100y2 (the others), "
         "100-1, -5--1, with commas between. Patterns: #### or @@@@ (a digit each; a single # is four), %04d, $F4, "
         "{frame}"},
        {files, "missing", 0, text, "WHAT", "error",
         "What is done where frames are missing: error (nothing at all), skip (the others; exit code 1), clip "
         "(the others, as at the ends of a shot; exit code 0)",
         0, 0, "error|skip|clip"},
        {files, "chunk", 0, text, "I/N|auto", "",
         "Write only the chunk I of N, counted from 0: of a pattern a run of frames, else every N-th input; auto: "
         "the task of a Slurm array. One past the end does nothing"},
        {files, "recursive", 'r', flag, "", "", "Read the folders below a folder, too"},
        {files, "files-from", 0, text, "FILE|-", "",
         "Read names of inputs from a file, or - for stdin, one per line"},
        {files, "null", '0', flag, "", "",
         "Names in --files-from end with a NUL byte, as find -print0 writes them"},
        {files, "exclude", 0, text, "GLOB", "",
         "Leave out inputs with a matching name, folder or path below a folder, like '*_small.*'; may be given "
         "several times"},
        {files, "in-place", 0, attached, "[=SUFFIX]", "",
         "Replace the inputs instead of -o, each as a whole once its output is complete; with SUFFIX, like .bak, what "
         "was there is kept under its name and SUFFIX"},
        {files, "existing", 0, text, "WHAT", "error",
         "What is done where an output exists: error (its input fails), replace, skip (leave out the input if the output "
         "is complete, by the log or by decoding it; a damaged one is written anew), newer (only inputs that are newer "
         "than their output, which is replaced)",
         0, 0, "error|replace|skip|newer"},
        {files, "keep-times", 'p', flag, "", "", "Outputs get the times of their inputs"},
        {files, "compression", 0, text, "NAME[:LEVEL]", "the input's, else zip",
         "How outputs are compressed. OpenEXR: none, rle, zip, zips, piz, or with loss pxr24, b44, b44a, dwaa, "
         "dwab; levels of zip are 1 to 9, of dwaa and dwab like 45 and up. TIFF: none, lzw, zip, packbits. PNG: "
         "none, zip. jpeg, webp, heic and avif: the level is the quality. WebP: lossless"},
        {files, "wrap", 0, text, "auto|none|x", "auto",
         "Whether the left and right edges meet: auto (where GPano or an OpenEXR's envmap says that the picture is "
         "equirectangular), none, x (they do)",
         0, 0, "auto|none|x"},
        {files, "dry-run", 'n', flag, "", "",
         "Print what would be done with each input: its output, size and memory"},
    };
}

std::vector<OptionRow> picture_file_rows() {
    using enum ValueKind;
    constexpr const char* files = files_heading;
    static const std::string assumed =
        "What the colours of images without a profile are in; one that is embedded wins. An ICC file of RGB "
        "or grey colours, or " +
        joined(profile_names());
    static const std::string output =
        "The colours of outputs: pictures are converted to this profile and embed it. An ICC file of RGB or grey "
        "colours, or one of the names of --assume-profile, like srgb or displayp3";
    return {
        {files, "assume-profile", 0, text, "NAME|FILE", "srgb, of floats linear", assumed.c_str()},
        {files, "cmyk", 0, text, "refuse|rgb", "refuse",
         "JPEGs and TIFFs of CMYK, which need a profile: refused, or converted to sRGB", 0, 0, "refuse|rgb"},
        {files, "quality", 0, integer, "N", "the input's if both are JPEG, else 95",
         "Quality of outputs that are compressed with loss (JPEG, WebP, HEIC, AVIF), 1 to 100; -q is --quiet",
         1, 100},
        {files, "subsampling", 0, text, "444|422|420", "the input's, else 444, of HEIC 420",
         "Chroma subsampling of JPEG, HEIC and AVIF outputs; 4:2:0 is 420", 0, 0,
         "444|422|420|4:4:4|4:2:2|4:2:0"},
        {files, "output-profile", 0, text, "NAME|FILE", "the input's colours", output.c_str()},
        {files, "intent", 0, text, "WHAT", "relative",
         "How colours go to a profile of tables, and from one: perceptual, relative, saturation, absolute", 0,
         0, intent_words},
        {files, "no-dither", 0, flag, "", "",
         "Round to 8 bits without the noise of less than a step that keeps slopes smooth"},
        {files, "strip", 0, flag, "", "",
         "Leave out all metadata but colour profile, orientation and resolution"},
    };
}

OptionRow proxy_row() {
    return {
        files_heading,
        "proxy",
        0,
        ValueKind::text,
        "M[xN][:DIR]",
        "",
        "Write a small copy of each output, too, M old pixels to a new one, 1 to 64, as 'atrous scale' does: "
        "beside it as STEM_proxy, or into a folder, under its name"};
}

std::vector<OptionRow> box_rows(const char* heading) {
    using enum ValueKind;
    return {
        {heading, "size", 0, text, "WxH", "",
         "Fit outputs into a box of so many pixels, as viewers show the picture; the shape is kept"},
        {heading, "upscale", 0, flag, "", "",
         "With --size, enlarge pictures that are smaller than the box; without it they stay as they are"},
    };
}

OptionTable with_reading_rows(OptionTable table) {
    table.rows.push_back(
        {running_heading, "max-memory", 0, ValueKind::bytes, "SIZE", "the machine's",
         "Memory that the files in work may take, like 800M or 4G; a file that needs more fails"});
    table.rows.push_back(no_supervisor_row());
    return table;
}

std::vector<OptionRow> running_rows() {
    using enum ValueKind;
    constexpr const char* run = running_heading;
    static const std::string devices =
        std::string(device_help) +
        "; all (every one like the best), or several with commas between, if they are alike: images are dealt to them";
    return {
        {run, "device", 0, text, "WHICH", "auto", devices.c_str()},
        {run, "device-fallback", 0, text, "WHICH", "",
         "Where the device fails in the middle of the run, the rest is computed on this one, like cpu, and a "
         "warning says so"},
        {expert_heading, "device-memory", 0, bytes, "SIZE", "what the device has",
         "Memory that the device may use for an image, like 800M or 4G; an image that needs more is computed "
         "in overlapping regions, with the same result"},
        {run, "jobs", 'j', integer, "N", "cores, at least 3", "Images in work at once, 1 to 1024", 1,
         most_jobs},
        {run, "max-memory", 0, bytes, "SIZE", "half of the machine's",
         "Memory for images in work, like 800M or 4G; an image that needs more is worked on in bands, on a CPU "
         "in overlapping regions"},
        {run, "timeout", 0, integer, "SECONDS", default_timeout,
         "Fail an image if nothing was done on it for so long, 0 to 1000000; 0: never", 0, most_timeout},
        no_supervisor_row(),
        {run, "fail-fast", 0, flag, "", "", "Stop at the first image that fails"},
        {run, "log", 0, text, "FILE|none", "OUT/atrous-timings.jsonl",
         "Write times as JSON Lines; the default holds for a folder OUT, and has the chunk's number in its name "
         "where there is one; none: no log"},
        {run, "report", 0, text, "FILE.html", "",
         "Write a page about the run that is one file: each picture before and after, times, settings, warnings; of a "
         "chunk FILE.I.html"},
        {run, "progress", 0, text, "HOW", "auto",
         "auto (a bar on a terminal, else by the farm that the environment shows), none, plain (a line per "
         "image), or the lines of a farm with a percentage: deadline, tractor, openjd",
         0, 0, "auto|none|plain|deadline|tractor|openjd"},
        {run, "no-defaults", 0, flag, "", "",
         "Read no file of defaults ($XDG_CONFIG_HOME/atrous/defaults, else ~/.config/atrous/defaults)"},
        {run, "quiet", 'q', flag, "", "", "Print only errors"},
        {run, "verbose", 'v', flag, "", "",
         "Print the device, the choices made, and a table of times per image"},
        {run, "help", 'h', flag, "", "", "Print this"},
    };
}

std::vector<OptionRule> file_rules() {
    using enum OptionRule::Kind;
    return {{"in-place", contradicts, "output|existing|format"},
            {"quiet", contradicts, "verbose"},
            {"device-fallback", contradicts, "no-supervisor"}};
}

std::vector<AliasRow> file_aliases() {
    const auto flag = [](const char* name, const char* target, const char* value) {
        return AliasRow{{"", name, 0, ValueKind::flag, "", "", ""}, target, value};
    };
    return {flag("overwrite", "existing", "replace"), flag("skip-existing", "existing", "skip"),
            flag("newer", "existing", "newer"), flag("no-log", "log", "none")};
}

bool names_text(const std::string& option) {
    constexpr std::string_view all[] = {"preset",         "darktable-xmp",  "aovs",
                                        "assume-profile", "output-profile", "files-from"};
    return std::ranges::count(all, option) > 0;
}

OptionRule intent_rule() { return {"intent", OptionRule::needs, "output-profile"}; }

void check_file_options(const CommandLine& line) {
    for (const std::string& operand : line.operands) {
        const bool number = operand.find_first_not_of("0123456789") == std::string::npos;
        if (line.has("quiet") && number && !std::filesystem::exists(operand))
            throw usage_error(
                "-q is --quiet and takes no value; for the quality of outputs write --quality " + operand);
    }
    const auto standard = std::ranges::count(line.operands, standard_stream);
    if (standard > 1) throw usage_error("- is given twice, but there is one standard input");
    if (standard > 0 && line.value("files-from", "") == standard_stream)
        throw usage_error("- and --files-from - contradict each other: there is one standard input");
    if (line.has("null") && !line.has("files-from"))
        throw usage_error("--null (-0) says how --files-from is read, which is not given");
}

} // namespace atrous
