// Matches every row of a table with every layer. The best match per role, group and view counts.
#include "renders/find.h"
#include "base/text.h"
#include "renders/layers.h"
#include <algorithm>

namespace atrous {
namespace {

/// True if the layers that the pattern names can have the role: enough channels, and for an image colours or grey.
bool suits(const AovRow& row, const Layer& layer, const std::vector<int>& channels,
           const std::string& pattern) {
    const bool colours = row.role == AovRole::albedo || row.role == AovRole::emission;
    const bool named = layer.has("Y") || pattern.find('*') == std::string::npos; // a mask is seldom named so
    if (colours && layer.components.size() == 1 && named) return true;           // grey
    if (row.role == AovRole::beauty) return layer.rgb() || (layer.has("Y") && !layer.has("X"));
    return channels.size() >= row_of(row.role).least;
}

/// Cryptomatte's layers have the name in its attribute, or this name with two digits ("CryptoObject00").
bool is_named(const std::string& layer, const std::string& name) {
    if (!layer.starts_with(name) || name.empty()) return false;
    return layer.find_first_not_of("0123456789", name.size()) == std::string::npos;
}

void mark_mattes(Aovs& aovs, const std::vector<PartNames>& parts) {
    for (const PartNames& part : parts)
        for (const auto& [attribute, name] : part.attributes) {
            if (!glob("cryptomatte/*/name", attribute)) continue;
            for (Layer& layer : aovs.layers) {
                if (!is_named(layer.name, name) && !(layer.name.empty() && is_named(layer.part_name, name)))
                    continue;
                layer.role = AovRole::matte;
                layer.reason = "attribute " + attribute;
            }
        }
}

struct Search {
    Aovs& aovs;
    const std::vector<PartNames>& parts;
    std::string origin; ///< "of table cycles"
    bool of_option = false;
};

/// True if an option names a layer of several channels as depth: it does not say which of them is the depth. Channels without a
/// layer have no name for an option.
bool is_unclear(const Search& search, const AovRow& row, const LayerMatch& matched) {
    return search.of_option && row.role == AovRole::depth && matched.channels.size() > 1 &&
           lower(row.patterns.front()) != "root";
}

void keep_best(std::vector<FoundAov>& found, FoundAov candidate) {
    const auto same = std::ranges::find_if(found, [&](const FoundAov& f) {
        return f.row.role == candidate.row.role && f.group == candidate.group && f.view == candidate.view;
    });
    if (same == found.end())
        found.push_back(std::move(candidate));
    else if (candidate.rank < same->rank)
        *same = std::move(candidate);
}

void add_match(const Search& search, const AovRow& row, std::size_t pattern, std::size_t rank) {
    for (std::size_t i = 0; i < search.aovs.layers.size(); ++i) {
        Layer& layer = search.aovs.layers[i];
        const auto matched = layer.role == AovRole::matte && row.role != AovRole::matte
                                 ? std::nullopt
                                 : match(row.patterns[pattern], layer);
        if (!matched || !suits(row, layer, matched->channels, row.patterns[pattern]) ||
            is_unclear(search, row, *matched))
            continue;
        // Root channels of a named part have the role of the name. If the name gives none, the rows for root channels apply.
        const bool other_role = layer.role != AovRole::none && layer.role != row.role;
        const bool vectors = row.role == AovRole::motion_next && layer.role == AovRole::motion;
        const bool points = row.role == AovRole::position && layer.role == AovRole::depth; // P and P.Z
        if (other_role && !vectors && !points) continue;
        // "*.T" names a layer by its channel. The layer's name is a group only for images, one of which is chosen.
        const bool own_name = matched->group == layer.name && row.role != AovRole::beauty;
        FoundAov found{row,
                       i,
                       matched->channels,
                       own_name ? "" : matched->group,
                       layer.view,
                       "pattern '" + row.patterns[pattern] + "' " + search.origin,
                       rank,
                       matched->by_part};
        if (found.channels.size() > row_of(row.role).most) found.channels.resize(row_of(row.role).most);
        found.row.patterns = {row.patterns[pattern]};
        if (layer.role == AovRole::none) {
            layer.role = row.role;
            layer.reason = found.reason;
        }
        keep_best(search.aovs.found, std::move(found));
    }
}

void add_attributes(const Search& search, const AovRow& row, std::size_t pattern, std::size_t rank) {
    for (const PartNames& part : search.parts)
        for (const auto& [name, value] : part.attributes)
            if (const auto group = glob(row.patterns[pattern], name)) {
                const std::string reason = "attribute " + name;
                keep_best(search.aovs.found, {row, 0, {}, *group, "", reason, rank, false, value});
            }
}

bool is_root(const std::string& pattern) { return lower(pattern) == "root"; }

/// All rows' patterns, "root" or all others: a part's name is asked before its root channels count as the image.
void add_rows(const Search& search, const std::vector<AovRow>& rows, bool root) {
    for (std::size_t rank = 0; const AovRow& row : rows)
        for (std::size_t i = 0; i < row.patterns.size(); ++i, ++rank) {
            if (is_root(row.patterns[i]) != root) continue;
            if (row.of_attributes)
                add_attributes(search, row, i, rank);
            else
                add_match(search, row, i, rank);
        }
}

/// A layer of its own for the next frame leads there all the same.
void override_motion(AovRow& row, const AovOverrides& overrides) {
    const bool to_next = row.role == AovRole::motion_next;
    if (row.role != AovRole::motion && !to_next) return;
    AovRow changed = row;
    for (const AovChange& change : overrides.motion) change(changed);
    if (to_next) changed.motion.to = row.motion.to;
    row.motion = changed.motion;
}

/// Storage of a layer that the user names: as the role's row with this name, otherwise as its first row.
std::vector<AovRow>::const_iterator row_for(const std::vector<AovRow>& rows, AovRole role,
                                            const std::string& name) {
    const auto known = std::ranges::find_if(rows, [&](const AovRow& row) {
        return row.role == role && std::ranges::any_of(row.patterns, [&](const std::string& p) {
                   return glob(p, name).has_value();
               });
    });
    return known != rows.end() ? known : std::ranges::find(rows, role, &AovRow::role);
}

/// The table's rows with the user's patterns instead of its own.
std::vector<AovRow> overridden(std::vector<AovRow> rows, const AovOverrides& overrides) {
    for (const auto& [role, pattern] : overrides.patterns) {
        const auto first = row_for(rows, role, pattern);
        AovRow own = first == rows.end() ? AovRow{role, {}} : *first;
        std::erase_if(rows, [&](const AovRow& row) { return row.role == role; });
        if (role == AovRole::motion_next) own.motion.to = MotionConvention::To::next;
        own.patterns = {pattern};
        own.of_attributes = false;
        if (pattern != "none") rows.insert(rows.begin(), own);
    }
    for (AovRow& row : rows) override_motion(row, overrides);
    return rows;
}

bool is_overridden(const AovOverrides& overrides, AovRole role) {
    return std::ranges::any_of(overrides.patterns, [&](const auto& o) { return o.first == role; });
}

/// Returns the first layers of a pattern that do not have the channels of its role: " (Albedo has R G B)", or nothing.
std::string unsuited_text(const Aovs& aovs, const std::string& pattern) {
    constexpr std::size_t max_listed = 10;
    std::vector<std::string> texts;
    for (const Layer& layer : aovs.layers)
        if (match(pattern, layer) && texts.size() <= max_listed)
            texts.push_back(texts.size() == max_listed ? "..." : layer.title() + " has " + layer.channels());
    return texts.empty() ? "" : " (" + joined(texts) + ")";
}

/// Applies the generic table to layers that the renderer's table does not mention: data, and the image and
/// the guides that it does not find. Vectors are left out, since their direction is the renderer's.
void add_generic(const Search& search, const AovOverrides& overrides) {
    std::vector<AovRow> rows = embedded_aov_table("generic").rows;
    const bool beauty = is_overridden(overrides, AovRole::beauty) ||
                        std::ranges::any_of(search.aovs.found, [](const FoundAov& f) {
                            return f.row.role == AovRole::beauty && !f.by_part;
                        });
    std::erase_if(rows, [&](const AovRow& row) {
        if (row.role == AovRole::beauty) return beauty;
        const bool guide =
            row.role == AovRole::albedo || row.role == AovRole::normal || row.role == AovRole::depth;
        return guide ? is_overridden(overrides, row.role) || search.aovs.find(row.role)
                     : row.role < AovRole::data;
    });
    add_rows(search, rows, false);
    add_rows(search, rows, true);
}

} // namespace

const FoundAov* Aovs::find(AovRole role, const std::string& group, const std::string& view) const {
    const FoundAov* best = nullptr;
    int most = -1;
    for (const FoundAov& one : found) {
        const bool same_group = lower(one.group) == lower(group); // an attribute may spell it in another case
        const bool here = one.row.role == role && (same_group || one.group.empty() || group.empty()) &&
                          (one.view == view || one.view.empty() || view.empty());
        const int points = (same_group ? 2 : 0) + (one.view == view ? 1 : 0);
        if (here && (points > most || (points == most && one.rank < best->rank))) {
            best = &one;
            most = points;
        }
    }
    return best;
}

Aovs find_roles(const std::vector<PartNames>& parts, const AovTable& table, const AovOverrides& overrides) {
    Aovs aovs{table.name, layers_of(parts), {}, {}};
    mark_mattes(aovs, parts);
    const std::vector<AovRow> rows = overridden(table.rows, overrides);
    Search search{aovs, parts, "of table " + table.name, true};
    for (const auto& [role, pattern] : overrides.patterns) {
        if (pattern == "none") continue;
        const std::string option = std::string("--role ") + row_of(role).name + "=" + pattern;
        search.origin = "of " + option;
        std::vector<AovRow> own;
        std::ranges::copy_if(rows, std::back_inserter(own),
                             [r = role](const AovRow& row) { return row.role == r; });
        add_rows(search, own, is_root(pattern));
        if (!aovs.find(role)) aovs.missing.push_back(option + unsuited_text(aovs, pattern));
    }
    search.of_option = false;
    search.origin = "of table " + table.name;
    std::vector<AovRow> others;
    std::ranges::copy_if(rows, std::back_inserter(others),
                         [&](const AovRow& row) { return !is_overridden(overrides, row.role); });
    add_rows(search, others, false);
    add_rows(search, others, true);
    search.origin = "of table generic";
    add_generic(search, overrides);
    return aovs;
}

Aovs find_roles(const std::vector<PartNames>& parts, const AovOverrides& overrides) {
    const std::vector<Layer> layers = layers_of(parts);
    return find_roles(parts, recognised_aov_table(parts, layers), overrides);
}

} // namespace atrous
