// Tests `enhance` on files of layers: the filtered layer, the warnings about the choice, and the other layers, which
// pass through.
#include "commands/enhance/messages.h"
#include "renders/messages.h"
#include "support/app_run.h"
#include "support/called.h"
#include "support/files/io_files.h"
#include "support/messages.h"

using namespace atrous;
using files::ExrPart;
using Names = std::vector<std::string>;

namespace {

const std::string command = "enhance --levels 2 --luma 3 --log none --existing replace ";

ExrPart part_of(const std::string& name, const Names& channels) {
    ExrPart part{name, {}};
    for (const std::string& channel : channels) part.channels.push_back({channel});
    return part;
}

/// Channels of the file (halves of 5x3 pixels in one part, uncompressed) that differ from another file.
Names changed(const fs::path& file, const std::string& payload, const ExrPart& part) {
    const std::string bytes = files::read_all(file), after = bytes.substr(bytes.size() - payload.size());
    const std::size_t row = 5 * 2, chunk = 8 + part.channels.size() * row;
    Names names;
    for (std::size_t c = 0; c < part.channels.size(); ++c)
        for (std::size_t y = 0; y < 3; ++y)
            if (after.compare(y * chunk + 8 + c * row, row, payload, y * chunk + 8 + c * row, row) != 0) {
                names.push_back(part.channels[c].name);
                break;
            }
    return names;
}

} // namespace

TEST_CASE("only the image of a render is filtered, and -v and the log name its layer and channels") {
    if (!has_device()) return;
    const Folder folder;
    ExrPart part =
        part_of("", {"N.X", "N.Y", "N.Z", "V.AO.B", "V.AO.G", "V.AO.R", "V.Combined.A", "V.Combined.B",
                     "V.Combined.G", "V.Combined.R", "V.Crypto00.B", "V.Crypto00.G", "V.Crypto00.R"});
    part.attributes = {{"BlenderMultiChannel", "string", "1"}, {"cryptomatte/1/name", "string", "V.Crypto"}};
    std::string payload;
    files::write_all(folder.path / "a.exr", files::exr({part}, &payload));
    const Ran ran = run_here(folder, "enhance --levels 2 --luma 3 -v --log l.jsonl a.exr -o b.exr");
    CAPTURE(ran.err);
    REQUIRE(ran.code == 0);
    CHECK(changed(folder.path / "b.exr", payload, part) ==
          Names{"V.Combined.B", "V.Combined.G", "V.Combined.R"});
    CHECK(ran.says("layer V.Combined, channels V.Combined.R V.Combined.G V.Combined.B V.Combined.A"));
    CHECK(slurp(folder.path / "l.jsonl").find("\"layer\":\"V.Combined\"") != std::string::npos);
    const Ran chosen = run_here(folder, command + "--layer V.AO a.exr -o b.exr");
    CHECK(chosen.code == 0);
    CHECK(changed(folder.path / "b.exr", payload, part) == Names{"V.AO.B", "V.AO.G", "V.AO.R"});
    const Ran wrong = run_here(folder, command + "--layer W a.exr -o c.exr");
    CHECK(wrong.code == 1);
    CHECK(
        wrong.says("a.exr: " + message(messages::unknown_layer, "W", "; use one of V.AO, V.Combined").text));
    CHECK_FALSE(folder.has("c.exr"));
}

TEST_CASE("both eyes of a stereo part are filtered, and each has companions") {
    if (!has_device()) return;
    const Folder folder;
    ExrPart part = part_of("", {"B", "G", "R", "Z", "left.B", "left.G", "left.R", "left.Z"});
    part.attributes = {{"multiView", "stringvector", std::string("\5\0\0\0right\4\0\0\0left", 17)}};
    std::string payload;
    files::write_all(folder.path / "a.exr", files::exr({part}, &payload));
    const Ran ran = run_here(folder, command + "--compare a.exr -o b.exr");
    CAPTURE(ran.err);
    REQUIRE(ran.code == 0);
    CHECK(changed(folder.path / "b.exr", payload, part) ==
          Names{"B", "G", "R", "left.B", "left.G", "left.R"});
    CHECK(folder.has("b_compare.exr"));
    CHECK(folder.has("b_picture1_compare.exr"));
}

TEST_CASE("a file with only Cryptomatte is copied, with a warning") {
    if (!has_device()) return;
    const Folder folder;
    ExrPart part = part_of("", {"crypto00.A", "crypto00.B", "crypto00.G", "crypto00.R"});
    part.attributes = {{"cryptomatte/1/name", "string", "crypto"}};
    std::string payload;
    files::write_all(folder.path / "a.exr", files::exr({part}, &payload));
    const Ran ran = run_here(folder, command + "a.exr -o b.exr");
    CHECK(ran.code == 0);
    CHECK(has_message(ran.err, messages::copied_without_colours, "a.exr"));
    CHECK(changed(folder.path / "b.exr", payload, part).empty());
}
