// Tests `atrous bench --tune`: rows that are kept, rows that are not, and runs that use them.
#include "base/json.h"
#include "base/text.h"
#include "graph/tables.h"
#include "lab/bench/rows/long_run.h"
#include "lab/messages.h"
#include "opencl/device.h"
#include "platform/messages.h"
#include "support/app_run.h"
#include "support/edited_kernels.h"
#include "support/json_at.h"
#include "support/messages.h"
#include <set>

using namespace atrous;

namespace {

/// Runs with a separate folder of compiled kernels.
struct Tuned {
    Folder folder{};

    Tuned() { folder.ppm("a.ppm", 96, 64); }
    Ran run(const std::string& arguments, const std::string& variables = "") const {
        return folder.shell("mkdir -p cache; export POCL_CACHE_DIR=$PWD/cache; " + variables + " atrous " +
                            arguments);
    }
    Ran tune(const std::string& variables = "") const {
        return run("bench --tune --size 96x64 --repeat 6 --device cpu --json -", variables);
    }
    /// The form that a run takes, by its log.
    std::string form_of_run(const std::string& border = "drop") const {
        fs::remove(folder.path / "log");
        const Ran ran = run("enhance --device cpu --levels 2 --log log --existing replace --border " +
                            border + " a.ppm -o " + border + ".ppm");
        CAPTURE(ran.err);
        REQUIRE(ran.code == 0);
        const std::string log = slurp(folder.path / "log"), name = "\"form\":\"";
        const auto from = log.rfind(name); // the options of the run have one, too
        REQUIRE(from != std::string::npos);
        return log.substr(from + name.size(), log.find('"', from + name.size()) - from - name.size());
    }
    fs::path record(const std::string& section = "forms") const {
        for (const auto& entry : fs::directory_iterator(folder.path / "cache"))
            if (entry.path().filename().string().starts_with("device-" + section)) return entry.path();
        return {};
    }
    /// Replaces a text everywhere in a record.
    void change_record(const std::string& from, const std::string& to,
                       const std::string& section = "forms") const {
        std::string text = slurp(record(section));
        REQUIRE(text.find(from) != std::string::npos);
        for (std::size_t at = 0; (at = text.find(from, at)) != std::string::npos; at += to.size())
            text.replace(at, from.size(), to);
        spill(record(section), text);
    }
};

} // namespace

TEST_CASE("a form is kept if its times are smaller by 3 % and more than noise") {
    const std::vector<double> table{10, 10.1, 10.2, 10.3, 10.4, 10.5};
    const auto scaled = [&](double by) {
        std::vector<double> ms = table;
        for (double& one : ms) one *= by;
        return ms;
    };
    CHECK(is_clearly_faster(scaled(0.94), table));
    CHECK_FALSE(is_clearly_faster(scaled(0.98), table)); // the noise is 2.4 %
    CHECK_FALSE(is_clearly_faster(scaled(1), table));
    CHECK_FALSE(is_clearly_faster(scaled(1.1), table));
    CHECK_FALSE(is_clearly_faster({5, 5, 5, 5, 5, 11}, table)); // of six, the slowest counts
    CHECK_FALSE(is_clearly_faster({5, 5, 5}, {10, 10, 10}));    // too few
    CHECK_FALSE(is_clearly_faster({9.8, 9.8, 9.8, 9.8, 9.8, 9.8}, {10, 10, 10, 10, 10, 10})); // 2 %
    CHECK_FALSE(is_clearly_faster({}, table));
}

