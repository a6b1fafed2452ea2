"""What the steps do, the same in every tool.

BENCH_MARKS is the folder that times are written to, BENCH_SQL a file with the SQL of the demo's pipeline by component,
BENCH_DUCKDB the database file, and BENCH_RECEIVER the address that receives the figures.
"""

import json
import os
import time
import urllib.request
from functools import cache

LOCK_WAIT_SECONDS = 0.01


def note(mark: str, what: str) -> None:
    """Writes the time of a run's first or last step."""
    path = os.path.join(os.environ["BENCH_MARKS"], f"{mark}.{what}")
    with open(f"{path}.new", "w") as file:
        file.write(str(time.time() * 1000))
    os.rename(f"{path}.new", path)


def add_one(n: int, mark: str, length: int) -> int:
    """A step of a chain: the first and the last also write their times."""
    if n == 0:
        note(mark, "first")
    if n == length - 1:
        note(mark, "last")
    return n + 1


@cache
def statements() -> dict[str, str]:
    with open(os.environ["BENCH_SQL"]) as file:
        return json.load(file)


@cache
def database():
    """The database, open until the process ends. It belongs to one process at a time: a second one waits for it."""
    import duckdb

    while True:
        try:
            return duckdb.connect(os.environ["BENCH_DUCKDB"])
        except duckdb.IOException as error:
            if "lock" not in str(error):
                raise
            time.sleep(LOCK_WAIT_SECONDS)


def run_sql(component: str) -> dict:
    """Runs the SQL of that component of the demo. Returns its first row."""
    cursor = database().cursor()
    cursor.execute(statements()[component])
    row = cursor.fetchone()
    names = [column[0] for column in cursor.description]
    return {name: value if isinstance(value, (int, str)) else float(value) for name, value in zip(names, row or [])}


def check_enough(counted: dict) -> dict:
    if counted["flight_count"] <= 1_000_000:
        raise ValueError("Too few flights for a report")
    return counted


def publish(mark: str, counted: dict, airport: dict, month: dict) -> None:
    """Posts the figures: the last step."""
    body = json.dumps(
        {
            "flights": counted["flight_count"],
            "meanDelayMinutes": counted["mean_delay"],
            "worstAirport": {"code": airport["worst_airport"], "meanDelayMinutes": airport["worst_airport_delay"]},
            "worstMonth": month["worst_month"],
        }
    )
    headers = {"content-type": "application/json"}
    request = urllib.request.Request(os.environ["BENCH_RECEIVER"], body.encode(), headers)
    with urllib.request.urlopen(request, timeout=30) as response:
        response.read()
    note(mark, "last")
