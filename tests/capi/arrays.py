#!/usr/bin/env python3
# The Python module beside the program: arrays.py PROGRAM. ATROUS_LIBRARY names the library, PYTHONPATH the module's folder.
import multiprocessing
import os
import pathlib
import signal
import subprocess
import sys
import tempfile
import threading
import warnings

try:
    import numpy
except ImportError as error:
    print(f"[SKIP] {error}")
    sys.exit(77)
import atrous

PROGRAM = sys.argv[1]
random = numpy.random.default_rng(7)
slope = numpy.linspace(0, 200, 60 * 3).reshape(1, 60, 3) + numpy.linspace(0, 40, 41).reshape(41, 1, 1)
PICTURE = (slope + random.integers(0, 16, (41, 60, 3))).astype(numpy.uint8)


def of_program(command, *options):
    """What the program makes of the picture."""
    with tempfile.TemporaryDirectory() as folder:
        old, new = pathlib.Path(folder, "a.ppm"), pathlib.Path(folder, "b.ppm")
        old.write_bytes(b"P6 60 41 255\n" + PICTURE.tobytes())
        subprocess.run([PROGRAM, command, "-q", "--log", "none", *options, str(old), "-o", str(new)], check=True)
        words = new.read_bytes().split(maxsplit=4)
        width, height = int(words[1]), int(words[2])
        return numpy.frombuffer(new.read_bytes()[-width * height * 3:], numpy.uint8).reshape(height, width, 3)


def refused(call, *parts, kind=atrous.Error):
    try:
        call()
    except kind as error:
        assert all(part in str(error) for part in parts), (str(error), parts)
        return
    raise AssertionError(f"not refused: {parts}")


def same_as_program():
    before = PICTURE.copy()
    assert numpy.array_equal(atrous.enhance(PICTURE, preset="sharpen", luma=[2, 1.5]),
                             of_program("enhance", "--preset", "sharpen", "--luma", "2,1.5"))
    assert numpy.array_equal(PICTURE, before)
    assert numpy.array_equal(atrous.scale(PICTURE, factor=(3, 2)), of_program("scale", "--factor", "3x2"))
    assert numpy.array_equal(atrous.scale(PICTURE, size=(90, 90), upscale=True),
                             of_program("scale", "--size", "90x90", "--upscale"))


def views_and_places():
    expected = atrous.enhance(PICTURE, "sharpen")
    place = PICTURE.copy()
    assert atrous.enhance(place, "sharpen", out=place) is place
    assert numpy.array_equal(place, expected)
    large = numpy.full((50, 80, 4), 9, numpy.uint8)
    window = large[3:44, 5:65, :3]
    window[:] = PICTURE
    atrous.enhance(window, "sharpen", out=window)
    assert numpy.array_equal(window, expected) and (large[..., 3] == 9).all() and (large[:3] == 9).all()
    planes = numpy.ascontiguousarray(PICTURE.transpose(2, 0, 1)).transpose(1, 2, 0)
    assert numpy.array_equal(atrous.enhance(planes, "sharpen"), expected)
    refused(lambda: atrous.enhance(PICTURE, out=planes), "output", "side by side")
    assert atrous.enhance(PICTURE[..., 0], "sharpen").shape == (41, 60)


def renders():
    light = numpy.linspace(0.2, 1, 48, dtype=numpy.float32).reshape(1, 48, 1) * numpy.ones((40, 48, 3), numpy.float32)
    frames = [light * random.gamma(4, 0.25, (40, 48, 3)).astype(numpy.float32) for _ in range(3)]
    albedo = [numpy.full((40, 48, 3), 0.5, numpy.float32)] * 3
    still = [numpy.zeros((40, 48, 2), numpy.float32)] * 3
    with warnings.catch_warnings(record=True) as said:
        warnings.simplefilter("always")
        clean = atrous.denoise(frames, albedo=albedo, motion=still, temporal="window:1", samples=4)
    assert any("albedo" in str(one.message) for one in said), said
    assert len(clean) == 3

    def error(arrays):
        return numpy.mean([(one - light) ** 2 for one in arrays])

    assert error(clean) < 0.2 * error(frames), (error(clean), error(frames))
    alone = atrous.denoise(frames[1], temporal="none")
    assert alone.shape == (40, 48, 3) and error([alone]) < error([frames[1]])
    refused(lambda: atrous.denoise(frames, depth=[light[..., 0]]), "depth: has 1 frames, of colours there are 3")
    assert error(atrous.denoise(frames, pilot=[light] * 3, samples=4)) < error(frames)
    refused(lambda: atrous.denoise(frames[1], pilot=frames[1], temporal="none"), "pixels of the render itself")
    refused(lambda: atrous.denoise(frames[1], pilot=light * 1.2, temporal="none"), "times as bright")


