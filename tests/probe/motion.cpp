// Tests that the convention of vectors is found by trial, for every convention of renderers.
#include "commands/probe/motion_known.h"
#include "probe/fixture.h"

using namespace probe_test;

namespace {

const double width = size.width, height = size.height;

/// The stored value of component c for a motion to the previous frame and to the next one.
struct Source {
    const char* what;
    const char* components;
    double (*stored)(const Moves& moves, int component);
    const char *to, *sign, *y, *unit;
    const char* options; ///< for the generic table, whose vectors are pixels to the previous frame, y up
    double scale = 1;
    bool premultiplied = false;
};

const Source sources[] = {
    {"Cycles' XY", "XY", [](const Moves& m, int c) { return c == 0 ? m.previous[0] : -m.previous[1]; },
     "previous", "to", "up", "px", ""},
    {"Cycles' ZW", "XY", [](const Moves& m, int c) { return c == 0 ? -m.next[0] : m.next[1]; }, "next",
     "from", "up", "px", "--motion-stored 'to next, sign from'"},
    {"Beachball's forward, Redshift and RSMB to the next frame", "XY",
     [](const Moves& m, int c) { return c == 0 ? m.next[0] : -m.next[1]; }, "next", "to", "up", "px",
     "--motion-stored 'to next'"},
    {"V-Ray's, scaled to 0 to 1", "XY",
     [](const Moves& m, int c) { return .5 + (c == 0 ? m.next[0] / width : -m.next[1] / height); }, "next",
     "to", "up", "uv", "--motion-stored 'to next, uv'"},
    {"RenderMan's backward", "XY",
     [](const Moves& m, int c) { return c == 0 ? m.previous[0] : -m.previous[1]; }, "previous", "to", "up",
     "px", ""},
    {"MoonRay's, of half the size", "XY",
     [](const Moves& m, int c) { return c == 0 ? 2 * m.previous[0] / width : -2 * m.previous[1] / height; },
     "previous", "to", "up", "ndc", "--motion-stored 'ndc, premultiplied'", 1, true},
    {"NRD's and Falcor's", "XY",
     [](const Moves& m, int c) { return c == 0 ? m.previous[0] / width : m.previous[1] / height; },
     "previous", "to", "down", "uv", "--motion-stored 'y down, uv'"},
    {"of half a frame's time", "XY",
     [](const Moves& m, int c) { return c == 0 ? .5 * m.previous[0] : -.5 * m.previous[1]; }, "previous",
     "to", "up", "px", "--motion-stored 'scale 2'", 2},
    {"of two frames", "XY",
     [](const Moves& m, int c) { return c == 0 ? 2 * m.previous[0] : -2 * m.previous[1]; }, "previous", "to",
     "up", "px", "--motion-stored 'scale 0.5'", .5},
    {"rows down", "XY", [](const Moves& m, int c) { return m.previous[std::size_t(c)]; }, "previous", "to",
     "down", "px", "--motion-stored 'y down'"},
};

/// 1 except at a pixel on either side of every stripe of 12.
float stripes(int x) { return x % 12 == 0 ? .4F : x % 12 == 11 ? .6F : 1.0F; }

Render generic(const Source& source, int frame, bool even) {
    Render render;
    const Moves moves = moves_of(frame, even);
    const auto light = [=](int x, int y, int c) { return float(texture(frame, x, y, c, even)); };
    render.set("", "RGB", light);
    render.set("albedo", "RGB", light);
    if (source.premultiplied) render.set("", "A", [](int x, int, int) { return stripes(x); });
    render.set("motion", source.components, [=](int x, int, int c) {
        return float(source.stored(moves, c) * (source.premultiplied ? double(stripes(x)) : 1));
    });
    return render;
}

void write_frames(const Folder& folder, const Source& source, bool even = false) {
    for (int frame = 1; frame <= 3; ++frame)
        spill(folder.path / ("a.000" + std::to_string(frame) + ".exr"), generic(source, frame, even).exr());
}

} // namespace

