"""Edge-avoiding à-trous wavelets on numpy arrays: enhance photographs, denoise renders, scale images.

    import atrous
    sharp = atrous.enhance(photo, preset='sharpen')
    clean = atrous.denoise(frames, albedo=albedo, normal=normal, depth=depth, motion=motion, samples=16)
    small = atrous.scale(photo, factor=4)

Images are arrays of rows from the top: (height, width) for grey, or (height, width, channels) for grey and alpha (2), RGB (3),
RGB and alpha (4). Types are uint8 and uint16 (white is 255, 65535), float16 and float32 (white is 1). By default, integers are
sRGB with straight alpha, and floats are scene-linear and multiplied by alpha; assume_profile and alpha_is change this. A result
has the type and the channels of its input.

Options are the program's options, with _ instead of -, as text, numbers or lists: luma='1.4,1.2', luma=[1.4, 1.2],
upscale=True; see atrous-enhance(1), atrous-denoise(1), atrous-scale(1). All functions also take:

    device     as --device: 'auto' (the default), 'gpu', 'cpu', an index or a part of a name
    progress   a function that gets the share of the work that is done, 0 to 1; if it returns False, Cancelled is raised

A fault raises Error with the program's message; a possible flaw of a result is a warning. Needs libatrous (ATROUS_LIBRARY
names another one) and numpy; see atrous-api(3).

A process that was forked after the first call cannot use the module: calls there raise Error. Use
multiprocessing.get_context('spawn'), or make the first call in the child processes.
"""
import ctypes
import os
import sys
import threading
import warnings

import numpy

__all__ = ['enhance', 'denoise', 'scale', 'version', 'Error', 'Cancelled']

_CANCELLED = 130
_TYPES = {'uint8': 1, 'uint16': 17, 'float16': 33, 'float32': 49}
_Monitor = ctypes.CFUNCTYPE(ctypes.c_bool, ctypes.c_void_p, ctypes.c_double, ctypes.c_char_p)


class Error(Exception):
    """An error with the program's message. code: the program's exit code (2: an argument, 4: no device, 33: no memory)."""

    def __init__(self, text, code):
        super().__init__(text)
        self.code = code

    def __reduce__(self):  # a process pool passes errors on
        return type(self), (str(self), self.code)


class Cancelled(Error):
    """A progress function returned False."""


def _load():
    of_wheel = os.path.normpath(os.path.join(os.path.abspath(__file__), '../../../atrous/libatrous.so.0'))
    name = os.environ.get('ATROUS_LIBRARY') or (of_wheel if os.path.exists(of_wheel) else 'libatrous.so.0')
    try:
        library = ctypes.CDLL(name)
    except OSError as error:
        raise ImportError(f'{name}: not found by the loader ({error}); name its file in ATROUS_LIBRARY') from None
    pointer, text, size = ctypes.c_void_p, ctypes.c_char_p, ctypes.c_size_t
    sizes = ctypes.POINTER(size)
    for name, result, *arguments in (
            ('Version', text), ('GetError', ctypes.c_int, ctypes.POINTER(text)), ('NewDevice', pointer, text),
            ('ReleaseDevice', None, pointer), ('NewFilter', pointer, pointer, text), ('ReleaseFilter', None, pointer),
            ('SetFilterImage', ctypes.c_int, pointer, text, pointer, ctypes.c_int, size, size, size, size, size),
            ('SetFilterOption', ctypes.c_int, pointer, text, text), ('SetFilterFrame', ctypes.c_int, pointer, ctypes.c_int),
            ('SetFilterMonitor', ctypes.c_int, pointer, _Monitor, pointer), ('CommitFilter', ctypes.c_int, pointer),
            ('GetFilterSize', ctypes.c_int, pointer, sizes, sizes), ('ExecuteFilter', ctypes.c_int, pointer)):
        function = getattr(library, 'atrous' + name)
        function.restype, function.argtypes = result, arguments
    return library


_library = _load()
_devices = {}


def version():
    """Returns the library's version."""
    return _library.atrousVersion().decode()


def _fail():
    text = ctypes.c_char_p()
    code = _library.atrousGetError(ctypes.byref(text))
    raise (Cancelled if code == _CANCELLED else Error)(text.value.decode(errors='replace'), code)


