// Tests `atrous bench --figure N`: drawings, results next to the paper's claims, and data/figures.sh.
#include "base/json.h"
#include "base/text.h"
#include "cli/messages.h"
#include "graph/messages.h"
#include "lab/bench/filters/svgf_text.h"
#include "lab/figures/ways.h"
#include "lab/messages.h"
#include "opencl/device.h"
#include "support/app_run.h"
#include "support/called.h"
#include "support/messages.h"
#include <cstdlib>
#include <map>
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
    for (const Json& claim : *j.find("claims")->array()) // text, file and image tell the same
        CHECK(ran.out.find(claim.text_of("what")) != std::string::npos);
    return j;
}

/// Returns the result in a column for the claim that begins with this text.
std::string found(const Json& figure, const std::string& claim, const std::string& column) {
    for (const Json& one : *figure.find("claims")->array())
        if (one.text_of("what").starts_with(claim)) return one.text_of(column);
    FAIL("no claim " << claim);
    return "";
}

/// The number at the beginning of a cell.
double number(const std::string& cell) {
    const auto value = read_number(cell.substr(0, cell.find(' ')));
    REQUIRE_MESSAGE(value, cell);
    return *value;
}

void refuses(const std::string& arguments, const Message& words) {
    const Folder folder;
    const auto ran = run_here(folder, "bench --figure " + arguments);
    CAPTURE(arguments);
    CAPTURE(ran.err);
    CHECK(ran.code == 2);
    CHECK(prints(ran, words));
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
    CHECK(compared == 14); // of 16. The text lost two
}

TEST_CASE("figure 8: mirroring takes nothing from beyond the support, and more from the border") {
    const Json j = figure("8");
    // Computed by hand for 32 rows, centre 30, radius 2, 3 levels.
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
    const Json other = figure("8 --kernel box --size 20x12 --centre 3,1 --levels 2 --radius 1");
    CHECK(other.find("data")->array()->size() == 5);
}

namespace {

/// A row with these times of its levels and of its upward pass.
RowResult timed_row(const std::vector<double>& levels, double upward) {
    RowResult row;
    for (std::size_t l = 0; l < levels.size(); ++l)
        row.passes.push_back({"", Stage::level, int(l), 0, 0, {levels[l]}});
    if (upward > 0) row.passes.push_back({"", Stage::upward, -1, 0, 0, {upward}});
    return row;
}

} // namespace

TEST_CASE("figure 9: claims are ratios of the right rows and levels") {
    const auto ways = paper_ways();
    RowResult failed = timed_row({}, 0);
    failed.error = "not enough local memory";
    const std::vector<RowResult> rows{timed_row({1, 2, 4}, 1), timed_row({1, 1, 2}, 3), failed,
                                      timed_row({0.5, 0.5, 1}, 3), failed};
    REQUIRE(rows.size() == ways.size());
    std::map<std::string, std::string> eaw, svgf;
    for (const PaperClaim& claim : time_claims({"EAW", ways, rows})) {
        eaw[claim.what.substr(5)] = claim.here.at(0);
        CHECK(claim.here.at(1) == "-"); // subdivision failed
    }
    for (const PaperClaim& claim : time_claims({"SVGF", ways, rows}))
        svgf[claim.what.substr(6)] = claim.here.at(0);
    const std::map<std::string, std::string> of_both{{"GMEM, first level", "1.00"},
                                                     {"GMEM, later levels", "2.00"},
                                                     {"SHMEM, first level", "2.00"},
                                                     {"SHMEM, later levels", "4.00"},
                                                     {"SHMEM, slowest / fastest level but the last", "1.00"}};
    for (const auto& [what, value] : of_both) {
        CAPTURE(what);
        CHECK(eaw[what] == value);
        CHECK(svgf[what] == value);
    }
    CHECK(eaw["SHMEM, upward pass / baseline's"] == "3.00");
    CHECK(eaw["SHMEM, levels and upward pass"] == "1.60");
    CHECK(eaw["SHMEM, most of later levels"] == "4.00");
    CHECK(eaw["SHMEM, each level"] == "2.00 to 4.00");
    CHECK(svgf["SHMEM, last level / others (it restores the layout)"] == "2.00");
    CHECK(svgf["SHMEM, last level"] == "4.00");
}

TEST_CASE("claims of one level are ratios as well in figure 9") {
    const auto ways = paper_ways();
    const std::vector<RowResult> rows(ways.size(), timed_row({2}, 0));
    for (const char* filter : {"EAW", "SVGF"})
        for (const PaperClaim& claim : time_claims({filter, ways, rows}))
            for (const auto& cell : claim.here) CHECK((cell == "-" || cell.starts_with("1.00")));
}

