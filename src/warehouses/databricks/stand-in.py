"""
The Statement Execution API over Spark with Delta tables, for tests. It refuses what the service refuses: requests without
the token, unknown warehouses, several statements in one request, statements that are too long, and transactions that
write to tables without catalog-managed commits.
"""

import base64
import datetime
import decimal
import glob
import json
import os
import re
import shutil
import sys
import tempfile
import threading
import uuid
from concurrent.futures import ThreadPoolExecutor
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from pyspark.errors import PySparkException
from pyspark.sql import SparkSession
from pyspark.sql import types as T

TOKEN, WAREHOUSE = "of-the-stand-in", "abcdef0123456789"
MAX_STATEMENT = 16 * 1024 * 1024
CHUNK_ROWS = 5000
MANAGED = re.compile(r"'delta\.feature\.catalogManaged'\s*=\s*'supported'\s*,?\s*", re.I)
TARGET = re.compile(r"\b(?:insert\s+(?:into|overwrite)(?:\s+table)?|merge\s+into|update|delete\s+from)\s+((?:`(?:[^`]|``)*`|\w+)(?:\.(?:`(?:[^`]|``)*`|\w+))*)", re.I)
CREATED = re.compile(r"^\s*create\s+(?:or\s+replace\s+)?table\s+(?:if\s+not\s+exists\s+)?((?:`(?:[^`]|``)*`|\w+)(?:\.(?:`(?:[^`]|``)*`|\w+))*)", re.I)
ALTERED = re.compile(r"^\s*alter\s+table\s+(\S+)\s+set\s+tblproperties", re.I)

folder = tempfile.mkdtemp(prefix="headrace-databricks-")
jars = ",".join(glob.glob(os.path.join(os.environ["HEADRACE_DELTA_JARS"], "*.jar")))
spark = (
    SparkSession.builder.master("local[1]")
    .config("spark.jars", jars)
    .config("spark.driver.memory", "1g")
    .config("spark.driver.extraJavaOptions", f"-Dderby.system.home={folder} -XX:TieredStopAtLevel=1")
    .config("spark.ui.enabled", "false")
    .config("spark.driver.host", "127.0.0.1")
    .config("spark.driver.bindAddress", "127.0.0.1")
    .config("spark.sql.shuffle.partitions", "1")
    .config("spark.sql.warehouse.dir", os.path.join(folder, "warehouse"))
    .config("spark.local.dir", folder)
    .config("spark.sql.session.timeZone", "UTC")
    .config("spark.sql.ansi.enabled", "true")
    .config("spark.sql.sources.default", "delta")
    .config("spark.sql.extensions", "io.delta.sql.DeltaSparkSessionExtension")
    .config("spark.sql.catalog.spark_catalog", "org.apache.spark.sql.delta.catalog.DeltaCatalog")
    .config("spark.databricks.delta.snapshotPartitions", "1")
    .config("spark.databricks.delta.properties.defaults.columnMapping.mode", "name")
    .config("spark.databricks.delta.stalenessLimit", "0")
    # Databricks gives a table what its types need.
    .config("spark.databricks.delta.properties.defaults.feature.variantType-preview", "supported")
    .config("spark.log.level", "OFF")
    .getOrCreate()
)
os.environ["TZ"] = "UTC"
statements = {}
managed = set()
workers = ThreadPoolExecutor(8)
# The engine has one thread: what reads goes on beside what writes, and one statement after another writes.
writing = threading.RLock()


class Refused(Exception):
    def __init__(self, status, code, message):
        super().__init__(message)
        self.status, self.code = status, code


