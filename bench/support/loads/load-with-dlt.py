"""Loads rows with dlt in its fastest way: tables of Arrow from DuckDB's readers and from ConnectorX.

Arguments: source (csv, parquet or postgres), its place, destination, credentials, folder for its state.
Packages: dlt[duckdb,postgres,sqlalchemy], connectorx, pandas, psycopg[binary], pyarrow, pymysql.
"""

import os
import shutil
import sys
import time

source, place, destination, credentials, folder = sys.argv[1:6]
os.environ["DLT_DATA_DIR"] = folder
os.environ["RUNTIME__DLTHUB_TELEMETRY"] = "false"
os.environ["RUNTIME__LOG_LEVEL"] = "ERROR"
shutil.rmtree(folder, ignore_errors=True)
os.environ["DESTINATION__SQLALCHEMY__CREATE_UNIQUE_INDEXES"] = "false"

import dlt  # noqa: E402
import pyarrow.csv  # noqa: E402
import pyarrow.parquet  # noqa: E402

NAMES = ["id", "name", "amount", "day", "ok", "made_at"]


def batches():
    if source == "parquet":
        for batch in pyarrow.parquet.ParquetFile(place).iter_batches(100_000):
            yield pyarrow.Table.from_batches([batch])
    elif source == "csv":
        options = pyarrow.csv.ReadOptions(column_names=NAMES, block_size=16 * 1024 * 1024)
        for batch in pyarrow.csv.open_csv(place, read_options=options):
            yield pyarrow.Table.from_batches([batch])


if source == "postgres":
    from dlt.sources.sql_database import sql_table

    resource = sql_table(place.replace("postgres://", "postgresql://"), "source_rows", schema="public", backend="connectorx", reflection_level="full")
else:
    resource = dlt.resource(batches, name="source_rows")

begun = time.perf_counter()
pipeline = dlt.pipeline("bench", destination=getattr(dlt.destinations, destination)(credentials), dataset_name=f"dlt_{source}")
pipeline.run(resource, table_name="loaded", write_disposition="replace")
print(f"seconds {time.perf_counter() - begun:.2f}")
