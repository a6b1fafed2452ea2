"""Pipelines as tasks of Prefect 3."""

# No `from __future__ import annotations` here: Prefect reads the annotations of blocks and tasks.
import typing as t

from headrace_client import Headrace, models
from prefect import get_run_logger, task
from prefect.blocks.core import Block
from pydantic import Field, SecretStr

from .runs import PipelineRun
from .runs import run_pipeline as run_to_end


class HeadraceCredentials(Block):
    """An installation and a credential; saved as a block, the secret is encrypted."""

    _block_type_name = "Headrace Credentials"

    url: str = Field(description="Address of the installation, such as https://data.example.com")
    client_id: str
    client_secret: SecretStr
    base_path: t.Optional[str] = None

    def client(self) -> Headrace:
        return Headrace(
            self.url,
            client_id=self.client_id,
            client_secret=self.client_secret.get_secret_value(),
            base_path=self.base_path,
        )


@task(name="Run a Headrace pipeline")  # type: ignore[untyped-decorator, unused-ignore]
def run_pipeline(
    credentials: HeadraceCredentials,
    *,
    project: str,
    pipeline: str,
    environment: str,
    version: t.Optional[str] = None,
    scalar_variables: t.Optional[t.Mapping[str, t.Union[str, float]]] = None,
    grid_variables: t.Optional[t.Mapping[str, t.Sequence[t.Sequence[str]]]] = None,
    tag: t.Optional[str] = None,
) -> models.Execution:
    """Runs a pipeline, with its log in the log of the task. Raises PipelineFailed unless it ends with SUCCESS."""
    variables = (scalar_variables or {}, grid_variables or {})
    run = PipelineRun(project, pipeline, environment, version, *variables, tag)
    return run_to_end(credentials.client(), run, get_run_logger().info)
