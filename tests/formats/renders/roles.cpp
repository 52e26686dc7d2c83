// Tests layers and their roles, in channel lists as renderers write them.
#include "base/error.h"
#include "renders/find.h"
#include "renders/motion.h"
#include "renders/table.h"
#include "support/files/io_files.h"
#include "support/paths.h"
#include <algorithm>
#include <doctest/doctest.h>

using namespace atrous;
using Names = std::vector<std::string>;
using Attributes = std::map<std::string, std::string>;

namespace {

/// "a.R", "a.G", "a.B" of {"a.RGB"}.
Names channels(const Names& layers) {
    Names all;
    for (const std::string& layer : layers) {
        const auto dot = layer.rfind('.');
        if (dot == std::string::npos || layer.ends_with('!'))
            all.push_back(layer.ends_with('!') ? layer.substr(0, layer.size() - 1) : layer);
        else
            for (const char c : layer.substr(dot + 1)) all.push_back(layer.substr(0, dot + 1) + c);
    }
    return all;
}

/// The names of the channels that have a role, joined, or empty.
std::string found_in(const Aovs& aovs, const std::vector<PartNames>& parts, AovRole role,
                     const std::string& group = {}, const std::string& view = {}) {
    const FoundAov* found = aovs.find(role, group, view);
    if (!found) return "";
    std::string text;
    for (const int channel : found->channels)
        text += (text.empty() ? "" : " ") +
                parts[std::size_t(aovs.layers[found->layer].part)].channels[std::size_t(channel)];
    return text;
}

struct Expected {
    AovRole role;
    const char* channels;
};
struct File {
    const char* what;
    const char* table;
    Names layers;
    Attributes attributes;
    std::vector<Expected> expected;
};

using enum AovRole;
const File files_of_renderers[] = {
    {"Blender",
     "cycles",
     {"V.Combined.RGBA", "V.Denoising Albedo.RGB", "V.Denoising Depth.Z", "V.Denoising Normal.XYZ",
      "V.Depth.Z", "V.Normal.XYZ", "V.Vector.XYZW", "V.DiffCol.RGB", "V.Noisy Image.RGBA"},
     {{"cycles.V.samples", "16"}},
     {{beauty, "V.Combined.R V.Combined.G V.Combined.B V.Combined.A"},
      {albedo, "V.Denoising Albedo.R V.Denoising Albedo.G V.Denoising Albedo.B"},
      {normal, "V.Normal.X V.Normal.Y V.Normal.Z"},
      {depth, "V.Depth.Z"},
      {motion, "V.Vector.X V.Vector.Y"},
      {motion_next, "V.Vector.Z V.Vector.W"},
      {emission, ""}}},
    {"Arnold",
     "arnold",
     {"R", "G", "B", "A", "Z", "N.XYZ", "albedo.RGB", "denoise_albedo.RGB", "motionvector.RG", "variance.RGB",
      "P.XYZ", "diffuse_direct.RGB"},
     {{"arnold/version", "7"}},
     {{beauty, "R G B A"},
      {albedo, "denoise_albedo.R denoise_albedo.G denoise_albedo.B"},
      {normal, "N.X N.Y N.Z"},
      {depth, "Z"},
      {motion, "motionvector.R motionvector.G"},
      {variance, "variance.R variance.G variance.B"},
      {data, "P.X P.Y P.Z"}}},
    {"V-Ray",
     "vray",
     {"R", "G", "B", "A", "diffuseFilter.RGB", "normals.XYZ", "zDepth.Z", "velocity.XYZ", "noiseLevel.Y",
      "VRayDenoiser.RGB"},
     {},
     {
         {beauty, "R G B A"},
         {albedo, "diffuseFilter.R diffuseFilter.G diffuseFilter.B"},
         {normal, "normals.X normals.Y normals.Z"},
         {depth, "zDepth.Z"},
         {motion, "velocity.X velocity.Y"},
     }},
    {"Octane",
     "octane",
     {"R", "G", "B", "A", "DenoiserAlbedo.RGB", "DenoiserNormal.XYZ", "Zdepth.Z"},
     {},
     {{beauty, "R G B A"},
      {albedo, "DenoiserAlbedo.R DenoiserAlbedo.G DenoiserAlbedo.B"},
      {normal, "DenoiserNormal.X DenoiserNormal.Y DenoiserNormal.Z"},
      {depth, "Zdepth.Z"}}},
    {"MoonRay",
     "moonray",
     {"R", "G", "B", "A", "depth.Z", "motionvec.RG"},
     {},
     {{beauty, "R G B A"}, {depth, "depth.Z"}, {motion, "motionvec.R motionvec.G"}}},
    {"pbrt",
     "pbrt",
     {"R", "G", "B", "Albedo.RGB", "P.XYZ", "N.XYZ", "Ns.XYZ", "Variance.RGB", "RelativeVariance.RGB", "u",
      "v", "dzdx"},
     {{"samplesPerPixel", "64"}},
     {{beauty, "R G B"},
      {albedo, "Albedo.R Albedo.G Albedo.B"},
      {normal, "Ns.X Ns.Y Ns.Z"},
      {depth, "P.Z"},
      {motion, ""},
      {variance, "Variance.R Variance.G Variance.B"}}},
    {"RenderMan",
     "renderman",
     {"r", "g", "b", "a", "albedo.rgb", "normal.xyz", "z", "zfiltered", "backward.xyz", "forward.xyz",
      "mse.rgb", "sampleCount"},
     {},
     {{beauty, "r g b a"},
      {albedo, "albedo.r albedo.g albedo.b"},
      {depth, "zfiltered"},
      {motion, "backward.x backward.y"},
      {motion_next, "forward.x forward.y"},
      {samples, "sampleCount"}}},
    {"Mitsuba's manual",
     "mitsuba",
     {"albedo.RGB", "dd.y.T", "my_image.RGBA", "nn.XYZ", "pos.XYZ"},
     {{"generatedBy", "Mitsuba version 3.5.0"}},
     {{beauty, "my_image.R my_image.G my_image.B my_image.A"},
      {albedo, "albedo.R albedo.G albedo.B"},
      {normal, "nn.X nn.Y nn.Z"},
      {depth, "dd.y.T"},
      {data, "pos.X pos.Y pos.Z"}}},
    {"LuxCore",
     "luxcore",
     {"ALBEDO.RGB", "AVG_SHADING_NORMAL.XYZ", "DEPTH.Z", "DIRECT_DIFFUSE.RGB", "DIRECT_SHADOW_MASK.Y",
      "MATERIAL_ID", "POSITION.XYZ", "RGB_IMAGEPIPELINE.RGB", "SAMPLECOUNT"},
     {},
     {{beauty, "RGB_IMAGEPIPELINE.R RGB_IMAGEPIPELINE.G RGB_IMAGEPIPELINE.B"},
      {albedo, "ALBEDO.R ALBEDO.G ALBEDO.B"},
      {normal, "AVG_SHADING_NORMAL.X AVG_SHADING_NORMAL.Y AVG_SHADING_NORMAL.Z"},
      {depth, "DEPTH.Z"},
      {light, "DIRECT_DIFFUSE.R DIRECT_DIFFUSE.G DIRECT_DIFFUSE.B"},
      {samples, "SAMPLECOUNT"}}},
    {"Unreal",
     "unreal",
     {"R", "G", "B", "A", "ActorHitProxyMask00.RGBA", "FinalImageBaseColor.RGBA",
      "FinalImageMovieRenderQueue_MotionVectors.RGBA", "FinalImageMovieRenderQueue_WorldDepth.RGBA",
      "FinalImageMovieRenderQueue_WorldNormal.RGBA"},
     {{"unreal/camera/FinalImage/fstop", "2.8"}},
     {{beauty, "R G B A"},
      {albedo, "FinalImageBaseColor.R FinalImageBaseColor.G FinalImageBaseColor.B"},
      {normal, "FinalImageMovieRenderQueue_WorldNormal.R FinalImageMovieRenderQueue_WorldNormal.G "
               "FinalImageMovieRenderQueue_WorldNormal.B"},
      {depth, "FinalImageMovieRenderQueue_WorldDepth.R"},
      {motion, "FinalImageMovieRenderQueue_MotionVectors.R FinalImageMovieRenderQueue_MotionVectors.G"},
      {matte, "ActorHitProxyMask00.R ActorHitProxyMask00.G ActorHitProxyMask00.B ActorHitProxyMask00.A"}}},
    {"no one knows",
     "generic",
     {"beauty.RGBA", "my_albedo.RGB", "Normals.xyz", "depth", "velocity.uv", "CryptoAsset00.rgba", "mse.RGB"},
     {},
     {{beauty, "beauty.R beauty.G beauty.B beauty.A"},
      {albedo, "my_albedo.R my_albedo.G my_albedo.B"},
      {normal, "Normals.x Normals.y Normals.z"},
      {depth, "depth"},
      {motion, "velocity.u velocity.v"},
      {matte, "CryptoAsset00.r CryptoAsset00.g CryptoAsset00.b CryptoAsset00.a"},
      {variance, "mse.R mse.G mse.B"}}},
};

} // namespace

