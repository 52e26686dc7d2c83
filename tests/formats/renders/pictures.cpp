// Tests which layers are filtered.
#include "base/error.h"
#include "renders/find.h"
#include "renders/messages.h"
#include "support/messages.h"
#include <doctest/doctest.h>

using namespace atrous;
using Names = std::vector<std::string>;

namespace {

const PartNames layers_of_blender{"",
                                  {"Background.Combined.R", "Background.Combined.G", "Background.Combined.B",
                                   "Composite.Combined.R", "Composite.Combined.G", "Composite.Combined.B",
                                   "Foreground.Combined.R", "Foreground.Combined.G", "Foreground.Combined.B",
                                   "Foreground.AO.R", "Foreground.AO.G", "Foreground.AO.B"},
                                  {{"BlenderMultiChannel", "1"}}};

Names chosen(const std::vector<PartNames>& parts, const std::string& wanted = "", Messages* notes = nullptr) {
    const Aovs aovs = find_roles(parts);
    const PictureChoice choice = choose_pictures(aovs, wanted);
    Names names;
    for (const std::size_t layer : choice.layers) names.push_back(aovs.layers[layer].title());
    if (notes) *notes = choice.notes;
    return names;
}

} // namespace

TEST_CASE("one image of a file is filtered, once per view") {
    struct Row {
        const char* what;
        std::vector<PartNames> parts;
        Names titles;
    };
    const Row rows[] = {
        {"root", {{"", {"R", "G", "B", "A", "Z"}}}, {"RGBA"}},
        {"grey", {{"", {"Y"}}}, {"Y"}},
        {"grey by other names", {{"", {"I", "A", "Z"}}}, {"AY"}},
        {"one channel of any name", {{"", {"mask"}}}, {"mask"}},
        {"no layer before a layer", {{"", {"a.R", "a.G", "a.B", "R", "G", "B"}}}, {"RGB"}},
        {"both eyes",
         {{"", {"R", "G", "B", "left.R", "left.G", "left.B"}, {{"multiView", "right, left"}}}},
         {"RGB (right)", "RGB (left)"}},
        {"the part that is called so",
         {{"diffuse", {"R", "G", "B"}}, {"beauty", {"R", "G", "B"}}, {"albedo", {"R", "G", "B"}}},
         {"beauty"}},
        {"the first part where none is called so",
         {{"main", {"R", "G", "B"}}, {"depth", {"Z"}}, {"ids", {"id", "id2"}}},
         {"main"}},
        {"a layer without a role where none is called so",
         {{"", {"N.X", "N.Y", "N.Z", "albedo.R", "albedo.G", "albedo.B", "e.R", "e.G", "e.B"}}},
         {"e"}},
        {"Cryptomatte alone",
         {{"", {"c00.R", "c00.G", "c00.B", "c00.A"}, {{"cryptomatte/1/name", "c"}}}},
         {}},
        {"albedo alone", {{"", {"albedo.R", "albedo.G", "albedo.B"}}}, {}},
        {"depth alone", {{"", {"Z"}}}, {}},
        {"a vector", {{"", {"X", "Y", "Z"}}}, {}},
        {"two of three colours", {{"", {"R", "G"}}}, {}},
        {"Blender's compositor before its view layers", {layers_of_blender}, {"Composite.Combined"}},
    };
    for (const Row& row : rows) {
        CAPTURE(row.what);
        CHECK(chosen(row.parts) == row.titles);
    }
}

TEST_CASE("several images give a warning, and --layer chooses") {
    Messages notes;
    CHECK(chosen({layers_of_blender}, "", &notes) == Names{"Composite.Combined"});
    REQUIRE(notes.size() == 1);
    CHECK(is_message(notes[0], messages::several_pictures, 3,
                     "Background.Combined, Composite.Combined, Foreground.Combined", "Composite.Combined"));
    const Names all{"Background.Combined", "Composite.Combined", "Foreground.Combined"};
    CHECK(chosen({layers_of_blender}, "all", &notes) == all);
    CHECK(notes.empty());
    CHECK(chosen({layers_of_blender}, "Foreground", &notes) == Names{"Foreground.Combined"});
    CHECK(chosen({layers_of_blender}, "foreground.ao") == Names{"Foreground.AO"});
    CHECK(chosen({layers_of_blender}, "*.Combined") == all);
    CHECK(chosen({{"", {"R", "G", "B"}}}, "", &notes) == Names{"RGB"});
    CHECK(notes.empty());
}

TEST_CASE("--layer of a name that is not there") {
    const auto wrong = [] {
        chosen({{"", {"V.Combined.R", "V.Combined.G", "V.Combined.B", "V.N.X", "V.N.Y"}}}, "Vv");
    };
    CHECK_THROWS_WITH_AS(
        wrong(), message(messages::unknown_layer, "Vv", "; use one of V.Combined").text.c_str(), Error);
}
