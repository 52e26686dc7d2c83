// Defines the options of the commands that write no images: `compare`, `devices`, `report`, `verify`,
// `probe`.
#include "cli/tables.h"
#include "cli/file_rows.h"

// The facts of an option stand in one line, its sentence below:
// clang-format off
namespace atrous {
namespace {

constexpr const char* options_heading = "Options";

OptionRow json_row(const char* help = "Print JSON") { return {.name = "json", .help = help}; }

std::vector<OptionRow> compare_rows() {
    using enum ValueKind;
    return concatenated<OptionRow>({under("Comparison", {
        {.name = "frames", .kind = text, .value = "LIST", .fallback = "all, which both must have",
         .help = "Compare these frames: 1-100, 1-100x2 (every second), 1-5,9"},
        {.name = "layer", .kind = text, .value = "NAME", .fallback = "the beauty",
         .help = "Compare this layer or part: the first part of its channel names, for example ViewLayer.DiffCol, or "
                 "a pattern such as '*.diffcol'"},
        {.name = "alpha", .help = "Compare alpha, too"},
        {.name = "hdr", .help = "Compare HDR light, with gain maps applied"},
        {.name = "motion-from", .kind = text, .value = "FILES", .fallback = "B",
         .help = "Read motion vectors for the flicker metric from this folder or pattern"},
        {.name = "linear", .help = "Compute PSNR and tPSNR of floats on the values, not on x / (1 + x)"},
        {.name = "peak", .kind = number, .value = "P", .fallback = "1",
         .help = "Set the peak of PSNR and tPSNR, 0.000001 to 1000000", .least = 1e-6, .most = 1e6},
    }), under("Results", {
        json_row("Print JSON; infinite values are null"),
        {.name = "metric", .kind = word, .value = "all|psnr|relmse|smape|ssim|flip|flicker|tpsnr",
         .fallback = "all", .help = "Print only this metric; flip also applies to --heat"},
        {.name = "heat", .kind = text, .value = "FILE.png",
         .help = "Write a heat map of the differences; for a sequence, of the frame with the lowest PSNR"},
        {.name = "min-psnr", .kind = number, .value = "DB",
         .help = "Exit with 1 if PSNR is lower; for a sequence, the mean over its frames"},
        {.name = "max-flip", .kind = number, .value = "F",
         .help = "Exit with 1 if FLIP is higher; of a sequence, the mean of frames", .least = 0,
         .most = 1},
        {.name = "max-flicker", .kind = number, .value = "F",
         .help = "Exit with 1 if the flicker of the sequence is higher or cannot be measured", .least = 0},
        help_row(),
    })});
}

} // namespace

const OptionTable& compare_table() {
    static const OptionTable table = with_reading_rows(
        {"compare", "[options] A B",
         "Measures how far image A is from the reference B: two files, two folders of frames, or two patterns such as "
         "'out/beauty.####.exr'. Frames are paired by number.",
         compare_rows(),
         "  atrous compare denoised.exr reference.exr\n"
         "  atrous compare out/ reference/ --frames 1-10 --motion-from out/ --min-psnr 37.7\n"
         "  atrous compare --json a.png b.png | jq .overall.psnr\n"});
    return table;
}

const OptionTable& devices_table() {
    static const OptionTable table{
        "devices", "[options]", "Lists the OpenCL devices and marks the one that atrous would use.",
        under(options_heading, {
        {.name = "device", .kind = ValueKind::text, .value = "WHICH", .fallback = "auto",
         .help = "Explain this choice: auto (the best GPU, otherwise the device with most compute units), gpu, cpu, "
                 "an index or part of a name"},
        json_row(),
        help_row(),
    })};
    return table;
}

const OptionTable& report_table() {
    static const OptionTable table{
        "report", "[options] LOG",
        "Writes a page about the last run of a timing log: each image before and after, times, settings, warnings. "
        "Inputs and outputs are read again, so run it in the folder where the run was started.",
        under(options_heading, {
        {.name = "output", .letter = 'o', .kind = ValueKind::text, .value = "FILE.html",
         .fallback = "the run's --report, otherwise LOG with .html",
         .help = "Write the page to this file"},
        {.name = "existing", .kind = ValueKind::word, .value = "error|replace", .fallback = "error",
         .help = "Handle an existing page: error (fail) or replace"},
        {.name = "verbose", .letter = 'v', .help = "Print the name of the page"},
        {.name = "quiet", .letter = 'q', .help = "Print only errors"},
        help_row(),
    }),
        "  atrous report out/atrous-timings.jsonl -o page.html\n"};
    return table;
}

const OptionTable& verify_table() {
    static const OptionTable table = with_reading_rows(
        {"verify", "[options] LOG|FOLDER...",
         "Checks that every output of timing logs exists and has the logged size and checksum; outputs without a checksum "
         "are decoded to the end. For a folder, all logs in it are read.",
         under(options_heading, {
        {.name = "jobs", .letter = 'j', .kind = ValueKind::integer, .value = "N", .fallback = "one per core",
         .help = "Read up to N files at a time, {range}", .least = 1, .most = 1024},
        json_row(),
        help_row(),
    }),
         "  atrous verify out/ && touch done\n"
         "  atrous verify --json timings.jsonl | jq -r '.problems[].output'\n"});
    return table;
}

const OptionTable& probe_table() {
    using enum ValueKind;
    static const OptionTable table = with_reading_rows(
        {"probe", "[options] FILES|FOLDERS|PATTERN...",
         "Lists parts, layers and the roles that 'atrous denoise' assigns to them, finds how motion vectors are "
         "stored, and warns of likely problems with the option that fixes each. Writes nothing.",
         concatenated<OptionRow>({under("Inputs", {
        {.name = "frames", .kind = text, .value = "LIST", .fallback = "all that exist",
         .help = "Select the frames of input patterns: 1-100, 1-100x2, with commas between"},
        {.name = "recursive", .letter = 'r', .help = "Read sub-folders, too"},
        {.name = "every-frame",
         .help = "Read the samples of all frames of a sequence, not only of three"},
    }), role_option_rows(), under("Results", {json_row("Print JSON instead of tables"), help_row()})}),
         "Examples:\n"
         "  atrous probe still.exr\n"
         "  atrous probe 'room.####.exr'\n"
         "  atrous probe --json --aovs renderman shot/ | jq .shots[].motion\n"});
    return table;
}

} // namespace atrous
