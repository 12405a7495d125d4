"""What of the program, of Python's library and of other packages the page has, and in which part."""

# Packages and commands that the page has no use for, by the beginning of their place in the package.
LEFT_OUT = (
    "api.py",
    "cli/completion.",
    "cli/config.",
    "cli/data",
    "cli/doctor.",
    "cli/edit.",
    "cli/event",
    "cli/find.",
    "cli/new.",
    "cli/report.",
    "cli/rules.",
    "cli/serve",
    "cli/show.",
    "cli/static_server.",
    "cli/verify.",
    "desk/",
    "event/",
    "mcp_server.py",
    "tui/",
    "update/",
)
ENGINE_WHEELS = (
    "jinja2",
    "markupsafe",
    "msgspec",
    "platformdirs",
    "rapidfuzz",
    "ruamel-yaml",
    "segno",
)
PART_WHEELS = {
    "json": (
        "annotated-types",
        "pydantic",
        "pydantic-core",
        "typing-extensions",
        "typing-inspection",
    ),
    "explain": ("attrs", "jsonschema", "jsonschema-specifications", "referencing"),
    "wide": ("rich",),
}
# Modules of Python's own library that nothing here imports; together a third of it.
STDLIB_LEFT_OUT = (
    "_pydatetime", "_pydecimal", "_pyio", "_pyrepl", "antigravity", "bdb", "cProfile", "cmd", "compileall",
    "curses", "dbm", "doctest", "ensurepip", "filecmp", "fileinput", "ftplib", "idlelib",
    "imaplib", "lib2to3", "mailbox", "mailcap", "modulefinder", "multiprocessing", "netrc", "optparse",
    "pdb", "pickletools", "plistlib", "poplib", "profile", "pstats", "py_compile", "pyclbr", "pydoc", "pydoc_data",
    "rlcompleter", "sched", "shelve", "smtplib", "sqlite3", "symtable", "tabnanny", "test", "this",
    "timeit", "tkinter", "tomllib", "trace", "turtle", "turtledemo", "unittest", "venv", "wave", "webbrowser",
    "wsgiref", "xmlrpc", "zipapp",
    "asyncio/proactor_events", "asyncio/tools", "asyncio/windows_events", "asyncio/windows_utils", "concurrent/futures/process",
    "concurrent/interpreters", "json/tool", "logging/config", "logging/handlers", "pyodide/console",
)  # fmt: skip
