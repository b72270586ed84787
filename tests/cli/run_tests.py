#!/usr/bin/env python3
"""run_tests: runs the tests in test_*.py beside it and prints one line per test.

    tests/cli/run_tests.py [--shoal PATH] [PART OF A NAME]...
"""

import argparse
import os
import pathlib
import sys
import time
import unittest


class Lines(unittest.TestResult):
    """TAP lines."""

    def __init__(self):
        super().__init__()
        self.number = 0

    def startTest(self, test):
        super().startTest(test)
        self.number += 1
        self.start = time.monotonic()
        self.details = []

    def stopTest(self, test):
        super().stopTest(test)
        seconds = time.monotonic() - self.start
        skips = [reason for other, reason in self.skipped if other is test]
        word = "not ok" if self.details else "ok"
        skip = f" # SKIP {skips[0]}" if skips else ""
        slow = f" ({seconds:.1f} s)" if seconds > 2 else ""
        print(f"{word} {self.number} - {test.id()}{slow}{skip}")
        for line in "".join(self.details).splitlines():
            print(f"  {line}")
        sys.stdout.flush()

    def addFailure(self, test, error):
        super().addFailure(test, error)
        self.details.append(self.failures[-1][1])

    def addError(self, test, error):
        super().addError(test, error)
        self.details.append(self.errors[-1][1])

    def addSubTest(self, test, subtest, error):
        super().addSubTest(test, subtest, error)
        if error is not None:
            is_failure = issubclass(error[0], test.failureException)
            text = (self.failures if is_failure else self.errors)[-1][1]
            self.details.append(f"{subtest}\n{text}")


def flatten(suite):
    for item in suite:
        if isinstance(item, unittest.TestSuite):
            yield from flatten(item)
        else:
            yield item


def run(folder, parts=()):
    """Runs the tests of test_*.py in a folder, or those whose names contain one of the parts."""
    tests = [t for t in flatten(unittest.defaultTestLoader.discover(str(folder)))
             if not parts or any(p in t.id() for p in parts)]
    print(f"1..{len(tests)}")
    result = Lines()
    unittest.TestSuite(tests).run(result)
    return not result.wasSuccessful() or not tests


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--shoal", help="the binary to test")
    parser.add_argument("parts", nargs="*", help="run tests whose names contain one of these")
    args = parser.parse_args()
    if args.shoal:
        os.environ["SHOAL"] = os.path.abspath(args.shoal)
    return run(pathlib.Path(__file__).resolve().parent, args.parts)


if __name__ == "__main__":
    sys.exit(main())