TEST_CASE("roles in channel lists of renderers, in any order of channels") {
    for (const File& file : files_of_renderers)
        for (const bool backwards : {false, true}) {
            CAPTURE(file.what);
            CAPTURE(backwards);
            PartNames part{"", channels(file.layers), file.attributes};
            if (backwards) std::ranges::reverse(part.channels);
            const Aovs aovs = find_roles({part});
            CHECK(aovs.table == file.table);
            for (const Expected& expected : file.expected) {
                CAPTURE(row_of(expected.role).name);
                CHECK(found_in(aovs, {part}, expected.role) == expected.channels);
            }
        }
}

TEST_CASE("Mitsuba's albedo is never the beauty, and its depth belongs to the beauty of the same file") {
    const PartNames part{"",
                         channels({"albedo.RGB", "dd.y.T", "my_image.RGBA", "nn.XYZ"}),
                         {{"generatedBy", "Mitsuba version 3.5.0"}}};
    const Aovs aovs = find_roles({part});
    const PictureChoice choice = choose_pictures(aovs, "");
    REQUIRE(choice.layers.size() == 1);
    CHECK(aovs.layers[choice.layers[0]].name == "my_image");
    CHECK(choice.notes.empty());
    CHECK(found_in(aovs, {part}, depth, "my_image") == "dd.y.T");
    CHECK(found_in(aovs, {part}, albedo, "my_image") == "albedo.R albedo.G albedo.B");
}

