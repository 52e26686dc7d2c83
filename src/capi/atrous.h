/* libatrous: edge-avoiding a-trous wavelets on pixels in memory, on any OpenCL device. See atrous-api(3).
   C99, and C++. Objects are used through pointers that are valid until they are released; any thread may use any object, and
   calls about one object take turns. Texts are UTF-8. */
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

/* What a call returns: 0, or what kept it from being done, whose text atrousGetError() has. */
typedef enum AtrousError {
    ATROUS_OK = 0,
    ATROUS_ERROR_INVALID = 2,    /* an argument, an option or an image is wrong */
    ATROUS_ERROR_NO_DEVICE = 4,  /* there is no such OpenCL device */
    ATROUS_ERROR_INTERNAL = 5,   /* a bug, or a broken driver */
    ATROUS_ERROR_MEMORY = 33,    /* this machine or the device lacks memory */
    ATROUS_ERROR_CANCELLED = 130 /* the monitor said so */
} AtrousError;

/* Samples of a pixel, one beside the other: grey, grey and alpha, RGB, RGB and alpha; of vectors two. Integers mean 0 to 1. */
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

/* Told by the thread that executes a filter: how much is done, 0 to 1, and now and then a warning, else `message` is null.
   False cancels. Must not call this library. */
typedef bool (*AtrousMonitor)(void* user, double done, const char* message);

/* The version, like "0.3.0". */
ATROUS_API const char* atrousVersion(void);

/* What the last call of this thread that failed was about, and forgets it; `text` may be null, else it gets a text that is valid
   until the thread's next call. */
ATROUS_API AtrousError atrousGetError(const char** text);

/* The device that --device WHICH of the program means; null: auto. Returns null where there is none. */
ATROUS_API AtrousDevice* atrousNewDevice(const char* which);
/* Filters keep their device until they are released, too. */
ATROUS_API void atrousReleaseDevice(AtrousDevice* device);

/* "enhance", "denoise" or "scale", with the settings that the command has by itself. Returns null where there is none. */
ATROUS_API AtrousFilter* atrousNewFilter(AtrousDevice* device, const char* name);
ATROUS_API void atrousReleaseFilter(AtrousFilter* filter);

/* Where the pixels of an image of the chosen frame lie: "color" and "output", and for denoise its guides. Strides of 0: pixels, or
   rows, follow each other. Null pixels take the image away. The memory stays the caller's, and has to last as long as frames
   are executed that need it. The format is one of AtrousFormat. */
ATROUS_API AtrousError atrousSetFilterImage(AtrousFilter* filter, const char* name, void* pixels, int format,
                                            size_t width, size_t height, size_t byteOffset,
                                            size_t pixelStride, size_t rowStride);
/* An option of the command without its dashes, and its value; null: of one that has none. */
ATROUS_API AtrousError atrousSetFilterOption(AtrousFilter* filter, const char* name, const char* value);
/* The frame that images are set of, and that is executed; 0 by itself. */
ATROUS_API AtrousError atrousSetFilterFrame(AtrousFilter* filter, int number);
/* Null: none. */
ATROUS_API AtrousError atrousSetFilterMonitor(AtrousFilter* filter, AtrousMonitor monitor, void* user);

/* Checks options and images that were set, and what they mean together. Has to be called after these change. */
ATROUS_API AtrousError atrousCommitFilter(AtrousFilter* filter);
/* The size that the chosen frame's output has to have, by its "color" and the options; before they are committed, too. */
ATROUS_API AtrousError atrousGetFilterSize(AtrousFilter* filter, size_t* width, size_t* height);
/* Filters the chosen frame into its output. Where it fails, the output holds anything. */
ATROUS_API AtrousError atrousExecuteFilter(AtrousFilter* filter);

#ifdef __cplusplus
}
#endif
#endif
