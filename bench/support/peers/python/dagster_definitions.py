"""Dagster: jobs of ops. Each op runs in a process of its own, as the default executor does it."""

import dagster as dg

import steps


class Run(dg.ConfigurableResource):
    mark: str = ""


resources = {"run": Run.configure_at_launch()}


def chain(length: int) -> dg.JobDefinition:
    @dg.op(name=f"first_of_{length}")
    def first(run: Run) -> int:
        return steps.add_one(0, run.mark, length)

    @dg.op(name=f"next_of_{length}")
    def next_step(n: int, run: Run) -> int:
        return steps.add_one(n, run.mark, length)

    @dg.job(name=f"chain_{length}", resource_defs=resources)
    def job():
        n = first()
        for i in range(2, length + 1):
            n = next_step.alias(f"step_{i}_of_{length}")(n)

    return job


def sql_op(component: str, **options):
    name = component.lower().replace(" ", "_")

    @dg.op(name=name, **options)
    def op() -> dict:
        return steps.run_sql(component)

    return op


after = {"ins": {"previous": dg.In(dg.Nothing)}}
load_flights = sql_op("Load Flights")
count_flights = sql_op("Count Flights", **after)
delays_by_origin = sql_op("Delays by Origin", **after)
worst_airports = sql_op("Worst Airports", **after)
worst_airport = sql_op("Worst Airport", **after)
delays_by_day = sql_op("Delays by Day", **after)
worst_month = sql_op("Worst Month", **after)


@dg.op
def enough_flights(counted: dict) -> dict:
    return steps.check_enough(counted)


@dg.op
def publish_figures(run: Run, counted: dict, airport: dict, month: dict) -> None:
    steps.publish(run.mark, counted, airport, month)


@dg.job(resource_defs=resources)
def flights():
    counted = enough_flights(count_flights(load_flights()))
    airport = worst_airport(worst_airports(delays_by_origin(counted)))
    month = worst_month(delays_by_day(counted))
    publish_figures(counted, airport, month)


definitions = dg.Definitions(jobs=[chain(5), chain(40), flights])
