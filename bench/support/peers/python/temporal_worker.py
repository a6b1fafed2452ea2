"""Temporal: workflows of activities. Arguments: address of the server."""

import asyncio
import sys
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta

from temporalio import activity, workflow
from temporalio.client import Client
from temporalio.worker import Worker

with workflow.unsafe.imports_passed_through():
    import steps

TIMEOUT = timedelta(minutes=5)


@activity.defn
def add_one(n: int, mark: str, length: int) -> int:
    return steps.add_one(n, mark, length)


@activity.defn
def run_sql(component: str) -> dict:
    return steps.run_sql(component)


@activity.defn
def check_enough(counted: dict) -> dict:
    return steps.check_enough(counted)


@activity.defn
def publish(mark: str, counted: dict, airport: dict, month: dict) -> None:
    steps.publish(mark, counted, airport, month)


def call(function, *args):
    return workflow.execute_activity(function, args=args, start_to_close_timeout=TIMEOUT)


@workflow.defn(name="chain")
class Chain:
    @workflow.run
    async def run(self, mark: str, length: int) -> int:
        n = 0
        while n < length:
            n = await call(add_one, n, mark, length)
        return n


@workflow.defn(name="flights")
class Flights:
    @workflow.run
    async def run(self, mark: str) -> None:
        await call(run_sql, "Load Flights")
        counted = await call(check_enough, await call(run_sql, "Count Flights"))
        airport, month = await asyncio.gather(self.worst_airport(), self.worst_month())
        await call(publish, mark, counted, airport, month)

    async def worst_airport(self) -> dict:
        await call(run_sql, "Delays by Origin")
        await call(run_sql, "Worst Airports")
        return await call(run_sql, "Worst Airport")

    async def worst_month(self) -> dict:
        await call(run_sql, "Delays by Day")
        return await call(run_sql, "Worst Month")


async def main() -> None:
    client = await Client.connect(sys.argv[1])
    with ThreadPoolExecutor(100) as executor:
        worker = Worker(
            client,
            task_queue="bench",
            workflows=[Chain, Flights],
            activities=[add_one, run_sql, check_enough, publish],
            activity_executor=executor,
        )
        print("The worker polls", flush=True)
        await worker.run()


if __name__ == "__main__":
    asyncio.run(main())
