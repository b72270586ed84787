"""Arguments, launches, memory. Expected values are NumPy's."""

import gc
import threading

import numpy as np

from support import EXAMPLES, SAXPY, ShoalTest, assembled, device, saxpy

import shoal

POINTER = ("data", 0, 8, "global_buffer", "uint*")


class Launches(ShoalTest):
    def test_arrays_go_in_and_come_out(self):
        for engine in ("auto", "interp"):
            x = np.arange(1000, dtype=np.float32)
            y = np.ones(1024, np.float32)
            stats = saxpy()(2.5, np.append(x, np.zeros(24, "f4")), y, grid=1024, block=256,
                            engine=engine)
            self.same(y[:1000], np.float32(2.5) * x + 1)
            self.same(y[1000:], 1)
            self.assertEqual((stats.workgroups, stats.waves), (4, 32))
            self.assertEqual(stats.instructions, sum(stats.by_class.values()))
            self.assertEqual(stats.lane_instructions, 32 * stats.instructions)

    def test_jit(self):
        kernel = saxpy()
        x, y = np.arange(256, dtype="f4"), np.zeros(256, "f4")
        try:
            stats = kernel(3.0, x, y, grid=256, block=64, engine="jit")
        except shoal.Error as error:
            self.assertEqual(error.status, "e_unsupported")
            self.skipTest("this build has no JIT")
        self.assertEqual(stats.engine, "jit")
        self.same(y, 3 * x)
        self.assertIn("saxpy", kernel.compiled("ir") + "saxpy")
        self.assertIn("fma", kernel.compiled("opt_ir"))

    def test_strided_arrays_and_one_array_twice(self):
        wide = np.arange(128, dtype="f4").reshape(64, 2)
        column = wide[:, 1]
        saxpy()(2, column, column, grid=64, block=64)
        self.same(wide[:, 1], 3 * np.arange(1, 128, 2))
        self.same(wide[:, 0], np.arange(0, 128, 2))

    def test_read_only_arrays_stay(self):
        x, y = np.ones(64, "f4"), np.ones(64, "f4")
        y.flags.writeable = False
        saxpy()(2, x, y, grid=64, block=64)
        self.same(y, 1)

    def test_overlapping_arrays_are_refused(self):
        x = np.ones(65, "f4")
        with self.says(ValueError, "two arrays overlap without being the same, so that what the "
                                   "kernel writes would be lost; pass Buffers (device.buffer)"):
            saxpy()(2, x[1:], x[:-1], grid=64, block=64)

    def test_buffers_stay_on_the_device(self):
        with device().buffer(np.arange(64, dtype="f4")) as x, device().zeros(64) as y:
            saxpy()(1.0, x, y, grid=64, block=64)
            saxpy()(1.0, x, y, grid=64, block=64)
            self.same(y.array, 2 * np.arange(64))
            y.array[0] = 7
            self.same(y.numpy()[:2], [7, 2])
            y.write(np.full(64, 9))
            self.same(y.array, 9)
            self.assertEqual(repr(y), f"<shoal.Buffer float32[64] at {y.address:#x}>")
        self.assertEqual(repr(y), "<shoal.Buffer float32[64] freed>")

    def test_memory_outlives_its_buffer_while_an_array_uses_it(self):
        array = device().buffer(np.arange(8)).array
        gc.collect()
        self.same(array + 0, np.arange(8))
        buffer = device().zeros(8)
        view = buffer.array[2:4]
        with self.says(BufferError, "an array of this buffer is still in use"):
            buffer.free()
        del view
        buffer.free()
        own = shoal.Device()
        view = own.zeros(4).array
        with self.says(BufferError, "an array of this device's memory is still in use"):
            own.close()
        self.same(view, 0)

    def test_closed_things_are_refused(self):
        own = shoal.Device()
        kernel = own.load(SAXPY)["saxpy"]
        buffer = own.zeros(4)
        own.close()
        own.close()
        with self.says(ValueError, "the device is closed"):
            kernel(1, None, None, grid=1, block=1)
        with self.says(ValueError, "the device is closed"):
            buffer.array
        with self.says(ValueError, "<shoal.Buffer float32[4] ...> is memory of another device"):
            saxpy()(1, buffer, buffer, grid=1, block=1)

    def test_launches_run_in_order(self):
        x, y = device().buffer(np.ones(256, "f4")), device().zeros(256)
        kernel = saxpy()
        launches = [kernel.start(i, x, y, grid=256, block=64) for i in range(10)]
        stats = [launch.wait() for launch in launches]
        self.assertTrue(all(launch.done for launch in launches))
        self.assertEqual(len(stats), 10)
        self.same(y.array, sum(range(10)))
        with self.says(ValueError, "this launch has been waited for"):
            launches[0].wait()

    def test_an_array_comes_back_at_the_wait(self):
        y = np.zeros(64, "f4")
        launch = saxpy().start(2, np.ones(64, "f4"), y, grid=64, block=64)
        launch.wait()
        self.same(y, 2)

    def test_threads(self):
        results = {}

        def work(i):
            y = np.zeros(512, "f4")
            saxpy()(i, np.ones(512, "f4"), y, grid=512, block=64)
            results[i] = y
        threads = [threading.Thread(target=work, args=(i,)) for i in range(8)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        for i in range(8):
            self.same(results[i], i)

    def test_progress(self):
        seen = []
        saxpy()(1, np.ones(4096, "f4"), np.ones(4096, "f4"), grid=4096, block=64,
                progress=lambda done, total: seen.append((done, total)))
        self.assertTrue(all(done <= total == 64 for done, total in seen), seen)


class Arguments(ShoalTest):
    def refused(self, kind, message, *args):
        with self.says(kind, message):
            saxpy()(*args, grid=64, block=64)

    def test_messages(self):
        x = np.ones(64, "f4")
        self.refused(TypeError, "kernel 'saxpy' takes 3 arguments (float a, float* x, float* y), but "
                                "2 are given", 1.0, x)
        self.refused(TypeError, "argument 1 (x) of 'saxpy' is a buffer (float*), but float 2.0 is "
                                "given; pass a NumPy array or a Buffer", 1.0, 2.0, x)
        self.refused(TypeError, "argument 1 (x) of 'saxpy' is a buffer (float*), but an array of "
                                "float64 is given; convert it with .astype('float32'), or say that "
                                "its bytes are meant with .view('float32')", 1.0, np.ones(64), x)
        self.refused(TypeError, "argument 0 (a) of 'saxpy' is a value of 4 bytes (float), but str 'a' "
                                "is given", "a", x, x)
        self.refused(TypeError, "argument 0 (a) of 'saxpy' is a value of 4 bytes (float), but "
                                "3 values is given", (1, 2, 3), x, x)
        self.refused(TypeError, "an array of Python objects cannot go to a device", 1.0,
                     np.array([None] * 64), x)
        with self.says(TypeError, "kernel 'saxpy': block is missing; for example grid=1024, block=256"):
            saxpy()(1.0, x, x, grid=64)
        with self.says(ValueError, "engine='gpu': there are 'auto', 'interp', 'jit'"):
            saxpy()(1.0, x, x, grid=64, block=64, engine="gpu")
        with self.says(KeyError, "\"no kernel 'daxpy'; there are saxpy\""):
            device().load(SAXPY)["daxpy"]

    def value(self, type_name, size, value):
        """The bytes that a by-value argument of `size` has in memory."""
        kernel = assembled("""
        s_load_b64 s[4:5], s[0:1], 0x0
        s_load_b64 s[6:7], s[0:1], 0x8
        v_mov_b32 v0, 0
        s_waitcnt lgkmcnt(0)
        v_mov_b32 v1, s6
        v_mov_b32 v2, s7
        global_store_b64 v0, v[1:2], s[4:5]""",
                           [POINTER, ("value", 8, size, "by_value", type_name)], kernarg=16)
        out = np.zeros(8, np.uint8)
        kernel(out, value, grid=1, block=1)
        return out.tobytes()[:size]

    def test_values_by_their_type(self):
        for type_name, value, expected in [
                ("float", 1, np.float32(1)), ("float", np.float64(0.1), np.float32(0.1)),
                ("int", -5, np.int32(-5)), ("uint", 0xffffffff, np.uint32(0xffffffff)),
                ("uchar", 255, np.uint8(255)), ("short", -32768, np.int16(-32768)),
                ("long", -1, np.int64(-1)), ("half", 0.5, np.float16(0.5)),
                ("double", 0.1, np.float64(0.1)), ("float2", (1, 2), np.array([1, 2], "f4")),
                ("uchar4", [1, 2, 3, 4], np.array([1, 2, 3, 4], "u1")),
                ("struct s", b"\1\2\3\4", b"\1\2\3\4"), ("", 7, np.int32(7)),
                ("", 7.0, np.float32(7)), ("", np.uint64(1 << 40), np.uint64(1 << 40))]:
            expected = expected if isinstance(expected, bytes) else expected.tobytes()
            with self.subTest(type=type_name, value=value):
                self.assertEqual(self.value(type_name, len(expected), value), expected)

    def test_values_that_do_not_fit(self):
        with self.says(OverflowError, "argument 1 (value) of 'k': 256 is no uchar"):
            self.value("uchar", 1, 256)
        with self.says(TypeError, "argument 1 (value) of 'k' is a value of 4 bytes (int), but float "
                                  "1.5 is given; convert it with int()"):
            self.value("int", 4, 1.5)
        with self.says(TypeError, "argument 1 (value) of 'k' is a value of 4 bytes, but 8 bytes "
                                  "(float64) is given"):
            self.value("", 4, np.float64(1))
        with self.says(OverflowError, "argument 1 (value) of 'k': 4294967296 has more than 4 bytes"):
            self.value("", 4, 1 << 32)

    def test_local_memory(self):
        kernel = assembled("""
        s_load_b64 s[4:5], s[0:1], 0x0
        s_load_b64 s[6:7], s[0:1], 0x8
        v_lshlrev_b32 v1, 2, v0
        s_waitcnt lgkmcnt(0)
        v_add_nc_u32 v2, s7, v1            // the second array
        ds_store_b32 v2, v0
        s_waitcnt lgkmcnt(0)
        s_barrier
        v_xor_b32 v2, 0xfc, v2             // its other end, 64 words from a multiple of 256
        ds_load_b32 v3, v2
        s_waitcnt lgkmcnt(0)
        global_store_b32 v1, v3, s[4:5]
        v_mov_b32 v4, s7
        s_waitcnt vmcnt(0)""",
                           [POINTER, ("a", 8, 4, "dynamic_shared_pointer", ""),
                            ("b", 12, 4, "dynamic_shared_pointer", "")], kernarg=16)
        out = np.zeros(64, np.uint32)
        kernel(out, shoal.Local(256), shoal.Local(256), grid=64, block=64)
        self.same(out, np.arange(63, -1, -1))
        with self.says(TypeError, "argument 1 (a) of 'k' is local memory, but int 4 is given; pass "
                                  "shoal.Local(BYTES)"):
            kernel(out, 4, 4, grid=64, block=64)

    def test_raw_code(self):
        code = shoal.assemble("""
            s_load_b64 s[4:5], s[0:1], 0x0
            s_load_b32 s6, s[0:1], 0x8
            v_lshlrev_b32 v1, 2, v0
            s_waitcnt lgkmcnt(0)
            v_add_nc_u32 v0, s6, v0
            global_store_b32 v1, v0, s[4:5]
            s_endpgm""", output="raw")
        kernel = device().load(code, raw=True, name="bare")["bare"]
        out = np.zeros(32, np.uint32)
        kernel(out, 100, grid=32, block=32)
        self.same(out, np.arange(100, 132))
        with self.says(OverflowError, "argument 1: 4294967296 has more than 32 bits; say numpy.int64 "
                                      "or numpy.uint64"):
            kernel(out, 1 << 32, grid=32, block=32)

    def test_information(self):
        kernel = saxpy()
        self.assertEqual(repr(kernel), "<shoal.Kernel saxpy(float a, float* x, float* y)>")
        self.assertEqual([(a.name, a.type_name, a.kind, a.offset_bytes, a.size_bytes)
                          for a in kernel.arguments],
                         [("a", "float", "by_value", 0, 4), ("x", "float*", "global_buffer", 8, 8),
                          ("y", "float*", "global_buffer", 16, 8)])
        self.assertEqual(kernel.info.wave_lanes, 32)
        self.assertEqual(kernel.occupancy(256), kernel.info.waves_per_simd)
        module = device().load(EXAMPLES / "mandelbrot.co")
        self.assertEqual((list(module), len(module), "mandelbrot" in module), (["mandelbrot"], 1, True))


class Images(ShoalTest):
    def test_texels_survive(self):
        for format, shape in [("rgba8", (3, 5, 4)), ("r32f", (4, 7)), ("rg16f", (2, 3, 2))]:
            depth = ()
            image = device().image(format, shape[1], shape[0])
            self.assertEqual(image.shape, shape + depth)
            data = np.arange(np.prod(shape)).reshape(shape).astype(image.dtype)
            image.write(data)
            self.same(image.numpy(), data)

    def test_a_kernel_reads_one(self):
        kernel = assembled("""
        s_load_b64 s[2:3], s[0:1], 0x0
        s_load_b64 s[4:5], s[0:1], 0x8
        v_and_b32 v1, 3, v0
        v_lshrrev_b32 v2, 2, v0
        v_lshlrev_b32 v3, 2, v0
        s_waitcnt lgkmcnt(0)
        s_load_b256 s[8:15], s[4:5], 0x0
        s_waitcnt lgkmcnt(0)
        image_load v4, v[1:2], s[8:15] dmask:0x1 dim:SQ_RSRC_IMG_2D unorm
        s_waitcnt vmcnt(0)
        global_store_b32 v3, v4, s[2:3]""",
                           [POINTER, ("image", 8, 8, "image", "image2d_t")], kernarg=16)
        data = np.arange(100, 116, dtype=np.uint32).reshape(4, 4)
        out = np.zeros(16, np.uint32)
        kernel(out, device().image("r32ui", 4, 4, data=data), grid=16, block=16)
        self.same(out, data.reshape(-1))
        with self.says(TypeError, "argument 1 (image) of 'k' is an image (image2d_t), but an array of "
                                  "uint32 is given; pass device.image(FORMAT, WIDTH, HEIGHT)"):
            kernel(out, data, grid=16, block=16)

    def test_refusals(self):
        with self.says(ValueError, "kind='5d': there are '1d', '2d', '3d', 'cube', '1d_array', "
                                   "'2d_array'"):
            device().image("rgba8", 4, kind="5d")
        with self.assertRaises(ValueError):
            device().image("rgba9", 4)
        with self.says(ValueError, "wrap='round': there are 'repeat', 'mirror', 'edge', 'border'"):
            device().sampler("round")
        self.assertGreater(device().sampler(linear=True).address, 0)
