// Tests mistakes on the command line: each message has a remedy.
#include "cli/messages.h"
#include "cli/options.h"
#include "cli/preset.h"
#include "cli/tables.h"
#include "support/app_run.h"
#include "support/messages.h"

using namespace atrous;

namespace {

/// The message of the error that a command line leads to.
Message refusal(const OptionTable& table, const std::vector<std::string>& arguments) {
    return thrown_by([&] { parse_options(table, arguments); });
}

bool has_value(const Message& message, const std::string& part) {
    return std::ranges::any_of(
        message.values, [&](const std::string& value) { return value.find(part) != std::string::npos; });
}

} // namespace

TEST_CASE("a long option with one dash is distinguished from joined letters") {
    const OptionTable& table = enhance_table();
    CHECK(is_message(refusal(table, {"-resize", "50%"}), messages::option_one_dash, "-resize",
                     "--size N, or atrous scale --factor 2 for half the size"));
    CHECK(is_message(refusal(table, {"-quality=90"}), messages::option_one_dash, "-quality", "--quality"));
    CHECK(refusal(table, {"-rn"}).empty());
    CHECK(is_message(refusal(table, {"-rx"}), messages::option_unknown, "-x", anything, "enhance"));
}

TEST_CASE("options of other programs lead to the option with the same effect") {
    const struct {
        const OptionTable& table;
        const char *typed, *hint;
    } rows[] = {{enhance_table(), "--output-dir", "-o FOLDER/"},
                {enhance_table(), "--suffix", "-o '{dir}/{stem}_x.{ext}'"},
                {enhance_table(), "--profile", "--output-profile"},
                {denoise_table(), "--start", "--frames 4-6"},
                {denoise_table(), "-s", "--frames 4-6"},
                {enhance_table(), "-a", "--help-all"},
                {enhance_table(), "--list-presets", "atrous presets"},
                {enhance_table(), "--percent", "atrous scale --factor 2"},
                {enhance_table(), "--longest", "--size N"},
                {enhance_table(), "--sharpen", "--preset darktable/sharpen"},
                {enhance_table(), "--proxy", "scale --factor M"},
                {denoise_table(), "--amount", "--strength"},
                {scale_table(), "-f", "--existing replace"},
                {enhance_table(), "--clarity", "--preset darktable/clarity"},
                {enhance_table(), "--nr", "--denoise auto"},
                {enhance_table(), "--force", "--existing replace"},
                {enhance_table(), "--no-overwrite", "--existing skip"},
                {scale_table(), "--update", "--existing newer"},
                {enhance_table(), "--bits", "--depth uint8, uint10, uint12, uint16, half or float"},
                {scale_table(), "--width", "--size"},
                {denoise_table(), "--threads", "--jobs"},
                {denoise_table(), "--alb", "--role albedo"},
                {enhance_table(), "--factor", "an option of 'atrous scale'"},
                {scale_table(), "--preset", "an option of 'atrous enhance'"},
                {scale_table(), "--crop", "an option of 'atrous enhance'"}};
    for (const auto& [table, typed, hint] : rows) {
        CAPTURE(typed);
        const Message message = refusal(table, {typed, "x"});
        CHECK(message.id == messages::option_unknown.id);
        CHECK(has_value(message, hint));
    }
}

TEST_CASE("a file instead of a value is refused") {
    CHECK(is_message(refusal(enhance_table(), {"--denoise", "a.jpg", "-o", "b.jpg"}), messages::value_is_file,
                     "--denoise", anything, "a.jpg"));
    CHECK(is_message(refusal(scale_table(), {"--factor", "a.jpg", "-o", "b.jpg"}), messages::value_is_file,
                     "--factor", "M[xN]", "a.jpg"));
    CHECK(is_message(refusal(enhance_table(), {"--size", "a.jpg"}), messages::value_is_file, "--size",
                     "N|WxH", "a.jpg"));
    CHECK(refusal(scale_table(), {"--factor", "2.5x2"}).empty()); // refused as a factor, later
    CHECK(is_message(refusal(enhance_table(), {"--denoise", "much"}), messages::value_unknown, "--denoise",
                     "much", anything, ""));
}

TEST_CASE("a pair of values that ends in a comma lacks its second value") {
    for (const auto& [option, value, whole] : {std::tuple{"--max-memory", "8G,", "HOST[,DEVICE]"},
                                               {"--max-memory", ",", "HOST[,DEVICE]"},
                                               {"--denoise-strength", "1,", "LUMA[,CHROMA]"}})
        CHECK(is_message(refusal(enhance_table(), {option, value}), messages::value_missing, option, whole));
    CHECK(refusal(enhance_table(), {"--max-memory", ",2G"}).empty());
    CHECK(refusal(enhance_table(), {"--protect-clipping", "1,"}).empty()); // a value without comma sets both
}

TEST_CASE("several presets in one value") {
    const auto refused = [](const std::string& name) { return thrown_by([&] { load_preset(name); }); };
    CHECK(is_message(refused("sharpen,denoise"), messages::preset_list, "--preset", "sharpen,denoise",
                     "--preset sharpen --preset denoise"));
    CHECK(is_message(refused("sharpen,x"), messages::preset_unknown, "--preset", "sharpen,x", anything,
                     anything));
}

TEST_CASE("mistakes in commands and operands") {
    const Folder folder;
    folder.ppm("a.ppm");
    const auto refused = [&](const std::string& typed, const MessageRow& row,
                             const std::vector<std::string>& values) {
        const Ran ran = folder.run(typed);
        check(ran, 2, {});
        CHECK(has_message(ran.err, row, values));
    };
    refused("info a.ppm", messages::command_unknown, {"info", "did you mean probe?"});
    refused("diff a.ppm b.ppm", messages::command_unknown, {"diff", "did you mean compare?"});
    refused("resize a.ppm", messages::command_unknown, {"resize", "did you mean scale?"});
    for (const char* asked : {"version", "-V"})
        refused(asked, messages::command_unknown, {asked, "did you mean --version?"});
    refused("--gpu enhance a.ppm", messages::command_is_option, {"--gpu", "--gpu", anything});
    refused("enhance a.ppm x.ppm", messages::output_forgotten, {"x.ppm"});
    refused("scale a.ppm -o b.ppm", messages::size_missing, {});
    refused("verify", messages::log_missing, {});
    refused("compare a.ppm", messages::two_images_needed, {"1"});
    for (const char* typed : {"enhance --version", "scale --version --nonsense", "--version --nonsense"})
        CHECK(folder.run(typed).out == folder.run("--version").out);
    refused("enhance --nonsense --version", messages::option_unknown, {"--nonsense", "", "enhance"});
    CHECK(folder.run("enhance --help expert").out == folder.run("enhance --help-all").out);
    CHECK(folder.run("enhance --help-all").code == 0);
}
