"""`python -m tools.prove_advice [FROM] [TO]`: breaks legal lists in one to four places and judges what `fix` offers for them.

The gate does the same with a few of them; this is for the hundreds (0.15 s each).
"""

from __future__ import annotations

import sys
import time
from collections import Counter

from tests.advice.breaking import LEGAL, broken, faults


def main() -> int:
    first, last = (int(word) for word in (*sys.argv[1:], *("0", "500")[len(sys.argv) - 1 :]))
    wrong, times = Counter[str](), []
    for number in range(first, last):
        legal, position, edit = broken(number)
        if position.verdict != "illegal":
            continue
        began = time.process_time()
        found = list(faults(legal, position, edit))
        times.append(time.process_time() - began)
        wrong.update(each.split(":")[0] for each in found)
        for each in found:
            codes = ", ".join(
                finding.code for finding in position.findings if finding.severity == "error"
            )
            print(f"{number} {LEGAL[number % len(LEGAL)].name} ({codes}): {each}")
    mean = sum(times) / max(1, len(times))
    print(
        f"{len(times)} lists, {sum(wrong.values())} faults; {mean:.2f} s each, at most {max(times, default=0):.2f}"
    )
    return 1 if wrong else 0


if __name__ == "__main__":
    raise SystemExit(main())
