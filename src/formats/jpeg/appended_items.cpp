// Selects the data to keep by kind, with reasons in words. The bytes go from file to file unchanged.
#include "formats/jpeg/appended_items.h"
#include "base/error.h"
#include "base/text.h"
#include "formats/common/check.h"
#include "formats/jpeg/messages.h"
#include "formats/jpeg/mpf.h"
#include "formats/jpeg/xmp_container.h"
#include <algorithm>
#include <limits>

namespace atrous {
namespace {

/// The new image and its changes since the data were appended.
struct NewPicture {
    const AppendedFile& from;
    const Part& part;
    const Target& target;
    double light_change = 0;

    bool other_view() const { return from.moved || part.pixels.size != from.size; }
    /// True if the map no longer fits the image.
    bool left_behind() const { return other_view() && !(from.followed && part.pixels.size == from.shown()); }
    bool asks(GainMaps what) const { return target.options.gain_maps == what; }
    bool other_colours() const {
        const OutputColours* colours = target.options.colours.get();
        return colours && !has_colours(part, part.pixels, *colours);
    }
};

/// Reasons to leave an item out. The first that holds counts.
struct ReasonRow {
    std::vector<AppendedKind> kinds;
    bool (*holds)(const NewPicture&);
    const char* reason;
};
const std::vector<ReasonRow>& reason_rows() {
    using enum AppendedKind;
    static const std::vector<ReasonRow> rows = {
        {{unknown}, [](const NewPicture&) { return true; }, "no table lists it"},
        {{gain_map}, [](const NewPicture& n) { return n.asks(GainMaps::drop); }, "--gain-map drop"},
        {{gain_map}, [](const NewPicture& n) { return n.left_behind(); }, "the image has another size now"},
        {{picture}, [](const NewPicture& n) { return n.other_view(); }, "the image has another size now"},
        {{gain_map},
         [](const NewPicture& n) { return n.other_colours() && !n.from.of_output; },
         "the colours are converted"},
        {{gain_map},
         [](const NewPicture& n) {
             return !n.from.filtered && n.light_change > max_light_change && !n.asks(GainMaps::keep);
         },
         "the light of the image changed by more than 10 %"},
    };
    return rows;
}

/// True for data whose loss nobody notices: previews of the old image, and filling bytes of cameras.
bool is_trifle(const AppendedItem& item) {
    constexpr std::uint64_t filling = 4096; // EOS RP: 374 bytes, PowerShot and DSC-P52: up to 783
    return item.kind == AppendedKind::preview ? item.made == nullptr
                                              : item.kind == AppendedKind::unknown && item.size <= filling;
}

/// Returns empty for an item that stays.
std::string reason_left_out(const AppendedItem& item, const NewPicture& to) {
    for (const ReasonRow& row : reason_rows())
        if (std::ranges::count(row.kinds, item.kind) > 0 && row.holds(to)) return row.reason;
    return item.refused.empty() ? "" : "cannot follow the image: " + item.refused;
}

std::string kind_name(AppendedKind kind) {
    using enum AppendedKind;
    static constexpr std::pair<AppendedKind, const char*> names[] = {
        {gain_map, "gain map"},          {preview, "preview"},          {picture, "further image"},
        {video, "motion photo's video"}, {maker, "Samsung's own data"}, {unknown, "data of an unknown kind"}};
    return std::ranges::find(names, kind, &std::pair<AppendedKind, const char*>::first)->second;
}

/// "gain map (the image has another size now), 2 x preview (shows the old image)".
class LeftOut {
  public:
    void add(const AppendedItem& item, const std::string& reason) {
        const std::string words = kind_name(item.kind) + (reason.empty() ? "" : " (" + reason + ")");
        const auto found = std::ranges::find(all_, words, &std::pair<std::string, int>::first);
        found == all_.end() ? void(all_.emplace_back(words, 1)) : void(++found->second);
    }
    void add_missing(std::size_t count) {
        if (count > 0) all_.emplace_back("items of the tables (MPF, XMP) that the file does not have", 1);
    }
    std::string text() const {
        std::vector<std::string> words;
        for (const auto& [word, count] : all_)
            words.push_back((count > 1 ? std::to_string(count) + " x " : "") + word);
        return joined(words);
    }