TEST_CASE("roles of the parts of a file come from the part's name if its channels have no layer") {
    const std::vector<PartNames> parts = {{"rgba_right", {"A", "B", "G", "R"}, {{"view", "right"}}},
                                          {"depth_left", {"Z"}, {{"view", "left"}}},
                                          {"forward_left", {"forward.u", "forward.v"}, {{"view", "left"}}},
                                          {"mask_left", {"mask.left.mask"}, {{"view", "left"}}},
                                          {"albedo", {"B", "G", "R"}, {}},
                                          {"rgba_left", {"A", "B", "G", "R"}, {{"view", "left"}}}};
    const Aovs aovs = find_roles(parts);
    for (const std::string view : {"left", "right"}) {
        const FoundAov* found = aovs.find(beauty, "", view);
        REQUIRE(found);
        CHECK(parts[std::size_t(aovs.layers[found->layer].part)].name == "rgba_" + view);
        CHECK(found_in(aovs, parts, albedo, "", view) == "R G B"); // of no view: for both
    }
    CHECK(found_in(aovs, parts, depth, "", "left") == "Z");
    CHECK(found_in(aovs, parts, motion_next, "", "left") == "forward.u forward.v");
    CHECK(aovs.find(depth, "", "right") == nullptr);
    CHECK(aovs.layers[3].role == none);
}