def _bytes(what, text):
    """Returns text for the library, which would end at a zero byte."""
    if '\0' in text:
        raise Error(f'{what}: {text!r} contains a zero byte', 2)
    return text.encode()


def _typed(value):
    """Returns an option's value as it would be typed, None if it takes none, or False if it is not given."""
    if value is None or isinstance(value, (bool, numpy.bool_)):
        return None if value else False
    return _joined(value, ',')


def _joined(value, between):
    if isinstance(value, (list, tuple)) or isinstance(value, numpy.ndarray) and value.ndim > 0:
        return between.join(str(one) for one in value)
    return str(value)


class _Filter:
    """A filter of the library, while a function runs."""

    def __init__(self, name, device, progress, options):
        which = str(device)
        if which not in _devices:
            _devices[which] = _library.atrousNewDevice(_bytes('device', which)) or _fail()
        self.handle = _library.atrousNewFilter(_devices[which], name.encode()) or _fail()
        self.progress, self.raised, self.kept = progress, None, []
        self.monitor = _Monitor(self._watch)
        try:
            self._do('SetFilterMonitor', self.monitor, None)
            for option, value in options.items():
                text = _typed(value[()] if isinstance(value, numpy.ndarray) else value)
                if text is False:
                    continue
                self._do('SetFilterOption', _bytes('option', option.replace('_', '-')),
                         text if text is None else _bytes(option, text))
        except BaseException:
            self.__exit__()
            raise

    def __enter__(self):
        return self

    def __exit__(self, *_):
        _library.atrousReleaseFilter(self.handle)

    def _do(self, name, *arguments):
        failed = getattr(_library, 'atrous' + name)(self.handle, *arguments)
        if self.raised is not None:
            raise self.raised
        if failed:
            _fail()

    def _watch(self, _, done, message):
        try:
            if self.raised is not None:
                return False
            if message is not None:
                warnings.warn(message.decode(errors='replace'), stacklevel=5)
            return self.progress is None or self.progress(done) is not False
        except BaseException as error:  # which ctypes would only print
            self.raised = error
            return False

    def image(self, name, array, output=False):
        if numpy.ma.is_masked(array):
            raise Error(f'{name}: {numpy.ma.count_masked(array)} of its values are masked; fill them first, for example with '
                        'array.filled(numpy.nan) for floats, since NaN gets the value of its neighbours, or .filled(0)', 2)
        array = numpy.asanyarray(array)
        if array.dtype.name not in _TYPES or array.ndim not in (2, 3):
            raise Error(f'{name}: is an array of {array.dtype.name} with shape {array.shape}; taken are {", ".join(_TYPES)}, '
                        '(height, width) or (height, width, channels)', 2)
        height, width = array.shape[:2]
        channels = 1 if array.ndim == 2 else array.shape[2]
        if not 1 <= channels <= 4:
            raise Error(f'{name}: has {channels} channels; 1 to 4 are taken', 2)
        packed = array.ndim == 2 or channels == 1 or array.strides[2] == array.itemsize
        overlaps = array.size and (array.strides[1] < channels * array.itemsize or array.strides[0] < array.strides[1])
        if not packed or overlaps or not array.dtype.isnative:
            if output:
                raise Error(f'{name}: its pixels are not rows from the top, with channels side by side, in native byte order', 2)
            array = numpy.ascontiguousarray(array, array.dtype.newbyteorder('='))
        if output and not array.flags.writeable:
            raise Error(f'{name}: is read-only', 2)
        self.kept.append(array)  # while the library may read it
        self._do('SetFilterImage', name.encode(), array.ctypes.data, _TYPES[array.dtype.name] + channels - 1, width, height,
                 0, array.strides[1], array.strides[0])

    def size(self):
        width, height = ctypes.c_size_t(), ctypes.c_size_t()
        self._do('GetFilterSize', ctypes.byref(width), ctypes.byref(height))
        return height.value, width.value

    def frame(self, number):
        self._do('SetFilterFrame', number)

    def commit(self):
        self._do('CommitFilter')

    def execute(self):
        # Python calls signal handlers when _watch is entered, before its try statement; what they raise (KeyboardInterrupt)
        # ctypes passes to this hook only.
        before, main = sys.unraisablehook, threading.main_thread()

        def keep(unraisable):
            if threading.current_thread() is not main or 'ctypes callback' not in (unraisable.err_msg or ''):
                return before(unraisable)
            self.raised = unraisable.exc_value

        if threading.current_thread() is main:
            sys.unraisablehook = keep
        try:
            self._do('ExecuteFilter')
        finally:
            if sys.unraisablehook is keep:
                sys.unraisablehook = before


