// Turns headers into tables of layers. Hides the readers of formats.
#include "commands/probe/listing.h"
#include "base/error.h"
#include "base/text.h"
#include "batch/plan/plan_files.h"
#include "commands/probe/messages.h"
#include "formats/read/decoder.h"
#include "renders/find.h"
#include "renders/layers.h"
#include <algorithm>

namespace atrous {
namespace {

/// Names of the channels of all parts, in the order that layers refer to.
using ChannelNames = std::vector<std::vector<std::string>>;

std::string type_of(const std::vector<ExrPartHeader>& headers, std::size_t index,
                    const std::string& channel) {
    if (index >= headers.size()) return "";
    const auto& channels = headers[index].channels;
    const auto found = std::ranges::find(channels, channel, &ExrChannelHeader::name);
    if (found == channels.end()) return "";
    return found->type + (found->sampling > 1 ? " 1:" + std::to_string(found->sampling) : "");
}

ListedPart part_of(const ExrPartHeader& header) {
    const auto view = header.strings.find("view"), views = header.strings.find("multiView");
    return {header.name,
            view != header.strings.end()    ? view->second
            : views != header.strings.end() ? views->second
                                            : "",
            header.data,
            header.display,
            header.compression,
            header.deep           ? "deep"
            : header.subsampled() ? "subsampled"
                                  : "",
            {}};
}

/// True if a role is read from the layer, in some view layer or view.
bool is_used(const Aovs& aovs, const Layer& layer) {
    const auto index = std::size_t(&layer - aovs.layers.data());
    return is_list(layer.role) || std::ranges::any_of(aovs.found, [&](const FoundAov& found) {
               return found.layer == index && !found.channels.empty(); // an attribute's has no meaning
           });
}

ListedLayer layer_of(const Layer& layer, const std::vector<std::string>& types) {
    std::vector<std::string> kinds;
    for (const std::string& type : types)
        if (!type.empty() && std::ranges::count(kinds, type) == 0) kinds.push_back(type);
    return {layer.title(), layer.channels(), joined(kinds),
            layer.role == AovRole::none ? "" : row_of(layer.role).name, layer.reason};
}

void add_layers(Listing& listing, const Aovs& aovs, const std::vector<ExrPartHeader>& headers,
                const ChannelNames& names) {
    for (const Layer& layer : aovs.layers) {
        const auto index = std::size_t(layer.part);
        ListedPart& part = listing.parts[index];
        std::vector<std::string> types;
        for (const Component& component : layer.components)
            types.push_back(type_of(headers, index, names[index][std::size_t(component.channel)]));
        part.layers.push_back(layer_of(layer, types));
        part.layers.back().used = is_used(aovs, layer);
    }
    listing.table = aovs.table;
}

/// Adds names from the user's table or options that match no layer of the file.
void add_missing(Listing& listing, const Aovs& aovs, const ProbeOptions& options) {
    for (const std::string& missing : aovs.missing)
        listing.errors.push_back(message(messages::probe_no_layer, missing));
    for (const std::string& light : options.lights)
        if (light != "auto" && std::ranges::none_of(aovs.layers, [&](const Layer& l) {
                return l.rgb() && match(light, l).has_value();
            }))
            listing.errors.push_back(message(messages::probe_no_light, light));
    // An embedded table lists possible layers of its renderer. A user's table lists required ones.
    const auto known = aov_table_names();
    if (!options.read.table || std::ranges::count(known, options.read.table->name) > 0) return;
    for (const AovRow& row : options.read.table->rows) {
        const auto named = [&](const auto& pattern) { return pattern.first == row.role; };
        if (is_list(row.role) || aovs.find(row.role) ||
            std::ranges::any_of(options.read.overrides.patterns, named))
            continue;
        const char* const role = row_of(row.role).name;
        if (std::ranges::none_of(listing.errors, [&](const Message& error) {
                return error.id == messages::probe_no_role.id && error.values[0] == role;
            }))
            listing.errors.push_back(
                message(messages::probe_no_role, role, options.read.table->name, joined(row.patterns)));
    }
}

/// Adds the layers that would be filtered. A layer that no pattern names gets its role here.
void add_pictures(Listing& listing, const Aovs& aovs, const ProbeOptions& options) {
    const PictureChoice choice =
        with_context(listing.path.string(), [&] { return choose_pictures(aovs, options.read.layer); });
    for (const std::size_t i : choice.layers) {
        const Layer& layer = aovs.layers[i];
        listing.pictures.push_back(layer.title());
        if (layer.role != AovRole::none) continue;
        for (ListedLayer& listed : listing.parts[std::size_t(layer.part)].layers)
            if (listed.name == layer.title()) {
                listed.role = row_of(AovRole::beauty).name;
                listed.reason = "no other layer is the image";
            }
    }
    for (const Message& note : choice.notes) listing.findings.push_back({"pictures", note, "--layer"});
}

Listing list_headers(Listing listing, const std::vector<ExrPartHeader>& headers,
                     const ProbeOptions& options) {
    ChannelNames names;
    for (const ExrPartHeader& header : headers)
        for (std::vector<std::string>& part = names.emplace_back(); const auto& channel : header.channels)
            part.push_back(channel.name);
    const std::vector<PartNames> parts = part_names(headers);
    const ReadOptions& read = options.read;
    const Aovs aovs =
        read.table ? find_roles(parts, *read.table, read.overrides) : find_roles(parts, read.overrides);
    add_layers(listing, aovs, headers, names);
    add_missing(listing, aovs, options);
    add_pictures(listing, aovs, options);
    listing.readable = false;
    return listing;
}

/// A file of a format without layers: its channels are one layer.
void list_plain(Listing& listing, const Decoder& decoder) {
    for (std::size_t i = 0; i < decoder.parts(); ++i) {
        const Size size = i == 0 ? decoder.size() : Size{};
        ListedPart part{"", "", {{}, size}, {{}, size}, "", "", {}};
        part.layers.push_back({"", joined(decoder.channels(i), " "), "", "", ""});
        for (const auto& colours : decoder.colour_parts()) {
            if (colours.index != i) continue;
            part.data.size = part.display.size = colours.size;
            const std::string types[] = {"8 bits", std::to_string(colours.bits) + " bits", "half", "float"};
            const std::string hdr = decoder.hdr(i);
            part.layers.back().types = types[std::size_t(colours.type)] + (hdr.empty() ? hdr : ", " + hdr);
            part.layers.back().role = row_of(AovRole::beauty).name;
            part.layers.back().reason = "the format has no layers";
            listing.pictures.push_back("the file's channels");
        }
        listing.parts.push_back(std::move(part));
    }
}

} // namespace

std::string window_text(const ExrWindow& window) {
    return to_string(window.size) + " at " + std::to_string(window.corner[0]) + "," +
           std::to_string(window.corner[1]);
}

std::string Listing::signature() const {
    std::string text;
    for (const ListedPart& part : parts) {
        text += to_string(part.display.size) + " " + window_text(part.data) + part.kind;
        for (const ListedLayer& layer : part.layers) text += "\n" + layer.name + layer.channels + layer.types;
    }
    return text;
}

Listing list_file(const std::filesystem::path& path, const ProbeOptions& options) {
    const std::vector<ExrPartHeader> headers = exr_headers(path);
    Listing listing{path, "openexr", "", {}, {}, {}, {}};
    for (const ExrPartHeader& header : headers) listing.parts.push_back(part_of(header));
    if (std::ranges::any_of(listing.parts, [](const ListedPart& p) { return !p.kind.empty(); }))
        return list_headers(std::move(listing), headers, options);
    const Decoder decoder(path, options.read);
    const Aovs& aovs = decoder.aovs();
    listing.format = decoder.format();
    if (aovs.layers.empty()) {
        listing.parts.clear();
        list_plain(listing, decoder);
        return listing;
    }
    ChannelNames names;
    for (std::size_t i = 0; i < decoder.parts(); ++i) names.push_back(decoder.channels(i));
    listing.parts.resize(decoder.parts());
    add_layers(listing, aovs, headers, names);
    add_missing(listing, aovs, options);
    add_pictures(listing, aovs, options);
    return listing;
}

} // namespace atrous
