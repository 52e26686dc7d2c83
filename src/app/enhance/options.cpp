// The options of `enhance`: their table, and the struct that they become.
#include "app/enhance/options.h"
#include "app/cli/setting_rows.h"
#include "app/enhance/darktable_preset.h"
#include "base/error.h"
#include "base/log.h"
#include "base/size.h"
#include "base/text.h"
#include "io/colour/profile.h"
#include <algorithm>
#include <array>
#include <filesystem>
#include <limits>

namespace atrous {
namespace {

constexpr const char* default_preset = "local-contrast";

std::vector<OptionRow> file_options() {
    using enum ValueKind;
    constexpr const char* files = "Files";
    constexpr const char* run = "Running";
    constexpr double most_jobs = 1024;
    static const std::string assumed = "What the colours of images without a profile are in; one that is "
                                       "embedded wins. An ICC file of RGB or grey "
                                       "colours, or " +
                                       joined(profile_names());
    return {
        {files, "output", 'o', text, "OUT", "",
         "A file, a folder (mirrors the folders that are read), or a template like "
         "'{dir}/{stem}_atrous.{ext}' of {dir} {stem} {ext} {frame}; {frame} is the last number in the name; "
         "RAW files become .tif where the input says the extension"},
        {files, "assume-profile", 0, text, "NAME|FILE", "srgb, of floats linear", assumed.c_str()},
        {files, "recursive", 'r', flag, "", "", "Read the folders below a folder, too"},
        {files, "files-from", 0, text, "FILE|-", "",
         "Read names of inputs from a file, or - for stdin, one per line"},
        {files, "null", '0', flag, "", "",
         "Names in --files-from end with a NUL byte, as find -print0 writes them"},
        {files, "overwrite", 0, flag, "", "", "Replace outputs that exist; without it such an input fails"},
        {files, "skip-existing", 0, flag, "", "", "Leave out inputs whose output exists"},
        {files, "compare", 0, flag, "", "",
         "Write a picture STEM_compare beside each output: left half before, right half after, a thin line "
         "between"},
        {files, "dump-levels", 0, text, "DIR", "",
         "Write every coarse and detail image into a folder, as STEM_coarse_N and STEM_detail_N (details on "
         "middle grey); slow"},
        {files, "dry-run", 'n', flag, "", "",
         "Print what would be done: input, output, size, levels, memory"},
        {files, "quality", 0, integer, "N", "the input's if both are JPEG, else 95",
         "Quality of outputs that are compressed with loss (JPEG, WebP, HEIC), 1 to 100; -q is --quiet", 1,
         100},
        {files, "subsampling", 0, text, "444|422|420", "the input's if both are JPEG, else 444",
         "Chroma subsampling of JPEG outputs; 4:2:0 is 420", 0, 0, "444|422|420|4:4:4|4:2:2|4:2:0"},
        {files, "layer", 0, text, "NAME|all", "the picture",
         "Of EXR files with layers: which are filtered, all others stay as they are. By itself it is the picture, "
         "of each eye; of Blender's view layers Composite, else the first. NAME is a layer, a view layer or a "
         "pattern with *; all: every picture"},
        {files, "strip", 0, flag, "", "",
         "Leave out all metadata but colour profile, orientation and resolution"},
        {run, "device", 0, text, "WHICH", "auto",
         "OpenCL device: auto (the best GPU, else the device with most compute units), gpu, cpu, an index or "
         "a part of a name, as 'atrous devices' lists them"},
        {run, "device-memory", 0, bytes, "SIZE", "what the device has",
         "Memory that the device may use for an image, like 800M or 4G; an image that needs more is computed "
         "in overlapping regions, with the same result"},
        {run, "jobs", 'j', integer, "N", "cores, at least 3", "Images in work at once, 1 to 1024", 1,
         most_jobs},
        {run, "max-memory", 0, bytes, "SIZE", "half of the machine's",
         "Memory for images in work, like 800M or 4G; an image that needs more runs alone, on a CPU in "
         "overlapping regions"},
        {run, "fail-fast", 0, flag, "", "", "Stop at the first image that fails"},
        {run, "log", 0, text, "FILE", "OUT/atrous-timings.jsonl",
         "Write times as JSON Lines; the default holds for a folder OUT"},
        {run, "no-log", 0, flag, "", "", "Write no log"},
        {run, "progress", 0, text, "HOW", "auto",
         "auto (a bar on a terminal), none, plain (a line per image)", 0, 0, "auto|none|plain"},
        {run, "quiet", 'q', flag, "", "", "Print only errors"},
        {run, "verbose", 'v', flag, "", "",
         "Print the device, the choices made, and a table of times per image"},
        {run, "help", 'h', flag, "", "", "Print this"},
    };
}

constexpr std::array<std::array<const char*, 2>, 4> contradictions{
    {{"overwrite", "skip-existing"}, {"log", "no-log"}, {"quiet", "verbose"}, {"preset", "darktable-xmp"}}};

void check_contradictions(const CommandLine& line) {
    for (const auto& [one, other] : contradictions)
        if (line.has(one) && line.has(other))
            throw usage_error(std::string("--") + one + " and --" + other +
                              " contradict each other; give one");
    for (const char* list : {"luma-threshold", "chroma-threshold"})
        if (line.value("denoise", "off") == "auto" && line.has(list))
            throw usage_error(std::string("--denoise auto finds the thresholds; leave out --") + list);
    for (const std::string& operand : line.operands) {
        const bool number = operand.find_first_not_of("0123456789") == std::string::npos;
        if (line.has("quiet") && number && !std::filesystem::exists(operand))
            throw usage_error(
                "-q is --quiet and takes no value; for the quality of outputs write --quality " + operand);
    }
    if (line.has("null") && !line.has("files-from"))
        throw usage_error("--null (-0) says how --files-from is read, which is not given");
}

/// "420" is how the command line spells "4:2:0", too.
WriteOptions write_options(const CommandLine& line) {
    WriteOptions write;
    write.overwrite = line.has("overwrite");
    write.strip = line.has("strip");
    if (line.has("quality")) write.quality = int(to_number(*line.find("quality")));
    for (const char digit : line.value("subsampling", ""))
        if (digit != ':') write.subsampling += (write.subsampling.empty() ? "" : ":") + std::string(1, digit);
    return write;
}

Preset chosen_preset(const CommandLine& line) {
    const std::string* sidecar = line.find("darktable-xmp");
    const bool denoises = line.value("denoise", "off") == "auto";
    if (!sidecar) return load_preset(line.value("preset", denoises ? "neutral" : default_preset));
    const std::string space = line.value("space", "lab");
    if (space != "lab" && space != "auto")
        throw usage_error(
            "--darktable-xmp: its thresholds and sigmas are those of space lab; leave out --space " + space +
            ", or begin with --preset");
    return load_darktable_preset(*sidecar);
}

} // namespace

void check_settings(const EnhanceOptions& options, const DeviceTraits& device) {
    Pixels image;
    image.size = {64, 64};
    EnhanceOptions preset_alone;
    preset_alone.preset = options.preset;
    try {
        resolve(settings_for(preset_alone, ""), image, device);
    } catch (const Error& error) {
        throw usage_error("preset " + options.preset.name + ": " + error.what());
    }
    resolve(settings_for(options, ""), image, device);
}

const OptionTable& enhance_table() {
    static const OptionTable table = [] {
        OptionTable made{
            "enhance", "[options] FILES|FOLDERS... -o OUT",
            "Local contrast, sharpening and denoising of photographs by edge-avoiding wavelets.",
            file_options(),
            "Examples:\n"
            "  atrous enhance holiday/ -o better/\n"
            "  atrous enhance --preset denoise --amount 0.7 *.tif -o '{dir}/{stem}_clean.{ext}'\n"
            "  find . -name '*.jpg' -print0 | atrous enhance -0 --files-from - -o out/\n"};
        std::vector<OptionRow> filter = setting_options();
        static const std::string names = "The settings to start from: " + joined(preset_names()) +
                                         ", or a file; options given here win over it";
        filter.insert(
            filter.begin(),
            {{"Filter", "preset", 0, ValueKind::text, "NAME|FILE", default_preset, names.c_str()},
             {"Filter", "darktable-xmp", 0, ValueKind::text, "FILE", "",
              "Start from the contrast equalizer in a darktable sidecar instead: space lab, borders "
              "clamped; blending and masks are left out"},
             {"Filter", "dump-preset", 0, ValueKind::flag, "", "",
              "Print the preset, with the options given here, as a file for --preset; do nothing else"}});
        const auto not_files = [](const OptionRow& row) { return std::string_view(row.group) != "Files"; };
        made.rows.insert(std::ranges::find_if(made.rows, not_files), filter.begin(), filter.end());
        return made;
    }();
    return table;
}

EnhanceOptions enhance_options(const CommandLine& line, const std::vector<std::string>& arguments) {
    check_contradictions(line);
    EnhanceOptions options;
    options.arguments = arguments;
    options.inputs = {line.operands, line.value("files-from", ""), line.has("null"), line.has("recursive")};
    options.output = line.value("output", "");
    options.batch.write = write_options(line);
    options.batch.skip_existing = line.has("skip-existing");
    options.batch.fail_fast = line.has("fail-fast");
    if (line.has("jobs")) options.batch.jobs = int(to_number(*line.find("jobs")));
    if (line.has("max-memory")) options.batch.memory = parse_bytes(*line.find("max-memory"), "--max-memory");
    if (const std::string* size = line.find("device-memory"))
        options.device_memory = parse_bytes(*size, "--device-memory");
    if (const std::string* name = line.find("assume-profile"))
        options.batch.read.assumed = find_profile(*name, "--assume-profile");
    options.batch.read.layer = line.value("layer", "");
    options.dry_run = line.has("dry-run");
    options.companions.compare = line.has("compare");
    options.companions.levels = line.value("dump-levels", "");
    options.device = line.value("device", options.device);
    if (line.has("log")) options.log_file = *line.find("log");
    if (options.log_file == "-")
        throw usage_error(
            "--log -: the log is a file that is appended to; name one (./- is a file of that name)");
    options.no_log = line.has("no-log");
    options.progress = progress_mode(line.value("progress", "auto"));
    set_verbosity(line.has("quiet")     ? Verbosity::quiet
                  : line.has("verbose") ? Verbosity::verbose
                                        : Verbosity::normal);
    options.preset = chosen_preset(line);
    options.dump_preset = line.has("dump-preset");
    for (const auto& given : line.given)
        if (find_setting(given.first)) options.settings.push_back(given);
    constexpr auto any = std::numeric_limits<std::size_t>::max(); // limits of the device, not known yet
    check_settings(options, {.largest_group = any, .local_memory = any});
    if (options.dump_preset) return options;
    if (options.inputs.operands.empty() && options.inputs.list.empty())
        throw usage_error("no inputs: give files or folders, or --files-from ('atrous enhance --help')");
    if (options.output.empty())
        throw usage_error(
            "no output: give -o FILE, -o FOLDER/ or a template like -o '{dir}/{stem}_atrous.{ext}'");
    return options;
}

EawResolved settings_of(const EnhanceOptions& options, const Pixels& pixels, const DeviceTraits& device) {
    const Space& space = space_of(settings_for(options, ""), pixels.type);
    return resolve(settings_for(options, space.name), pixels, device);
}

EawSettings settings_for(const EnhanceOptions& options, const std::string& space) {
    EawSettings settings;
    apply_preset(options.preset, space, settings);
    for (const auto& [name, value] : options.settings) find_setting(name)->set(settings, value);
    if (!settings.space || settings.space->chroma > 0) return settings;
    // What the preset says of chroma is left out there; what the user says is refused by resolve().
    const EawSettings plain;
    const auto given = [&](const char* name) {
        for (const auto& setting : options.settings)
            if (setting.first == name) return true;
        return false;
    };
    if (!given("chroma")) settings.chroma = plain.chroma;
    if (!given("chroma-threshold")) settings.chroma_threshold = plain.chroma_threshold;
    return settings;
}

} // namespace atrous
