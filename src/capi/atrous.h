/* libatrous: edge-avoiding a-trous wavelets on pixels in memory, on any OpenCL device. See atrous-api(3).
   For C99 and C++. Pointers to objects are valid until the object is released. Any thread may use any object;
   calls on one object take turns. Texts are UTF-8. */
#ifndef ATROUS_H
#define ATROUS_H

#include <stdbool.h>
#include <stddef.h>

#if defined(__GNUC__)
#define ATROUS_API __attribute__((visibility("default")))
#else
#define ATROUS_API
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* The result of a call: 0, or the kind of its error. atrousGetError() returns the text. */
typedef enum AtrousError {
    ATROUS_OK = 0,
    ATROUS_ERROR_INVALID = 2,    /* an argument, an option or an image is invalid */
    ATROUS_ERROR_NO_DEVICE = 4,  /* there is no such OpenCL device */
    ATROUS_ERROR_INTERNAL = 5,   /* a bug, or a broken driver */
    ATROUS_ERROR_MEMORY = 33,    /* this machine or the device lacks memory */
    ATROUS_ERROR_CANCELLED = 130 /* the monitor returned false */
} AtrousError;

/* The samples of a pixel, next to each other: grey, grey and alpha, RGB, RGB and alpha; vectors have two.
   Integers mean 0 to 1. */
typedef enum AtrousFormat {
    ATROUS_UINT8 = 1,
    ATROUS_UINT8_2,
    ATROUS_UINT8_3,
    ATROUS_UINT8_4,
    ATROUS_UINT16 = 17,
    ATROUS_UINT16_2,
    ATROUS_UINT16_3,
    ATROUS_UINT16_4,
    ATROUS_HALF = 33,
    ATROUS_HALF2,
    ATROUS_HALF3,
    ATROUS_HALF4,
    ATROUS_FLOAT = 49,
    ATROUS_FLOAT2,
    ATROUS_FLOAT3,
    ATROUS_FLOAT4
} AtrousFormat;

typedef struct AtrousDevice AtrousDevice;
typedef struct AtrousFilter AtrousFilter;

/* Called by the thread that executes a filter, with the share of the work that is done, 0 to 1. If `message` is not
   null, it is a warning. Return false to cancel. Must not call this library. */
typedef bool (*AtrousMonitor)(void* user, double done, const char* message);

/* Returns the version, for example "0.3.0". */
ATROUS_API const char* atrousVersion(void);

/* Returns the last error of this thread, and clears it. If `text` is not null, it receives the error's text, which is
   valid until the next call of this thread. */
ATROUS_API AtrousError atrousGetError(const char** text);

/* Opens the device that the program selects by --device WHICH; null means auto. Returns null if there is none. */
ATROUS_API AtrousDevice* atrousNewDevice(const char* which);
/* A filter keeps its device until the filter is released. */
ATROUS_API void atrousReleaseDevice(AtrousDevice* device);

/* Makes a filter "enhance", "denoise" or "scale", with the defaults of the command. Returns null for other names. */
ATROUS_API AtrousFilter* atrousNewFilter(AtrousDevice* device, const char* name);
ATROUS_API void atrousReleaseFilter(AtrousFilter* filter);

/* Sets the memory of an image of the selected frame: "color" and "output", and for denoise its guides. `format` is one
   of AtrousFormat. A stride of 0 means that pixels, or rows, follow each other. Null pixels remove the image. The
   memory belongs to the caller, and must exist as long as frames that need it are executed. */
ATROUS_API AtrousError atrousSetFilterImage(AtrousFilter* filter, const char* name, void* pixels, int format,
                                            size_t width, size_t height, size_t byteOffset,
                                            size_t pixelStride, size_t rowStride);
/* Sets an option of the command: its name without dashes, and its value, or null if it takes none. */
ATROUS_API AtrousError atrousSetFilterOption(AtrousFilter* filter, const char* name, const char* value);
/* Selects the frame whose images are set and that is executed. The default is 0. */
ATROUS_API AtrousError atrousSetFilterFrame(AtrousFilter* filter, int number);
/* Sets the monitor, or removes it with null. */
ATROUS_API AtrousError atrousSetFilterMonitor(AtrousFilter* filter, AtrousMonitor monitor, void* user);

/* Checks options and images, also together. Call it after each change of them. */
ATROUS_API AtrousError atrousCommitFilter(AtrousFilter* filter);
/* Returns the required size of the selected frame's output, by its "color" and the options, even before a commit. */
ATROUS_API AtrousError atrousGetFilterSize(AtrousFilter* filter, size_t* width, size_t* height);
/* Filters the selected frame into its output. After an error, the content of the output is undefined. */
ATROUS_API AtrousError atrousExecuteFilter(AtrousFilter* filter);

#ifdef __cplusplus
}
#endif
#endif
