// Writes commas, line ends and indents. Json writes the values.
#include "base/json_stream.h"
#include "base/error.h"
#include "base/messages.h"
#include <iostream>

namespace atrous {

JsonStream::JsonStream(const std::string& path, int indent)
    : path_(path), out_(path == "-" ? std::cout : file_), indent_(indent) {
    if (path != "-") file_.open(path, std::ios::binary);
    if (!out_) throw usage_error(messages::text_not_written, path);
}

void JsonStream::new_line(std::size_t depth) {
    if (indent_ < 0) return;
    out_ << '\n' << std::string(std::size_t(indent_) * depth, ' ');
}

void JsonStream::begin(const std::string& name) {
    if (has_members_.empty()) return;
    if (has_members_.back()) out_ << ',';
    has_members_.back() = true;
    new_line(has_members_.size());
    out_ << Json(name).dump() << (indent_ < 0 ? ":" : ": ");
}

void JsonStream::open_object(const std::string& name) {
    begin(name);
    out_ << '{';
    has_members_.push_back(false);
}

void JsonStream::close() {
    const bool has_members = has_members_.back();
    has_members_.pop_back();
    if (has_members) new_line(has_members_.size());
    out_ << '}';
    if (!has_members_.empty()) return;
    out_ << '\n' << std::flush;
    if (!out_) throw usage_error(messages::text_not_written, path_);
}

void JsonStream::member(const std::string& name, const Json& value) {
    begin(name);
    out_ << value.dump(indent_);
}

void JsonStream::values(const std::string& name, std::int64_t count,
                        const std::function<Json(std::int64_t)>& next) {
    begin(name);
    out_ << '[';
    bool arrays = false;
    for (std::int64_t i = 0; i < count; ++i) {
        const Json value = next(i);
        arrays = value.array() != nullptr;
        if (i > 0) out_ << (indent_ < 0 || arrays ? "," : ", ");
        if (arrays) new_line(has_members_.size() + 1);
        out_ << value.dump(indent_);
    }
    if (arrays) new_line(has_members_.size());
    out_ << ']';
}

} // namespace atrous
