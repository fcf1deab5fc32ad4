# Works from a clean clone with python3, python3-venv, python3-dev, gcc and make.
PYTHON ?= python3
BIN := .venv/bin
EXTRAS := $(shell $(PYTHON) -c "import tomllib; \
	print(','.join(tomllib.load(open('pyproject.toml', 'rb'))['project']['optional-dependencies']))")

.PHONY: demo test checked check bench bench-speed conformance fuzz golden
demo: .venv/installed
	$(BIN)/python examples/demo.py

test: .venv/installed chromium
	$(BIN)/python -m pytest -q
	$(MAKE) --no-print-directory checked

# Some tests render pages; without a browser, and where none can be installed, they are skipped
.PHONY: chromium
chromium:
	@command -v chromium chromium-browser google-chrome >/dev/null || test -n "$$SITEGRAIN_CHROMIUM" \
		|| { test "$$(id -u)" = 0 && command -v apt-get >/dev/null \
			&& { apt-get install -y -qq chromium >/dev/null 2>&1 \
				|| { apt-get update -qq >/dev/null 2>&1 && apt-get install -y -qq chromium >/dev/null 2>&1; }; } } \
		|| echo 'no Chromium: the tests that render are skipped'

# The kernel built again with bounds checks and without special instructions, in build/
checked: .venv/installed
	$(BIN)/python -m pip install --quiet 'cython>=3.1' 'setuptools>=77'
	CHECKED_KERNEL=1 PORTABLE_KERNEL=1 $(BIN)/python setup.py -q build --build-base build/checked --build-lib build/checked/lib
	PYTHONPATH=build/checked/lib $(BIN)/python -m pytest -q tests/kernel tests/pages

check: .venv/installed-check
	$(BIN)/ruff format --check
	$(BIN)/ruff check
	git ls-files -z '*.pyx' '*.pxi' | PATH="$(CURDIR)/$(BIN):$$PATH" xargs -0r $(BIN)/cython-lint
	$(BIN)/mypy
	$(BIN)/python -m benchmarks.tables --check

bench: .venv/installed-bench
	$(BIN)/python -m benchmarks.accuracy
	$(BIN)/python -m benchmarks.accuracy --stripped
	$(BIN)/python -m benchmarks.calibration
	$(BIN)/python -m benchmarks.sample_curve
	$(BIN)/python -m benchmarks.speed
	$(BIN)/python -m benchmarks.memory
	$(BIN)/python -m benchmarks.fidelity
	$(BIN)/python -m benchmarks.search_speed
	$(BIN)/python -m benchmarks.duplicates
	$(BIN)/python -m benchmarks.tables

bench-speed: .venv/installed-bench
	$(BIN)/python -m benchmarks.kernel_speed

conformance: .venv/installed
	$(BIN)/python -m benchmarks.conformance
	MALLOC_TRIM_THRESHOLD_=2147483648 MALLOC_MMAP_THRESHOLD_=1073741824 MALLOC_TOP_PAD_=268435456 \
		$(BIN)/python -m benchmarks.hostile # memory stays with the process: the clock is for the kernel, not for page faults

# The kernel built again with bounds checks and the address sanitizer, in build/; MINUTES=10 make fuzz
fuzz: .venv/installed
	$(BIN)/python -m pip install --quiet 'cython>=3.1' 'setuptools>=77'
	CHECKED_KERNEL=1 SANITIZE_KERNEL=1 $(BIN)/python setup.py -q build --build-base build/fuzzed --build-lib build/fuzzed/lib
	LD_PRELOAD=$$(gcc -print-file-name=libasan.so) ASAN_OPTIONS=detect_leaks=0 PYTHONPATH=build/fuzzed/lib:. \
		$(BIN)/python -m benchmarks.fuzz --minutes $(or $(MINUTES),1)

golden: .venv/installed
	$(BIN)/python -m pytest -q tests/test_golden.py

# .venv/installed-GROUP: the same environment with one more dependency group
.venv/installed: pyproject.toml setup.py $(wildcard src/sitegrain/kernel/*.p[yx][xi])
	$(PYTHON) -m venv .venv
	$(BIN)/python -m pip install --quiet --upgrade 'pip>=25.1'
	$(BIN)/python -m pip install --quiet --editable '.[$(EXTRAS)]' --group test
	touch $@

.venv/installed-%: .venv/installed
	$(BIN)/python -m pip install --quiet --group $*
	touch $@
