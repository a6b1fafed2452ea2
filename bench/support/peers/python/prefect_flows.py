"""Prefect: flows of tasks, served by one process."""

from prefect import flow, serve, task

import steps

add_one = task(steps.add_one, name="add one")
run_sql = task(steps.run_sql, name="run SQL")
check_enough = task(steps.check_enough, name="enough flights?")
publish = task(steps.publish, name="publish figures")


@flow
def chain(mark: str, length: int):
    n = 0
    while n < length:
        n = add_one(n, mark, length)


@flow
def flights(mark: str):
    run_sql("Load Flights")
    counted = check_enough(run_sql("Count Flights"))
    by_origin = run_sql.submit("Delays by Origin")
    by_day = run_sql.submit("Delays by Day")
    airports = run_sql.submit("Worst Airports", wait_for=[by_origin])
    airport = run_sql.submit("Worst Airport", wait_for=[airports])
    month = run_sql.submit("Worst Month", wait_for=[by_day])
    publish(mark, counted, airport.result(), month.result())


if __name__ == "__main__":
    serve(chain.to_deployment("bench"), flights.to_deployment("bench"))
