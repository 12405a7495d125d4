"""The entry point of `listbuilder` and `python -m listbuilder`."""

from __future__ import annotations

import sys

INTERRUPTED = 130


def main() -> int:
    """Run the program with the arguments of the command line and return its exit code.

    The interrupt caught here comes before anything was begun.
    """
    try:
        from listbuilder.cli import streams
        from listbuilder.cli.main import run

        streams.prepare_streams()
        return run(sys.argv[1:])
    except KeyboardInterrupt:  # before anything was begun
        return INTERRUPTED


if __name__ == "__main__":
    raise SystemExit(main())
