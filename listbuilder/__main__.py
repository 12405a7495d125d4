"""The entry point of `listbuilder` and `python -m listbuilder`."""

from __future__ import annotations

import gc
import sys

INTERRUPTED = 130
# When Python looks for garbage. Modules and data stay, and looking for garbage in them after every
# 700 new objects, as usual, takes a twelfth of a `check`.
GARBAGE = (50_000, 20, 50)


def main() -> int:
    """Run the program with the arguments of the command line and return its exit code.

    The interrupt caught here comes before anything was begun.
    """
    gc.set_threshold(*GARBAGE)
    try:
        from listbuilder.cli import streams
        from listbuilder.cli.main import run

        streams.prepare_streams()
        return run(sys.argv[1:])
    except KeyboardInterrupt:  # before anything was begun
        return INTERRUPTED
    finally:
        gc.freeze()  # at its end Python looks for garbage once more, although all of it goes now


if __name__ == "__main__":
    raise SystemExit(main())