def _picture(name, array, out, device, progress, options):
    array = numpy.asanyarray(array)
    with _Filter(name, device, progress, options) as filter_:
        filter_.image('color', array)
        if out is None:
            out = numpy.empty(filter_.size() + array.shape[2:], array.dtype.newbyteorder('='))
        filter_.image('output', out, output=True)
        filter_.commit()
        filter_.execute()
    return out


def enhance(array, preset=None, *, out=None, device='auto', progress=None, **options):
    """Returns a photograph with other details: local contrast, sharpness, less noise, as `atrous enhance`.

    array    (height, width) or (height, width, 1 to 4), uint8, uint16, float16 or float32
    preset   a name ('atrous presets' lists them), or several with ' + ' between them
    out      an array of the same shape and type for the result, or `array` itself
    """
    return _picture('enhance', array, out, device, progress, {'preset': preset, **options})


def scale(array, factor=None, *, size=None, out=None, device='auto', progress=None, **options):
    """Returns a smaller image without aliasing (or a larger one with upscale=True), as `atrous scale`.

    factor   old pixels per new one, 1 to 64, or (across, down)
    size     (width, height) of a box for the result, instead of a factor
    """
    def by(pair):
        return pair if pair is None else _joined(pair, 'x')

    return _picture('scale', array, out, device, progress, {'factor': by(factor), 'size': by(size), **options})


def denoise(frames, albedo=None, normal=None, depth=None, motion=None, *, motion_next=None, variance=None, emission=None,
            pilot=None, out=None, device='auto', progress=None, **options):
    """Returns renders without their noise, as `atrous denoise`: one frame, or a sequence of frames that guide each other.

    frames    (height, width, 3 or 4) of scene-linear float32 or float16, or a sequence of these in the order of their numbers
    albedo    the colour of surfaces, 3 channels, 0 to 1; like each guide, an array for one frame, or an array per frame
    normal    3 channels, -1 to 1
    depth     1 channel, along the camera's axis, in any unit; sky is infinite, or 0 and less
    motion    2 channels: the pixel's place in the frame before, minus its place here, right and down, in pixels; motion_stored
              takes the words of --motion-stored for other conventions; without vectors, motion is estimated from the frames
    motion_next   as motion, for the next frame
    variance      of the mean of a pixel
    emission      light that is not filtered
    pilot         another denoiser's result for each frame, which becomes better and steady
    out       arrays for the results, like frames, or `frames` itself

    For a sequence, a progress function gets the share of each frame, one frame after the other.
    """
    guides = {'albedo': albedo, 'normal': normal, 'depth': depth, 'motion': motion, 'motion-next': motion_next,
              'variance': variance, 'emission': emission, 'pilot': pilot}
    single = isinstance(frames, numpy.ndarray) and frames.ndim < 4

    def listed(name, arrays):
        if not single and isinstance(arrays, numpy.ndarray) and (len(arrays) != len(colors) or arrays[0].ndim < 2):
            raise Error(f'{name}: is one array of shape {arrays.shape}; for a sequence of {len(colors)} frames, give a list of '
                        f'{len(colors)} arrays', 2)
        arrays = [arrays] if single else list(arrays)
        if len(arrays) != len(colors):
            raise Error(f'{name}: has {len(arrays)} frames, of colours there are {len(colors)}', 2)
        return arrays

    colors = [frames] if single else [numpy.asanyarray(one) for one in frames]
    results = [numpy.empty(one.shape, one.dtype.newbyteorder('=')) for one in colors] if out is None else listed('out', out)
    given = {name: listed(name, arrays) for name, arrays in guides.items() if arrays is not None}
    with _Filter('denoise', device, progress, options) as filter_:
        for number, color in enumerate(colors):
            filter_.frame(number)
            filter_.image('color', color)
            for name, arrays in given.items():
                filter_.image(name, arrays[number])
            filter_.image('output', results[number], output=True)
        filter_.commit()
        for number in range(len(colors)):
            filter_.frame(number)
            filter_.execute()
    if out is not None:
        return out
    return results[0] if single else numpy.stack(results) if isinstance(frames, numpy.ndarray) else results