def misuse():
    refused(lambda: atrous.enhance(PICTURE, lumma=2), "unknown option --lumma", "did you mean --luma?")
    refused(lambda: atrous.enhance(PICTURE, preset="sharpn"), "no preset and no file is called", "sharpen")
    refused(lambda: atrous.enhance(PICTURE.astype(float)), "float64", "float32")
    refused(lambda: atrous.enhance(numpy.zeros((4, 4, 5), numpy.uint8)), "5 channels")
    refused(lambda: atrous.enhance(PICTURE, device="none such"), "none such")
    refused(lambda: atrous.enhance(PICTURE, progress=lambda done: False), "cancelled", kind=atrous.Cancelled)
    refused(lambda: atrous.enhance(PICTURE, progress=lambda done: 1 // 0), "division", kind=ZeroDivisionError)
    fixed = PICTURE.copy()
    fixed.flags.writeable = False
    refused(lambda: atrous.enhance(PICTURE, out=fixed), "read-only")
    told = []
    atrous.enhance(PICTURE, progress=told.append)
    assert told == sorted(told) and len(told) > 3


def masks_and_numpy_values():
    masked = numpy.ma.masked_less(PICTURE.astype(numpy.float32) / 255, 0.1)
    for call in (atrous.enhance, lambda one: atrous.scale(one, 2), atrous.denoise, lambda one: atrous.denoise([masked.filled(0), one]),
                 lambda one: atrous.denoise(masked.filled(0), albedo=one)):
        refused(lambda: call(masked), f"{masked.mask.sum()} of its values are masked", "filled")
    refused(lambda: atrous.enhance(masked.filled(0), out=masked.copy()), "output", "masked")
    whole = numpy.ma.masked_array(PICTURE)
    assert numpy.array_equal(atrous.enhance(whole), atrous.enhance(PICTURE))
    larger = atrous.scale(PICTURE, size=(90, 90), upscale=True)
    assert numpy.array_equal(atrous.scale(PICTURE, size=numpy.array([90, 90]), upscale=numpy.True_), larger)
    assert numpy.array_equal(atrous.scale(PICTURE, size=[90, 90], upscale=numpy.array(True)), larger)
    for factor in (numpy.array([2, 2]), numpy.int64(2), numpy.array(2), [2, 2]):
        assert numpy.array_equal(atrous.scale(PICTURE, factor, upscale=numpy.False_), atrous.scale(PICTURE, 2))
    assert numpy.array_equal(atrous.enhance(PICTURE, luma=numpy.array([2, 1.5])), atrous.enhance(PICTURE, luma=(2, 1.5)))


def frames_and_guides():
    frame = (PICTURE / 255).astype(numpy.float32)
    refused(lambda: atrous.denoise(frame[..., 0]), "color", "1 channels")
    refused(lambda: atrous.denoise(frame[0, :, 0]), "color", "shape (60,)")
    for frames in ([frame, frame], numpy.stack([frame, frame])):
        refused(lambda: atrous.denoise(frames, albedo=frame), "albedo: is one array of shape (41, 60, 3)", "list of 2")
        refused(lambda: atrous.denoise(frames, depth=frame[:2, :, 0]), "depth: is one array of shape (2, 60)", "list of 2")
        refused(lambda: atrous.denoise(frames, out=frame), "out: is one array")
        guided = atrous.denoise(frames, albedo=numpy.stack([frame, frame]), depth=numpy.stack([frame[..., 0]] * 2))
        assert len(guided) == 2 and guided[0].shape == frame.shape


def any_layout_of_renders():
    frame = (PICTURE / 255).astype(numpy.float32)
    expected, sharp, small = atrous.denoise(frame), atrous.enhance(frame), atrous.scale(frame, 2)
    turned = numpy.ascontiguousarray(frame.transpose(1, 0, 2)).transpose(1, 0, 2)
    planes = numpy.ascontiguousarray(frame.transpose(2, 0, 1)).transpose(1, 2, 0)
    for one in (turned, planes, frame[::-1][::-1], frame.astype(">f4"), numpy.asfortranarray(frame)):
        result = atrous.denoise(one)
        assert numpy.array_equal(result, expected) and result.dtype.isnative, one.strides
        assert numpy.array_equal(atrous.enhance(one), sharp)
        assert numpy.array_equal(atrous.scale(one, 2), small)
    assert numpy.array_equal(atrous.denoise([turned])[0], expected)
    refused(lambda: atrous.denoise(frame, out=frame.astype(">f4")), "output", "native byte order")


def signals_and_progress():
    # A handler's exception leaves the call as it is, whatever it is, and nothing is printed of it.
    class Stopped(Exception):
        pass

    def stop(number, frame):
        raise Stopped()

    printed, hook = [], sys.unraisablehook
    sys.unraisablehook = printed.append
    before = signal.getsignal(signal.SIGUSR1)
    try:
        for number, handler, kind in ((signal.SIGINT, signal.default_int_handler, KeyboardInterrupt),
                                      (signal.SIGUSR1, stop, Stopped)):
            signal.signal(number, handler)
            threading.Timer(0.2, os.kill, (os.getpid(), number)).start()
            large = numpy.zeros((3000, 3000, 3), numpy.uint8)
            try:
                while True:
                    atrous.enhance(large)
            except kind:
                pass
    finally:
        signal.signal(signal.SIGUSR1, before)
        sys.unraisablehook = hook
    assert not printed, printed

    def fail_at_end(done):
        if done == 1:
            raise Stopped()

    refused(lambda: atrous.enhance(PICTURE, progress=fail_at_end), kind=Stopped)


def zero_bytes():
    refused(lambda: atrous.enhance(PICTURE, preset="sharpen\0x"), "preset", "zero byte")
    refused(lambda: atrous.enhance(PICTURE, device="auto\0x"), "device", "zero byte")
    refused(lambda: atrous.enhance(PICTURE, **{"luma\0x": 2}), "zero byte")


def in_child(results):
    for call in (lambda: atrous.enhance(PICTURE), lambda: atrous.denoise(PICTURE.astype(numpy.float32)),
                 lambda: atrous.enhance(PICTURE, device="cpu"), lambda: atrous.scale(PICTURE, 2, device=0)):
        try:
            call()
            results.put("done")
        except atrous.Error as error:
            results.put(error)


def after_fork():
    atrous.enhance(PICTURE)
    for way in ("fork", "spawn"):
        context = multiprocessing.get_context(way)
        results = context.Queue()
        process = context.Process(target=in_child, args=(results,))
        process.start()
        for _ in range(4):
            got = results.get(timeout=120)
            assert got == "done" if way == "spawn" else got.code == 2 and "after fork" in str(got) and "spawn" in str(got), got
        process.join()
        assert process.exitcode == 0
    atrous.enhance(PICTURE)
    child = os.fork()
    if child == 0:
        sys.exit(0)  # with the library's destructors
    assert os.waitpid(child, 0)[1] == 0


if __name__ == "__main__":  # a spawned process imports this file
    for test in (same_as_program, views_and_places, renders, any_layout_of_renders, misuse, masks_and_numpy_values,
                 frames_and_guides, zero_bytes, signals_and_progress, after_fork):
        test()
        print(test.__name__)
