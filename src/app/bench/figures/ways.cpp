// Makes the ways from rows of the tables.
#include "app/bench/figures/ways.h"
#include "app/bench/figures/figure.h"
#include <algorithm>

namespace atrous {
namespace {

const Schedule& schedule_that(bool permutes) {
    return *std::ranges::find(schedules(), permutes, &Schedule::permutes);
}
const Form& form_called(const char* name) { return find_row(forms(), name, "--form"); }

void add_orders(std::vector<Way>& ways, const std::string& label, const Form* form) {
    for (const Order* order : figure_orders())
        ways.push_back(
            {label + ", " + order->name, &schedule_that(true), order, form, &synthesis_that(true, false)});
}

} // namespace

std::vector<Way> paper_ways() {
    std::vector<Way> ways{
        {"baseline", &schedule_that(false), nullptr, &form_called("direct"), &synthesis_that(true, false)}};
    add_orders(ways, "GMEM", &form_called("direct"));
    add_orders(ways, "SHMEM", &form_called("tile"));
    return ways;
}

std::vector<Way> all_ways(const DeviceTraits& device) {
    std::vector<Way> ways = paper_ways();
    const Form& own = form_of(device);
    if (std::ranges::find(ways, &own, &Way::form) == ways.end()) {
        const std::string label = std::string("form ") + own.name;
        ways.push_back(
            {label + ", baseline", &schedule_that(false), nullptr, &own, &synthesis_that(true, false)});
        add_orders(ways, label, &own);
    }
    ways.push_back({"the program's own way", &schedule_that(true), &orders()[0], nullptr, nullptr});
    return ways;
}

std::size_t way_at(const std::vector<Way>& ways, const Order* order, bool tiles) {
    return std::size_t(std::ranges::find_if(ways,
                                            [&](const Way& way) {
                                                return way.order == order && way.form &&
                                                       way.form->tiles == tiles;
                                            }) -
                       ways.begin());
}

std::vector<EawSettings> settings_of(const std::vector<Way>& ways, const EawSettings& common) {
    std::vector<EawSettings> settings;
    for (const Way& way : ways) {
        EawSettings& s = settings.emplace_back(common);
        s.how.schedule = way.schedule;
        if (way.order) s.how.order = way.order;
        s.how.form = way.form;
        s.how.synthesis = way.synthesis;
    }
    return settings;
}

} // namespace atrous
