"""support: paths, and one device for the tests that do not care."""

import functools
import os
import pathlib
import unittest

import numpy

import shoal

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent.parent
BUILD = pathlib.Path(os.environ["SHOAL_BUILD"])
EXAMPLES = ROOT / "examples"
SAXPY = EXAMPLES / "saxpy.co"


@functools.lru_cache(None)
def device():
    return shoal.Device(threads=2)


def saxpy():
    return device().load(SAXPY)["saxpy"]


def assembled(body, arguments=(), kernarg=None, name="k", target=None, **descriptor):
    """A kernel from assembly text with arguments of (name, offset, size, value_kind, type)."""
    size = kernarg if kernarg is not None else max((o + s for _, o, s, *_ in arguments), default=0)
    words = {"next_free_vgpr": 16, "next_free_sgpr": 16, "user_sgpr_kernarg_segment_ptr": 1,
             "system_sgpr_workgroup_id_x": 1, "kernarg_size": size, **descriptor}
    listed = "".join(
        f"      - .name: {n}\n        .offset: {o}\n        .size: {s}\n        .value_kind: {kind}\n" +
        (f"        .type_name: '{kind_name}'\n" if kind_name else "") +
        ("        .address_space: global\n" if kind == "global_buffer" else "") +
        ("        .address_space: local\n        .pointee_align: 16\n"
         if kind == "dynamic_shared_pointer" else "")
        for n, o, s, kind, kind_name in arguments)
    text = f"""
        .amdgcn_target "amdgcn-amd-amdhsa--gfx1100"
        .amdhsa_code_object_version 5
        .text
        .globl {name}
        .p2align 8
        .type {name},@function
{name}:
{body}
        s_endpgm
.Lend:
        .size {name}, .Lend-{name}
        .rodata
        .p2align 6
        .amdhsa_kernel {name}
""" + "".join(f"                .amdhsa_{key} {value}\n" for key, value in words.items()) + f"""
        .end_amdhsa_kernel
        .amdgpu_metadata
amdhsa.version: [1, 2]
amdhsa.kernels:
  - .name: {name}
    .symbol: {name}.kd
    .kernarg_segment_size: {size}
    .kernarg_segment_align: 8
    .group_segment_fixed_size: {descriptor.get('group_segment_fixed_size', 0)}
    .private_segment_fixed_size: 0
    .wavefront_size: 32
    .sgpr_count: 16
    .vgpr_count: 16
    .max_flat_workgroup_size: 1024
""" + (f"    .args:\n{listed}" if listed else "") + "        .end_amdgpu_metadata\n"
    return (target or device()).assemble(text)[name]


class ShoalTest(unittest.TestCase):
    maxDiff = None

    def same(self, array, expected):
        numpy.testing.assert_array_equal(array, expected)

    def says(self, kind, message):
        """Expects an exception with this text, word for word; '...' stands for any text."""
        import re
        pattern = "(?s)^" + re.escape(message).replace(r"\.\.\.", ".*") + "$"
        return self.assertRaisesRegex(kind, pattern)
