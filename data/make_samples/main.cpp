// make-samples [FOLDER] [NAME...]: renders the sample images into data/samples (all, or those that are
// named). `make-samples tests tiny` makes the images of tests/tiny.
#include "samples.h"
#include <cstdio>
#include <string>

int main(int count, char** arguments) {
    using namespace atrous::samples;
    struct Sample {
        const char* name;
        void (*make)(const std::filesystem::path&);
        bool by_default = true;
    };
    const Sample samples[] = {{"valley.jpg", valley}, {"fruit.png", fruit},   {"wall.tif", wall},
                              {"street.exr", street}, {"broken.exr", broken}, {"tiny", tiny, false}};
    const std::filesystem::path folder = count > 1 ? arguments[1] : "data/samples";
    std::filesystem::create_directories(folder);
    for (const Sample& sample : samples) {
        bool wanted = count <= 2 && sample.by_default;
        for (int i = 2; i < count; ++i) wanted = wanted || std::string(arguments[i]) == sample.name;
        if (!wanted) continue;
        std::printf("%s\n", (folder / sample.name).string().c_str());
        sample.make(folder / sample.name);
    }
}
