"""Print how far a source of `data update` agrees with our data, field by field.

    python -m tools.update_accuracy PATH SYSTEM [--show FIELD] [--book BOOK]

Run it after a change to a reader, on a source of the same date as our data: what it no longer
agrees on is either news or a fault of the reader. `--show` lists the entries that differ in a field.
"""

from __future__ import annotations

import argparse
from collections import Counter
from pathlib import Path

from listbuilder.data import paths
from listbuilder.update.aliases import read_aliases
from listbuilder.update.compare import normalise
from listbuilder.update.decide import list_raw_fields
from listbuilder.update.fields import get_entry_kinds
from listbuilder.update.lock import Lock
from listbuilder.update.match import match_source
from listbuilder.update.our_books import read_our_books
from listbuilder.update.questions import name_entry
from listbuilder.update.run import read_source


def main() -> None:
    """Read a source, compare every entry found with ours, and print a row for each field."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("path", type=Path)
    parser.add_argument("system")
    parser.add_argument("--show", metavar="FIELD")
    parser.add_argument("--book", metavar="BOOK")
    parser.add_argument("--most", type=int, default=40)
    args = parser.parse_args()
    folder = paths.get_factions_folder()
    kinds = get_entry_kinds(args.system)
    ours = read_our_books(folder, args.system)
    reader, source = read_source(args.path, args.system)
    matched = match_source(source, ours, Lock(), read_aliases(folder, args.system, ours))
    equal: Counter[tuple[str, str]] = Counter()
    spoken: Counter[tuple[str, str]] = Counter()
    unsure: Counter[tuple[str, str]] = Counter()
    silently_wrong: Counter[tuple[str, str]] = Counter()
    shown = 0
    for pair in matched.pairs:
        if args.book and pair.ours.book != args.book:
            continue
        fields = kinds[pair.ours.kind].fields
        entry = {**pair.ours.raw, **list_raw_fields(pair.entry)}
        for name, value in pair.entry.fields.items():
            if name not in fields:
                continue
            key = (pair.ours.kind, name)
            spoken[key] += 1
            unsure[key] += bool(value.not_understood)
            theirs = normalise(fields[name], value.data, entry)
            same = theirs == normalise(fields[name], pair.ours.raw.get(name), pair.ours.raw)
            equal[key] += same
            silently_wrong[key] += not same and not value.not_understood
            if args.show == name and not same and shown < args.most:
                shown += 1
                print(name_entry(pair.ours), value.not_understood or "")
                print("   ours:  ", pair.ours.raw.get(name))
                print("   theirs:", value.data)
    print(f"{reader.name} {source.label}: {len(matched.books)} books, {len(matched.pairs)} entries")
    print(f"{len(matched.new)} entries not found, {len(matched.unknown)} books not ours,", end=" ")
    print(f"{len(source.unread)} unread")
    for kind, name in sorted(spoken):
        key = (kind, name)
        share = 100 * equal[key] / spoken[key]
        print(
            f"{kind:16} {name:18} {spoken[key]:5} said {share:6.1f} % equal"
            f" {unsure[key]:4} not understood {silently_wrong[key]:4} differ otherwise"
        )


if __name__ == "__main__":
    main()