class Statement:
    def __init__(self, body):
        self.id = str(uuid.uuid4())
        self.sql, self.catalog, self.schema = body["statement"], body.get("catalog"), body.get("schema")
        self.disposition = body.get("disposition", "INLINE")
        self.state, self.error, self.columns, self.rows = "PENDING", None, [], []

    def run(self):
        if self.state != "PENDING":
            return
        self.state = "RUNNING"
        session = spark.newSession()
        try:
            spark.sparkContext.setJobGroup(self.id, self.id, True)
            if self.catalog:
                session.catalog.setCurrentCatalog(self.catalog)
            if self.schema:
                session.sql(f"use schema {quoted(self.schema)}")
            columns, rows = execute(session, self.sql)
            if self.disposition == "INLINE" and sum(len(str(row)) for row in rows) > 25 * 1024 * 1024:
                raise ValueError("Inline byte limit exceeded. Please execute the statement with disposition=EXTERNAL_LINKS")
            self.columns, self.rows = columns, rows
            finished = "SUCCEEDED"
        except Exception as error:
            self.error, finished = message_of(error), "FAILED"
        finally:
            session.catalog.clearCache()
        if self.state == "RUNNING":
            self.state = finished

    def cancel(self):
        if self.state in ("PENDING", "RUNNING"):
            self.state = "CANCELED"
            spark.sparkContext.cancelJobGroup(self.id)


def quoted(name):
    return "`" + name.replace("`", "``") + "`"


def message_of(error):
    if isinstance(error, PySparkException):
        text = str(error).split("\n\nJVM stacktrace:")[0]
        return text.split("\n\tat ")[0]
    java = getattr(error, "java_exception", None)
    if java is None:
        return str(error)
    # The last one that has a condition of Spark, as the service says it; what is below is of Java.
    messages = []
    while java is not None:
        messages.append(java.getMessage() or "")
        java = java.getCause()
    conditions = [message for message in messages if message.startswith("[")]
    return (conditions or messages)[-1] or str(error)


def execute(session, sql):
    atomic = re.match(r"^\s*begin\s+atomic\b(.*)\bend\s*$", sql, re.I | re.S)
    if atomic:
        with writing:
            return transaction(session, parts_of(atomic.group(1)))
    if len(parts_of(sql)) > 1 and not re.match(r"^\s*begin\b", sql, re.I):
        raise ValueError("[PARSE_SYNTAX_ERROR] Syntax error at or near ';': extra input ';'. SQLSTATE: 42601")
    if re.match(r"^[\s(]*(select|with|values|describe|show|explain|use)\b", sql, re.I):
        return one(session, sql)
    with writing:
        return one(session, sql)


def parts_of(script):
    pieces = re.split(r"""('(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"|`[^`]*`|--[^\n]*|/\*.*?\*/|;)""", script, flags=re.S)
    found, text = [], ""
    for piece in pieces:
        if piece == ";":
            found.append(text)
            text = ""
        else:
            text += piece
    return [part for part in [*found, text] if part.strip()]


def full_name(session, name):
    parts = [part[1:-1] if part.startswith("`") else part for part in re.findall(r"`[^`]*`|\w+", name)]
    if len(parts) == 1:
        parts = [session.catalog.currentDatabase(), *parts]
    return ".".join(quoted(part.lower()) for part in parts[-2:])


def version_of(session, table):
    return session.sql(f"describe history {table} limit 1").collect()[0]["version"]


def transaction(session, parts):
    """All of it or nothing: what an earlier statement did is undone when a later one fails."""
    before = {}
    try:
        result = [], []
        for sql in parts:
            found = TARGET.search(sql)
            if not found:
                raise ValueError("[MULTI_STATEMENT_TRANSACTION] The statement is not supported in a transaction. SQLSTATE: 0A000")
            table = full_name(session, found.group(1))
            if table not in managed:
                raise ValueError(f"[MULTI_STATEMENT_TRANSACTION_TABLE] {table} has no catalogManaged commits. SQLSTATE: 0A000")
            before.setdefault(table, version_of(session, table))
            result = one(session, sql)
        return result
    except Exception:
        for table, version in before.items():
            if version_of(session, table) != version:
                session.sql(f"restore table {table} to version as of {version}")
        raise