  private:
    std::vector<std::pair<std::string, int>> all_;
};

/// Returns the items that stay, and adds the others to `left`.
std::vector<const AppendedItem*> chosen_items(const NewPicture& to, LeftOut& left) {
    std::vector<const AppendedItem*> kept;
    for (const AppendedItem& item : to.from.found.items) {
        if (is_trifle(item)) continue;
        const std::string reason = reason_left_out(item, to);
        reason.empty() ? kept.push_back(&item) : left.add(item, reason);
    }
    return kept;
}

/// Names data that no option gives up, or returns an empty text.
std::string items_for_good(const NewPicture& to) {
    LeftOut lost;
    for (const AppendedItem& item : to.from.found.items) {
        const bool given_up = item.kind == AppendedKind::gain_map && to.asks(GainMaps::drop);
        const std::string reason = is_trifle(item) || given_up ? "" : reason_left_out(item, to);
        if (!reason.empty()) lost.add(item, reason);
    }
    return lost.text();
}

bool has_kind(const std::vector<const AppendedItem*>& items, AppendedKind kind) {
    return std::ranges::any_of(items, [&](const AppendedItem* item) { return item->kind == kind; });
}

bool has_made(const std::vector<const AppendedItem*>& items) {
    return std::ranges::any_of(items, [](const AppendedItem* item) { return item->made != nullptr; });
}

/// Removes announcements of all other items from the metadata. Returns true if there were any.
bool announce_alone(Metadata& metadata, const std::vector<const AppendedItem*>& items) {
    XmpKept kept{{},
                 has_kind(items, AppendedKind::gain_map) || is_map_file(metadata.own),
                 has_kind(items, AppendedKind::video)};
    for (const AppendedItem* item : items)
        if (item->xmp_item) kept.items.push_back(*item->xmp_item);
    bool changed = !kept.gain_map && std::erase_if(metadata.own, announces_gain_map) > 0;
    change_everywhere(
        metadata, [](std::string&) { return false; },
        [&](std::string& packet) {
            const std::string before = packet;
            for (const AppendedItem* item : items)
                if (item->xmp_item && item->made) set_announced_length(packet, *item->xmp_item, item->size);
            changed |= keep_announced(packet, kept);
            return packet != before;
        });
    return changed;
}

/// Announcing names of all XMP in the file.
std::vector<std::string> all_announcing_names(Metadata metadata) {
    std::vector<std::string> all;
    change_everywhere(
        metadata, [](std::string&) { return false; },
        [&](const std::string& packet) {
            const auto names = announcing_names(packet);
            all.insert(all.end(), names.begin(), names.end());
            return false;
        });
    return all;
}

/// Announces a map that was made for an image without one: by MPF, ISO 21496-1 and XMP.
void announce_new(const AppendedFile& old, const std::vector<const AppendedItem*>& items,
                  Metadata& metadata) {
    const bool is_new = old.found.file == nullptr;
    if (!is_new || items.empty()) return;
    metadata.added = {gain_map_announcement(), {0xE2, old.found.mpf}};
    const std::string packet = with_gain_map_announced(metadata.xmp, items.front()->size);
    if (metadata.xmp.empty())
        metadata.added.insert(metadata.added.begin(), {0xE1, std::string(xmp_magic) + packet});
    else
        metadata.xmp = packet;
}

bool has_table(const std::vector<const AppendedItem*>& items) {
    return std::ranges::any_of(items, [](const AppendedItem* item) { return item->mpf_entry.has_value(); });
}

std::string piece_of(const Appended& from, std::uint64_t at, std::uint64_t size) {
    std::string piece = from.file->bytes(at, size);
    if (piece.size() != size) throw file_error(message(messages::appended_changed).about(from.path.string()));
    return piece;
}

void copy_piece(const Appended& from, const AppendedItem& item, OutputBytes& bytes) {
    constexpr std::uint64_t most = std::uint64_t(1) << 20;
    const std::uint64_t end = item.made ? item.at : item.end();
    for (std::uint64_t at = item.begin(); at < end; at += most) {
        const std::string piece = piece_of(from, at, std::min(most, end - at));
        bytes.put(piece.data(), piece.size(), bytes.size());
    }
    if (item.made) bytes.put(item.made->data(), item.made->size(), bytes.size());
}

std::uint32_t in_table(const Appended& from, std::uint64_t number) {
    if (number > std::numeric_limits<std::uint32_t>::max())
        throw file_error(messages::appended_too_far, from.path);
    return std::uint32_t(number);
}

/// Puts the places of the items into the table, which the file's head has as it was.
void fix_table(const AppendedPlan& plan, OutputBytes& bytes) {
    const Appended& from = plan.from->found;
    const std::size_t at = has_table(plan.items) ? bytes.head(max_head).find(from.mpf) : std::string::npos;
    if (at == std::string::npos) return;
    const std::uint64_t origin = at + mpf_magic.size();
    std::vector<MpfPlace> places{{0, in_table(from, bytes.size()), 0}};
    std::uint64_t next = bytes.size();
    for (const AppendedItem* item : plan.items) {
        const std::uint64_t place = next + item->padding;
        next = place + item->size;
        if (item->mpf_entry)
            places.push_back({*item->mpf_entry, in_table(from, item->size), in_table(from, place - origin)});
    }
    std::ranges::sort(places, {}, &MpfPlace::old);
    const std::string table = mpf_with(from.mpf, places);
    bytes.put(table.data(), table.size(), at);
}

} // namespace

AppendedPlan appended_to_write(const ImageFile& file, const std::shared_ptr<const AppendedFile>& old,
                               const Part& part, const Target& target, Metadata& metadata) {
    AppendedPlan plan;
    LeftOut left;
    bool unheld = false; // items are left out that no option gives up
    const bool is_jpeg = target.format.place == ExifPlace::segment, stays = is_jpeg && !target.options.strip;
    if (old) {
        const Appended& found = old->found;
        NewPicture to{*old, part, target, old->light_change};
        const auto& colours = target.options.colours; // HDR outputs of a dry run hold what the map adds
        const bool becomes_light = colours && is_hdr(*colours) && part.pixels.bytes.size == 0;
        if (stays && !to.from.light.empty() && part.pixels.size == to.from.shown())
            to.light_change = std::max(to.light_change, light_change(to.from.light, cell_light(part.pixels)));
        if (stays)
            plan = {old, chosen_items(to, left), {}, {}, {}, items_for_good(to)};
        else
            for (const AppendedItem& item : found.items)
                if (const bool is_map = item.kind == AppendedKind::gain_map; !is_trifle(item)) {
                    plan.has_gain_map |= is_map;
                    if (is_map && (becomes_light || target.lacks_gain_map())) continue;
                    const bool given_up = is_map && to.asks(GainMaps::drop);
                    left.add(item, given_up ? "--gain-map drop" : "");
                    unheld |= !given_up;
                }
        if (has_kind(plan.items, AppendedKind::gain_map))
            plan.gain_map = {to.light_change, has_made(plan.items)};
        left.add_missing(found.missing);
        if (old->found.file && has_table(plan.items))
            metadata.own.insert(metadata.own.begin(), {0xE2, found.mpf});
    }
    if (file.metadata && !is_jpeg) plan.announcing = all_announcing_names(*file.metadata);
    const bool announced = announce_alone(metadata, plan.items);
    if (old) announce_new(*old, plan.items, metadata);
    const std::string cause = target.options.strip ? " (--strip)"
                              : !unheld            ? ""
                                        : std::string(" (") + target.shown_name() + " cannot hold it)";
    if (!left.text().empty())
        plan.left_out = message(messages::appended_lost, cause, left.text());
    else if (announced && file.format != "jpeg")
        plan.left_out = message(messages::announced_lost);
    return plan;
}

void keep_announced(const AppendedPlan& plan, OIIO::ImageSpec& spec) {
    std::erase_if(spec.extra_attribs, [&](const OIIO::ParamValue& value) {
        const std::string_view name = value.name().c_str();
        return std::ranges::any_of(plan.announcing,
                                   [&](const std::string& begin) { return name.starts_with(begin); });
    });
}

void append_items(const AppendedPlan& plan, OutputBytes& bytes) {
    if (plan.items.empty()) return;
    fix_table(plan, bytes);
    for (const AppendedItem* item : plan.items) copy_piece(plan.from->found, *item, bytes);
}

} // namespace atrous
