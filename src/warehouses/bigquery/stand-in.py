"""Starts local-bigquery within limits: by itself DuckDB takes most of the memory of a machine."""

import os
import resource
import sys
import threading

import duckdb

resource.setrlimit(resource.RLIMIT_AS, (4 << 30, 4 << 30))
connect = duckdb.connect


def limited(*args, **options):
    connection = connect(*args, **options)
    connection.execute("set memory_limit = '1GB'; set threads = 2; set max_temp_directory_size = '1GB'")
    return connection


duckdb.connect = limited

from local_bigquery.cli import main  # noqa: E402 (it connects as it was told above)


# It ends with whoever started it: their end of standard input closes then.
def watch_parent():
    sys.stdin.read()
    os._exit(0)


threading.Thread(target=watch_parent, daemon=True).start()
main()
