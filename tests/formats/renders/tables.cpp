// Tests AOV tables: the built-in ones, and refused files.
#include "base/error.h"
#include "base/text.h"
#include "renders/find.h"
#include "renders/messages.h"
#include "support/files/io_files.h"
#include "support/messages.h"
#include <algorithm>
#include <doctest/doctest.h>

using namespace atrous;
using Names = std::vector<std::string>;

namespace {

const char* components_of(AovRole role) {
    using enum AovRole;
    if (role == depth) return "Z";
    if (role == normal) return "XYZ";
    return role == motion || role == motion_next ? "XY" : "RGB";
}

/// The shortest file in which a pattern finds its role.
PartNames file_for(const AovRow& row, std::string pattern) {
    PartNames part{"", {}, {}};
    if (pattern == "root") return {"", {"R", "G", "B"}, {}};
    if (const auto star = pattern.find('*'); star != std::string::npos) pattern.replace(star, 1, "x");
    if (const auto star = pattern.find('*'); star != std::string::npos) pattern.replace(star, 1, "y");
    if (row.of_attributes) {
        part.attributes[pattern] = "16";
        return part;
    }
    const auto dot = pattern.rfind('.');
    const std::string last = dot == std::string::npos ? "" : pattern.substr(dot + 1);
    const bool components = !last.empty() && last.find_first_not_of("RGBAXYZWUVTI") == std::string::npos;
    const std::string layer = components ? pattern.substr(0, dot) : pattern;
    for (const char c : components ? last : std::string(components_of(row.role)))
        part.channels.push_back(layer + "." + c);
    return part;
}

} // namespace

TEST_CASE("every pattern of every row of every table finds its role, and its components in their order") {
    REQUIRE(aov_table_names().size() == 13);
    for (const std::string& name : aov_table_names()) {
        const AovTable& table = embedded_aov_table(name);
        CHECK_FALSE(table.rows.empty());
        for (const AovRow& row : table.rows)
            for (const std::string& pattern : row.patterns) {
                CAPTURE(name);
                CAPTURE(pattern);
                const PartNames file = file_for(row, pattern);
                const Aovs aovs = find_roles({file}, table);
                const FoundAov* found = aovs.find(row.role);
                REQUIRE(found);
                CHECK(found->reason.find(pattern == "root"   ? "root"
                                         : row.of_attributes ? "attribute"
                                                             : pattern) != std::string::npos);
                CHECK(found->row.motion == row.motion);
                CHECK(found->row.camera_space == row.camera_space);
                if (row.of_attributes) {
                    CHECK(found->value == "16");
                    continue;
                }
                const std::size_t count = std::min(file.channels.size(), row_of(row.role).most);
                REQUIRE(found->channels.size() == count);
                for (std::size_t i = 0; i < count; ++i) CHECK(found->channels[i] == int(i));
            }
    }
}

TEST_CASE("files that husk or Houdini wrote have the names of the renderer that made their layers") {
    struct Row {
        const char* table;
        std::vector<std::string> channels;
        std::vector<AovRole> roles;
    };
    using enum AovRole;
    const Row rows[] = {
        {"vray", {"VRayNormals.X", "VRayNormals.Y", "VRayNormals.Z", "VRayZDepth"}, {normal, depth}},
        {"renderman",
         {"Ci.R", "Ci.G", "Ci.B", "normal.X", "normal.Y", "normal.Z", "z", "mse.R", "mse.G", "mse.B"},
         {beauty, normal, depth, variance}},
        {"redshift",
         {"BumpNormals.X", "BumpNormals.Y", "BumpNormals.Z", "Z", "MotionVectors.X", "MotionVectors.Y"},
         {normal, depth, motion}},
        {"moonray", {"normal.X", "normal.Y", "normal.Z", "motionvec.x", "motionvec.y"}, {normal, motion}},
        {"arnold", {"N_noice.X", "N_noice.Y", "N_noice.Z", "Z"}, {normal, depth}},
        {"karma", {"N.X", "N.Y", "N.Z", "Pz", "C.R", "C.G", "C.B"}, {beauty, normal, depth}},
        {"karma",
         {"normal.X", "normal.Y", "normal.Z", "Z", "surface_albedo.R", "surface_albedo.G",
          "surface_albedo.B"},
         {normal, depth, albedo}}, // of an unknown renderer
    };
    for (const Row& row : rows)
        for (const auto& [name, value] :
             {std::pair{"husk:render_stats", "{}"}, {"Software", "Houdini 20.5"}}) {
            CAPTURE(row.table);
            CAPTURE(row.channels[0]);
            PartNames file{"", {"B", "G", "R"}, {{name, value}}};
            file.channels.insert(file.channels.end(), row.channels.begin(), row.channels.end());
            const Aovs aovs = find_roles({file});
            CHECK(aovs.table == row.table);
            for (const AovRole role : row.roles) {
                CAPTURE(int(role));
                CHECK(aovs.find(role));
            }
        }
}

