// AOV tables: the names of a renderer's layers, and their storage. Files of rows (data/aov/NAME.aov):
//
//   seen = Blender 3.4.1                          # the checked program (without this row: none)
//   mark = attribute cycles.*                     # files of this renderer have such an attribute (or: layer PATTERN, ...)
//   host = attribute husk*                        # the same of a program that other renderers share: asked last
//   beauty = *.Combined, *.Noisy Image            # a role, its patterns in order of preference
//   motion = *.Vector.XY; to previous; y up       # ... and how these layers are stored
//   samples = attribute cycles.*.samples          # a number that is no channel
//
// A role may have several rows, of layers that are stored differently. The first is preferred.
#pragma once
#include "renders/layers.h"
#include "renders/motion.h"
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace atrous {

struct AovRow {
    AovRole role;
    std::vector<std::string> patterns; ///< of layers, see match() (of attributes, see `of_attributes`)
    bool of_attributes = false;
    bool premultiplied = false;  ///< by alpha
    bool camera_space = false;   ///< normals in camera space, otherwise in world space
    bool ray_depth = false;      ///< depth along the ray, otherwise along the camera's axis
    std::optional<double> sky{}; ///< depth of the sky, if it has a number of its own
    bool divided = false;        ///< light: the surface's colour is divided out
    bool per_sample = false;     ///< variance of a sample, otherwise of the pixel's mean
    bool raw_moment = false;     ///< the mean of squares of samples instead of a variance
    MotionConvention motion{};
};

struct AovTable {
    std::string name;
    std::string seen; ///< the renderer it was checked with, or empty
    /// Marks of this renderer's files: an attribute (true) or a layer (false) that the pattern names. After
    /// an attribute's pattern "=" and a pattern of its value may follow.
    std::vector<std::pair<bool, std::string>> marks{};
    std::vector<std::pair<bool, std::string>>
        hosts{}; ///< the same of programs that write files of other renderers, too
    std::vector<AovRow> rows{};
};

/// The change that a word after a row's patterns makes to a row.
using AovChange = std::function<void(AovRow&)>;
/// Reads such words, with commas between: "to previous, y up, px". Throws a usage error that begins with
/// `where`: an unknown word, one that does not belong to the role, a value that is none.
std::vector<AovChange> read_aov_words(AovRole role, const std::string& text, const std::string& where);

/// Names of the tables inside the program, sorted.
std::vector<std::string> aov_table_names();

/// Reads a table's text. `source` leads the messages and names the table. Throws a usage error "FILE:LINE: ...".
AovTable parse_aov_table(const std::string& text, const std::string& source);

/// Loads the table file at that path, otherwise the embedded table of that name: a file "cycles" next to the frames has precedence.
/// Throws a usage error: unknown table (with a list), or a wrong line.
AovTable load_aov_table(const std::string& name_or_path);

/// The table inside the program whose marks these parts have, or "generic". If two tables claim the same
/// file, the first by name.
const AovTable& recognised_aov_table(const std::vector<PartNames>& parts, const std::vector<Layer>& layers);

/// Tables inside the program, parsed once.
const AovTable& embedded_aov_table(const std::string& name);

} // namespace atrous
