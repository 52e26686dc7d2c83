// Checks that neither folders nor units include each other in a circle.
#include "architecture/include_list.h"
#include <algorithm>
#include <iterator>
#include <set>
#include <string>

using namespace atrous;

namespace {

/// Units: a header and the source of the same name, by their path without extension.
using Units = std::set<std::string>;

/// Units that each unit of src includes.
std::map<std::string, Units> unit_includes() {
    const auto unit_of = [](const std::string& file) { return file.substr(0, file.rfind('.')); };
    std::map<std::string, Units> below;
    for (const auto& include : includes()) {
        const std::string from = unit_of(include.file), to = unit_of(include.header);
        if (include.ours && from != to) below[from].insert(to);
    }
    return below;
}

Units reached_from(const std::string& start, const std::map<std::string, Units>& below) {
    Units reached;
    for (std::vector<std::string> next{start}; !next.empty();) {
        const auto row = below.find(next.back());
        next.pop_back();
        if (row == below.end()) continue;
        for (const std::string& unit : row->second)
            if (reached.insert(unit).second) next.push_back(unit);
    }
    return reached;
}

/// All units that reach each other, each circle once.
std::set<Units> circles_in(const std::map<std::string, Units>& below) {
    std::map<std::string, Units> reached;
    for (const auto& row : below) reached.emplace(row.first, reached_from(row.first, below));
    std::set<Units> circles;
    for (const auto& [unit, others] : reached) {
        const auto reaches_back = [&](const std::string& other) {
            return reached.contains(other) && reached.at(other).contains(unit);
        };
        Units circle;
        std::ranges::copy_if(others, std::inserter(circle, circle.end()), reaches_back);
        if (!circle.empty()) circles.insert(std::move(circle));
    }
    return circles;
}

std::string joined(const Units& units) {
    std::string text;
    for (const std::string& unit : units) text += (text.empty() ? "" : ", ") + unit;
    return text;
}

} // namespace

// Folders in a layer have an order, too, so that you can read one after the other.
TEST_CASE("no folders include each other in a circle") {
    std::map<std::string, std::set<std::string>> below;
    for (const auto& include : includes()) {
        const std::string from = fs::path(include.file).parent_path(),
                          to = fs::path(include.header).parent_path();
        if (include.ours && from != to) below[from].insert(to);
    }
    REQUIRE(below.size() > 30);
    // Removes folders that include no remaining folder, repeatedly. Circles remain.
    const auto is_leaf = [&](const auto& row) {
        return std::ranges::none_of(row.second, [&](const std::string& to) { return below.contains(to); });
    };
    while (std::erase_if(below, is_leaf) > 0) {}
    for (const auto& [folder, others] : below) {
        CAPTURE(folder);
        FAIL_CHECK("is in a circle, or includes what is");
    }
}

// Units of a circle cannot be read or changed one by one. `known` lists circles to fix and then to remove here.
TEST_CASE("no units include each other in a circle") {
    const std::set<Units> known = {};
    const std::set<Units> found = circles_in(unit_includes());
    for (const Units& circle : found)
        if (!known.contains(circle)) FAIL_CHECK(("include each other: " + joined(circle)));
    for (const Units& circle : known)
        if (!found.contains(circle)) FAIL_CHECK(("is no circle any more, or another one: " + joined(circle)));
}

TEST_CASE("circles are found") {
    const std::map<std::string, Units> below{{"a", {"b"}}, {"b", {"c"}}, {"c", {"b", "d"}}, {"d", {}}};
    CHECK(circles_in(below) == std::set<Units>{{"b", "c"}});
}
