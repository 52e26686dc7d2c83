// Writes JSON during its computation, so that answers of any size need no memory. The text is identical to
// Json::dump.
#pragma once
#include "base/json.h"
#include <fstream>
#include <functional>
#include <iosfwd>

namespace atrous {

/// Starts an object inside the last open one. The first object is the answer.
class JsonStream {
  public:
    /// Writes to the file, or to stdout for "-". Throws a usage error if the file cannot be written.
    JsonStream(const std::string& path, int indent);

    /// Starts an object as a member of that name. The first object is the answer and has no name.
    void open_object(const std::string& name = "");
    /// Closes the last open object. Throws a usage error if no object remains open and the answer could not
    /// be written.
    void close();

    void member(const std::string& name, const Json& value);
    /// An array of `count` values, all plain or all arrays of plain ones: next(i), in order.
    void values(const std::string& name, std::int64_t count, const std::function<Json(std::int64_t)>& next);

  private:
    void begin(const std::string& name);
    void new_line(std::size_t depth);

    std::string path_;
    std::ofstream file_;
    std::ostream& out_;
    int indent_;
    std::vector<bool> has_members_; ///< of each open object
};

} // namespace atrous
