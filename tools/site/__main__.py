"""Build the page: `python -m tools.site [FOLDER]`, by default into build/site."""

from __future__ import annotations

import sys
from pathlib import Path

from tools.site.build import DEFAULT, build_site
from tools.site.packages import Unavailable


def main() -> int:
    """Build the page and print how large it is; return 1 if a package can't be fetched here."""
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else DEFAULT
    try:
        report = build_site(folder)
    except Unavailable as reason:
        print(f"the page can't be built here: {reason}", file=sys.stderr)
        return 1
    print("\n".join(report))
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
