// Declares the subcommands of `atrous banks` and their shared parts: reading of options, words and columns of the text.
#pragma once
#include "banks/devices.h"
#include "banks/recommend.h"
#include "base/json.h"
#include "cli/options.h"
#include "lab/banks/access.h"
#include "lab/banks/optimize.h"

namespace atrous {

const OptionTable& tile_table();
const OptionTable& degree_table();
const OptionTable& optimize_table();
const OptionTable& scramble_table();

/// A parsed command line together with its table, so that defaults need not be repeated.
struct BankOptions {
    const OptionTable& table;
    CommandLine line;

    BankOptions(const OptionTable& options, const std::vector<std::string>& arguments)
        : table(options), line(parse_options(options, arguments)) {}
    bool has(const std::string& name) const { return line.has(name); }
    /// Returns the given value, otherwise the table's default.
    std::string text(const std::string& name) const {
        return line.value(name, find_option(table.rows, name)->fallback);
    }
    std::int64_t integer(const std::string& name) const { return std::int64_t(to_number(text(name))); }
    int small(const std::string& name) const { return int(integer(name)); }
    /// Integers separated by commas. Throws a usage error that names the option.
    std::vector<std::int64_t> integers(const std::string& name) const;
    /// Throws a usage error if one of these options was given; `reason` completes "--name ...".
    void refuse(const std::vector<std::string>& names, const std::string& reason) const;
};

int run_banks_tile(const BankOptions& options);
int run_banks_degree(const BankOptions& options);
int run_banks_optimize(const BankOptions& options);
int run_banks_scramble(const BankOptions& options);

/// Width of the text output.
constexpr int max_columns = 98;
/// A line of text after a label in `indent` columns, wrapped with that indent.
std::string labelled(const std::string& label, const std::string& sentence, std::size_t indent);
/// "free of conflicts", "2-way".
std::string degree_words(std::int64_t degree);
/// The names of the device table: "nvidia|cdna3|...".
const char* device_names();
/// The help of an option --device, with these names.
const char* device_help();

struct Expression {
    BankMapping mapping;
    Warp warp;
    Threads threads; ///< width: of --repeat-x
    std::int64_t offset = 0;
    std::vector<Repeat> loops;
};

/// The mapping, strides and loops of the options. Throws usage errors.
Expression read_expression(const BankOptions& options);
/// A range of integers "A,B" with 0 <= A < B <= end. Throws a usage error that names the option.
std::pair<std::int64_t, std::int64_t> read_range(const BankOptions& options, const std::string& name,
                                                 std::int64_t end);

struct LayoutReport {
    BankKernel kernel;
    std::vector<ConflictTable> all;   ///< every mode, for "before"
    std::vector<ConflictTable> used;  ///< the selectable modes
    std::vector<std::int64_t> limits; ///< bytes. The first one applies
    LayoutChoice before{};            ///< unpadded, in the first selectable mode
    LayoutChoice heuristic{};
    std::optional<LayoutChoice> exact{}; ///< empty: not requested, or too large
    LayoutChoice chosen{};
    std::vector<std::optional<LayoutChoice>> optimum{}; ///< per limit: packed in order. None: too large

    ConflictTable const& table_of(const LayoutChoice& layout) const;
};

/// Members named as in tests/vectors/padding.json.
Json layout_json(const LayoutReport& report);
/// For people, at most 100 columns wide.
std::string layout_text(const LayoutReport& report);
/// A Markdown page with a table of all kernels, before and after.
std::string layout_markdown(const std::vector<LayoutReport>& reports, const std::vector<std::string>& files);
/// "0", "tile +2, ref +1", or "-" without padding.
std::string padding_words(const LayoutReport& report, const LayoutChoice& layout);

struct TileReport {
    BankDevice device;
    std::string device_name; ///< empty: banks were given
    int element_bits = 32;
    std::optional<Size> group; ///< nothing: only a pitch
    int radius = 0;
    int width = 0;                 ///< row pitch in elements
    std::optional<BankTile> tile;  ///< nothing for elements under a bank's word
    std::optional<Reshape> only{}; ///< one requested reshape
    int height = 0;                ///< rows of its grid (0: two periods)
    Size window;                   ///< of elements under a bank's word
    std::vector<MapChoice> choices{};
    std::optional<MapChoice> best{};
    std::optional<int> padded_pitch{}; ///< at which plain rows are free

    int elem_bytes() const { return element_bits / 8; }
    /// Rows of the tile in local memory. One bank pattern without a work-group.
    int rows() const { return group ? group->height + 2 * radius : tile ? tile->n : window.height; }
};

/// Members named as in tests/vectors/tiles.json and remap.json.
Json tile_json(const TileReport& report);
/// For people, at most 100 columns wide.
std::string tile_text(const TileReport& report);
/// The image of the schedule paper's figures 1(d) and 7: banks as colours, numbered, tiles outlined.
std::string tile_svg(const TileReport& report);

} // namespace atrous