TEST_CASE("probe names the vectors of every source, and with the options that read them it has no warning") {
    for (const Source& source : sources) {
        CAPTURE(std::string(source.what));
        const Folder folder;
        write_frames(folder, source);
        const Json json = probed(folder, "a.####.exr");
        CAPTURE(text_at(json, "shots.motion.vectors.why"));
        REQUIRE(*at(json, "shots.motion.vectors.found").boolean());
        CHECK(*at(json, "shots.motion.vectors.direction_found").boolean());
        CHECK(text_at(json, "shots.motion.vectors.convention.to") == source.to);
        CHECK(text_at(json, "shots.motion.vectors.convention.sign") == source.sign);
        CHECK(text_at(json, "shots.motion.vectors.convention.y") == source.y);
        CHECK(text_at(json, "shots.motion.vectors.convention.unit") == source.unit);
        CHECK(at(json, "shots.motion.vectors.convention.scale").number(0) == source.scale);
        CHECK(*at(json, "shots.motion.vectors.convention.premultiplied").boolean() == source.premultiplied);
        CHECK(text_at(json, "shots.motion.vectors.options") == source.options);
        CHECK(option_of(json, "motion-convention") == source.options);
        const Json again = probed(folder, std::string("a.####.exr ") + source.options);
        CHECK(*at(again, "shots.motion.vectors.found").boolean());
        CHECK_FALSE(warnings_of(again).contains("motion-convention"));
    }
}

TEST_CASE("of two frames the convention is found, too; of one there is nothing to try") {
    const Folder folder;
    write_frames(folder, sources[0]);
    fs::remove(folder.path / "a.0001.exr");
    const Json json = probed(folder, "a.0002.exr a.0003.exr");
    CAPTURE(text_at(json, "shots.motion.vectors.why"));
    CHECK(*at(json, "shots.motion.vectors.found").boolean());
    CHECK(at(probed(folder, "a.0002.exr"), "shots.motion").is_null());
}

TEST_CASE(
    "even motion leads to the frame before as well as, turned, to the next: a note explains it, without a warning") {
    const Folder folder;
    write_frames(folder, sources[0], true);
    const Json json = probed(folder, "a.####.exr");
    CHECK(*at(json, "shots.motion.vectors.found").boolean());
    CHECK_FALSE(*at(json, "shots.motion.vectors.direction_found").boolean());
    CHECK(text_at(json, "shots.motion.vectors.why").find("too uniform") != std::string::npos);
    CHECK_FALSE(warnings_of(json).contains("motion-convention"));
}

TEST_CASE("each pair of a layer is tried: Cycles' XY and ZW, which the table reads right") {
    const Folder folder;
    for (int frame = 1; frame <= 3; ++frame)
        spill(folder.path / ("a.000" + std::to_string(frame) + ".exr"), sound(frame).exr());
    const Json json = probed(folder, "a.####.exr");
    const auto& vectors = *at(json, "shots.motion.vectors").array();
    REQUIRE(vectors.size() == 2);
    const char* layers[] = {"V.Vector.XY", "V.Vector.ZW"};
    const char* directions[] = {"previous", "next"};
    for (std::size_t i = 0; i < 2; ++i) {
        CHECK(text_at(vectors[i], "layer") == layers[i]);
        CHECK(*at(vectors[i], "found").boolean());
        CHECK(text_at(vectors[i], "convention.to") == directions[i]);
        CHECK(at(vectors[i], "options").is_null());
    }
    CHECK(warnings_of(json).empty());
}

TEST_CASE("residuals are in order, and the table shows them with those without motion") {
    const Folder folder;
    write_frames(folder, sources[0]);
    const Json json = probed(folder, "a.####.exr");
    double before = 0;
    const auto& candidates = *at(json, "shots.motion.candidates").array();
    CHECK(candidates.size() == 40); // 2 signs, 2 ways of rows, 2 neighbours, 5 scales
    for (const Json& candidate : candidates) {
        CHECK(at(candidate, "residual").number(-1) >= before);
        before = at(candidate, "residual").number(-1);
    }
    const Ran ran = run(folder, "a.####.exr");
    for (const char* part :
         {"residual of the albedo", "to previous, sign to, y up, unit px", "no motion, frame before"})
        CHECK(ran.out.find(part) != std::string::npos);
}

TEST_CASE("the result is open if nothing moves, or only to the side") {
    const Folder folder;
    const auto check = [&](const std::function<void(Render&)>& put) {
        for (int frame = 1; frame <= 3; ++frame) {
            Render render = generic(sources[0], frame, false);
            put(render);
            spill(folder.path / ("a.000" + std::to_string(frame) + ".exr"), render.exr());
        }
        const Json json = probed(folder, "a.####.exr");
        CHECK_FALSE(*at(json, "shots.motion.vectors.found").boolean());
        CHECK(at(json, "shots.motion.vectors.convention").is_null());
        CHECK(text_at(json, "shots.motion.vectors.why").starts_with("cannot tell: "));
        CHECK_FALSE(warnings_of(json).contains("motion-convention"));
    };
    check([](Render& render) { // a still image
        for (const char* layer : {"", "albedo"})
            render.set(layer, "RGB", [](int x, int y, int c) { return float(texture(1, x, y, c)); });
    });
    check([](Render& render) { // rows of one colour each: sideways motion is invisible, and no row moves
        for (const char* layer : {"", "albedo"})
            render.set(layer, "RGB", [](int, int y, int c) { return float(texture(1, 0, y, c)); });
    });
}

