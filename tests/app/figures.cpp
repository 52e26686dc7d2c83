// `atrous bench --figure N`: what is drawn, what is found beside what the paper states, and data/figures.sh.
#include "base/json.h"
#include "base/text.h"
#include "support/app_run.h"
#include "support/called.h"
#include <algorithm>
#include <set>

using namespace atrous;

namespace {

Json figure(const std::string& arguments) {
    const Folder folder;
    const auto ran = run_here(folder, "bench --figure " + arguments + " --svg f.svg --json f.json");
    CAPTURE(arguments);
    CAPTURE(ran.err);
    REQUIRE(ran.code == 0);
    const std::string svg = slurp(folder.path / "f.svg");
    CHECK(svg.starts_with("<svg"));
    CHECK(svg.ends_with("</svg>\n"));
    Json j = parse_json(slurp(folder.path / "f.json"), "figure");
    for (const Json& claim : *j.find("claims")->array()) // text, file and picture tell the same
        CHECK(ran.out.find(claim.text_of("what")) != std::string::npos);
    return j;
}

/// What was found of the claim that begins so, in a column.
std::string found(const Json& figure, const std::string& claim, const std::string& column) {
    for (const Json& one : *figure.find("claims")->array())
        if (one.text_of("what").starts_with(claim)) return one.text_of(column);
    FAIL("no claim " << claim);
    return "";
}

/// The number that a cell begins with.
double number(const std::string& cell) {
    const auto value = read_number(cell.substr(0, cell.find(' ')));
    REQUIRE_MESSAGE(value, cell);
    return *value;
}

void refuses(const std::string& arguments, const std::string& says) {
    const Folder folder;
    const auto ran = run_here(folder, "bench --figure " + arguments);
    CAPTURE(arguments);
    CAPTURE(ran.err);
    CHECK(ran.code == 2);
    CHECK(ran.says(says));
    CHECK(ran.out.empty());
    CHECK_FALSE(folder.has("f.svg"));
}

} // namespace

TEST_CASE("figure 6: every row that the paper has is ours") {
    const Json j = figure("6");
    int compared = 0;
    for (const Json& claim : *j.find("claims")->array()) {
        const bool stated = claim.text_of("paper") != "not in the text";
        compared += stated;
        CAPTURE(claim.text_of("what"));
        CHECK((claim.text_of("of our layout") == "the same") == stated);
    }
    CHECK(compared == 14); // of 16; the text lost two
}

TEST_CASE("figure 6: rows are permutations at every size") {
    for (const std::string size : {"1x1", "7x1", "64x1"})
        for (const Json& row : *figure("6 --levels 6 --size " + size).find("data")->array()) {
            std::set<std::int64_t> pixels;
            for (const Json& pixel : *row.find("pixel_at")->array()) pixels.insert(*pixel.integer());
            CHECK(std::to_string(pixels.size()) + "x1" == size);
            CHECK(*pixels.begin() == 0);
        }
}

TEST_CASE("figure 8: mirroring takes nothing from beyond the support, and more from the border") {
    const Json j = figure("8");
    // Worked out by hand for 32 rows, centre 30, radius 2, 3 levels.
    const std::string border = ": weight of the last", beyond = ": weight from beyond";
    const struct {
        const char *what, *box, *b3;
    } rows[] = {{"drop.dilated: weight from", "0.000", "0.000"},
                {"drop.dilated: weight of", "0.333", "0.531"},
                {"naive.ascending: weight from", "0.440", "0.414"},
                {"naive.subdivision: weight from", "0.400", "0.352"},
                {"mirror.ascending: weight from", "0.000", "0.000"},
                {"mirror.ascending: weight of", "0.400", "0.581"},
                {"mirror.subdivision: weight from", "0.000", "0.000"},
                {"mirror.subdivision: weight of", "0.368", "0.537"}};
    for (const auto& row : rows) {
        CAPTURE(row.what);
        CHECK(number(found(j, row.what, "box")) == doctest::Approx(number(row.box)).epsilon(0.01));
        CHECK(number(found(j, row.what, "b3")) == doctest::Approx(number(row.b3)).epsilon(0.01));
    }
    CHECK(j.find("data")->array()->size() == 2 * 5);
    CHECK(figure("8 --kernel box --size 20x12 --centre 3,1 --levels 2 --radius 1")
              .find("data")
              ->array()
              ->size() == 5);
}

