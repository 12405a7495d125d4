"""Build the page that checks lists in a browser: `make site`. docs/page.md says what it is made of."""
