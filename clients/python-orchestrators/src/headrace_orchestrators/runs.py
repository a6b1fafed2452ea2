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
    execution is cancelled when it is interrupted, also while it is being created: by a signal, a time limit or a cancellation
    of the orchestrator.
    """
    return Start(headrace, run).follow(log, started)


class Start:
    """One start of a pipeline: however often it is sent, it starts one execution."""

    def __init__(self, headrace: Headrace, run: PipelineRun) -> None:
        self._headrace = headrace
        self._run = run
        self._key = str(uuid.uuid4())
        #: Known as soon as the execution may exist.
        self._project_id: str | None = None
        self._execution_id: str | None = None

    def follow(
        self, log: t.Callable[[str], object], started: t.Callable[[str], object] = lambda _: None
    ) -> models.Execution:
        """What `run_pipeline` does."""
        headrace, run = self._headrace, self._run
        project = project_id(headrace, run.project)
        try:
            execution_id = self._send(project)
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
            self.cancel(log)
            raise
        if ended["status"] != "SUCCESS":
            raise PipelineFailed(ended)
        return ended

    def cancel(self, log: t.Callable[[str], object]) -> None:
        """
        Cancels the execution, though the server may be away for a moment; one that has ended stays as it is. Of one that is
        being created the id is learned by sending the same request again.
        """
        if self._project_id is None:
            return
        for pause_s in (*CANCEL_PAUSES_S, None):
            try:
                execution_id = self._execution_id or self._send(self._project_id)
                self._headrace.update_pipeline_execution(execution_id, {"status": "CANCELLED"})
                return
            except HeadraceError as error:
                is_conflict = isinstance(error, ApiError) and error.status == 409
                if is_conflict and self._execution_id is not None:
                    return
                # Without an id, a conflict is that the first request is still in progress.
                if pause_s is None or not (is_conflict or is_away(error)):
                    # What interrupted the waiting is the error to report.
                    name = self._execution_id or f"of {self._run.pipeline}, if it was started,"
                    log(f"Execution {name} could not be cancelled: {error}")
                    return
                time.sleep(pause_s)

    def _send(self, project: str) -> str:
        self._project_id = project
        execution = self._headrace.create_pipeline_execution(
            project, _body(self._run), idempotency_key=self._key
        )
        self._execution_id = execution["pipelineExecutionId"]
        return self._execution_id


def divided(
    first: t.Callable[[str], object], rest: t.Callable[[str], object], most: int
) -> t.Callable[[str], object]:
    """Gives `most` lines of a log to `first`, with a note about where the others are, and the others to `rest`."""
    count = 0

    def log(line: str) -> None:
        nonlocal count
        count += 1
        if count == most + 1:
            first("The log goes on in the standard output of this step")
        (first if count <= most else rest)(line)

    return log


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
