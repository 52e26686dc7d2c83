// A JSON value tree with ordered members. Has its own writer (so that the minimal build needs no library),
// and a reader with nlohmann-json in json_parse.cpp.
#pragma once
#include <concepts>
#include <cstdint>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace atrous {

/// A JSON value: null, bool, integer, number, string, array or object. Members keep the order in which they
/// were set.
class Json {
  public:
    using Array = std::vector<Json>;
    using Object = std::vector<std::pair<std::string, Json>>;

    Json();
    ~Json();
    Json(const Json& other);
    Json(Json&& other) noexcept;
    Json& operator=(const Json& other);
    Json& operator=(Json&& other) noexcept;
    Json(bool value) : value_(value) {}
    template <std::integral T>
    requires(!std::same_as<T, bool>) Json(T value) : value_(std::int64_t(value)) {}
    Json(double value) : value_(value) {}
    Json(float value) : value_(double(value)) {}
    Json(const char* value) : value_(std::string(value)) {}
    Json(std::string value) : value_(std::move(value)) {}
    Json(Array value) : value_(std::move(value)) {}
    Json(Object value) : value_(std::move(value)) {}
    /// An array of anything that a Json can be made of.
    template <class T>
    Json(const std::vector<T>& values) : value_(Array(values.begin(), values.end())) {}

    bool is_null() const { return std::holds_alternative<std::monostate>(value_); }
    const bool* boolean() const { return std::get_if<bool>(&value_); }
    const std::int64_t* integer() const { return std::get_if<std::int64_t>(&value_); }
    const std::string* string() const { return std::get_if<std::string>(&value_); }
    const Array* array() const { return std::get_if<Array>(&value_); }
    const Object* object() const { return std::get_if<Object>(&value_); }
    /// Returns the value of an integer or a number, and `fallback` for other kinds.
    double number(double fallback) const;

    /// The member of an object, or null if there is none.
    const Json* find(const std::string& name) const;
    /// Return the string member or an empty string, the integer member or `fallback`, the number member or 0.
    std::string text_of(const std::string& name) const;
    std::int64_t integer_of(const std::string& name, std::int64_t fallback = 0) const;
    double number_of(const std::string& name) const;
    /// The strings of the array that a member is.
    std::vector<std::string> texts_of(const std::string& name) const;
    /// The member of an object, made if there is none (a null value becomes an object).
    Json& operator[](const std::string& name);
    void push_back(Json value);

    /// Returns one line, or lines indented by `indent` spaces per depth, with arrays of plain values on one
    /// line. NaN and infinities, which JSON lacks, become null. Bytes that are not UTF-8 become the text
    /// "\xff", so file names, which must be restorable, are added as name_text() writes them.
    std::string dump(int indent = -1) const;

  private:
    void write(std::string& out, int indent, int depth) const;
    std::variant<std::monostate, bool, std::int64_t, double, std::string, Array, Object> value_;
};

/// An array of what `make` returns for each item.
template <class Items, class Make>
Json array_of(const Items& items, const Make& make) {
    Json::Array array;
    for (const auto& item : items) array.push_back(make(item));
    return array;
}

/// Reads JSON text. Stops after the member `last` of the outermost object (null: reads all). Throws a usage error that
/// begins with `name`.
Json parse_json(const std::string& text, const std::string& name, const char* last = nullptr);

} // namespace atrous