TEST_CASE("views in one part are distinguished") {
    const PartNames part{"",
                         {"A", "B", "G", "R", "Z", "forward.left.u", "forward.left.v", "forward.right.u",
                          "forward.right.v", "left.A", "left.B", "left.G", "left.R", "left.Z"},
                         {{"multiView", "\"right\", \"left\""}}};
    const Aovs aovs = find_roles({part});
    CHECK(found_in(aovs, {part}, beauty, "", "left") == "left.R left.G left.B left.A");
    CHECK(found_in(aovs, {part}, beauty, "", "right") == "R G B A");
    CHECK(found_in(aovs, {part}, depth, "", "left") == "left.Z");
    CHECK(found_in(aovs, {part}, depth, "", "right") == "Z");
    CHECK(found_in(aovs, {part}, motion_next, "", "left") == "forward.left.u forward.left.v");
}

TEST_CASE("views stand first in Nuke's files, and layers without one are the first view's") {
    for (const std::string first : {"left", "right"}) {
        const std::string second = first == "left" ? "right" : "left";
        const Names one = {"R",        "G",       "B",         "albedo.R",  "albedo.G",
                           "albedo.B", "depth.Z", "Named00.R", "forward.u", "forward.v"};
        PartNames part{"", one, {{"multiView", first + ", " + second}, {"cryptomatte/1/name", "Named"}}};
        for (const std::string& name : one) part.channels.push_back(second + "." + name);
        const Aovs aovs = find_roles({part});
        for (const std::string& view : {first, second}) {
            CAPTURE(view);
            const std::string lead = view == first ? "" : view + ".";
            CHECK(found_in(aovs, {part}, beauty, "", view) == lead + "R " + lead + "G " + lead + "B");
            CHECK(found_in(aovs, {part}, albedo, "", view) ==
                  lead + "albedo.R " + lead + "albedo.G " + lead + "albedo.B");
            CHECK(found_in(aovs, {part}, depth, "", view) == lead + "depth.Z");
            CHECK(found_in(aovs, {part}, motion_next, "", view) == lead + "forward.u " + lead + "forward.v");
            CHECK(aovs.find(depth, "", view)->view == view);
        }
        CHECK(std::ranges::count(aovs.layers, matte, &Layer::role) == 2);
    }
    // OpenEXR's own layout: a layer without a view is of no view.
    const PartNames part{
        "", channels({"R", "left.R!", "albedo.RGB", "depth.left.Z!"}), {{"multiView", "right, left"}}};
    CHECK(find_roles({part}).find(albedo)->view.empty());
}

TEST_CASE("guides of Blender's node File Output have no view layer, and values are V") {
    const struct {
        Names layers;
        std::vector<Expected> expected;
    } files[] = {
        {{"Image.RGBA", "Denoising Albedo.RGB", "Denoising Normal.XYZ", "Depth.V", "Vector.XYZW"},
         {{beauty, "Image.R Image.G Image.B Image.A"},
          {albedo, "Denoising Albedo.R Denoising Albedo.G Denoising Albedo.B"},
          {normal, "Denoising Normal.X Denoising Normal.Y Denoising Normal.Z"},
          {depth, "Depth.V"},
          {motion, "Vector.X Vector.Y"},
          {motion_next, "Vector.Z Vector.W"}}},
        {{"Denoising Albedo.RGB", "Noisy Image.RGBA", "Normal.XYZ", "Depth.Z", "Denoising Depth.V"},
         {{beauty, "Noisy Image.R Noisy Image.G Noisy Image.B Noisy Image.A"},
          {normal, "Normal.X Normal.Y Normal.Z"},
          {depth, "Depth.Z"}}},
        {{"Combined.RGBA", "Albedo.RGB", "my normals.XYZ", "depth pass.V", "IndexMA.V", "Object Index.V"},
         {{beauty, "Combined.R Combined.G Combined.B Combined.A"},
          {albedo, "Albedo.R Albedo.G Albedo.B"},
          {normal, "my normals.X my normals.Y my normals.Z"},
          {depth, "depth pass.V"},
          {id, "IndexMA.V"}}}};
    for (const auto& file : files) {
        const PartNames part{
            "", channels(file.layers), {{"BlenderMultiChannel", "Blender V2.55.1 and newer"}}};
        const Aovs aovs = find_roles({part});
        CHECK(aovs.table == "cycles");
        for (const Expected& expected : file.expected)
            CHECK(found_in(aovs, {part}, expected.role) == expected.channels);
        const PictureChoice choice = choose_pictures(aovs, "");
        REQUIRE(choice.layers.size() == 1);
        CHECK(aovs.layers[choice.layers[0]].role == beauty);
    }
}

