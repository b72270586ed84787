# Shoal: `make demo` and `make check` do everything on a fresh Debian 12, as root or with sudo.
# Meson and Ninja build; this file is the front door. See CONTRIBUTING.md.
#
#   make            build into build/
#   make demo       run the bundled kernel and show what was executed
#   make check      build and pass all tests (also under sanitizers)
#   make check-fast the tests of the default build, under a minute
#   make install    DESTDIR= PREFIX=/usr/local

BUILD  ?= build
PREFIX ?= /usr/local
JOBS   ?= $(shell nproc)

# Make's own default for CC is cc, which would not do; a CC that the user sets wins.
ifeq ($(origin CC),default)
CC = $(shell tools/bootstrap --cc)
endif

# Another Clang than the one we test with may know more warnings.
WERROR = $(if $(findstring 22,$(CC)),true,false)
SETUP   = CC="$(CC)" meson setup --wrap-mode=nofallback -Dwerror=$(WERROR) -Dprefix=$(PREFIX)
NINJA   = ninja -j $(JOBS)

.DEFAULT_GOAL := all
.PHONY: all bootstrap demo check check-fast bench install format lint clean fuzz asan tsan coverage

all: $(BUILD)/build.ninja
	@$(NINJA) -C $(BUILD) product

bootstrap:
	@tools/bootstrap

$(BUILD)/build.ninja: | bootstrap
	@$(SETUP) $(BUILD)

demo: all
	@tools/demo --build $(BUILD)

check: bootstrap
	@CC="$(CC)" tools/check --jobs $(JOBS)

check-fast: bootstrap
	@CC="$(CC)" tools/check --fast --jobs $(JOBS)

asan tsan fuzz: bootstrap
	@CC="$(CC)" tools/check --only $@ --jobs $(JOBS)

bench: all
	@$(NINJA) -C $(BUILD) benchmarks
	@$(BUILD)/bench/interp $(BUILD)/bench/loops.co

coverage: bootstrap
	@CC="$(CC)" tools/check --only coverage --jobs $(JOBS)

install: all
	@meson install -C $(BUILD) --no-rebuild

format:
	@tools/format

lint: bootstrap
	@CC="$(CC)" tools/check --only lint --jobs $(JOBS)

clean:
	rm -rf build build-asan build-tsan build-coverage
