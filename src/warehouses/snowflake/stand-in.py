"""Snowflake's place, for tests and `headrace compile`: fakesnow, made stricter where the service is.

Prints the port that it listens on. It answers rows as JSON, which the service does for clients that read no Arrow, commits with
every definition, takes one statement at a time, and can be asked to stop.
"""

import asyncio
import base64
import datetime
import decimal
import json
import os
import re
import socket
import string
import sys
import threading
import time

import duckdb
import fakesnow.cursor
import fakesnow.info_schema
import fakesnow.macros
import fakesnow.server as server
import fakesnow.transforms as transforms
import pyarrow
import snowflake.connector.errors
import sqlglot
import uvicorn
from sqlglot import exp
from starlette.applications import Starlette
from starlette.responses import JSONResponse
from starlette.routing import Route

DEFINITIONS = (exp.Create, exp.Drop, exp.Alter, exp.TruncateTable, exp.Comment)
ENDS_OR_BEGINS = (exp.Transaction, exp.Commit, exp.Rollback, *DEFINITIONS)
# The emulator keeps no grants, and a clone of its own does not replace.
CLONE = re.compile(r"^(\s*create\s+or\s+replace\s+table\s.+)\sclone\s+(\S.*?)(\s+copy\s+grants)?\s*$", re.I | re.S)
# The emulator leaves out rows without elements whatever `outer` says, and takes joins that the service refuses.
OUTER_FLATTEN = re.compile(r"\bcross join lateral flatten\((input => .*), outer => true\) as (\w+)$", re.I | re.M)
LEFT_FLATTEN = re.compile(r"\bleft\s+(outer\s+)?join\s+lateral\b", re.I)
NANOSECONDS = 1_000_000_000
LEFT_ALONE_SECONDS = 1

running = {}


def refusal(error):
    """An error of the engine in the words that the service has for it."""
    message = str(error).split("\n\nLINE ")[0]
    if isinstance(error, duckdb.InterruptException):
        return snowflake.connector.errors.ProgrammingError(msg="SQL execution canceled", errno=604, sqlstate="57014")
    return snowflake.connector.errors.ProgrammingError(msg=message, errno=100038, sqlstate="22018")


def checked_execute(execute):
    def run(self, command, *args, **kwargs):
        parsed = [one for one in sqlglot.parse(command, read="snowflake", error_level=sqlglot.ErrorLevel.IGNORE) if one]
        if len(parsed) > 1:
            message = f"Actual statement count {len(parsed)} did not match the desired statement count 1."
            raise snowflake.connector.errors.ProgrammingError(msg=message, errno=8, sqlstate="0A000")
        try:
            if parsed and isinstance(parsed[0], DEFINITIONS):
                commit(self._duck_conn)
            command = CLONE.sub(r"\1 as select * from \2", command)
            if LEFT_FLATTEN.search(command):
                message = "Unsupported feature 'lateral table function called with OUTER JOIN syntax or a join predicate (ON clause)'."
                raise snowflake.connector.errors.ProgrammingError(msg=message, errno=2, sqlstate="0A000")
            command = OUTER_FLATTEN.sub(r"left join lateral flatten(\1) as \2 on true", command)
            if parsed and isinstance(parsed[0], exp.Merge):
                merge = with_kept_source(self, parsed[0])
                query = ambiguous(merge)
                if query is not None and execute(self._conn.cursor(), query).fetchone() is not None:
                    message = "Duplicate row detected during DML action"
                    raise snowflake.connector.errors.ProgrammingError(msg=message, errno=100090, sqlstate="42P18")
                command = merge.sql(dialect="snowflake")
            if parsed and isinstance(parsed[0], exp.Insert) and parsed[0].args.get("overwrite"):
                return overwrite(self, parsed[0], lambda sql: execute(self, sql, *args, **kwargs))
            result = when_others_are_done(self._conn, lambda: execute(self, command, *args, **kwargs))
            if parsed and isinstance(parsed[0], ENDS_OR_BEGINS):
                self._conn.headrace_transaction = isinstance(parsed[0], exp.Transaction)
            self._conn.headrace_has_begun = bool(parsed) and isinstance(parsed[0], exp.Transaction)
            return result
        except duckdb.Error as error:
            raise refusal(error) from None

    return run


def when_others_are_done(connection, work):
    """
    What changes a row that an open transaction has changed waits for its end, as on the service, where the engine refuses it. A
    transaction that is left alone is taken back then: the service waits five minutes, for its client may be gone.
    """
    waited = 0
    while True:
        try:
            return work()
        except duckdb.TransactionException as error:
            is_first = getattr(connection, "headrace_has_begun", False)
            is_alone = not getattr(connection, "headrace_transaction", False)
            if "conflict" not in str(error).lower() or not (is_first or is_alone) or waited > LEFT_ALONE_SECONDS:
                raise
        if is_first:
            connection._duck_conn.execute("rollback")
        time.sleep(0.1)
        waited += 0.1
        if waited > LEFT_ALONE_SECONDS:
            for other in take_back_what_is_left_alone(connection):
                other.headrace_transaction = False
        if is_first:
            connection._duck_conn.execute("begin")


