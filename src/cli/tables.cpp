// The options of the commands that only look: `compare`, `devices`, `verify`, `probe`.
#include "cli/tables.h"
#include "cli/file_rows.h"

namespace atrous {

const OptionTable& compare_table() {
    using enum ValueKind;
    constexpr const char* what = "What is compared";
    constexpr const char* results = "Results";
    constexpr double least_peak = 1e-6, most_peak = 1e6;
    static const OptionTable table = with_reading_rows(
        {"compare",
         "[options] A B",
         "Error metrics of picture A against the reference B: two files, two folders of frames, or two patterns "
         "like 'out/beauty.####.exr'. Frames are paired by their numbers.",
         {
             {what, "frames", 0, text, "LIST", "all, which both must have",
              "Frames of the sequences: numbers and ranges like '1-100', '1-100x2' (every second) or '1-5,9'"},
             {what, "layer", 0, text, "NAME", "the picture",
              "The layer that is compared, by the first names of its channels ('ViewLayer.DiffCol'), or the part "
              "of that name; a file without layers is compared whole"},
             {what, "alpha", 0, flag, "", "", "Compare alpha, too"},
             {what, "motion-from", 0, text, "FILES", "B",
              "Folder or pattern of the frames with motion vectors to the previous frame, for flicker; AOV tables know them"},
             {what, "linear", 0, flag, "", "",
              "PSNR and tPSNR of floats as they are, not of x / (1 + x), as integers always are"},
             {what, "peak", 0, number, "P", "1", "The peak of PSNR and tPSNR, 0.000001 to 1000000",
              least_peak, most_peak},
             {results, "json", 0, flag, "", "", "Print JSON; infinite values are null there"},
             {results, "heat", 0, text, "FILE", "none",
              "Write a PNG of where the pictures differ, and say what its colours mean; of a sequence the frame of lowest PSNR"},
             {results, "min-psnr", 0, number, "DB", "none",
              "The exit code is 1 if PSNR (of a sequence the mean over its frames) is below"},
             {results, "max-flicker", 0, number, "F", "none",
              "The exit code is 1 if the sequence's flicker is above, or cannot be measured", 0},
             {results, "help", 'h', flag, "", "", "Print this"},
         },
         "  atrous compare denoised.exr reference.exr\n"
         "  atrous compare out/ reference/ --frames 1-10 --motion-from out/ --min-psnr 37.7\n"
         "  atrous compare --json a.png b.png | jq .overall.psnr\n"});
    return table;
}

const OptionTable& devices_table() {
    static const OptionTable table{
        "devices",
        "[options]",
        "Lists the OpenCL devices, and marks the one that atrous would use.",
        {{"Options", "device", 0, ValueKind::text, "WHICH", "auto",
          "The selection to explain: auto, gpu, cpu, an index or a part of a name"},
         {"Options", "json", 0, ValueKind::flag, "", "", "Print JSON"},
         {"Options", "help", 'h', ValueKind::flag, "", "", "Print this"}}};
    return table;
}

const OptionTable& report_table() {
    static const OptionTable table{
        "report",
        "[options] LOG",
        "Makes a page about the last run of a timing log: each picture before and after, times, settings, warnings. "
        "Inputs and outputs are read again, so run it where the run was started.",
        {{"Options", "output", 'o', ValueKind::text, "FILE.html",
          "the run's own --report, else LOG with .html", "The page, one file"},
         {"Options", "existing", 0, ValueKind::text, "WHAT", "error",
          "What is done where the page exists: error or replace", 0, 0, "error|replace"},
         {"Options", "verbose", 'v', ValueKind::flag, "", "", "Print the page's name"},
         {"Options", "quiet", 'q', ValueKind::flag, "", "", "Print only errors"},
         {"Options", "help", 'h', ValueKind::flag, "", "", "Print this"}},
        "  atrous report out/atrous-timings.jsonl -o page.html\n"};
    return table;
}

const OptionTable& verify_table() {
    static const OptionTable table = with_reading_rows(
        {"verify",
         "[options] LOG|FOLDER...",
         "Looks whether every output of timing logs is there, and has the size and checksum that were logged; of logs without "
         "checksums, whether it can be read to its end. Of a folder the logs in it are read.",
         {{"Options", "jobs", 'j', ValueKind::integer, "N", "one per core",
           "Files that are read at a time, 1 to 1024", 1, 1024},
          {"Options", "json", 0, ValueKind::flag, "", "", "Print JSON"},
          {"Options", "help", 'h', ValueKind::flag, "", "", "Print this"}},
         "  atrous verify out/ && touch done\n"
         "  atrous verify --json timings.jsonl | jq -r '.problems[].output'\n"});
    return table;
}

const OptionTable& probe_table() {
    using enum ValueKind;
    constexpr const char* what = "What is looked at";
    static const OptionTable table = [] {
        OptionTable made{
            "probe",
            "[options] FILES|FOLDERS|PATTERN...",
            "Lists parts, layers and the roles that 'atrous denoise' would give them, finds how motion vectors are "
            "stored, and warns of what would spoil a result, with the option that mends it. Writes nothing.",
            {
                {what, "frames", 0, text, "LIST", "those that are there",
                 "Frames of inputs that are patterns: ranges like 1-100, 1-100x2, with commas between"},
                {what, "recursive", 'r', flag, "", "", "Look into the folders below a folder, too"},
                {what, "every-frame", 0, flag, "", "",
                 "Look at the samples of all frames of a sequence, not only of three in its middle"},
            },
            "Examples:\n"
            "  atrous probe still.exr\n"
            "  atrous probe 'room.####.exr'\n"
            "  atrous probe --json --aovs renderman shot/ | jq .shots[].motion\n"};
        for (const OptionRow& row : role_option_rows()) made.rows.push_back(row);
        constexpr const char* results = "Results";
        made.rows.push_back({results, "json", 0, flag, "", "", "Print JSON instead of tables"});
        made.rows.push_back({results, "help", 'h', flag, "", "", "Print this"});
        return with_reading_rows(std::move(made));
    }();
    return table;
}

} // namespace atrous
