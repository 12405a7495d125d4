"""`make installed`: the program as people install it, compared with the checkout."""
