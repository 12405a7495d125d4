"""Every test run has a cache of its own, and hypothesis the same examples everywhere."""

from __future__ import annotations

import os
import tempfile

from hypothesis import settings

# Before anything is compiled. Workers of one run share it: the compiled form is safe under concurrent use.
os.environ.setdefault("LISTBUILDER_CACHE", os.path.join(tempfile.gettempdir(), f"listbuilder-tests-{os.getuid()}"))

settings.register_profile("steady", derandomize=True, deadline=None, max_examples=60)
settings.load_profile("steady")