TEST_CASE(
    "vectors of unknown direction give a warning, and probe finds their direction if motion determines it") {
    const Folder folder;
    spill(folder.path / "own.aov", "beauty = *.Combined\nalbedo = *.Denoising Albedo\n"
                                   "motion = *.Vector.XY; to ask; y up; unit px\n");
    for (const bool even : {false, true}) {
        CAPTURE(even);
        for (int frame = 1; frame <= 3; ++frame)
            spill(folder.path / ("a.000" + std::to_string(frame) + ".exr"), sound(frame, even).exr());
        const Json json = probed(folder, "--aovs own.aov a.####.exr");
        CHECK(option_of(json, "vectors-undirected") == "--motion-stored 'to previous|next'");
        if (!even) CHECK(text_at(json, "shots.motion.vectors.options") == "--motion-stored 'to previous'");
    }
    CHECK_FALSE(warnings_of(probed(folder, "--aovs own.aov --motion-stored 'to next' a.0001.exr"))
                    .contains("vectors-undirected"));
}

TEST_CASE("if several readings fit, as in the room of data/samples, probe prints their common facts") {
    const Folder folder;
    const std::string room = (fs::path(source_dir()) / "data/samples/room/room.####.exr").string();
    const Json json = probed(folder, room);
    const auto& pairs = *at(json, "shots.motion.vectors").array();
    CHECK(pairs.size() == 2);
    for (const Json& pair : pairs) {
        CAPTURE(text_at(pair, "why"));
        CHECK_FALSE(*at(pair, "found").boolean());
        CHECK(at(pair, "sure").array()->size() == 2);
        CHECK(text_at(pair, "why").starts_with("in part: sign "));
        CHECK(text_at(pair, "why").find("unit px; open: y, scale; as it is read fits best") !=
              std::string::npos);
        CHECK(at(pair, "options").is_null());
    }
    const std::string out = run(folder, room).out; // XY to previous, sign to is XY to next, sign from
    CHECK(out.find("Vector.XY  to next, sign from") == std::string::npos);
    CHECK(out.find("Vector.ZW  to previous, sign to") == std::string::npos);
}

TEST_CASE("the first line is the used reading, if another one means the same motion") {
    const Folder folder;
    write_frames(folder, sources[0], true);
    for (const auto& [options, used] :
         {std::pair{"", "to previous, sign to, y up, unit px"},
          {" --motion-stored 'to next, sign from'", "to next, sign from, y up, unit px"}}) {
        CAPTURE(std::string(used));
        const std::string out = run(folder, std::string("a.####.exr") + options).out;
        const std::size_t head = out.find("convention\n");
        REQUIRE(head != std::string::npos);
        const std::size_t first = out.find('\n', head) + 1;
        CHECK(out.substr(first, out.find('\n', first) - first).ends_with(used));
    }
}

TEST_CASE("if several readings fit, common facts replace the reading, and open facts stay") {
    using enum MotionConvention::To;
    MotionConvention read, best, half;
    best.unit = half.unit = MotionConvention::Unit::uv;
    half.scale = 0.5;
    half.to = next; // the same sign, turned round
    half.from_other = true;
    read.scale = 2;
    const KnownMotion known = known_motion({best, half}, read);
    CHECK(known.sure == std::vector<std::string>{"sign to", "y up", "unit uv"});
    CHECK(known.open == std::vector<std::string>{"scale"});
    CHECK(known.convention.unit == MotionConvention::Unit::uv);
    CHECK(known.convention.scale == 2);
    CHECK_FALSE(known.is_read_so);
}

TEST_CASE("JSON has the options that resolve the findings, without options that need a name") {
    const Folder folder;
    write_frames(folder, sources[1]);
    const Json json = probed(folder, "a.####.exr");
    CHECK(at(json, "shots.options").dump().find("--motion-stored 'to next, sign from'") != std::string::npos);
    CHECK(at(json, "shots.options").dump().find("NAME") == std::string::npos);
    CHECK(at(json, "shots.warnings").array()->size() >= 1);
}
