"""The limits on how much is read and tried, in one place: every number with its reason.

A list that somebody means stays far below all of them. They are there so that a slip of the pen
(`count: 10000000`) or a hostile file is a sentence at once, and not an hour of work or a machine
without memory.
"""

from __future__ import annotations

from typing import Annotated, TypeVar

from msgspec import Meta

# --- bytes and shape of a file, before anything is known of it ---

ROSTER_BYTES = 2_000_000  # a thousand units with all their wargear and a page of notes
DATA_BYTES = 20_000_000  # eighty times the largest faction file
# of another program's list; pictures and rules texts are in it, its reader knows tighter limits
LIST_BYTES = 20_000_000
BYTES_A_NODE = 20  # so a roster has 100,000 values at most; an alias counts as often as it is used
MAX_DEPTH = 30  # the deepest key of our rosters and data stands on level 9; the rest is for x- keys

# --- what a roster may hold ---

# of a number in another program's list: no points, counts or revisions come near it, and all of
# them are packed
MAX_DIGITS = 9
MAX_NUMBER = 10**MAX_DIGITS

MAX_UNITS = 1_000  # 20,000 points of the cheapest units: six times the largest battle of any game
MAX_GROUPS = 100  # kinds and loadouts of models in one unit; the largest unit of any game has 40
MAX_COUNT = 1_000  # models in one group
MAX_KINDS = 100  # different items in one group; the longest datasheet names 22
MAX_ITEMS = 10_000  # of one item in one group: ten on each of its models
# characters of a name or an id; as long as a line of another program's list may be
MAX_WORD = 4_000
MAX_NOTES = 20_000  # characters of notes: ten printed pages

# --- what is worked out for a reader, where a roster is large and much of it wrong ---

# units whose wrong wargear is explained item by item; twice the units of a usual army
MAX_EXPLAINED = 60
# characters of a mistyped word that a nearest one is looked for; no id of the data has 70
MAX_GUESSED = 200
MAX_CHOICES = 6  # choices named in one sentence; of more it says only how many there are
# things named in one sentence before it says how many more there are; the longest list, of boxes,
# has 72
MAX_NAMED = 80
# regiments that are asked whether they could take a unit; twice what any season lets an army have
MAX_ASKED = 10
# units that are taken off or out one at a time, to see whether that alone mends a crowd
MAX_TRIED = 20
MAX_SAID = 400  # characters of a name in a sentence before it is cut; four lines of a terminal
# tries spent on the nearest legal wargear, of all units together: half a second
REPAIR_TRIES = 400_000
# values of a roster judged anew to say what each fix breaks: for a hundred fixes of a usual one
NODES_JUDGED_AGAIN = 30_000
# values of a roster for which that is done; the work of the law grows faster than the roster
NODES_OF_USUAL_SIZE = 3_000
# values of a roster read anew to say what it would cost after each fix: a second; a usual one has
# 300
NODES_READ_AGAIN = 500_000

# --- how far wargear is looked at, and how much of what was found out is remembered ---

# so many above twice the largest size are still looked at one by one; sizes are refused elsewhere
SPARE_MODELS = 10
# items of one unit that nobody knows and for which a known name like theirs is looked for
GUESSES = 10
# with fewer raw combinations of options than this, nothing is gained by looking at the wanted items
# first
FEW_WAYS = 300
PROOF = 40_000  # tries spent to be sure that no legal wargear is nearer
# tries that could be made in the time it takes to set out and to find a first answer
SETTING_OUT = 4_000
STEPS = (1, 2, 3, 4, 6)  # changes looked for one after the other: small answers are found fast
# for an explanation, where speed counts; nearly every answer is the best all the same
TRIES = 1_500
FRAMES_KEPT = 20  # compositions of one datasheet
ENTRIES_KEPT = 200  # of one composition, or of one datasheet: what its models can come to carry
# of a unit whose verdict is kept as it is written; hardly a unit is written in more
GROUPS_KEPT = 8
VERDICTS_KEPT = 500  # of one datasheet
MOST_COMBINATIONS = 60  # offered of a pick of several: beyond that the list would be no help
# of telling the models of a box apart; beyond it, sums of items are all that is compared
MOST_WAYS = 20_000
# of one option, each with a number of models; more alternatives than that are one field to choose
# in
MOST_FIELDS = 12
# of the data, from then on newer is likely: points documents come every four to eight weeks
OLD_DATA_DAYS = 60
MOST_OWNED = 3  # offered of one hero; more than any box brings

T = TypeVar("T")

Word = Annotated[str, Meta(max_length=MAX_WORD)]
Notes = Annotated[str, Meta(max_length=MAX_NOTES)]
Count = Annotated[int, Meta(le=MAX_COUNT)]
Units = Annotated[tuple[T, ...], Meta(max_length=MAX_UNITS)]
Groups = Annotated[tuple[T, ...], Meta(max_length=MAX_GROUPS)]
Wargear = Annotated[dict[Word, Annotated[int, Meta(le=MAX_ITEMS)]], Meta(max_length=MAX_KINDS)]
Pairs = Annotated[dict[Word, Word], Meta(max_length=MAX_UNITS)]  # one unit to another
Owned = Annotated[dict[Word, int], Meta(max_length=MAX_UNITS)]  # how many of each