def take_back_what_is_left_alone(connection):
    busy = [connection, *running.values()]
    for other in list(server.sessions.values()):
        if getattr(other, "headrace_transaction", False) and other not in busy and not other.is_closed():
            other._duck_conn.execute("rollback")
            yield other


KEPT = "headrace_kept"


def keep(cursor, query):
    """The rows of a query in a table that belongs to no transaction of the emulator's own."""
    sql = cursor._transform(query.copy(), None).sql(dialect="duckdb")
    cursor._duck_conn.execute(f"create or replace temporary table {KEPT} as {sql}")


def overwrite(cursor, statement, execute):
    """As one statement: what the query reads is the table as it was, and a failure leaves that."""
    keep(cursor, statement.expression)
    target = statement.this
    table = target.this if isinstance(target, exp.Schema) else target
    insert = exp.Insert(this=target.copy(), expression=exp.select("*").from_(KEPT))

    def both():
        execute(f"delete from {table.sql(dialect='snowflake')}")
        return execute(insert.sql(dialect="snowflake"))

    if getattr(cursor._conn, "headrace_transaction", False):
        return both()
    return in_transaction(cursor._duck_conn, both)


def in_transaction(connection, work):
    """Several statements of the engine as one."""
    connection.execute("begin")
    try:
        result = work()
        connection.execute("commit")
        return result
    except BaseException:
        connection.execute("rollback")
        raise


def commit(connection):
    try:
        connection.execute("commit")
    except duckdb.TransactionException:
        pass


def upper_case(expression):
    """As with QUOTED_IDENTIFIERS_IGNORE_CASE, which clients of Headrace set."""
    if isinstance(expression, exp.Identifier) and not expression.this.startswith("_fs_"):
        expression.set("this", expression.this.upper())
    return expression


class Quoting:
    """A template whose values may hold quotes."""

    def __init__(self, template):
        self.template = template

    def substitute(self, **values):
        return self.template.substitute({key: str(value).replace("'", "''") for key, value in values.items()})


def integer_precision(original):
    def keep(expression):
        # Made BIGINT, numbers of 38 digits would not fit.
        if isinstance(expression, exp.DataType) and expression.this == exp.DataType.Type.DECIMAL and expression.expressions:
            return expression
        return original(expression)

    return keep


def parts_of_json(expression):
    """Names of members are no paths; a part as text has no quotes, and JSON's null is none."""
    if isinstance(expression, exp.Cast) and expression.to.is_type(*exp.DataType.TEXT_TYPES):
        inner = expression.this.unnest()
        if isinstance(inner, (exp.JSONExtract, exp.GetExtract)):
            expression.set("this", exp.Paren(this=extract(inner, exp.JSONExtractScalar)))
    elif isinstance(expression, exp.GetExtract):
        return exp.Paren(this=extract(expression, exp.JSONExtract))
    return expression


def extract(part, kind):
    path = part.expression
    if isinstance(part, exp.GetExtract) and isinstance(path, exp.Literal):
        pointer = path.this.replace("~", "~0").replace("/", "~1")
        path = exp.Literal.string(f"/{pointer}" if path.is_string else f"$[{path.this}]")
    return kind(this=part.this.copy(), expression=path.copy())


def with_kept_source(cursor, merge):
    """The merge with its source in a table, for the emulator does not read all queries there."""
    merge = merge.transform(upper_case)
    using = merge.args["using"]
    if isinstance(using, exp.Subquery):
        keep(cursor, using.this)
        kept = exp.select("*").from_(KEPT)
        merge.set("using", exp.Subquery(this=kept, alias=using.args["alias"].copy()))
    return merge


def ambiguous(merge):
    """The query that has a row when several rows of the source would update one of the target."""
    whens = [when for when in merge.args["whens"].expressions if when.args.get("matched")]
    if not any(isinstance(when.args["then"], exp.Update) for when in whens):
        return None
    applies = exp.or_(*[when.args.get("condition") or exp.true() for when in whens])
    target = merge.this
    return (
        exp.select("1")
        .from_(target.copy())
        .join(merge.args["using"].copy(), on=merge.args["on"].copy())
        .where(applies)
        .group_by(exp.column("rowid", table=target.alias_or_name))
        .having("count(*) > 1")
        .limit(1)
        .sql(dialect="snowflake")
    )


Cursor = fakesnow.cursor.FakeSnowflakeCursor
plain_execute = Cursor.execute
Cursor.execute = checked_execute(plain_execute)
run_transformed = Cursor._execute
Cursor._execute = lambda self, expression, params=None: run_transformed(self, expression.transform(parts_of_json), params)


def of_tables_that_stay(plain):
    """A merge keeps rows in a table of its own, of which nothing can be noted in the transaction that it is in."""
    return lambda catalog, schema, table, noted: "select 1" if table.lower() == "merge_candidates" else plain(catalog, schema, table, noted)