def one(session, sql):
    described_managed = MANAGED.search(sql)
    plain = re.sub(r"\s*tblproperties\s*\(\s*\)", "", re.sub(r",\s*\)", ")", MANAGED.sub("", sql)) if described_managed else sql, flags=re.I)
    altered = ALTERED.match(sql)
    if described_managed and altered and "tblproperties" not in plain:
        managed.add(full_name(session, altered.group(1)))
        return [], []
    if re.search(r"information_schema\.", plain, re.I):
        plain = with_information_schema(session, plain)
    plain = re.sub(r"current_version\(\)\.dbsql_version", "version()", plain)
    first = re.match(r"^[\s(]*(\w+)", plain).group(1).lower()
    created = CREATED.match(plain)
    is_filled = created and re.search(r"\bas\s+\(?\s*(select|with|values)\b", plain, re.I)
    frame = session.sql(plain)
    if created and described_managed:
        managed.add(full_name(session, created.group(1)))
    if first == "insert" or is_filled:
        # As the service counts; Delta itself answers nothing.
        table = full_name(session, (created or TARGET.search(plain)).group(1))
        metrics = session.sql(f"describe history {table} limit 1").collect()[0]["operationMetrics"]
        number = str(metrics.get("numOutputRows", "0"))
        return [("num_affected_rows", "BIGINT"), ("num_inserted_rows", "BIGINT")], [[number, number]]
    columns = [(field.name, field.dataType.simpleString().upper()) for field in frame.schema.fields]
    kinds = [field.dataType for field in frame.schema.fields]
    rows = [[cell(value, kind) for value, kind in zip(row, kinds)] for row in frame.collect()] if columns else []
    return columns, rows


def cell(value, kind):
    if value is None:
        return None
    if isinstance(kind, T.BooleanType):
        return "true" if value else "false"
    if isinstance(kind, T.DecimalType):
        return f"{value:f}"
    if isinstance(kind, T.FloatType):
        return repr(float(f"{value:.7g}"))
    if isinstance(kind, T.BinaryType):
        return base64.b64encode(bytes(value)).decode()
    if isinstance(kind, T.TimestampType):
        return value.isoformat(timespec="milliseconds" if value.microsecond % 1000 == 0 else "microseconds") + "Z"
    if isinstance(kind, T.TimestampNTZType):
        return value.isoformat(timespec="milliseconds" if value.microsecond % 1000 == 0 else "microseconds")
    if isinstance(kind, T.VariantType):
        return value.toJson()
    if isinstance(kind, (T.ArrayType, T.MapType, T.StructType)):
        return json.dumps(plain_value(value), default=str)
    return str(value)


def plain_value(value):
    if hasattr(value, "asDict"):
        return {key: plain_value(one) for key, one in value.asDict().items()}
    if isinstance(value, list):
        return [plain_value(one) for one in value]
    return value


def view(session, name, columns, rows):
    text = lambda value: "'" + value.replace("\\", "\\\\").replace("'", "\\'") + "'"
    values = ", ".join("(" + ", ".join(map(text, row)) + ")" for row in rows or [[""] * len(columns)])
    where = "" if rows else " where 1 = 0"
    session.sql(f"create temporary view {name} as select * from values {values} as t ({', '.join(columns)}){where}")