TEST_CASE("figure 9: both filters can run in every way, on every kind of device") {
    for (const bool cpu : {true, false}) {
        const DeviceTraits device{cpu, 8, 1024, 48 << 10};
        const auto ways = all_ways(device);
        CHECK(ways.size() == (cpu ? 9 : 6)); // a CPU's own form is not in the paper
        const auto rows = rows_of(settings_of(ways, {}), {64, 48}, device);
        for (std::size_t i = 0; i < ways.size(); ++i) {
            CAPTURE(rows[i].name);
            CHECK(rows[i].settings->how.schedule == ways[i].schedule);
            if (ways[i].form) CHECK(rows[i].settings->how.form == ways[i].form);
            const bool own = &ways[i] == &ways.back(); // adds details up on the way
            CHECK(rows[i].settings->how.synthesis->stores_details != own);
        }
        for (const Order* order : figure_orders())
            for (const bool tiles : {false, true}) {
                const Way& way = ways.at(way_at(ways, order, tiles));
                CHECK(way.order == order);
                CHECK(way.form->tiles == tiles);
            }
    }
}

TEST_CASE("figure 9: levels of svgf are checked against the first way's, and timed") {
    if (!has_device()) return;
    BenchOptions options;
    options.size = {40, 24};
    options.repeats = 2;
    options.settings.levels = 5;
    Engine engine(choose_device("auto"));
    std::vector<Execution> ways;
    for (const Schedule* schedule : {&schedules()[1], &schedules()[0]}) {
        Execution& how = ways.emplace_back();
        how.schedule = schedule;
        how.form = &form_of(traits_of(engine.device()));
    }
    const auto rows = time_svgf_levels(engine, options, ways);
    REQUIRE(rows.size() == 2);
    for (const RowResult& row : rows) {
        CHECK(row.error.empty());
        CHECK(level_ms(row).size() == 5);
        CHECK(row.check.relative_l2 <= 1e-4);
    }
    CHECK(rows[0].row.name.starts_with("svgf.dilated.-."));
    CHECK(rows[1].row.name.starts_with("svgf.permuted.split."));
}

/// Runs only with ATROUS_EXHAUSTIVE, because its twenty programs take half a minute to compile.
TEST_CASE("figure 9: every way is timed at every level by both filters, and every claim has a number") {
    if (!std::getenv("ATROUS_EXHAUSTIVE") || !has_device()) return;
    const Json j = figure("9 --size 48x40 --levels 3 --repeat 1");
    for (const char* filter : {"eaw", "svgf"}) {
        std::set<std::string> ways;
        for (const Json& row : *j.find("data")->find(filter)->array()) {
            CAPTURE(row.text_of("name"));
            CHECK(row.find("error") == nullptr);
            CHECK(row.find("level_ms")->array()->size() == 3);
            const std::string way = row.text_of("way");
            if (way.find("no edge") == std::string::npos && way.find("halves") == std::string::npos)
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
    // Rows of 288 floats. With 256, rows that begin with a line would fall on the same sets.
    const Json j = figure("10 --size 270x230 --levels 5 --model-cache L1=24K,L2=256K,line=128 --units 1");
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
    check(
        folder.shell("FIGURES='6 8' " + std::string(source_dir()) + "/data/figures.sh " + program() + " out"),
        0, {});
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

TEST_CASE("unknown figures, options without effect in a figure, and images too large to draw are refused") {
    refuses("7 --svg f.svg", message(messages::unknown_value, "--figure", "7", ""));
    refuses("9 --order split --svg f.svg", "a figure has its own rows");
    refuses("6 --layout 16,2", line(messages::options_contradict));
    refuses("9 --match svgf", line(messages::options_contradict));
    refuses("6 --repeat 3", line(messages::figure_option, "6", "repeat"));
    refuses("8 --device 0", line(messages::figure_option, "8", "device"));
    refuses("9 --units 2", line(messages::figure_option, "9", "units"));
    refuses("6 --size 65x1 --svg f.svg", line(messages::figure_axis, "64"));
    refuses("6 --size 16x2 --svg f.svg", line(messages::figure_axis));
    refuses("8 --size 65x65 --svg f.svg", line(messages::figure_size, "64"));
    refuses("8 --centre 32,0", line(messages::figure_outside));
}
