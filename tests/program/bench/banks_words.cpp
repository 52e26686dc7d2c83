// Tests the output of `atrous banks`: text, images, help, refusals.
#include "base/messages.h"
#include "cli/messages.h"
#include "filters/atrous/messages.h"
#include "lab/banks/messages.h"
#include "program/bench/banks_call.h"
#include "support/messages.h"
#include <algorithm>
#include <filesystem>
#include <fstream>

namespace atrous {
namespace {

const std::vector<std::string> subcommands = {"tile", "degree", "optimize", "scramble"};

} // namespace

TEST_CASE("text fits 100 columns, names the steps and the recommended map") {
    for (const std::string arguments :
         {"tile", "tile --workgroup 64x4 --radius 3 --device cdna3", "tile --workgroup 8x8 --radius 1",
          "tile --workgroup 8x8 --radius 1 --memory-limit 512", "tile --width 200", "tile --element-bits 8",
          "tile --device cpu", "tile --reshape tall --halvings 1", "scramble",
          "scramble --factor 6 --taps 15 --banks 12", "degree --stride 6", "degree --last-exclusive 40",
          "--help"}) {
        std::istringstream lines(banks(arguments));
        for (std::string line; std::getline(lines, line);) {
            INFO(arguments, ": ", line);
            CHECK(line.size() <= 100);
        }
    }
    auto text = banks("tile");
    std::ranges::replace(text, '\n', ' ');
    text.erase(std::ranges::unique(text, [](char a, char b) { return a == ' ' && b == ' '; }).begin(),
               text.end());
    for (const char* word : {"gcd(20, 32) = 4", "4x8", "16x16", "map 'bank'", "row query", "2240 more bytes"})
        CHECK(text.find(word) != std::string::npos);
}

TEST_CASE("images of every kind of tile are whole, and cells carry their banks") {
    const auto path = (std::filesystem::temp_directory_path() / "atrous-banks-test.svg").string();
    for (const std::string arguments :
         {"", "--width 21", "--reshape wide --halvings 1", "--element-bits 8", "--device cpu",
          "--workgroup 8x8 --radius 1 --element-bits 128", "--workgroup 1024x4"}) {
        banks("tile " + arguments + " --svg " + path);
        std::ifstream file(path);
        std::stringstream text;
        text << file.rdbuf();
        CHECK(text.str().starts_with("<svg"));
        CHECK(text.str().ends_with("</svg>\n"));
        if (arguments.empty()) CHECK(text.str().find(">31</text>") != std::string::npos);
    }
    std::filesystem::remove(path);
}

TEST_CASE("every subcommand explains its options") {
    for (const auto& name : subcommands) {
        const auto text = banks(name + " --help");
        CHECK(text.starts_with("usage: atrous banks " + name));
        CHECK(has_text(text, "--json"));
        CHECK(has_text(text, "example"));
    }
}

TEST_CASE("misuse is refused with the option and the allowed values") {
    const auto refuses = [](const std::string& arguments, const Message& words) {
        const auto message = refusal(arguments);
        INFO(arguments, " gave: ", message);
        CHECK(prints(message, words));
    };
    refuses("", message(messages::banks_subcommand, ""));
    refuses("tiles", message(messages::banks_unknown, "tiles", "tile, degree, optimize or scramble"));
    refuses("tile --workgrup 8x8", line(messages::option_unknown, "--workgrup", "--workgroup"));
    refuses("tile --workgroup 8", "--workgroup");
    refuses("tile --workgroup 2048x2", line(messages::size_invalid, "1024", "16x16"));
    refuses("tile --workgroup 0x3", line(messages::size_invalid, "1024", "16x16"));
    refuses("tile --radius", line(messages::value_forgotten, "--radius"));
    refuses("tile --radius 65", line(messages::value_out_of_range, "--radius", "65", "0 to 64"));
    refuses("tile --radius=two", line(messages::value_no_number, "--radius", "'two'"));
    refuses("tile --element-bits 24", line(messages::value_unknown, "'24'", "8, 16, 32, 64 or 128"));
    refuses("tile --device h100", line(messages::value_unknown, "'h100'", "nvidia"));
    refuses("tile --device nvidia --banks 16", line(messages::options_exclude, "--banks", "device"));
    refuses("tile --width 20 --radius 2", line(messages::options_exclude, "--radius", "width"));
    refuses("tile --halvings 1", line(messages::option_needs, "--halvings", "--reshape"));
    refuses("tile --reshape wide --halvings 5", line(messages::reshape_halvings, "5"));
    refuses("tile --reshape wide --height 9", line(messages::reshape_height, "8"));
    refuses("tile --window 4x4", "--element-bits 8 or 16");
    refuses("tile --svg " + nowhere() + "/x.svg", "/x.svg");
    refuses("tile extra", "banks tile takes no files, but got 'extra'");
    refuses("tile --json=yes", line(messages::value_unwanted, "--json"));
    refuses("degree --mapping row3", message(messages::bank_mapping, "row3", "conv4"));
    refuses("degree --mapping row2 --layer-bits 64", "--layer-bits only works with --mapping custom");
    refuses("degree --mapping custom --access-bits 64", "bank word width in bits is 64");
    refuses("degree --device nvidia --element-bits 12", line(messages::value_unknown, "'12'", "8, 16"));
    refuses("degree --lanes 8,40", "0 <= A < B <= 32");
    refuses("degree --lanes 8", message(messages::degree_range, "lanes", "8", 32));
    refuses("degree --increment 1,2 --iterations 4", line(messages::degree_loops, "2", "1"));
    refuses("degree --pitch 5 --stride 2", line(messages::option_needs, "--pitch", "last-exclusive"));
    refuses("degree --first 5", line(messages::option_needs, "--first", "last-exclusive"));
    refuses("degree --repeat-y 5", line(messages::option_needs, "--repeat-y", "repeat-x"));
    refuses("degree --stride-y 5", line(messages::option_needs, "--stride-y", "repeat-x"));
    refuses("degree --increment 5", line(messages::option_needs, "--increment", "iterations"));
    refuses("degree --repeat-x 4 --stride 3", line(messages::options_exclude, "--stride", "repeat-x"));
    refuses("degree --repeat-x 4 --lanes 1,2", line(messages::options_exclude, "--lanes", "repeat-x"));
    refuses("degree --threads 0,4 --last-exclusive 3", line(messages::options_exclude, "--threads"));
    refuses("degree --last-exclusive 9 --warps 2", line(messages::options_exclude, "--warps"));
    refuses("degree --first 9 --last-exclusive 3", message(messages::degree_first, 9, 3));
    refuses("degree --offset -1", line(messages::value_out_of_range, "--offset", "-1"));
    refuses("degree --device cpu", "no banks");
    refuses("scramble --factor 0", line(messages::value_out_of_range, "--factor", "0"));
    refuses("optimize --method three k.json", line(messages::value_unknown, "'three'", "one, two or best"));
    refuses("optimize", message(messages::kernel_none));
    refuses("optimize " + nowhere() + "/k.json", message(messages::kernel_unreadable, nowhere() + "/k.json"));
    refuses("optimize --modes kepler4,volta " + kernel_file("nw.json"),
            line(messages::bank_modes, "'volta'"));
    refuses("optimize --memory-limit 2000 " + kernel_file("nw.json"), "2180 bytes");
    refuses("optimize " + kernel_file("README.md"), "README.md:1");
}

} // namespace atrous
