// Names data that a file has and its output cannot hold. A new format needs no change here: facts are
// compared with its row in the table of formats, and with the new header.
#pragma once
#include "formats/common/check.h"
#include "formats/common/codec.h"
#include "formats/jpeg/appended_items.h"
#include <list>

namespace atrous {

/// A file on its way into another.
struct Passage {
    const ImageFile& file;
    const std::filesystem::path& path; ///< of the output
    const Target& target;
    std::vector<const Part*> read; ///< parts that the format can hold, maybe without samples
    Metadata source, metadata;     ///< of the file, and of the new one
    AppendedPlan appended{};
    std::list<Part> displays{};            ///< replace parts whose windows the format does not hold
    std::vector<const Part*> parts = read; ///< as they are written
    ScratchPtr scratch{};                  ///< of the parts
};

/// A warning of each kind of data that is left out. `specs`: new headers. Throws a file error if the output
/// replaces its input and loses them for good.
Messages losses(const Passage& passage, const Target& target, const std::vector<OIIO::ImageSpec>& specs);
/// The warnings that need samples: of alpha that is left out, or hides light, and of light and colours that are clipped. `spec`: the new
/// header.
Messages sample_losses(const Part& part, const Target& target, const OIIO::ImageSpec& spec);

// losses.cpp and metadata_losses.cpp

/// The facts that only own blocks of the file hold.
OwnFacts own_facts_of(const ImageFile& file);

/// A part on its way.
struct Loss {
    const Passage& passage;
    const Part& part;
    const OIIO::ImageSpec& to; ///< the new header
    const Target& target;
    const Format& format = target.format;
    const WriteOptions& options = target.options;
    const Metadata &source = passage.source, &written = passage.metadata;
    OIIO::ImageSpec none{};
    const OIIO::ImageSpec& from = part.pass_through ? part.pass_through->spec : none;
    OwnFacts own = own_facts_of(passage.file); ///< once: blocks may be large
    const char* name = target.shown_name();
    bool has_place = format.place != ExifPlace::none;
    bool same_format = passage.file.metadata && passage.file.metadata->format == format.name;
    bool asks_colours = options.colours && part.pixels.size.pixels() > 0;
    int orientation = from.get_int_attribute("Orientation", 1);
};

/// Rows of the table: a fact of the file, whether the new file holds it, a message and its values.
struct Losses {
    const std::filesystem::path& path;
    bool replaces;
    Messages found{};

    /// A row that is an error if the output replaces its input.
    template <class... Values>
    void operator()(bool has, bool holds, RowFor<std::type_identity_t<Values>...> row,
                    const Values&... values) {
        if (has && !holds) for_good(message(row, values...));
    }
    /// A row that is an error if the output replaces its input, and `loses` by it.
    void for_good(const Message& words, bool loses = true) {
        if (replaces && loses) throw lost_for_good(path, words);
        found.push_back(words);
    }
};
/// A list of names, of many the first ones: a PNG may have 100,000.
std::string first_of(std::vector<std::string> names);
/// They add the losses of a part, and of its file.
void add_attribute_losses(const Loss& l, Losses& lost);
void add_metadata_losses(const Loss& l, Losses& lost);

} // namespace atrous
