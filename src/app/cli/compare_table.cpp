// The options of `compare`.
#include "app/cli/file_rows.h"
#include "app/cli/tables.h"

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
              "PSNR and tPSNR of the samples as they are, not of x / (1 + x): for display values, as in PNG"},
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
         "  atrous compare --linear --json a.png b.png | jq .overall.psnr\n"});
    return table;
}

} // namespace atrous
