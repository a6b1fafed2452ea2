"""Runs a script with variables as globals. Arguments: script, variables (JSON), file for updates (JSON lines)."""

import json
import os
import sys
import traceback


class Context:
    """What a script calls to read and change variables of the pipeline."""

    def __init__(self, variables, updates):
        self._grids = {v["name"]: v["value"] for v in variables if v["columns"] is not None}
        self._columns = {v["name"]: v["columns"] for v in variables if v["columns"] is not None}
        self._scalars = {v["name"] for v in variables if v["columns"] is None}
        self._updates = updates

    def updateVariable(self, name, value):
        """Gives a text or number variable a new value."""
        if name not in self._scalars:
            raise NameError("there is no text or number variable %r in this pipeline" % (name,))
        if value is None:
            value = ""
        is_number = isinstance(value, (int, float)) and not isinstance(value, bool)
        if not is_number or value != value or value in (float("inf"), float("-inf")):
            value = str(value)
        self._write(name, value)

    def getGridVariable(self, name):
        """Rows of a grid variable; the same list at every call."""
        self._check_grid(name)
        return self._grids[name]

    def updateGridVariable(self, name, rows):
        """Replaces the rows of a grid variable."""
        self._check_grid(name)
        width = len(self._columns[name])
        cells = [["" if cell is None else str(cell) for cell in row] for row in rows]
        for number, row in enumerate(cells, 1):
            if len(row) != width:
                raise ValueError("row %d has %d cells, but grid %r has %d columns" % (number, len(row), name, width))
        self._grids[name] = rows
        self._write(name, cells)

    def _check_grid(self, name):
        if name not in self._grids:
            raise NameError("there is no grid variable %r in this pipeline" % (name,))

    def _write(self, name, value):
        # One write at once: it survives whatever becomes of the script afterwards.
        line = json.dumps({"variable": name, "value": value}) + "\n"
        data = line.encode("utf-8")
        while data:
            data = data[os.write(self._updates, data):]


def main():
    script, variables_file, updates_file = sys.argv[1:4]
    with open(variables_file, encoding="utf-8") as file:
        variables = json.load(file)
    with open(script, encoding="utf-8") as file:
        source = file.read()
    updates = os.open(updates_file, os.O_WRONLY | os.O_APPEND)
    names = {v["name"]: v["value"] for v in variables}
    names.update({"__name__": "__main__", "__file__": script, "context": Context(variables, updates)})
    sys.argv = [script]
    sys.path[0] = os.path.dirname(script)
    try:
        exec(compile(source, "script.py", "exec"), names)
    except SystemExit:
        raise
    except BaseException as error:
        # The first frame is this file, which is not what went wrong.
        trace = error.__traceback__.tb_next if error.__traceback__ else None
        traceback.print_exception(type(error), error, trace)
        sys.stdout.flush()
        sys.exit(1)


main()
