// Tests SVG text: escapes, compact numbers, white ground, and lines of members in JSON text.
#include "base/svg.h"
#include <doctest/doctest.h>

namespace atrous {

TEST_CASE("text in SVG images is escaped") {
    CHECK(xml_escaped("a < b & \"c\" > d\n") == "a &lt; b &amp; &quot;c&quot; &gt; d ");
    Svg svg(10, 10, "1 < 2");
    svg.text(1, 2, "<&>", {12});
    CHECK(svg.text().find("<&>") == std::string::npos);
    CHECK(svg.text().find("&lt;&amp;&gt;") != std::string::npos);
    CHECK(svg.text().find("<title>1 &lt; 2</title>") != std::string::npos);
}

TEST_CASE("numbers have at most two digits after the point, shapes keep their order, the ground is white") {
    Svg svg(100, 50, "t");
    svg.rect(0.123456, 1, 2, 3, {"#ff0000", "", 1, ""});
    svg.line(0, 0, 1.0 / 3, -0.001, {"", "#000000", 2, "4 2"});
    svg.polyline({{0, 0}, {1.5, 2}}, {"", "#000000", 1, ""});
    const auto text = svg.text();
    CHECK(text.find("viewBox=\"0 0 100 50\"") != std::string::npos);
    CHECK(text.find("x=\"0.12\"") != std::string::npos);
    CHECK(text.find("x2=\"0.33\" y2=\"0\"") != std::string::npos);
    CHECK(text.find("points=\"0,0 1.5,2") != std::string::npos);
    CHECK(text.find("stroke-dasharray=\"4 2\"") != std::string::npos);
    CHECK(text.find("#ffffff") < text.find("#ff0000"));
    CHECK(text.find("<line") < text.find("<polyline"));
    CHECK(text.ends_with("</svg>\n"));
}

TEST_CASE("hues become colours") {
    CHECK(hsl_colour(0, 1, 0.5) == "#ff0000");
    CHECK(hsl_colour(120, 1, 0.5) == "#00ff00");
    CHECK(hsl_colour(240, 1, 0.5) == "#0000ff");
    CHECK(hsl_colour(360, 1, 0.5) == "#ff0000");
    CHECK(hsl_colour(77, 0, 1) == "#ffffff");
}

} // namespace atrous
