"""
Pipelines of Headrace as steps of other orchestrators: `headrace_orchestrators.airflow`, `.dagster` and `.prefect`. None of them
is imported here, so that only the one that is there is needed.
"""

from .runs import PipelineFailed, PipelineRun, run_pipeline

__all__ = ["PipelineFailed", "PipelineRun", "run_pipeline"]
