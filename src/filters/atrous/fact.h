// Defines facts of settings: name, range and purpose. They belong to the filter. Options, presets, checks
// and messages are made from them.
#pragma once
#include "base/option_level.h"
#include "graph/tables.h"
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>

namespace atrous {

/// The range of a setting, both ends included.
struct Range {
    double least, most;
};
/// Stands for no upper limit that an image could need.
constexpr double any_size = 1e6;

/// The facts of a setting of the struct S that is not a table row.
template <class S, class T>
struct Fact {
    const char* name; ///< of its option, and in presets
    T S::*member;
    Range range;
    const char* value;    ///< stands for a value in --help ("N|auto": 0 is auto)
    const char* sentence; ///< its purpose ("{range}" stands for the range)
    OptionLevel level = OptionLevel::common;
};
template <class S, class T>
Fact(const char*, T S::*, Range, const char*, const char*, OptionLevel = OptionLevel::common) -> Fact<S, T>;

/// The facts of a setting that is a table row (null is auto).
template <class S, class Row>
struct TableFact {
    const char* name;
    const Row* S::*member;
    std::span<const Row> (*rows)();
    const char* sentence;
    OptionLevel level = OptionLevel::common;
};
template <class S, class Row>
TableFact(const char*, const Row* S::*, std::span<const Row> (*)(), const char*,
          OptionLevel = OptionLevel::common) -> TableFact<S, Row>;

/// Calls `visit` with each of the facts, in order.
template <class... Facts, class Visit>
void for_each_fact(const std::tuple<Facts...>& facts, const Visit& visit) {
    std::apply([&](const Facts&... fact) { (visit(fact), ...); }, facts);
}

/// Returns the name of the member's option.
template <class... Facts, class S, class T>
constexpr const char* name_of(const std::tuple<Facts...>& facts, T S::*member) {
    const char* name = nullptr;
    const auto look = [&](const auto& fact) {
        if constexpr (std::is_same_v<decltype(fact.member), T S::*>)
            if (fact.member == member) name = fact.name;
    };
    std::apply([&](const Facts&... fact) { (look(fact), ...); }, facts);
    return name;
}

/// "--denoise", for messages.
template <class... Facts, class S, class T>
std::string option_name(const std::tuple<Facts...>& facts, T S::*member) {
    return std::string("--") + name_of(facts, member);
}

/// Throws a usage error for a value out of range, or none. `option`: with its dashes.
void check_range(const std::string& option, double value, const Range& range);

/// Checks the ranges of all settings that are numbers. A count of 0 is auto.
template <class S, class... Facts>
void check_ranges(const S& settings, const std::tuple<Facts...>& facts) {
    for_each_fact(facts, [&](const auto& fact) {
        if constexpr (requires { double(settings.*fact.member); }) {
            const auto value = settings.*fact.member;
            const bool is_auto = std::is_same_v<decltype(value), const int> && value == 0 &&
                                 std::string_view(fact.value).ends_with("|auto");
            if (!is_auto) check_range(std::string("--") + fact.name, double(value), fact.range);
        }
    });
}

} // namespace atrous
