// Tests which channels `atrous compare` reads from files with layers.
#include "commands/compare/messages.h"
#include "compare/fixture.h"
#include "support/files/io_files.h"
#include "support/messages.h"

using namespace compare_test;

namespace {

const std::vector<std::string> render{"ViewLayer.Combined.R", "ViewLayer.Combined.G", "ViewLayer.Combined.B",
                                      "ViewLayer.Combined.A", "ViewLayer.DiffCol.R",  "ViewLayer.DiffCol.G",
                                      "ViewLayer.DiffCol.B",  "ViewLayer.Normal.X",   "ViewLayer.Normal.Y",
                                      "ViewLayer.Normal.Z",   "ViewLayer.Depth.Z"};

/// A different value per layer.
float by_layer(int x, int y, const std::string& channel) {
    const float offset = channel.find("DiffCol") != std::string::npos  ? 1.0F
                         : channel.find("Normal") != std::string::npos ? 2.0F
                                                                       : 0.0F;
    return slopes(x, y, channel) + offset;
}

struct Files : Folder {
    Files() {
        spill(path / "render.exr", exr_of(small, render, by_layer));
        spill(path / "plain.exr", exr_of(small, rgb, slopes));
        spill(path / "albedo.exr", exr_of(small, rgb, [](int x, int y, const std::string& channel) {
                  return slopes(x, y, channel) + 1;
              }));
    }
    bool identical(const std::string& arguments) const {
        return *at(compared(*this, arguments), "frames.identical").boolean();
    }
};

} // namespace

TEST_CASE("the image of a file with layers is compared with a plain one, in both orders") {
    const Files files;
    CHECK(files.identical("render.exr plain.exr"));
    CHECK(files.identical("plain.exr render.exr"));
    CHECK_FALSE(files.identical("render.exr albedo.exr"));
}

TEST_CASE(
    "--layer selects a layer by its name in any case, the image of a view layer, or a whole plain file") {
    const Files files;
    CHECK(files.identical("--layer ViewLayer.DiffCol render.exr albedo.exr"));
    CHECK(files.identical("--layer viewlayer.diffcol albedo.exr render.exr"));
    CHECK(files.identical("--layer ViewLayer render.exr plain.exr"));
    CHECK(files.identical("--layer ViewLayer.Normal render.exr render.exr"));
    CHECK_FALSE(files.identical("--layer ViewLayer.DiffCol render.exr plain.exr"));
    const Json json = compared(files, "--layer ViewLayer.DiffCol render.exr plain.exr");
    CHECK(at(json, "frames.largest.difference").number(0) == doctest::Approx(1));
    CHECK(at(json, "frames.largest.channel").string()->starts_with("ViewLayer.DiffCol."));
}

TEST_CASE("both eyes of a stereo part are measured, and only the first if the reference has one") {
    const Files files;
    const std::vector<std::string> eyes{"B", "G", "R", "left.B", "left.G", "left.R"};
    const auto stereo = [&](const char* name, float left) {
        files::ExrPart part{"", {}};
        for (const std::string& channel : eyes) part.channels.push_back({channel, files::ExrType::single});
        part.width = part.display_width = small.width;
        part.height = part.display_height = small.height;
        part.attributes = {{"multiView", "stringvector", std::string("\5\0\0\0right\4\0\0\0left", 17)}};
        part.sample = [=](const std::string& channel, int x, int y) {
            return slopes(x, y, channel) + (channel.starts_with("left") ? left : 0);
        };
        spill(files.path / name, files::exr({part}));
    };
    stereo("a.exr", 0);
    stereo("b.exr", .5F);
    CHECK(files.identical("a.exr a.exr"));
    CHECK_FALSE(files.identical("a.exr b.exr"));
    const Json json = compared(files, "a.exr b.exr");
    CHECK(at(json, "frames.largest.difference").number(0) == doctest::Approx(.5));
    CHECK(at(json, "frames.largest.channel").string()->starts_with("left."));
    const Ran one = run(files, "--json b.exr plain.exr");
    CHECK(one.code == 0);
    CHECK(prints(one, message(messages::image_counts_differ, "b.exr", 2, "plain.exr", 1)));
}

TEST_CASE("a missing layer is refused, with the list of layers") {
    const Files files;
    check_refused(run(files, "--layer Glossy render.exr plain.exr"), 1,
                  {"render.exr", "Glossy", "ViewLayer.Combined", "ViewLayer.Depth"});
    check_refused(run(files, "--layer View render.exr plain.exr"), 1,
                  {line(messages::compare_no_layer, "View")});
    check_refused(run(files, "--layer Glossy plain.exr albedo.exr"), 2,
                  {line(messages::layers_lacking, "Glossy")});
}

TEST_CASE("a layer with other channels than the reference is refused with both numbers") {
    const Files files;
    check_refused(run(files, "--layer ViewLayer.Depth render.exr plain.exr"), 2,
                  {"1 channel (ViewLayer.Depth.Z)", "3 channels (R, G, B)"});
}

TEST_CASE("a file without an image is refused, with its layers") {
    const Files files;
    spill(files.path / "data.exr", exr_of(small, {"Vector.X", "Vector.Y", "N.X", "N.Y", "N.Z"}, slopes));
    check_refused(run(files, "data.exr plain.exr"), 1,
                  {line(messages::compare_no_picture, "data.exr", "--layer", "N, Vector")});
    CHECK(files.identical("--layer N data.exr data.exr"));
}
