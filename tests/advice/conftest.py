from tests.own_state import library as library
from tests.own_state import state as state