TEST_CASE("--tune keeps a row for each exact border, and runs use its form") {
    if (!has_device() || !choose_device("auto").is_cpu()) return;
    const Tuned tuned;
    const std::string of_table = tuned.form_of_run();
    const Ran ran = tuned.tune();
    CAPTURE(ran.err);
    REQUIRE(ran.code == 0);
    const Json report = parse_json(ran.out, "report");
    std::set<std::string> measured;
    for (const Json& row : *at(report, "rows").array()) {
        measured.insert(row.text_of("border"));
        CHECK(row.text_of("filter") == "eaw"); // svgf has one form on CPUs
        CHECK(row.text_of("table") == of_table);
        CHECK(row.integer_of("min_pixels") == 0);
        CHECK(row.number_of("ms") > 0);
        CHECK(row.number_of("ms") <= row.number_of("table_ms"));
        CHECK((row.text_of("form") == of_table || row.number_of("ms") * 1.03 <= row.number_of("table_ms")));
    }
    CHECK(measured == std::set<std::string>{"clamp", "drop", "reflect"});
    REQUIRE_FALSE(tuned.record().empty());
    const Json listed = parse_json(tuned.run("devices --json").out, "devices");
    CHECK(at(listed, "devices").array()->front().find("tuned_forms")->dump() == at(report, "rows").dump());

    const std::string other = of_table == "vector" ? "strip" : "vector";
    const fs::path record = tuned.record();
    const std::string whole = slurp(record);
    for (const auto& [border, form] : {std::pair{"drop", &other}, {"mirror", &of_table}}) {
        spill(tuned.record(), whole);
        for (const std::string its : {"strip", "vector"}) // whatever was faster
            if (slurp(tuned.record()).find("\"form\": \"" + its) != std::string::npos)
                tuned.change_record("\"form\": \"" + its, "\"form\": \"" + other);
        CHECK(tuned.form_of_run(border) == *form);
    }
    const auto rows = [&] { return tuned.run("bench --device cpu --size 96x64 --list").out; };
    const auto form_of_baseline = [&] { return split(rows().substr(0, rows().find('\n')), '.').at(3); };
    CHECK(has_text(rows(), "." + other + "."));
    CHECK(form_of_baseline() == "vector");
    const std::string right = slurp(tuned.record());
    // The forms agree, though not in every bit: at most one step.
    const std::string by_other = slurp(tuned.folder.path / "drop.ppm");
    fs::rename(tuned.record(), tuned.folder.path / "kept");
    CHECK(tuned.form_of_run() == of_table);
    fs::rename(tuned.folder.path / "kept", record);
    const std::string by_table = slurp(tuned.folder.path / "drop.ppm");
    REQUIRE(by_other.size() == by_table.size());
    for (std::size_t i = 0; i < by_other.size(); ++i)
        REQUIRE(std::abs(int(std::uint8_t(by_other[i])) - int(std::uint8_t(by_table[i]))) <= 1);

    // Records that are damaged, of another device, or name what there is not:
    for (const std::string damage : {"", "{", "{\"forms\": 3}", "[]"}) {
        CAPTURE(damage);
        spill(tuned.record(), damage);
        CHECK(tuned.form_of_run() == of_table);
    }
    for (const auto& [from, to] : {std::pair{"\"driver\": \"", "\"driver\": \"9"},
                                   {"\"device\": \"", "\"device\": \"9"},
                                   {"\"form\": \"", "\"form\": \"x"},
                                   {"\"min_pixels\": ", "\"min_pixels\": -1"},
                                   {"\"min_pixels\": ", "\"min_pixels\": 999999"},
                                   {"\"filter\": \"", "\"filter\": 3, \"x\": \""},
                                   {"\"filter\": \"", "\"filter\": \"x"}}) {
        CAPTURE(to);
        spill(tuned.record(), right);
        tuned.change_record(from, to);
        CHECK(tuned.form_of_run() == of_table);
    }
    spill(tuned.record(), right);
    tuned.change_record("\"forms\": [", "\"forms\": [3, {}, [], \"x\", ");
    CHECK(tuned.form_of_run() == other); // the rows among them
    fs::remove(tuned.record());
    CHECK(tuned.form_of_run() == of_table);
    CHECK(form_of_baseline() == "vector");
}

TEST_CASE(
    "--tune keeps no form whose check failed, none if the table's failed, and nothing after a refusal") {
    if (!has_device() || !choose_device("auto").is_cpu()) return;
    const struct {
        const char *file, *right, *wrong;
    } kernels[] = {{"eaw/decompose.cl", "if (row.y >=", "if (p.level == 1 && STRIDE_OF(p) == 1 || row.y >="},
                   {"eaw/decompose_strip.cl", "if (left >= right", "if (left >= 0"}};
    const Tuned tuned;
    const std::string of_table = tuned.form_of_run();
    for (const auto& kernel : kernels) {
        CAPTURE(kernel.file);
        fs::remove(tuned.record());
        write_kernels(tuned.folder.path / "kernels", {{kernel.file, kernel.right, kernel.wrong}});
        const Ran ran = tuned.tune("ATROUS_KERNEL_DIR=$PWD/kernels");
        CAPTURE(ran.err);
        CHECK(ran.code == 1);
        const std::string wrong = kernel.file == kernels[0].file ? "vector" : "strip";
        const Json report = parse_json(ran.out, "report");
        const Json::Array& rows = *at(report, "rows").array();
        CHECK(rows.size() == (wrong == of_table ? 0 : 3));
        for (const Json& row : rows) CHECK(row.text_of("form") == of_table);
        CHECK(tuned.record().empty() == rows.empty());
    }
    fs::remove(tuned.record());
    CHECK(tuned.run("bench --tune --match svgf").code == 2);
    CHECK(tuned.run("bench --tune --device cpu --size 400x300 --repeat 10000 --levels 9").code == 2);
    // Hours on any machine: 6 megapixels, 100 rows, 10000 times.
    CHECK(tuned.run("bench --tune --device cpu --size 3000x2000 --repeat 10000").code == 1);
    CHECK(tuned.record().empty());
}

TEST_CASE("--tune refuses a folder for one run only before it measures") {
    if (!has_device()) return;
    const Tuned tuned;
    const Ran ran = tuned.folder.shell("unset POCL_CACHE_DIR HOME XDG_CACHE_HOME; atrous bench --tune");
    expect(ran, 4, {line(messages::kernel_folder_missing, "--tune")});
}

TEST_CASE("--tune does not measure a form that the check of the device found wrong, and runs do not use it") {
    if (!has_device() || !choose_device("auto").is_cpu()) return;
    const Tuned tuned;
    const std::string of_table = tuned.form_of_run();
    REQUIRE(tuned.tune().code == 0);
    tuned.change_record("\"table\": \"" + of_table, "\"table\": \"none"); // as if it had replaced another one
    CHECK(tuned.form_of_run() == of_table);
    tuned.change_record("\"found\": \"right", "\"found\": \"wrong", "checks");
    CHECK(tuned.form_of_run() != of_table);
    fs::remove(tuned.record());
    const Ran ran = tuned.tune();
    CHECK(ran.code == 0);
    const Json report = parse_json(ran.out, "report");
    for (const Json& row : *at(report, "rows").array()) CHECK(row.text_of("form") != of_table);
}