TEST_CASE("every mark of every table is recognised as that renderer") {
    for (const std::string& name : aov_table_names()) {
        const AovTable& table = embedded_aov_table(name);
        CHECK(table.marks.empty() == (name == "generic"));
        for (const auto& [attribute, pattern] : table.marks) {
            CAPTURE(name);
            CAPTURE(pattern);
            std::string text = pattern, value = "1";
            std::erase(text, '*');
            if (const auto equals = text.find('='); equals != std::string::npos) {
                value = "a " + text.substr(equals + 1) + " 1.0";
                text.resize(equals);
            }
            PartNames file{"", {"R", "G", "B"}, {}};
            if (attribute)
                file.attributes[text] = value;
            else
                for (const std::string& layer : split(text, ','))
                    file.channels.push_back(trimmed(layer) + ".R");
            CHECK(find_roles({file}).table == name);
        }
    }
    CHECK(find_roles({{"", {"R", "G", "B"}, {}}}).table == "generic");
}

TEST_CASE("one layer whose name other renderers use does not make a file a renderer's") {
    for (const char* layer : {"SAMPLECOUNT", "sampleCount", "mse", "MotionVectors", "albedo", "depth"}) {
        CAPTURE(layer);
        CHECK(find_roles({{"", {"R", "G", "B", std::string(layer) + ".R"}, {}}}).table == "generic");
    }
    CHECK(find_roles({{"", {"R", "G", "B", "mse.R", "sampleCount"}, {}}}).table == "renderman");
}

TEST_CASE("files of Blender have the names of the renderer that made their layers") {
    PartNames file{"",
                   {"V.Combined.R", "V.Combined.G", "V.Combined.B", "V.ALBEDO.R", "V.ALBEDO.G", "V.ALBEDO.B",
                    "V.AVG_SHADING_NORMAL.X", "V.AVG_SHADING_NORMAL.Y", "V.AVG_SHADING_NORMAL.Z", "V.DEPTH.Z",
                    "V.SAMPLECOUNT.X"},
                   {{"BlenderMultiChannel", "1"}}};
    const Aovs aovs = find_roles({file});
    CHECK(aovs.table == "luxcore");
    for (const AovRole role : {AovRole::beauty, AovRole::albedo, AovRole::normal, AovRole::depth}) {
        CAPTURE(int(role));
        CHECK(aovs.find(role, "V"));
    }
    file.channels.resize(3);
    CHECK(find_roles({file}).table == "cycles");
}

TEST_CASE("tables that were not checked with a file or with source are marked as unchecked") {
    for (const std::string& name : aov_table_names()) {
        CAPTURE(name);
        const Names seen{"cycles", "generic", "mitsuba", "pbrt", "renderman"};
        const bool checked = std::ranges::count(seen, name) > 0;
        CHECK(embedded_aov_table(name).seen.empty() == !checked);
    }
}

