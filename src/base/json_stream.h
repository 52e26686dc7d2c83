// JSON that is written while it is computed: answers of any size need no memory. The text is that of Json::dump.
#pragma once
#include "base/json.h"
#include <fstream>
#include <functional>
#include <iosfwd>

namespace atrous {

/// Objects that are open until they are closed, each inside the one before; the first is the answer.
class JsonStream {
  public:
    /// To the file, or to stdout for "-". Throws a usage error if the file cannot be written.
    JsonStream(const std::string& path, int indent);

    /// An object: a member of that name; the first one, without a name, is the answer.
    void open_object(const std::string& name = "");
    /// Closes what was opened last. Throws a usage error if nothing is left open and the answer could not be written.
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
