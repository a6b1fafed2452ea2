/*
 * One script for each orchestrator, run by the real package: a pipeline that succeeds, with its variables and
 * its log, and one that fails. Each prints the lines `run:SUCCESS` and `run:FAILED`.
 */

const airflow = `
import datetime, os
from airflow.sdk import DAG
from headrace_orchestrators.airflow import HeadraceRunPipelineOperator

where = {"project": os.environ["PROJECT"], "environment": "Development"}
with DAG("greet", start_date=datetime.datetime(2025, 1, 1), schedule=None) as greet:
    HeadraceRunPipelineOperator(
        task_id="hello", pipeline="{{ 'hel' }}lo", scalar_variables={"city": "Bergen"}, **where
    )
with DAG("fall", start_date=datetime.datetime(2025, 1, 1), schedule=None) as fall:
    HeadraceRunPipelineOperator(task_id="broken", pipeline="broken", **where)
`

const dagster = `
import os
from dagster import AssetExecutionContext, EnvVar, asset, materialize
from headrace_orchestrators.dagster import HeadraceResource

where = {"project": os.environ["PROJECT"], "environment": "Development"}

@asset
def hello(context: AssetExecutionContext, headrace: HeadraceResource) -> str:
    run = headrace.run_pipeline(context, pipeline="hello", scalar_variables={"city": "Bergen"}, **where)
    return run["pipelineExecutionId"]

@asset
def broken(context: AssetExecutionContext, headrace: HeadraceResource) -> None:
    headrace.run_pipeline(context, pipeline="broken", **where)

login = {"client_id": EnvVar("HEADRACE_CLIENT_ID"), "client_secret": EnvVar("HEADRACE_CLIENT_SECRET")}
resources = {"headrace": HeadraceResource(url=EnvVar("HEADRACE_URL"), **login)}
for one in (hello, broken):
    done = materialize([one], resources=resources, raise_on_error=False)
    print("run:SUCCESS" if done.success else "run:FAILED")
`

const prefect = `
import os
from headrace_orchestrators.prefect import HeadraceCredentials, run_pipeline
from prefect import flow

where = {"project": os.environ["PROJECT"], "environment": "Development"}
credentials = HeadraceCredentials(
    url=os.environ["HEADRACE_URL"],
    client_id=os.environ["HEADRACE_CLIENT_ID"],
    client_secret=os.environ["HEADRACE_CLIENT_SECRET"],
)

@flow
def greet():
    return run_pipeline(credentials, pipeline="hello", scalar_variables={"city": "Bergen"}, **where)["status"]

@flow
def fall():
    run_pipeline(credentials, pipeline="broken", **where)

print(f"run:{greet()}")
print(f"run:{fall(return_state=True).type.value}")
`

const inAirflow = 'airflow dags test "$dag" && echo run:SUCCESS || echo run:FAILED'

/** What is installed, where the script lies, and how it is run. */
export const orchestrators = [
  {
    name: 'Airflow',
    packages: ['apache-airflow>=3,<4'],
    file: 'airflow/dags/greet.py',
    script: airflow,
    command: `airflow db migrate && for dag in greet fall; do ${inAirflow}; done`,
  },
  {
    name: 'Dagster',
    packages: ['dagster>=1.10,<2'],
    file: 'greet.py',
    script: dagster,
    command: 'python greet.py',
  },
  {
    name: 'Prefect',
    // Prefect 3.8 does not start with a newer FastAPI, though it allows one.
    packages: ['prefect>=3,<4', 'fastapi<0.150'],
    file: 'greet.py',
    script: prefect,
    command: 'python greet.py',
  },
] as const