TEST_CASE("a table's file wins over the program's table of that name") {
    const files::Folder folder;
    files::write_all(folder / "mine.aov", "albedo = my colours\n");
    const AovTable mine = load_aov_table((folder / "mine.aov").string());
    REQUIRE(mine.rows.size() == 1);
    CHECK(
        find_roles({{"", {"my colours.R", "my colours.G", "my colours.B"}, {}}}, mine).find(AovRole::albedo));
    CHECK(load_aov_table("cycles").rows.size() == embedded_aov_table("cycles").rows.size());
}

TEST_CASE(
    "a layer that the user names is stored as in the row of its name, else as in the role's first row") {
    const auto motion_of = [](const std::string& name) {
        const PartNames file{
            "", {"V.Vector.X", "V.Vector.Y", "V.Vector.Z", "V.Vector.W", "own.X", "own.Y"}, {}};
        AovOverrides overrides;
        overrides.patterns = {{AovRole::motion_next, name}};
        const Aovs aovs = find_roles({file}, embedded_aov_table("generic"), overrides);
        REQUIRE(aovs.find(AovRole::motion_next));
        return aovs.find(AovRole::motion_next)->row.motion;
    };
    CHECK(motion_of("V.Vector.ZW").from_other);
    CHECK(motion_of("*.Vector.ZW").from_other);
    CHECK_FALSE(motion_of("own").from_other);
    CHECK(motion_of("own").to == MotionConvention::To::next);
}

TEST_CASE("a table specifies the storage of its layers") {
    const AovTable table =
        parse_aov_table("motion = v; to next; sign from; y down; unit uv; scale 2; centre 0.5\n"
                        "motion-next = w\n"
                        "normal = n; space camera; premultiplied # of alpha\n"
                        "depth = d; along ray; sky 1e10\n"
                        "variance = e; of sample\n",
                        "t");
    REQUIRE(table.rows.size() == 5);
    using To = MotionConvention::To;
    CHECK(table.rows[0].motion ==
          MotionConvention{To::next, MotionConvention::Unit::uv, true, false, 2, 0.5, false});
    CHECK(table.rows[1].motion.to == To::next);
    CHECK(table.rows[2].camera_space);
    CHECK(table.rows[2].premultiplied);
    CHECK(table.rows[3].ray_depth);
    CHECK(table.rows[3].sky == 1e10);
    CHECK(table.rows[4].per_sample);
}

TEST_CASE("a wrong line of a table is refused, with its number and the allowed values") {
    const auto refused = [](const std::string& line, const std::string& message) {
        CAPTURE(line);
        try {
            parse_aov_table("# a table\n" + line + "\n", "t.aov");
            FAIL_CHECK("no error");
        } catch (const Error& error) {
            CHECK(error.kind == Exit::usage);
            CHECK(std::string(error.what()).starts_with("t.aov:2: " + message));
        }
    };
    refused("albedo", words(messages::not_a_table_row, "albedo"));
    refused("albdo = a", words(messages::unknown_role, "albdo") + "beauty, albedo");
    refused("none = a", words(messages::unknown_role, "none"));
    refused("albedo =", words(messages::no_role_pattern));
    refused("albedo = a,,b", words(messages::no_role_pattern));
    refused("mark = cycles", words(messages::not_a_mark, "cycles"));
    refused("albedo = a; to next", words(messages::foreign_role_word, "to next", "albedo") + "premultiplied");
    refused("depth = a; space world", words(messages::foreign_role_word, "space world", "depth"));
    refused("motion = a; to here", words(messages::invalid_role_word, "to here") + "to previous|next|ask");
    refused("motion = a; scale big", words(messages::invalid_role_word, "scale big"));
    refused("motion = a; premultiplied yes", words(messages::invalid_role_word, "premultiplied yes"));
    CHECK_THROWS_WITH_AS(load_aov_table("nuke"),
                         (words(messages::unknown_table, "nuke") +
                          "arnold, cycles, generic, karma, luxcore, "
                          "mitsuba, moonray, octane, pbrt, redshift, renderman, unreal, vray")
                             .c_str(),
                         Error);
}
