"""What tests of other programs' lists share."""

from tests.own_state import library as library
