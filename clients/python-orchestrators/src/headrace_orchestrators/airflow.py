"""Pipelines as tasks of Airflow, 2.9 or newer and 3."""

from __future__ import annotations

import typing as t
import urllib.parse

from headrace_client import Headrace

from .runs import PipelineRun, Start

try:
    from airflow.sdk import BaseHook, BaseOperator
except ImportError:  # Airflow 2
    from airflow.hooks.base import BaseHook
    from airflow.models.baseoperator import BaseOperator


class HeadraceRunPipelineOperator(BaseOperator):
    """
    Runs a pipeline, shows its log as the log of the task, and fails when it fails. The connection has the URL of the installation
    as its host, a client id as its login and the secret as its password. The task returns the id of the execution.
    """

    template_fields = (
        "project",
        "pipeline",
        "environment",
        "version",
        "scalar_variables",
        "grid_variables",
        "tag",
    )
    ui_color = "#d9eef7"

    def __init__(
        self,
        *,
        project: str,
        pipeline: str,
        environment: str,
        version: str | None = None,
        scalar_variables: t.Mapping[str, str | float] | None = None,
        grid_variables: t.Mapping[str, t.Sequence[t.Sequence[str]]] | None = None,
        tag: str | None = None,
        headrace_conn_id: str = "headrace_default",
        **kwargs: t.Any,
    ) -> None:
        super().__init__(**kwargs)
        self.project = project
        self.pipeline = pipeline
        self.environment = environment
        self.version = version
        self.scalar_variables = scalar_variables
        self.grid_variables = grid_variables
        self.tag = tag
        self.headrace_conn_id = headrace_conn_id
        self._start: Start | None = None

    def execute(self, context: t.Any) -> str:
        headrace = client_of(self.headrace_conn_id)
        run = PipelineRun(
            self.project,
            self.pipeline,
            self.environment,
            self.version,
            self.scalar_variables or {},
            self.grid_variables or {},
            self.tag,
        )

        self._start = Start(headrace, run)
        return self._start.follow(self.log.info)["pipelineExecutionId"]

    def on_kill(self) -> None:
        """A task that is stopped cancels its execution, also while that is being created."""
        if self._start is not None:
            self._start.cancel(self.log.warning)


def client_of(conn_id: str) -> Headrace:
    """A client from a connection of Airflow; its extra may have a `base_path`."""
    connection = BaseHook.get_connection(conn_id)
    host = (connection.host or "").rstrip("/")
    if "://" not in host:
        host = f"{connection.schema or 'https'}://{host}"
    address = urllib.parse.urlsplit(host)
    if connection.port is not None and address.port is None:
        host = address._replace(netloc=f"{address.netloc}:{connection.port}").geturl()
    base_path = connection.extra_dejson.get("base_path")
    return Headrace(
        host, client_id=connection.login, client_secret=connection.password, base_path=base_path
    )
