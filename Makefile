# Shoal: `make demo` and `make check` do everything on a fresh Debian 12, as root or with sudo.
# Meson and Ninja build; this file is the front door. See CONTRIBUTING.md.
#
#   make            build into build/
#   make demo       run the bundled kernel and show what was executed
#   make check      build and pass all tests (also under sanitizers); CHECK= options of tools/check
#   make check-fast the tests of the default build, under a minute
#   make install    DESTDIR= PREFIX=/usr/local LIBDIR=(what the system's linker searches)
#   make deb        Debian packages in build/deb/
#
# PREFIX and LIBDIR may be given to `make` or to `make install`; the last one counts.

BUILD  ?= build
JOBS   ?= $(shell nproc)
export PREFIX LIBDIR # and CC, if the user sets it

NINJA = ninja -j $(JOBS)

.DEFAULT_GOAL := all
.PHONY: all bootstrap bootstrap-check bootstrap-deb demo check check-fast bench install deb format lint clean fuzz asan tsan coverage

all: bootstrap
	@tools/configure $(BUILD)
	@$(NINJA) -C $(BUILD) product

bootstrap:
	@tools/bootstrap

bootstrap-check bootstrap-deb: bootstrap-%:
	@tools/bootstrap $*

demo: all
	@tools/demo --build $(BUILD)

check: bootstrap-check
	@tools/check --jobs $(JOBS) $(CHECK)

check-fast: bootstrap-check
	@tools/check --fast --jobs $(JOBS)

asan tsan fuzz lint coverage: bootstrap-check
	@tools/check --only $@ --jobs $(JOBS)

bench: bootstrap-check all
	@$(NINJA) -C $(BUILD) benchmarks
	@$(BUILD)/bench/interp $(BUILD)/bench/loops.co

install: all
	@meson install -C $(BUILD) --no-rebuild
	@if [ -z "$(DESTDIR)" ] && [ "$$(id -u)" = 0 ] && command -v ldconfig >/dev/null; then ldconfig; fi

deb: bootstrap-deb
	@tools/deb --jobs $(JOBS)

format:
	@tools/format

clean:
	rm -rf build build-asan build-tsan build-coverage
