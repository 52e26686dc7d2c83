// Fills the rows of tables of messages with values.
#include "base/message.h"
#include "base/text.h"

namespace atrous {

Message::Message(const MessageRow& row, std::vector<std::string> filled)
    : id(row.id), values(std::move(filled)), frequency(row.frequency) {
    const std::string_view all = row.text;
    std::size_t from = 0;
    for (const std::string& value : values) {
        const std::size_t at = std::min(all.find("{}", from), all.size());
        text.append(all, from, at - from).append(value);
        from = std::min(at + 2, all.size());
    }
    text.append(all, from);
}

Message Message::about(const std::string& name) const {
    Message led = *this;
    led.text = name + ": " + text;
    return led;
}

Message Message::on_one_line() const {
    Message flat = *this;
    flat.text = one_line(text);
    return flat;
}

std::string Message::key() const {
    switch (frequency) {
    case Frequency::always:
        return {};
    case Frequency::once:
        return id;
    case Frequency::once_per_value:
        return id + " " + (values.empty() ? "" : values.front());
    }
    return {};
}

} // namespace atrous
