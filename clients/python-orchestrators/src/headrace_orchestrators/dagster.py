"""Pipelines from assets and ops of Dagster."""

# No `from __future__ import annotations` here: Dagster reads the annotations of resources.
import typing as t

from dagster import AssetExecutionContext, ConfigurableResource, OpExecutionContext
from headrace_client import Headrace, models

from .runs import PipelineRun, divided, run_pipeline

#: Each line is an event, of which Dagster writes some tens a second: more of them would take longer than the pipeline.
MAX_LINES_AS_EVENTS = 1_000


class HeadraceResource(ConfigurableResource):  # type: ignore[misc]
    """An installation and a credential; give the secret as `EnvVar("…")`."""

    url: str
    client_id: str
    client_secret: str
    base_path: t.Optional[str] = None

    def client(self) -> Headrace:
        return Headrace(
            self.url,
            client_id=self.client_id,
            client_secret=self.client_secret,
            base_path=self.base_path,
        )

    def run_pipeline(
        self,
        context: t.Union[AssetExecutionContext, OpExecutionContext],
        *,
        project: str,
        pipeline: str,
        environment: str,
        version: t.Optional[str] = None,
        scalar_variables: t.Optional[t.Mapping[str, t.Union[str, float]]] = None,
        grid_variables: t.Optional[t.Mapping[str, t.Sequence[t.Sequence[str]]]] = None,
        tag: t.Optional[str] = None,
    ) -> models.Execution:
        """
        Runs a pipeline, with the first 1,000 lines of its log in the log of the run, and the others in the standard output of the step.
        Raises PipelineFailed unless it ends with SUCCESS.
        """
        variables = (scalar_variables or {}, grid_variables or {})
        run = PipelineRun(project, pipeline, environment, version, *variables, tag)
        return run_pipeline(self.client(), run, divided(context.log.info, _print, MAX_LINES_AS_EVENTS))


def _print(line: str) -> None:
    print(line, flush=True)
