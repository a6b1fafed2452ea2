"""
Runs a script with variables as globals. Arguments: script, variables (JSON), file for updates (JSON lines).

With --serve it runs one script after another, each in a process forked from this one, which has the interpreter ready.
Requests come as lines of JSON over file descriptor 3, each followed by an empty line when its script may begin; exit codes go out
over 4. It needs a namespace of processes of its own.
"""

import atexit
import gc
import io
import json
import os
import signal
import sys
import threading
import time
import traceback

REQUESTS, ENDS = 3, 4
# The class of every file object. To ask io.IOBase would also look for classes that were registered as one: a hundred times as slow.
FILE = io.IOBase.__base__
# In a namespace of its own only the programs that made it come before.
LAST_OWN_PID = 64
LEFT_BEHIND_SECONDS = 5


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
        if not is_number or value != value or value in (float("inf"), float("-inf")) or is_large(value):
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
        if not isinstance(rows, list):
            rows = [list(row) for row in rows]  # a generator can be read once only
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
        write(self._updates, line.encode("utf-8"))


def is_large(value):
    """Whether a whole number has more digits than JSON numbers keep."""
    return isinstance(value, int) and abs(value) > 1 << 53


def read(path):
    """What a file holds. Python's own file objects take longer to make than most scripts take to run."""
    file = os.open(path, os.O_RDONLY)
    parts = []
    while parts[-1:] != [b""]:
        parts.append(os.read(file, 1 << 16))
    os.close(file)
    return b"".join(parts)


def write(file, data):
    while data:
        data = data[os.write(file, data):]


def main(script, variables_file, updates_file, until_it_may=lambda: None):
    variables = json.loads(read(variables_file))
    source = read(script).decode("utf-8")
    updates = os.open(updates_file, os.O_WRONLY | os.O_APPEND)
    names = {v["name"]: v["value"] for v in variables}
    names.update({"__name__": "__main__", "__file__": script, "context": Context(variables, updates)})
    sys.argv = [script]
    sys.path[0] = os.path.dirname(script)
    try:
        try:
            code = compile(source, "script.py", "exec")
        finally:
            until_it_may()
        exec(code, names)
    except SystemExit:
        raise
    except BaseException as error:
        # The first frame is this file, which is not what went wrong.
        trace = error.__traceback__.tb_next if error.__traceback__ else None
        traceback.print_exception(type(error), error, trace)
        sys.stdout.flush()
        sys.exit(1)


def serve():
    """Takes requests until there are no more."""
    if os.getpid() > LAST_OWN_PID:
        sys.exit("this is no namespace of its own")
    # It is sent to the whole group: the script may end in order, and this one tells that it has.
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    script, request = forked()
    os.write(ENDS, b"ready\n")
    with os.fdopen(REQUESTS, "rb", closefd=False) as lines:
        for line in lines:
            hand_over(line, request)
            # What the script needs is made ready meanwhile.
            if lines.readline() == b"":
                break
            hand_over(b"\n", request)
            os.close(request)
            end = json.loads(line)["end"].encode()
            code = end_of(script)
            end_others()
            # Nothing writes any more: what follows is the end of the output.
            for output in (1, 2):
                os.write(output, end)
            os.write(ENDS, b"%d\n" % code)
            script, request = forked()
    os._exit(0)


def forked():
    """A process that waits for its script, forked while none runs; answers its id, and where it reads its request from."""
    reading, writing = os.pipe()
    script = os.fork()
    if script == 0:
        os.close(writing)
        run_alone(reading)
    os.close(reading)
    return script, writing


def hand_over(line, request):
    """Gives the request to the process that waits for it. If that has ended already, its exit code says so."""
    try:
        write(request, line)
    except BrokenPipeError:
        pass


# Not documented, and absent from other interpreters than CPython, like gc.freeze.
count_callbacks = getattr(atexit, "_ncallbacks", None)


def run_alone(requests):
    """Runs the script of the request that comes, in the forked process, which ends with it."""
    is_known = count_callbacks is not None and hasattr(gc, "freeze")
    if is_known:
        modules, callbacks = set(sys.modules), count_callbacks()
        # What was there before is neither the script's nor garbage: looking at it would copy it.
        gc.freeze()
        warm_up(modules, callbacks)
    request, more = request_from(requests)
    begin(request)
    until_it_may = lambda: wait_for_start(requests, more)
    if not is_known:
        main(*request["arguments"], until_it_may)
        sys.exit()
    code = 0
    try:
        main(*request["arguments"], until_it_may)
    except SystemExit as end:
        code = 0 if end.code is None else end.code
    if isinstance(code, int) and 0 <= code < 256 and has_ended(modules, callbacks):
        os._exit(code)
    sys.exit(code)


def warm_up(modules, callbacks):
    """Does once what every script does, so that the memory that it changes is already copied when a script comes."""
    exec(compile(json.loads('""'), "script.py", "exec"), {})
    has_ended(modules, callbacks)


def request_from(pipe):
    """The request, when it comes, and what has come after it; ends this process when none comes any more."""
    received = b""
    while b"\n" not in received:
        received += more_from(pipe)
    request, _, more = received.partition(b"\n")
    return json.loads(request), more


def wait_for_start(pipe, more):
    """Until the line after the request has come; ends this process when it never comes."""
    if more == b"":
        more_from(pipe)
    os.close(pipe)


def more_from(pipe):
    data = os.read(pipe, 1 << 16)
    if data == b"":
        os._exit(0)
    return data


def has_ended(modules, callbacks):
    """
    Whether the end of the interpreter would do nothing for the script, which had these modules and callbacks when it began. That
    end takes longer than most scripts, because the process copies all memory that it releases.
    """
    if threading.active_count() > 1 or count_callbacks() != callbacks:
        return False
    # What a module of others keeps, it may want to write at the end.
    loaded = {name.partition(".")[0] for name in sys.modules.keys() - modules}
    if not loaded.issubset(getattr(sys, "stdlib_module_names", ())):
        return False
    gc.collect()
    # An open file may hold what is not written yet.
    if any(issubclass(type(one), FILE) for one in gc.get_objects()):
        return False
    try:
        sys.stdout.flush()
        sys.stderr.flush()
    except Exception:
        return False
    return True


def begin(request):
    """Makes this process what it would be, had it been started for the script alone."""
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    os.close(REQUESTS)
    os.close(ENDS)
    env = request["env"]
    # Nearly all of it is the same already, and each change copies memory.
    for name in [name for name in os.environ if name not in env]:
        del os.environ[name]
    for name, value in env.items():
        if os.environ.get(name) != value:
            os.environ[name] = value
    os.chdir(request["folder"])


def end_of(script):
    """The exit code as a shell says it; others are waited for too, when this is the first process of the namespace."""
    while True:
        pid, status = os.waitpid(-1, 0)
        if pid == script:
            return os.WEXITSTATUS(status) if os.WIFEXITED(status) else 128 + os.WTERMSIG(status)


def end_others():
    """Ends what the script has left behind: every process of the namespace but this one and the first."""
    deadline = time.monotonic() + LEFT_BEHIND_SECONDS
    while time.monotonic() < deadline:
        try:
            os.kill(-1, signal.SIGKILL)
        except ProcessLookupError:
            return
        try:
            os.waitpid(-1, os.WNOHANG)
        except ChildProcessError:
            pass
        time.sleep(0.001)
    # With this one everything in the namespace ends.
    os._exit(70)


if sys.argv[1:] == ["--serve"]:
    serve()
else:
    main(*sys.argv[1:4])