TEST_CASE("figure 9: every way is timed at every level by both filters, and every claim has a number") {
    if (!has_device()) return;
    const Json j = figure("9 --size 48x40 --levels 3 --repeat 1");
    for (const char* filter : {"eaw", "svgf"}) {
        std::set<std::string> ways;
        for (const Json& row : *j.find("data")->find(filter)->array()) {
            CAPTURE(row.text_of("name"));
            CHECK(row.find("error") == nullptr);
            CHECK(row.find("level_ms")->array()->size() == 3);
            CHECK(row.find("relative_l2")->number(1) < 1e-4);
            ways.insert(row.text_of("way"));
        }
        for (const char* way : {"baseline", "GMEM, ascending", "GMEM, subdivision", "SHMEM, ascending",
                                "SHMEM, subdivision", "the program's own way"})
            CHECK(ways.count(way) == 1);
    }
    for (const Json& claim : *j.find("claims")->array())
        for (const char* order : {"ascending", "subdivision"}) CHECK(number(claim.text_of(order)) > 0);
}

TEST_CASE("figure 10: the baseline hits less and less, the permuted levels hit alike") {
    const Json j = figure("10 --size 250x230 --levels 5 --model-cache L1=24K,L2=256K,line=128 --units 1");
    const auto rate = [&](std::size_t row, std::size_t level) {
        return (*(*j.find("data")->find("rows")->array())[row].find("levels")->array())[level]
            .find("L1_hit_rate")
            ->number(-1);
    };
    for (std::size_t l = 2; l < 5; ++l) {
        CHECK(rate(0, l) < rate(0, l - 1));
        for (const std::size_t permuted : {1, 2, 3, 4})
            CHECK(rate(permuted, l) == doctest::Approx(rate(permuted, 1)).epsilon(0.05));
    }
}

TEST_CASE("data/figures.sh makes a page that needs no other file") {
    const Folder folder;
    const auto ran = folder.shell("FIGURES='6 8' " + std::string(source_dir()) +
                                  "/data/figures.sh \"$(command -v atrous)\" out");
    CAPTURE(ran.err);
    REQUIRE(ran.code == 0);
    const std::string page = slurp(folder.path / "out/index.html");
    CHECK(page.find("Figure 6") < page.find("Figure 8"));
    std::size_t drawings = 0;
    for (auto at = page.find("</svg>"); at != std::string::npos; at = page.find("</svg>", at + 1)) ++drawings;
    CHECK(drawings == 2);
    for (const char* word : {"what the paper's text states", "increased", "not in the text"})
        CHECK(page.find(word) != std::string::npos);
    for (const char* outside : {"src=", "href=", "url("}) CHECK(page.find(outside) == std::string::npos);
    CHECK(folder.shell(std::string(source_dir()) + "/data/figures.sh no-such-program").code == 2);
}

TEST_CASE("refused: a figure that is not made") { refuses("7 --svg f.svg", "--figure: unknown value '7'"); }
TEST_CASE("refused: rows beside a figure") {
    refuses("9 --order split --svg f.svg", "a figure has its own rows");
}
TEST_CASE("refused: a figure and something else at once") {
    refuses("6 --layout 16,2", "contradict");
    refuses("8 --footprint", "contradict");
    refuses("9 --match svgf", "contradict");
}
TEST_CASE("refused: options that a figure has no use for") {
    refuses("6 --repeat 3", "--figure 6 takes no --repeat");
    refuses("8 --device 0", "--figure 8 takes no --device");
    refuses("9 --units 2", "--figure 9 takes no --units");
    refuses("10 --repeat 3", "--figure 10 takes no --repeat");
}
TEST_CASE("refused: a picture that would be too large to draw") {
    refuses("6 --size 65x1 --svg f.svg", "at most 64");
    refuses("6 --size 16x2 --svg f.svg", "one axis");
    refuses("8 --size 65x65 --svg f.svg", "at most 64x64");
}
TEST_CASE("refused: a centre beside the image") { refuses("8 --centre 32,0", "lies outside"); }
