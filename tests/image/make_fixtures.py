#!/usr/bin/env python3
"""Builds the files that the image tests load, with LLVM's own tools, and writes down what those
tools say about them:

  NAME.co           code objects
  NAME.meta         KERNEL<tab>KEY<tab>VALUE, from llvm-readobj --notes
  NAME.desc         KERNEL<tab>DIRECTIVE<tab>VALUE, from llvm-objdump -D
  *.hipfb *.o       bundles and host objects

usage: make_fixtures.py --out DIR --clang PATH --bundler PATH --readobj PATH --objdump PATH
                        --objcopy PATH --lld PATH
"""
import argparse
import os
import re
import struct
import subprocess
import sys
import zlib

HERE = os.path.join(os.path.dirname(os.path.abspath(__file__)), 'fixtures')


def run(*command, env=None):
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                          env=dict(os.environ, **(env or {})))
    if done.returncode:
        sys.exit('make_fixtures.py: %s\n%s' % (' '.join(command), done.stdout))
    return done.stdout


def parse_yaml(lines):
    """The part of YAML that llvm-readobj prints: maps and lists by indentation, one-line scalars."""
    def block(at, indent):
        is_list = lines[at][indent:].startswith('- ')
        result = [] if is_list else {}
        while at < len(lines):
            line = lines[at]
            depth = len(line) - len(line.lstrip())
            if depth < indent or line.startswith('- ', indent) != is_list:
                break
            if is_list:
                # The element starts behind "- ": blank the dash and read on.
                lines[at] = line[:indent] + '  ' + line[indent + 2:]
                if re.match(r'\s*[\w.]+:(\s|$)', lines[at]):
                    value, at = block(at, indent + 2)
                else:
                    value, at = scalar(lines[at].strip()), at + 1
                result.append(value)
                continue
            key, rest = re.match(r'\s*([\w.]+):\s*(.*)', line).groups()
            if rest:
                result[key], at = scalar(rest), at + 1
            else:
                at += 1
                result[key], at = block(at, len(lines[at]) - len(lines[at].lstrip()))
        return result, at

    def scalar(text):
        return text[1:-1] if text[:1] == "'" else text

    return block(0, 0)[0]


def flatten(value, prefix=''):
    if isinstance(value, dict):
        for key, inner in value.items():
            yield from flatten(inner, prefix + key)
    elif isinstance(value, list):
        for i, inner in enumerate(value):
            yield from flatten(inner, '%s[%d]' % (prefix, i))
    else:
        yield prefix, value


def write_meta(tools, name):
    text = run(tools.readobj, '--notes', name + '.co')
    lines = re.search(r'AMDGPU Metadata: ---\n(.*?)^\.\.\.$', text, re.S | re.M).group(1)
    root = parse_yaml(lines.splitlines())
    with open(name + '.meta', 'w') as out:
        for kernel in root['amdhsa.kernels']:
            for key, value in flatten(kernel):
                out.write('%s\t%s\t%s\n' % (kernel['.name'], key, value))
        out.write('\ttarget\t%s\n' % root['amdhsa.target'])
        out.write('\tversion\t%s.%s\n' % tuple(root['amdhsa.version']))


def write_desc(tools, name):
    kernel = None
    with open(name + '.desc', 'w') as out:
        for line in run(tools.objdump, '-D', '--section=.rodata', name + '.co').splitlines():
            words = line.replace(';', ' ').split()
            if words[:1] == ['.amdhsa_kernel']:
                kernel = words[1]
            elif words[:1] == ['.end_amdhsa_kernel']:
                kernel = None
            elif kernel and len(words) == 2:
                out.write('%s\t%s\t%s\n' % (kernel, words[0].lstrip('.'), words[1]))


def write_machs(tools):
    """NUMBER<tab>NAME for every processor number of e_flags that readobj knows."""
    with open('v5.co', 'rb') as file:
        head = bytearray(file.read())
    os.makedirs('machs', exist_ok=True)
    numbers = range(1, 0x60)
    paths = ['machs/%02x.co' % number for number in numbers]
    for number, path in zip(numbers, paths):
        head[48:52] = struct.pack('<I', number)
        with open(path, 'wb') as out:
            out.write(head)
    text = run(tools.readobj, '-h', *paths)
    with open('machs.txt', 'w') as out:
        for name, number in re.findall(r'EF_AMDGPU_MACH_(?:R600|AMDGCN)_(\w+) \((0x\w+)\)', text):
            out.write('%d\t%s\n' % (int(number, 16), name.lower().replace('_', '-')))


def pack_zlib(plain, version):
    """A compressed bundle as LLVM writes it when it is built without zstd."""
    data, digest = zlib.compress(plain), 0
    if version == 1:
        head = struct.pack('<4sHHIQ', b'CCOB', 1, 0, len(plain), digest)
    elif version == 2:
        head = struct.pack('<4sHHIIQ', b'CCOB', 2, 0, 24 + len(data), len(plain), digest)
    else:
        head = struct.pack('<4sHHQQQ', b'CCOB', 3, 0, 32 + len(data), len(plain), digest)
    return head + data