TEST_CASE(
    "guides that a renderer's table does not find are found by their usual names, except vectors and layers of other kinds") {
    const PartNames part{"",
                         channels({"R", "G", "B", "zfiltered", "my_albedo.RGB", "N.XYZ", "velocity.XY"}),
                         {{"rman_version", "24"}}};
    AovOverrides overrides;
    CHECK(found_in(find_roles({part}), {part}, albedo) == "my_albedo.R my_albedo.G my_albedo.B");
    CHECK(found_in(find_roles({part}), {part}, normal) == "N.X N.Y N.Z");
    CHECK(found_in(find_roles({part}), {part}, motion).empty());
    overrides.patterns = {{albedo, "none"}};
    CHECK(found_in(find_roles({part}, overrides), {part}, albedo).empty());
}

TEST_CASE("each view layer has roles of its own") {
    const PartNames part{"",
                         channels({"A.Combined.RGB", "A.Depth.Z", "B.Combined.RGB", "B.Depth.Z"}),
                         {{"cycles.A.samples", "4"}, {"cycles.B.samples", "9"}}};
    const Aovs aovs = find_roles({part});
    CHECK(found_in(aovs, {part}, depth, "A") == "A.Depth.Z");
    CHECK(found_in(aovs, {part}, depth, "B") == "B.Depth.Z");
    CHECK(aovs.find(samples, "B")->value == "9");
    CHECK(aovs.find(depth, "C") == nullptr);
}

TEST_CASE("a view layer whose layers differ in case from its attribute has its samples") {
    const PartNames part{"",
                         channels({"beauty pass.combined.rgb", "beauty pass.depth.z"}),
                         {{"cycles.Beauty Pass.samples", "4"}}};
    const Aovs aovs = find_roles({part});
    REQUIRE(aovs.find(samples, "beauty pass"));
    CHECK(aovs.find(samples, "beauty pass")->value == "4");
}

TEST_CASE("layers that the attributes name are Cryptomatte, whatever their channels") {
    const PartNames part{
        "",
        channels({"R", "G", "B", "albedo.RGB", "albedo00.RGBA", "albedo01.RGBA", "albedo0x.RGB"}),
        {{"cryptomatte/f834d0a/name", "albedo"}}};
    const Aovs aovs = find_roles({part});
    for (const Layer& layer : aovs.layers) {
        CAPTURE(layer.name);
        CHECK((layer.role == matte) == (layer.name.starts_with("albedo") && layer.name != "albedo0x"));
    }
    CHECK(found_in(aovs, {part}, albedo) == "albedo0x.R albedo0x.G albedo0x.B");
}

TEST_CASE("the user's names override the table, and the name none switches a role off") {
    const PartNames part{"",
                         channels({"V.Combined.RGB", "V.Denoising Albedo.RGB", "V.DiffCol.RGB", "mv.XY"}),
                         {{"BlenderMultiChannel", "1"}}};
    AovOverrides overrides;
    overrides.patterns = {{albedo, "*.DiffCol"}, {beauty, "none"}, {motion, "mv"}, {depth, "far"}};
    overrides.motion = read_aov_words(motion, "to next, y down, scale 2", "--motion-stored");
    const Aovs aovs = find_roles({part}, overrides);
    CHECK(found_in(aovs, {part}, albedo) == "V.DiffCol.R V.DiffCol.G V.DiffCol.B");
    CHECK(aovs.find(beauty) == nullptr);
    REQUIRE(aovs.find(motion));
    CHECK(aovs.find(motion)->row.motion == MotionConvention{MotionConvention::To::next,
                                                            MotionConvention::Unit::px, false, false, 2, 0,
                                                            false});
    CHECK(aovs.missing == Names{"--role depth=far"});
}

