"""Runs the samples of Python in a folder; prints a line of JSON: what each that failed raised, by its name."""

import contextlib
import io
import json
from pathlib import Path

failed: dict[str, str] = {}
for file in sorted(Path().glob("*.py")):
    try:
        code = compile(file.read_text(encoding="utf-8"), file.name, "exec")
        with contextlib.redirect_stdout(io.StringIO()):
            exec(code, {"__name__": "__main__"})
    except Exception as error:
        failed[file.stem] = type(error).__name__
print(json.dumps(failed))
