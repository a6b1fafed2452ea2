"""What every orchestrator does alike: start a pipeline, show its log, and end as it ended."""

from __future__ import annotations

import dataclasses
import time
import typing as t
import uuid

from headrace_client import ApiError, Headrace, HeadraceError, models
from headrace_client.errors import is_away

#: Between the attempts to cancel what is stopped: orchestrators do not wait for long.
CANCEL_PAUSES_S = (1.0, 2.0, 4.0, 8.0)


class PipelineFailed(Exception):
    """An execution ended, but not with success."""

    def __init__(self, execution: models.Execution) -> None:
        self.execution = execution
        message = execution.get("message")
        name = f"{execution['pipelineName']} in {execution['environmentName']}"
        why = f": {message}" if message else ""
        super().__init__(f"{name} ended with {execution['status']}{why} ({execution['pipelineExecutionId']})")


@dataclasses.dataclass(frozen=True)
class PipelineRun:
    """Which pipeline runs where, and with what."""

    #: Id or name.
    project: str
    pipeline: str
    environment: str
    #: The newest published version by default.
    version: str | None = None
    scalar_variables: t.Mapping[str, str | float] = dataclasses.field(default_factory=dict)
    #: Rows of cells.
    grid_variables: t.Mapping[str, t.Sequence[t.Sequence[str]]] = dataclasses.field(default_factory=dict)
    #: Only one execution with a tag runs at a time in an environment.
    tag: str | None = None


def run_pipeline(
    headrace: Headrace,
    run: PipelineRun,
    log: t.Callable[[str], object],
    started: t.Callable[[str], object] = lambda _: None,
) -> models.Execution:
    """
    Runs a pipeline to its end and hands on every line of its log. Raises PipelineFailed unless it ends with SUCCESS. The
    execution is cancelled when the waiting is interrupted: by a signal, a time limit or a cancellation of the orchestrator.
    """
    execution = headrace.create_pipeline_execution(project_id(headrace, run.project), _body(run))
    execution_id = execution["pipelineExecutionId"]
    try:
        started(execution_id)
        log(f"Execution {execution_id} of {run.pipeline} in {run.environment}")
        for line in headrace.follow_logs(execution_id):
            component = line.get("component")
            log(f"[{component}] {line['text']}" if component else line["text"])
        ended = headrace.wait_for(execution_id)
    except HeadraceError:
        # The server is away or refuses; the execution goes on.
        raise
    except BaseException:
        cancel(headrace, execution_id, log)
        raise
    if ended["status"] != "SUCCESS":
        raise PipelineFailed(ended)
    return ended


def cancel(headrace: Headrace, execution_id: str, log: t.Callable[[str], object]) -> None:
    """Cancels an execution, though the server may be away for a moment; one that has ended stays as it is."""
    for pause_s in (*CANCEL_PAUSES_S, None):
        try:
            headrace.update_pipeline_execution(execution_id, {"status": "CANCELLED"})
            return
        except HeadraceError as error:
            if isinstance(error, ApiError) and error.status == 409:
                return
            if pause_s is None or not is_away(error):
                # What interrupted the waiting is the error to report.
                log(f"Execution {execution_id} could not be cancelled: {error}")
                return
            time.sleep(pause_s)


def project_id(headrace: Headrace, id_or_name: str) -> str:
    """Raises LookupError when there is no such project that the caller has access to."""
    try:
        return str(uuid.UUID(id_or_name))
    except ValueError:
        pass
    found = [project["id"] for project in headrace.iter_projects() if project["name"] == id_or_name]
    if not found:
        raise LookupError(f"There is no project {id_or_name!r} that this credential has access to")
    return found[0]


def _body(run: PipelineRun) -> models.NewExecution:
    body: models.NewExecution = {"pipelineName": run.pipeline, "environmentName": run.environment}
    if run.version is not None:
        body["versionName"] = run.version
    if run.tag is not None:
        body["executionTag"] = run.tag
    if run.scalar_variables:
        body["scalarVariables"] = dict(run.scalar_variables)
    if run.grid_variables:
        body["gridVariables"] = {
            name: [list(row) for row in rows] for name, rows in run.grid_variables.items()
        }
    return body
