"""Airflow: DAGs of tasks, in the decorators of its SDK."""

from airflow.sdk import dag, task

import steps

options = {"schedule": None, "is_paused_upon_creation": False, "params": {"mark": ""}}


def chain(length: int):
    @dag(dag_id=f"chain_{length}", **options)
    def chained():
        @task
        def add_one(n: int, params: dict = None) -> int:
            return steps.add_one(n, params["mark"], length)

        n = 0
        for _ in range(length):
            n = add_one(n)

    return chained()


@dag(dag_id="flights", **options)
def flights():
    run_sql = task(steps.run_sql)

    @task
    def check_enough(counted: dict) -> dict:
        return steps.check_enough(counted)

    @task
    def publish(counted: dict, airport: dict, month: dict, params: dict = None) -> None:
        steps.publish(params["mark"], counted, airport, month)

    def sql(component: str):
        return run_sql.override(task_id=component.lower().replace(" ", "_"))(component)

    counted = sql("Count Flights")
    enough = check_enough(counted)
    airport, month = sql("Worst Airport"), sql("Worst Month")
    sql("Load Flights") >> counted
    enough >> sql("Delays by Origin") >> sql("Worst Airports") >> airport
    enough >> sql("Delays by Day") >> month
    publish(enough, airport, month)


chain(5)
chain(40)
flights()