TEST_CASE("a depth that the user names is one channel, of a layer or without one; a table's may have three") {
    const PartNames part{"", channels({"C.RGBA", "far.RGB", "P.XYZ", "mine.Z"})},
        usual{"", channels({"C.RGBA", "depth.RGB"})};
    const auto found = [&](const std::string& name, const PartNames& in) {
        AovOverrides overrides;
        overrides.patterns = {{depth, name}};
        const Aovs aovs = find_roles({in}, overrides);
        return aovs.missing.empty() ? found_in(aovs, {in}, depth) : aovs.missing.front();
    };
    CHECK(found("far", part) == "--role depth=far (far has R G B)");
    CHECK(found("P", part) == "--role depth=P (P has X Y Z)");
    CHECK(found("far.R", part) == "far.R");
    CHECK(found("P.Z", part) == "P.Z");
    CHECK(found("mine", part) == "mine.Z");
    CHECK(found("root", {"", {"R", "G", "B"}}) == "R");
    CHECK(found_in(find_roles({usual}), {usual}, depth) == "depth.R");
}

TEST_CASE("words of vectors are refused if they contradict each other, are missing or have no effect") {
    for (const char* words : {"to next, to previous", "px, uv", "unit px, uv", "y up, y up", "to previous,",
                              "", "scale 0", "to ask", "scale x", "up", "to"})
        CHECK_THROWS_AS_MESSAGE(read_aov_words(motion, words, "--motion-stored"), Error, words);
    CHECK(read_aov_words(motion, "to next, y up, px, scale 2, centre 0.5, premultiplied", "").size() == 6);
}

TEST_CASE("motion of every known source in pixels, rows down") {
    using To = MotionConvention::To;
    using Unit = MotionConvention::Unit;
    struct Row {
        const char* what;
        MotionConvention convention;
        std::array<double, 2> stored, way;
        double alpha = 1;
    };
    const auto of = [](const char* table, AovRole role) {
        const auto& rows = embedded_aov_table(table).rows;
        return std::ranges::find(rows, role, &AovRow::role)->motion;
    };
    const Row rows[] = {
        {"Cycles, before", of("cycles", motion), {-5, -1}, {-5, 1}},
        {"Cycles, after", of("cycles", motion_next), {-5, -1}, {5, -1}},
        {"Beachball", of("generic", motion_next), {43, 7}, {43, -7}},
        {"V-Ray", of("vray", motion), {3, 2}, {3, -2}},
        {"V-Ray, 0..1 around 0.5", {To::next, Unit::px, false, true, 64, 0.5, false}, {0.75, 0.25}, {16, 16}},
        {"MoonRay", {To::previous, Unit::ndc, false, true, 1, 0, true}, {0.1, 0.05}, {20, -5}, 0.5},
        {"MoonRay where nothing is",
         {To::previous, Unit::ndc, false, true, 1, 0, true},
         {0.1, 0.05},
         {0, 0},
         0},
        {"NRD, Falcor", {To::previous, Unit::uv, false, false, 1, 0, false}, {0.5, 0.25}, {100, 25}},
    };
    CHECK(of("cycles", motion).to == To::previous);
    CHECK(of("cycles", motion_next).to == To::next);
    CHECK(of("generic", motion_next).to == To::next);
    CHECK(of("vray", motion).to == To::next);
    CHECK(of("redshift", motion).to == To::ask);
    for (const Row& row : rows) {
        CAPTURE(row.what);
        const auto way = motion_in_pixels(row.convention, row.stored, {200, 100}, row.alpha);
        CHECK(way[0] == doctest::Approx(row.way[0]));
        CHECK(way[1] == doctest::Approx(row.way[1]));
    }
}
