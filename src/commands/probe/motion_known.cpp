// Compares readings by a table with a row for each of a convention's parts.
#include "commands/probe/motion_known.h"
#include "base/text.h"
#include <algorithm>

namespace atrous {
namespace {

using To = MotionConvention::To;

struct PartRow {
    const char* name;
    bool (*same)(const MotionConvention& a, const MotionConvention& b);
    void (*take)(MotionConvention& to, const MotionConvention& from);
    std::string (*text)(const MotionConvention& convention);
};

template <auto member>
constexpr PartRow part(const char* name, std::string (*text)(const MotionConvention& convention)) {
    return {name, [](const MotionConvention& a, const MotionConvention& b) { return a.*member == b.*member; },
            [](MotionConvention& to, const MotionConvention& from) { to.*member = from.*member; }, text};
}

using M = MotionConvention;
constexpr PartRow rows[] = {
    part<&M::from_other>("sign", [](const M& c) { return std::string("sign ") + words_of(c).sign; }),
    part<&M::up>("y", [](const M& c) { return std::string("y ") + words_of(c).y; }),
    part<&M::unit>("unit", [](const M& c) { return std::string("unit ") + words_of(c).unit; }),
    part<&M::scale>("scale", [](const M&) { return std::string("scale"); }),
};

} // namespace

MotionWords words_of(const MotionConvention& convention) {
    constexpr const char* units[] = {"px", "uv", "ndc"};
    return {convention.to == To::next ? "next" : "previous", convention.from_other ? "from" : "to",
            convention.up ? "up" : "down", units[std::size_t(convention.unit)]};
}

MotionConvention towards(MotionConvention convention, To to) {
    if (convention.to != to) convention.from_other = !convention.from_other;
    convention.to = to;
    return convention;
}

bool same_motion(const MotionConvention& a, const MotionConvention& b) { return towards(a, b.to) == b; }

std::string convention_text(const MotionConvention& convention) {
    const auto [to, sign, y, unit] = words_of(convention);
    return std::string("to ") + to + ", sign " + sign + ", y " + y + ", unit " + unit +
           (convention.scale == 1 ? "" : ", scale " + exact(convention.scale)) +
           (convention.centre == 0 ? "" : ", centre " + exact(convention.centre)) +
           (convention.premultiplied ? ", premultiplied" : "");
}

KnownMotion known_motion(std::vector<MotionConvention> fitting, const MotionConvention& read) {
    const To to = read.to == To::ask ? fitting.front().to : read.to;
    for (MotionConvention& one : fitting) one = towards(one, to);
    KnownMotion known{.convention = read};
    known.convention.to = to;
    const auto all = [&](auto test) { return std::ranges::all_of(fitting, test); };
    for (const PartRow& row : rows) {
        if (!all([&](const MotionConvention& one) { return row.same(one, fitting.front()); })) {
            known.open.emplace_back(row.name);
            continue;
        }
        row.take(known.convention, fitting.front());
        known.sure.push_back(row.text(fitting.front()));
    }
    const auto is_read = [&](const MotionConvention& one) {
        return std::ranges::all_of(rows, [&](const PartRow& row) { return row.same(one, read); });
    };
    known.is_read_so = std::ranges::any_of(fitting, is_read);
    known.is_read_best = is_read(fitting.front());
    return known;
}

} // namespace atrous