def with_information_schema(session, sql):
    wanted = {name.lower() for name in re.findall(r"information_schema\.(\w+)", sql, re.I)}
    schemas = [row[0] for row in session.sql("show schemas").collect()]
    asked = re.search(r"table_schema = lower\('((?:[^'\\]|\\.)*)'\)", sql)
    open_schemas = [schema for schema in schemas if asked is None or schema == asked.group(1).lower()]
    tables = []
    if wanted - {"schemata"}:
        for schema in open_schemas:
            found_tables = session.sql(f"show tables in {quoted(schema)}").collect()
            tables += [(schema, row["tableName"]) for row in found_tables if not row["isTemporary"]]
    if "schemata" in wanted:
        view(session, "headrace_schemata", ["schema_name"], [(name,) for name in schemas])
    if "tables" in wanted:
        view(session, "headrace_tables", ["table_schema", "table_name"], tables)
    if "columns" in wanted:
        named = {name.lower() for name in re.findall(r"table_name = lower\('((?:[^'\\]|\\.)*)'\)", sql)}
        rows = []
        for schema, table in tables:
            if named and table.lower() not in named:
                continue
            try:
                fields = session.table(f"{quoted(schema)}.{quoted(table)}").schema.fields
            except PySparkException:
                continue
            for place, field in enumerate(fields):
                # Of a varchar the schema keeps its length beside it.
                kind = field.metadata.get("__CHAR_VARCHAR_TYPE_STRING", field.dataType.simpleString())
                rows.append((schema, table, field.name, kind, "YES" if field.nullable else "NO", f"{place:05d}"))
        columns = ["table_schema", "table_name", "column_name", "full_data_type", "is_nullable", "ordinal_position"]
        view(session, "headrace_columns", columns, rows)
    return re.sub(r"(?:(?:`[^`]*`|\w+)\.)?information_schema\.(\w+)", r"headrace_\1", sql, flags=re.I)


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *_):
        pass

    def answer(self, work):
        try:
            if self.headers.get("authorization") != f"Bearer {TOKEN}":
                raise Refused(401, "UNAUTHENTICATED", "Credential was not sent or was of an unsupported type for this API.")
            status, body = 200, work()
        except Refused as refused:
            status, body = refused.status, {"error_code": refused.code, "message": str(refused)}
        data = json.dumps(body).encode()
        self.send_response(status)
        self.send_header("content-type", "application/json")
        self.send_header("content-length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    def do_POST(self):
        body = json.loads(self.rfile.read(int(self.headers.get("content-length", 0))) or b"{}")
        self.answer(lambda: self.post(body))

    def post(self, body):
        cancelled = re.match(r"^/api/2\.0/sql/statements/([\w-]+)/cancel$", self.path)
        if cancelled:
            found(cancelled.group(1)).cancel()
            return {}
        if self.path != "/api/2.0/sql/statements":
            raise Refused(404, "ENDPOINT_NOT_FOUND", "No API found")
        if body.get("warehouse_id") != WAREHOUSE:
            raise Refused(404, "RESOURCE_DOES_NOT_EXIST", f"The warehouse {body.get('warehouse_id')} was not found.")
        if len(body["statement"].encode()) > MAX_STATEMENT:
            raise Refused(400, "INVALID_PARAMETER_VALUE", "The statement exceeds the maximum statement length of 16777216 bytes")
        statement = Statement(body)
        statements[statement.id] = statement
        workers.submit(statement.run)
        return shown(statement)

    def do_GET(self):
        self.answer(self.get)

    def get(self):
        chunk = re.match(r"^/api/2\.0/sql/statements/([\w-]+)/result/chunks/(\d+)$", self.path)
        if chunk:
            return chunk_of(found(chunk.group(1)), int(chunk.group(2)))
        statement = re.match(r"^/api/2\.0/sql/statements/([\w-]+)$", self.path)
        if statement:
            return shown(found(statement.group(1)))
        raise Refused(404, "ENDPOINT_NOT_FOUND", "No API found")


def found(statement_id):
    if statement_id not in statements:
        raise Refused(404, "NOT_FOUND", f"The statement {statement_id} was not found.")
    return statements[statement_id]


def chunk_of(statement, index):
    rows = statement.rows[index * CHUNK_ROWS : (index + 1) * CHUNK_ROWS]
    more = {"next_chunk_index": index + 1} if len(statement.rows) > (index + 1) * CHUNK_ROWS else {}
    return {"chunk_index": index, "row_count": len(rows), "data_array": rows, **more}


def shown(statement):
    answer = {"statement_id": statement.id, "status": {"state": statement.state}}
    if statement.state == "FAILED":
        answer["status"]["error"] = {"error_code": "BAD_REQUEST", "message": statement.error}
    if statement.state == "SUCCEEDED":
        columns = [{"name": name, "type_text": kind, "position": place} for place, (name, kind) in enumerate(statement.columns)]
        answer["manifest"] = {"format": "JSON_ARRAY", "schema": {"columns": columns}, "total_row_count": len(statement.rows), "truncated": False}
        answer["result"] = chunk_of(statement, 0)
    return answer


# It ends with whoever started it: their end of standard input closes then.
def watch_parent():
    sys.stdin.read()
    shutil.rmtree(folder, ignore_errors=True)
    os._exit(0)


# Five connections may wait by default; one more is left without an answer.
ThreadingHTTPServer.request_queue_size = 128
server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
spark.sql("select 1").collect()
print(server.server_address[1], flush=True)
threading.Thread(target=watch_parent, daemon=True).start()
server.serve_forever()
