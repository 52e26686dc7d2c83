// Tests the schema of the log, data/log.schema.json: logs of runs follow it (each Folder of each test checks,
// too), and deviations are found.
#include "support/schema.h"
#include "cli/tables.h"
#include "support/app_run.h"
#include "support/manual.h"
#include <set>

using namespace atrous;

namespace {

const std::string run_name = R"("run":"host-12-1a2b")";

/// The flaw of a line that has these members and the run's name.
std::string flaw_of(const std::string& members) {
    return flaw_in(parse_json("{" + run_name + "," + members + "}", "a test"), log_schema());
}

/// All names in the "properties" of a schema and below.
void add_names(const Json& schema, std::set<std::string>& names) {
    if (schema.array())
        for (const Json& item : *schema.array()) add_names(item, names);
    if (!schema.object()) return;
    for (const auto& [name, value] : *schema.object()) {
        if (name == "properties")
            for (const auto& member : *value.object()) names.insert(member.first);
        add_names(value, names);
    }
}

/// All values in the "enum" of a schema and below that are texts.
void add_values(const Json& schema, std::set<std::string>& values) {
    if (schema.array())
        for (const Json& item : *schema.array()) add_values(item, values);
    if (!schema.object()) return;
    for (const auto& [name, value] : *schema.object()) {
        if (name == "enum" && value.array())
            for (const Json& one : *value.array())
                if (one.string()) values.insert(*one.string());
        add_values(value, values);
    }
}

} // namespace

TEST_CASE("a run's log matches its schema, for each outcome of the images") {
    if (!has_device()) return;
    const Folder folder;
    folder.image("in/a.png");
    spill(folder.path / "in/b.png", "text");
    CHECK(folder.run("enhance --levels 1 in -o out").code == 1);
    CHECK(folder.run("enhance --levels 1 in -o out --existing skip").code == 1);
    CHECK(folder.run("scale --factor 2 in/a.png -o small/").code == 0);
    CHECK(check_logs(folder.path) == 4 + 4 + 3);
}

TEST_CASE("lines that violate the schema are distinguished by their fault") {
    CHECK(flaw_of(R"("input":"a.png","status":"skipped")").empty());
    CHECK(flaw_of(R"("end":{"exit":0})").empty());
    CHECK(has_text(flaw_of(R"("input":"a.png","status":"done")"), "status is none of"));
    CHECK(has_text(flaw_of(R"("input":"a.png")"), "lacks status"));
    CHECK(has_text(flaw_of(R"("input":1,"status":"ok")"), "input is no \"string\""));
    CHECK(has_text(flaw_of(R"("input":"a","status":"ok","read_ms":-1)"), "read_ms is too small"));
    CHECK(has_text(flaw_of(R"("input":"a","status":"ok","width":1.5)"), "width is no \"integer\""));
    CHECK(has_text(flaw_of(R"("end":{"exit":256})"), "end.exit is too large"));
    CHECK(has_text(flaw_of(R"("input":"a","status":"ok","neighbour":false)"), "neighbour is not true"));
    CHECK(has_text(flaw_of(R"("input":"a","status":"ok","settings":[{"tile":{"pitch":1}}])"),
                   "settings.[].tile lacks group"));
    CHECK(has_text(
        flaw_of(R"("input":"a","status":"ok","written":[{"output":"b","width":1,"height":1,"channels":3,)"
                R"("parts":1,"bytes":1,"xxh128":"12"}])"),
        "xxh128 does not have the form"));
    CHECK(has_text(flaw_of(R"("input":"a","status":"ok","colour":1)"), "has the member colour"));
}

TEST_CASE("a schema with a keyword that the tests do not check is refused") {
    CHECK_THROWS_WITH_AS(flaw_in(Json(1), parse_json(R"({"multipleOf":2})", "a test")),
                         "the schema has the unknown keyword multipleOf beside multipleOf",
                         std::runtime_error);
}

TEST_CASE("the manual page of the log has each member of the schema, and no other") {
    std::set<std::string> names;
    add_names(log_schema(), names);
    REQUIRE(names.size() > 100);
    const std::set<std::string> in_page = manual_words(manual_page("atrous-log"), "Va");
    for (const std::string& name : names) {
        CAPTURE(name);
        CHECK(in_page.contains(name));
    }
    for (const OptionTable* table : {&enhance_table(), &denoise_table(), &scale_table()})
        for (const OptionRow& row : table->rows) names.insert(row.name);
    names.merge(std::set<std::string>{"ok", "failed", "skipped", "interrupted", "missing"});
    for (const std::string& name : in_page) {
        CAPTURE(name);
        CHECK(names.contains(name));
    }
}

TEST_CASE("each value in the schema of the log is in its manual page") {
    std::set<std::string> values;
    add_values(log_schema(), values);
    REQUIRE(values.size() > 20);
    const std::string page = manual_page("atrous-log");
    std::set<std::string> in_page;
    for (const char* macro : {"Dq", "Ql", "Cm"}) in_page.merge(manual_words(page, macro));
    for (const std::string& value : values) {
        CAPTURE(value);
        CHECK(in_page.contains(value));
    }
}
