// Tests `probe` on single files: lists, refusals, and no output files.
#include "commands/probe/messages.h"
#include "probe/fixture.h"
#include "support/files/io_files.h"
#include "support/messages.h"

using namespace probe_test;

namespace {

/// This member of every layer of the first file, joined.
std::string of_layers(const Json& json, const char* member) {
    std::string all;
    for (const Json& part : *at(json, "shots.files.parts").array())
        for (const Json& layer : *at(part, "layers").array())
            all += (all.empty() ? "" : "; ") + (at(layer, member).is_null() ? "-" : text_at(layer, member));
    return all;
}

bool has_error(const Json& json, const Message& message) {
    return std::ranges::any_of(*at(json, "shots.errors").array(),
                               [&](const Json& error) { return prints(*error.string(), message); });
}

} // namespace

TEST_CASE("the table of a render: layers, channels, types, roles and why; its windows and compression") {
    const Folder folder;
    spill(folder.path / "a.exr", sound().exr());
    const Json json = probed(folder, "a.exr");
    CHECK(of_layers(json, "layer") == "V.Combined; V.Denoising Albedo; V.Depth; V.Normal; V.Vector");
    CHECK(of_layers(json, "channels") == "R G B A; R G B; Z; X Y Z; X Y Z W");
    CHECK(of_layers(json, "types") == "float; float; float; float; float");
    CHECK(of_layers(json, "role") == "beauty; albedo; depth; normal; motion");
    CHECK(text_at(json, "shots.files.parts.layers.why") == "pattern '*.Combined' of table cycles");
    CHECK(text_at(json, "shots.files.table") == "cycles");
    CHECK(text_at(json, "shots.files.parts.compression") == "none");
    CHECK(at(json, "shots.files.parts.data.width").number(0) == size.width);
    CHECK(*at(json, "shots.files.parts.layers.used").boolean());
    const Ran ran = run(folder, "a.exr");
    for (const char* part : {"a.exr: openexr, table cycles", "96x64 at 0,0, none", "picture: V.Combined"})
        CHECK(ran.out.find(part) != std::string::npos);
    CHECK(ran.err.empty());
}

TEST_CASE("parts, views, types and windows match the headers") {
    const Folder folder;
    using files::ExrType;
    const files::ExrPart beauty{"rgb", {{"B"}, {"G"}, {"R"}}, 2, 1, 5, 3, 9, 8, {{"view", "string", "left"}}};
    const files::ExrPart ids{"ids", {{"id", ExrType::uint32}}, 0, 0, 5, 3, 9, 8};
    spill(folder.path / "a.exr", files::exr({beauty, ids}));
    const Json json = probed(folder, "a.exr");
    const auto& parts = *at(json, "shots.files.parts").array();
    REQUIRE(parts.size() == 2);
    CHECK(text_at(parts[0], "view") == "left");
    CHECK(at(parts[0], "data.x").number(0) == 2);
    CHECK(at(parts[0], "display.width").number(0) == 9);
    CHECK(text_at(parts[0], "layers.types") == "half");
    CHECK(text_at(parts[1], "name") == "ids");
    CHECK(text_at(parts[1], "layers.types") == "uint");
    CHECK(text_at(parts[1], "layers.role") == "id");
}

TEST_CASE("deep and subsampled parts are listed, not refused") {
    const Folder folder;
    spill(folder.path / "deep.exr", files::exr({{"deep", {{"A"}, {"B"}, {"G"}, {"R"}}}}, nullptr, true));
    spill(folder.path / "yc.exr",
          files::exr({{"yc",
                       {{"BY", files::ExrType::half, 2}, {"RY", files::ExrType::half, 2}, {"Y"}},
                       0,
                       0,
                       4,
                       4,
                       4,
                       4}}));
    for (const char* kind : {"deep", "subsampled"}) {
        const std::string file = kind == std::string("deep") ? "deep.exr" : "yc.exr";
        const Json json = probed(folder, file);
        CHECK(text_at(json, "shots.files.parts.kind") == kind);
        CHECK_FALSE(*at(json, "shots.files.readable").boolean());
        CHECK(run(folder, file).out.find("listed by its header, not read") != std::string::npos);
    }
    CHECK(of_layers(probed(folder, "yc.exr"), "types").find("half 1:2") != std::string::npos);
}

TEST_CASE("vectors in a part with another data window than the image are read, as by denoise") {
    const Folder folder;
    const auto sample = [](const std::string&, int x, int y) { return float(x + y) / 16; };
    const files::ExrPart beauty{"rgba", {{"B"}, {"G"}, {"R"}}, 2, 1, 5, 3, 9, 8, {}, sample};
    const files::ExrPart motion{"motion", {{"X"}, {"Y"}}, 0, 0, 9, 8, 9, 8, {}, sample};
    spill(folder.path / "a.exr", files::exr({beauty, motion}));
    CHECK(at(probed(folder, "a.exr"), "shots.errors").array()->empty());
}