for name in ["insert_table_comment_sql", "insert_text_lengths_sql"]:
    setattr(fakesnow.info_schema, name, of_tables_that_stay(getattr(fakesnow.info_schema, name)))
plain_macros = fakesnow.macros.creation_sql
KINDS = """
create or replace macro {catalog}.is_array(value) as (json_type(value) = 'ARRAY');
create or replace macro {catalog}.is_object(value) as (json_type(value) = 'OBJECT');
"""
fakesnow.macros.creation_sql = lambda catalog: plain_macros(catalog) + KINDS.format(catalog=catalog)
TABLES = "SQL_CREATE_INFORMATION_SCHEMA_TABLES_VIEW"
WITH_VIEWS = """from (
    select database_name, schema_name, table_name, estimated_size from duckdb_tables()
    union all select database_name, schema_name, view_name, 0 from duckdb_views() where not internal
) as tables"""
setattr(
    fakesnow.info_schema,
    TABLES,
    string.Template(getattr(fakesnow.info_schema, TABLES).template.replace("from duckdb_tables tables", WITH_VIEWS)),
)
transforms.upper_case_unquoted_identifiers = upper_case
transforms.integer_precision = integer_precision(transforms.integer_precision)
for module, prefix in [(fakesnow.cursor, "SQL_"), (transforms.transforms, "SQL_DESCRIBE_TABLE")]:
    for name in [name for name in vars(module) if name.startswith(prefix)]:
        if hasattr(getattr(module, name), "substitute"):
            setattr(module, name, Quoting(getattr(module, name)))


def cell(value, kind):
    if value is None:
        return None
    if kind == "boolean":
        return "true" if value else "false"
    if kind == "date":
        return str((value - datetime.date(1970, 1, 1)).days)
    if kind == "time":
        return f"{value // NANOSECONDS}.{value % NANOSECONDS:09d}"
    if kind.startswith("timestamp"):
        if value["epoch"] is None:
            return None
        instant = decimal.Decimal(value["epoch"]) + decimal.Decimal(value["fraction"]) / NANOSECONDS
        shown = f"{instant:.9f}"
        return f"{shown} {value['timezone']}" if kind == "timestamp_tz" else shown
    if kind == "binary":
        return value.hex().upper()
    if kind == "fixed":
        return f"{value:f}" if isinstance(value, decimal.Decimal) else str(value)
    return repr(value) if isinstance(value, float) else str(value)


def as_json(data):
    if not data or data.get("queryResultFormat") != "arrow":
        return
    columns = []
    if data["rowsetBase64"]:
        table = pyarrow.ipc.open_stream(base64.b64decode(data["rowsetBase64"])).read_all()
        kinds = [column["type"] for column in data["rowtype"]]
        columns = [[cell(value, kind) for value in column.to_pylist()] for column, kind in zip(table.columns, kinds)]
    del data["rowsetBase64"]
    data["queryResultFormat"] = "json"
    data["rowset"] = [list(row) for row in zip(*columns)]
    data["returned"] = len(data["rowset"])


async def query(request):
    request_id = request.query_params.get("requestId")
    running[request_id] = server.sessions.get(server.to_token(request)) if request.headers.get("authorization") else None
    try:
        response = await server.query_request(request)
    finally:
        running.pop(request_id, None)
    body = json.loads(response.body)
    as_json(body.get("data"))
    return JSONResponse(body, response.status_code)


async def interrupt_while(is_running, connection):
    """Again and again: what has not reached the engine yet does not hear of it."""
    while is_running():
        connection._duck_conn.interrupt()
        await asyncio.sleep(0.02)


async def abort(request):
    aborted = (await request.json()).get("requestId")
    connection = running.get(aborted)
    if connection is not None:
        await interrupt_while(lambda: aborted in running, connection)
    return JSONResponse({"success": True})


async def session(request):
    connection = server.sessions.get(server.to_token(request))
    response = await server.session(request)
    if request.query_params.get("delete") and connection is not None:
        # Closing waits for a statement that runs, and all others would wait for it.
        await interrupt_while(lambda: connection in running.values(), connection)
        connection.close()
    return response


app = Starlette(
    routes=[
        Route("/session/v1/login-request", server.login_request, methods=["POST"]),
        Route("/session", session, methods=["POST"]),
        Route("/queries/v1/query-request", query, methods=["POST"]),
        Route("/queries/v1/abort-request", abort, methods=["POST"]),
    ]
)


async def main():
    listening = socket.create_server(("127.0.0.1", 0))
    print(listening.getsockname()[1], flush=True)
    serving = uvicorn.Server(uvicorn.Config(app, log_level="critical"))
    await serving.serve(sockets=[listening])


# It ends with whoever started it: their end of standard input closes then.
def watch_parent():
    sys.stdin.read()
    os._exit(0)


threading.Thread(target=watch_parent, daemon=True).start()
asyncio.run(main())
