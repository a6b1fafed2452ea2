"""ClickHouse's engine (chdb) behind its HTTP interface: a test double that needs no server."""
import base64, json, os, re, shutil, sys, tempfile, threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qsl, urlsplit

# Of a server that is not in UTC; the engine reads it when it is loaded.
os.environ["TZ"] = "Europe/Berlin"
import chdb

USER, PASSWORD = "headrace", "of the stand-in"
# What is said of a request, and no setting.
ABOUT_REQUESTS = {"query_id", "default_format", "database", "wait_end_of_query", "query"}
KILLED = re.compile(r"^\s*kill\s+query\s+where\s+query_id\s*=\s*'([\w-]+)'", re.I)

folder = tempfile.mkdtemp(prefix="headrace-clickhouse-")
# Data that is kept as long as there is a connection.
keeper = chdb.connect(folder)
keeper.query("set max_threads = 2")


def text(value):
    return "'" + value.replace("\\", "\\\\").replace("'", "\\'") + "'"


running = set()
running_lock = threading.Lock()


def run(sql, parameters):
    query_id = parameters.get("query_id", "")
    with running_lock:
        if query_id in running:
            raise Exception(f"Code: 216. DB::Exception: Query with id = {query_id} is already running. (QUERY_WITH_SAME_ID_IS_ALREADY_RUNNING) (version 26.9)")
        if query_id:
            running.add(query_id)
    try:
        return answer(sql, parameters)
    finally:
        with running_lock:
            running.discard(query_id)


def answer(sql, parameters):
    connection = chdb.connect(folder)
    try:
        connection.query("set max_memory_usage = 2000000000, max_threads = 2")
        for name, value in parameters.items():
            if name not in ABOUT_REQUESTS and name != "readonly":
                connection.query(f"set {name} = {value if re.fullmatch('-?[0-9]+', value) else text(value)}")
        # The engine names queries itself: the name of the request stands beside it.
        connection.query(f"set log_comment = {text(parameters.get('query_id', ''))}")
        # Connections of the engine share what USE says of nothing: each says it itself.
        connection.query(f"use {quoted(parameters.get('database', 'default'))}")
        if "readonly" in parameters:
            connection.query(f"set readonly = {parameters['readonly']}")
        killed = KILLED.match(sql)
        if killed:
            sql = f"kill query where Settings['log_comment'] = {text(killed.group(1))} async"
        result = connection.query(sql, parameters.get("default_format", "TabSeparated"))
        return result.bytes() or b"", result.rows_written()
    finally:
        connection.close()


def quoted(name):
    return '"' + name.replace("\\", "\\\\").replace('"', '\\"') + '"'


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *_):
        pass

    def do_POST(self):
        sql = self.rfile.read(int(self.headers.get("content-length", 0))).decode()
        headers = {}
        if self.headers.get("authorization") != "Basic " + base64.b64encode(f"{USER}:{PASSWORD}".encode()).decode():
            status, data = 403, b"Code: 516. DB::Exception: headrace: Authentication failed: password is incorrect, or there is no user with such name. (AUTHENTICATION_FAILED) (version 26.9)\n"
        else:
            try:
                data, written = run(sql, dict(parse_qsl(urlsplit(self.path).query)))
                headers["X-ClickHouse-Summary"] = json.dumps({"written_rows": str(written)})
                status = 200
            except Exception as error:
                status, data = 500, str(error).encode()
        self.send_response(status)
        for name, value in headers.items():
            self.send_header(name, value)
        self.send_header("content-length", str(len(data)))
        self.end_headers()
        try:
            self.wfile.write(data)
        except BrokenPipeError:
            pass


# It ends with whoever started it: their end of standard input closes then.
def watch_parent():
    sys.stdin.read()
    shutil.rmtree(folder, ignore_errors=True)
    os._exit(0)


class Server(ThreadingHTTPServer):
    request_queue_size = 128


server = Server(("127.0.0.1", 0), Handler)
print(server.server_address[1], flush=True)
threading.Thread(target=watch_parent, daemon=True).start()
server.serve_forever()