TEST_CASE("a file without an image is refused; its table is printed nevertheless") {
    const Folder folder;
    Render render = sound();
    std::erase_if(render.channels,
                  [](const auto& channel) { return channel.first.starts_with("V.Combined"); });
    spill(folder.path / "a.exr", render.exr());
    const Json json = probed(folder, "a.exr", 1);
    CHECK(has_error(json, line(messages::probe_no_picture, "a.exr")));
    CHECK(of_layers(json, "role") == "albedo; depth; normal; motion");
}

TEST_CASE("missing files, files that are no images, and damaged files are refused; the others are listed") {
    const Folder folder;
    spill(folder.path / "good.exr", sound().exr());
    spill(folder.path / "text.exr", "no picture at all, but some text");
    spill(folder.path / "half.exr", sound().exr().substr(0, 3000));
    spill(folder.path / "head.exr", sound().exr().substr(0, 200));
    for (const char* name : {"gone.exr", "text.exr", "half.exr", "head.exr"}) {
        CAPTURE(name);
        const Ran ran = run(folder, std::string(name) + " good.exr");
        CHECK(ran.code == 1);
        CHECK(ran.says(std::string("error: ") + name + ": "));
        CHECK(ran.out.find("good.exr: openexr") != std::string::npos);
    }
    CHECK(run(folder, "").code == 2);
    CHECK(run(folder, "--aovs nothing good.exr").code == 2);
    CHECK(run(folder, "--frames 1-3 good.exr").code == 2);
}

TEST_CASE("an option or a table that names an unknown role is refused") {
    const Folder folder;
    spill(folder.path / "a.exr", sound().exr());
    CHECK(has_error(probed(folder, "a.exr --role albedo=V.Diff", 1),
                    line(messages::probe_no_layer, "--role albedo=V.Diff")));
    CHECK(has_error(probed(folder, "a.exr --light V.Glossy", 1), line(messages::probe_no_light, "V.Glossy")));
    CHECK(run(folder, "a.exr --layer W").code == 1);
    CHECK(probed(folder, "a.exr --role albedo=none").find("shots"));
    spill(folder.path / "own.aov", "beauty = *.Combined\nvariance = *.Var\ndata = *.Crypto\n");
    const Json json = probed(folder, "a.exr --aovs own.aov", 1);
    CHECK(has_error(json, message(messages::probe_no_role, "variance", "own.aov", "*.Var")));
    CHECK(at(json, "shots.errors").array()->size() == 1);
    CHECK(probed(folder, "a.exr --aovs own.aov --role variance=none").find("shots"));
}

TEST_CASE("options give roles as they do in denoise") {
    const Folder folder;
    spill(folder.path / "a.exr", sound().exr());
    const Json json = probed(folder, "a.exr --aovs generic --role beauty=V.Combined --role albedo=V.Den*");
    CHECK(of_layers(json, "role") == "beauty; albedo; -; normal; motion");
    CHECK(of_layers(json, "why").find("of --role albedo=V.Den*") != std::string::npos);
}

TEST_CASE("probe writes nothing, and changes no file") {
    const Folder folder;
    const std::string bytes = sound().exr();
    spill(folder.path / "in/a.0001.exr", bytes);
    spill(folder.path / "in/a.0002.exr", bytes);
    const auto time = fs::last_write_time(folder.path / "in/a.0001.exr");
    CHECK(run(folder, "in").code == 0);
    CHECK(folder.list("in") == "a.0001.exr a.0002.exr");
    CHECK(slurp(folder.path / "in/a.0001.exr") == bytes);
    CHECK(fs::last_write_time(folder.path / "in/a.0001.exr") == time);
}

TEST_CASE("the table names the used one of two layers for one role") {
    const Folder folder;
    Render render = sound();
    for (const char c : {'X', 'Y', 'Z'})
        render.channels[std::string("V.Denoising Normal.") + c] =
            render.channels[std::string("V.Normal.") + c];
    spill(folder.path / "a.exr", render.exr());
    std::string unused;
    const Json json = probed(folder, "a.exr");
    for (const Json& layer : *at(json, "shots.files.parts.layers").array())
        if (!*at(layer, "used").boolean()) unused += text_at(layer, "layer") + ";";
    CHECK(unused == "V.Denoising Normal;");
    CHECK(run(folder, "a.exr").out.find("not used: another one is preferred") != std::string::npos);
}
