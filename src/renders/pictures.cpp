// Collects candidates for the image by their roles, and chooses the best group of them.
#include "base/error.h"
#include "base/text.h"
#include "renders/find.h"
#include "renders/messages.h"
#include <algorithm>

namespace atrous {
namespace {

constexpr std::size_t listed_at_most = 6;

/// An image, in each of its views.
struct Candidate {
    std::string group; ///< as in FoundAov
    std::vector<std::size_t> layers;
    std::size_t rank = 0;
    bool by_part = false;
};

bool has_grey(const Layer& layer) { return layer.has("Y") && !layer.has("X"); }
bool has_colours(const Layer& layer) {
    return layer.rgb() || has_grey(layer) || layer.components.size() == 1;
}

void add(std::vector<Candidate>& all, const Candidate& one) {
    const auto same = std::ranges::find(all, one.group, &Candidate::group);
    if (same == all.end())
        all.push_back(one);
    else
        same->layers.insert(same->layers.end(), one.layers.begin(), one.layers.end());
}

std::vector<Candidate> beauties(const Aovs& aovs) {
    std::vector<Candidate> all;
    for (const FoundAov& found : aovs.found)
        if (found.row.role == AovRole::beauty)
            add(all, {found.group, {found.layer}, found.rank, found.by_part});
    // A part without a telling name counts if no layer has the name of an image.
    const auto by_part = [](const Candidate& c) { return c.by_part; };
    if (!std::ranges::all_of(all, by_part)) std::erase_if(all, by_part);
    // An independent image has precedence over view layers and over other names.
    const auto alone = std::ranges::find_if(all, [](const Candidate& c) { return c.group.empty(); });
    if (alone != all.end())
        std::erase_if(all, [rank = alone->rank](const Candidate& c) { return c.rank > rank; });
    for (Candidate& one : all) std::ranges::sort(one.layers);
    std::ranges::stable_sort(all, {}, [](const Candidate& c) { return c.layers.front(); });
    return all;
}

/// Candidates for the image if no layer has the name of one.
std::vector<Candidate> nameless(const Aovs& aovs) {
    std::vector<Candidate> all;
    const auto& layers = aovs.layers;
    for (std::size_t i = 0; i < layers.size(); ++i)
        if ((layers[i].role == AovRole::none || layers[i].role == AovRole::light) &&
            (layers[i].rgb() || (layers[i].name.empty() && has_grey(layers[i]))))
            add(all, {layers[i].name.empty() ? layers[i].part_name : layers[i].name, {i}});
    const bool single = layers.size() == 1 && layers[0].components.size() == 1;
    if (all.empty() && single && layers[0].role == AovRole::none && !layers[0].has("Z") &&
        !layers[0].has("A"))
        all.push_back({"", {0}});
    return all;
}

std::size_t best_of(const std::vector<Candidate>& all) {
    const auto composite =
        std::ranges::find_if(all, [](const Candidate& c) { return lower(c.group) == "composite"; });
    const auto best =
        composite != all.end() ? composite : std::ranges::min_element(all, {}, &Candidate::rank);
    return std::size_t(best - all.begin());
}

std::string titles(const Aovs& aovs, const std::vector<std::size_t>& layers) {
    std::vector<std::string> names;
    for (const std::size_t i : layers) names.push_back(aovs.layers[i].title());
    if (names.size() > listed_at_most) {
        names.resize(listed_at_most);
        names.emplace_back("...");
    }
    return joined(names);
}

std::vector<std::size_t> first_views(const std::vector<Candidate>& all) {
    std::vector<std::size_t> layers;
    for (const Candidate& one : all) layers.push_back(one.layers.front());
    return layers;
}

PictureChoice named(const Aovs& aovs, const std::vector<Candidate>& all, const std::string& wanted) {
    PictureChoice choice;
    std::vector<std::size_t> possible;
    for (std::size_t i = 0; i < aovs.layers.size(); ++i) {
        const Layer& layer = aovs.layers[i];
        if (!has_colours(layer)) continue;
        possible.push_back(i);
        if (match(wanted, layer)) choice.layers.push_back(i);
    }
    for (const Candidate& one : all)
        if (choice.layers.empty() && glob(wanted, one.group)) choice.layers = one.layers;
    if (choice.layers.empty())
        throw file_error(messages::unknown_layer, wanted,
                         possible.empty() ? "" : "; use one of " + titles(aovs, possible));
    return choice;
}

} // namespace

PictureChoice choose_pictures(const Aovs& aovs, const std::string& wanted) {
    std::vector<Candidate> all = beauties(aovs);
    if (all.empty()) all = nameless(aovs);
    if (!wanted.empty() && wanted != "all") return named(aovs, all, wanted);
    PictureChoice choice;
    if (all.empty()) return choice;
    const Candidate& best = all[best_of(all)];
    if (wanted == "all")
        for (const Candidate& one : all)
            choice.layers.insert(choice.layers.end(), one.layers.begin(), one.layers.end());
    else
        choice.layers = best.layers;
    std::ranges::sort(choice.layers);
    if (wanted.empty() && all.size() > 1)
        choice.notes.push_back(message(messages::several_pictures, all.size(), titles(aovs, first_views(all)),
                                       aovs.layers[best.layers.front()].title()));
    return choice;
}

} // namespace atrous