def main():
    parser = argparse.ArgumentParser()
    for name in ('out', 'clang', 'bundler', 'readobj', 'objdump', 'objcopy', 'lld'):
        parser.add_argument('--' + name, required=True)
    tools = parser.parse_args()
    # The bundler looks for llvm-objcopy beside itself. /usr/bin/clang-offload-bundler-22 is a link
    # to it, and beside that link only the names with a version are certain to be there.
    tools.bundler = os.path.realpath(tools.bundler)
    # The fuzzer adds what it finds to the first of its directories.
    for corpus in ('corpus', 'corpus_case'):
        os.makedirs(os.path.join(tools.out, corpus), exist_ok=True)
    os.chdir(tools.out)

    def opencl(source, out, *options, cpu='gfx1100'):
        run(tools.clang, '-x', 'cl', '--target=amdgcn-amd-amdhsa', '-mcpu=' + cpu, '-cl-std=CL2.0',
            '-nogpulib', '-w', '-O1', *options, os.path.join(HERE, source), '-o', out)

    # A tool that does not know gfx1100 must not pass for one that does.
    for version in (4, 5, 6):
        opencl('module.cl', 'v%d.co' % version, '-mcode-object-version=%d' % version,
               *(['-cl-kernel-arg-info'] if version == 6 else []))
    opencl('module.cl', 'wave64.co', '-mcode-object-version=5', '-mwavefrontsize64')
    opencl('module.cl', 'gfx906.co', cpu='gfx906')
    opencl('module.cl', 'generic.co', cpu='gfx11-generic')
    opencl('module.cl', 'object.o', '-c')
    opencl('format.cl', 'format.co', '-mcode-object-version=5')

    assemble = (tools.clang, '-x', 'assembler', '--target=amdgcn-amd-amdhsa', '-mcpu=gfx1100', '-c')
    run(*assemble, os.path.join(HERE, 'bare.s'), '-o', 'bare.o')
    run(tools.lld, '-shared', 'bare.o', '-o', 'bare.co')
    run(tools.lld, '-shared', '--pack-dyn-relocs=relr', 'bare.o', '-o', 'relr.co')
    run(tools.lld, '-shared', '--hash-style=gnu', 'bare.o', '-o', 'gnuhash.co')
    run(tools.objcopy, '--strip-sections', 'v5.co', 'nosections.co')

    run(tools.clang, '--target=riscv32', '-march=rv32im', '-mno-relax', '-c', os.path.join(HERE, 'ventus.s'),
        '-o', 'ventus.o')
    run(tools.lld, '-Ttext=0x80000000', '-Tdata=0x80001000', '-e', '_start', 'ventus.o', '-o', 'ventus.riscv')

    hip = (tools.clang, '-x', 'hip', '--offload-arch=gfx1100', '-nogpuinc', '-nogpulib', '-w', '-O1',
           '-mprintf-kind=buffered')
    program = os.path.join(HERE, 'program.hip')
    run(*hip, '-DNAME=one', '--cuda-device-only', '--no-gpu-bundle-output', program, '-o', 'hip.co')
    run(*hip, '-DNAME=one', '--offload-arch=gfx906', '-c', program, '-o', 'one.o')
    run(*hip, '-DNAME=two', '--offload-compress', '-c', program, '-o', 'two.o')
    run(tools.lld, '-r', 'one.o', 'two.o', '-o', 'both.o')

    for name in ('v4', 'v5', 'v6', 'wave64', 'hip'):
        write_meta(tools, name)
        write_desc(tools, name)
    write_desc(tools, 'bare')
    write_machs(tools)

    targets = ('host-x86_64-unknown-linux--', 'hipv4-amdgcn-amd-amdhsa--gfx906',
               'hipv4-amdgcn-amd-amdhsa--gfx1100')
    files = ('/dev/null', 'gfx906.co', 'v5.co')

    def bundle(out, count, *options, env=None):
        run(tools.bundler, '-type=o', *options, '-targets=' + ','.join(targets[:count]),
            *('-input=' + f for f in files[:count]), '-output=' + out, env=env)

    bundle('plain.hipfb', 3)
    bundle('other.hipfb', 2)
    bundle('zstd2.hipfb', 3, '-compress', env={'COMPRESSED_BUNDLE_FORMAT_VERSION': '2'})
    bundle('zstd3.hipfb', 3, '-compress', env={'COMPRESSED_BUNDLE_FORMAT_VERSION': '3'})
    with open('plain.hipfb', 'rb') as file:
        plain = file.read()
    for version in (1, 2, 3):
        with open('zlib%d.hipfb' % version, 'wb') as out:
            out.write(pack_zlib(plain, version))
    os.utime('.')  # the directory is the build target: newer than its sources when all is there


main()
