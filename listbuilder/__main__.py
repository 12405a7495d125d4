"""`listbuilder` and `python -m listbuilder`."""

from __future__ import annotations

import sys


def main() -> int:
    from listbuilder.cli import streams
    from listbuilder.cli.main import run

    streams.prepare()
    return run(sys.argv[1:])


if __name__ == "__main__":
    raise SystemExit(main())
