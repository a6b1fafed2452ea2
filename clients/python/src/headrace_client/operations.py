# Generated from openapi/public-v1.json by npm run generate.
"""Every operation of the API as a method."""

from __future__ import annotations

import typing as t

from . import models as m
from .transport import Files, Transport


class Operations(Transport):
    """The operations of the API; bodies and answers are those of `models`."""

    def get_about(self) -> m.About:
        """Product version, API version, time-zone data and region"""
        answer: m.About = self._send("GET", "/v1/about", {})
        return answer

    def list_agent_tasks(self, *, project_id: str | None = None, branch_id: str | None = None, status: m.AgentTaskStatus | None = None, page: int | None = None, size: int | None = None) -> m.AgentTaskList:
        """List your agent tasks, newest first"""
        answer: m.AgentTaskList = self._send("GET", "/v1/ai/agents/tasks", {}, query={"projectId": project_id, "branchId": branch_id, "status": status, "page": page, "size": size})
        return answer

    def iter_agent_tasks(self, *, project_id: str | None = None, branch_id: str | None = None, status: m.AgentTaskStatus | None = None) -> t.Iterator[m.AgentTaskSummary]:
        """All items of `list_agent_tasks`, page after page."""
        return self._items("/v1/ai/agents/tasks", {}, {"projectId": project_id, "branchId": branch_id, "status": status}, member="tasks")

    def create_agent_task(self, body: m.NewAgentTask, *, idempotency_key: str | None = None) -> m.CreatedAgentTask:
        """Give an agent a task"""
        answer: m.CreatedAgentTask = self._send("POST", "/v1/ai/agents/tasks", {}, headers={"Idempotency-Key": idempotency_key}, body=body)
        return answer

    def get_agent_task(self, task_id: str) -> m.AgentTask:
        """Get an agent task"""
        answer: m.AgentTask = self._send("GET", "/v1/ai/agents/tasks/{taskId}", {"taskId": task_id})
        return answer

    def delete_agent_task(self, task_id: str, *, if_match: str | None = None) -> None:
        """Delete an agent task that is not running"""
        self._send("DELETE", "/v1/ai/agents/tasks/{taskId}", {"taskId": task_id}, headers={"If-Match": if_match})

    def list_agent_task_messages(self, task_id: str, *, limit: int | None = None, pagination_token: str | None = None) -> m.AgentMessageList:
        """List the messages of an agent task, oldest first"""
        answer: m.AgentMessageList = self._send("GET", "/v1/ai/agents/tasks/{taskId}/messages", {"taskId": task_id}, query={"limit": limit, "paginationToken": pagination_token})
        return answer

    def iter_agent_task_messages(self, task_id: str) -> t.Iterator[m.AgentMessage]:
        """All items of `list_agent_task_messages`, page after page."""
        return self._items("/v1/ai/agents/tasks/{taskId}/messages", {"taskId": task_id}, {}, by="token")

    def send_agent_task_message(self, task_id: str, body: m.NewAgentMessage, *, idempotency_key: str | None = None) -> m.AgentTaskState:
        """Send a message to an agent task that is not running, which starts it again"""
        answer: m.AgentTaskState = self._send("POST", "/v1/ai/agents/tasks/{taskId}/messages", {"taskId": task_id}, headers={"Idempotency-Key": idempotency_key}, body=body)
        return answer

    def decide_agent_task(self, task_id: str, body: m.AgentDecisions, *, idempotency_key: str | None = None) -> m.RemainingDecisions:
        """Approve or reject calls that an agent task waits to make"""
        answer: m.RemainingDecisions = self._send("POST", "/v1/ai/agents/tasks/{taskId}/decisions", {"taskId": task_id}, headers={"Idempotency-Key": idempotency_key}, body=body)
        return answer

    def replace_agent_task_permissions(self, task_id: str, body: m.AgentPermissions, *, if_match: str | None = None) -> m.AgentTask:
        """Replace the tools that an agent task may act with, without a decision on each call"""
        answer: m.AgentTask = self._send("PUT", "/v1/ai/agents/tasks/{taskId}/permissions", {"taskId": task_id}, headers={"If-Match": if_match}, body=body)
        return answer

    def stop_agent_task(self, task_id: str, *, idempotency_key: str | None = None) -> m.AgentTaskState:
        """Stop an agent task when its running call has ended"""
        answer: m.AgentTaskState = self._send("POST", "/v1/ai/agents/tasks/{taskId}/stop", {"taskId": task_id}, headers={"Idempotency-Key": idempotency_key})
        return answer

    def list_alert_channels(self, *, page: int | None = None, size: int | None = None, name: str | None = None, project_id: str | None = None, of_installation: bool | None = None) -> m.AlertChannelPage:
        """List the alert channels of the projects that you administer, by name"""
        answer: m.AlertChannelPage = self._send("GET", "/v1/alert-channels", {}, query={"page": page, "size": size, "name": name, "projectId": project_id, "ofInstallation": of_installation})
        return answer

    def iter_alert_channels(self, *, name: str | None = None, project_id: str | None = None, of_installation: bool | None = None) -> t.Iterator[m.AlertChannel]:
        """All items of `list_alert_channels`, page after page."""
        return self._items("/v1/alert-channels", {}, {"name": name, "projectId": project_id, "ofInstallation": of_installation})

    def create_alert_channel(self, body: m.NewAlertChannel, *, idempotency_key: str | None = None) -> m.CreatedAlertChannel:
        """Create an alert channel of a project, or of the installation"""
        answer: m.CreatedAlertChannel = self._send("POST", "/v1/alert-channels", {}, headers={"Idempotency-Key": idempotency_key}, body=body)
        return answer

    def get_alert_channel(self, alert_channel_id: str) -> m.AlertChannel:
        """Get an alert channel without its secrets"""
        answer: m.AlertChannel = self._send("GET", "/v1/alert-channels/{alertChannelId}", {"alertChannelId": alert_channel_id})
        return answer

    def update_alert_channel(self, alert_channel_id: str, body: m.AlertChannelPatch, *, if_match: str | None = None) -> m.AlertChannel:
        """Update an alert channel; omitted fields and secrets keep their values"""
        answer: m.AlertChannel = self._send("PATCH", "/v1/alert-channels/{alertChannelId}", {"alertChannelId": alert_channel_id}, headers={"If-Match": if_match}, body=body)
        return answer

    def delete_alert_channel(self, alert_channel_id: str, *, if_match: str | None = None) -> None:
        """Delete an alert channel that no rule uses, with its deliveries"""
        self._send("DELETE", "/v1/alert-channels/{alertChannelId}", {"alertChannelId": alert_channel_id}, headers={"If-Match": if_match})

    def test_alert_channel(self, alert_channel_id: str, *, idempotency_key: str | None = None) -> m.AlertChannelTest:
        """Send a test message to an alert channel, and return the result"""
        answer: m.AlertChannelTest = self._send("POST", "/v1/alert-channels/{alertChannelId}/tests", {"alertChannelId": alert_channel_id}, headers={"Idempotency-Key": idempotency_key})
        return answer

    def list_alert_rules(self, *, page: int | None = None, size: int | None = None, name: str | None = None, project_id: str | None = None, of_installation: bool | None = None) -> m.AlertRulePage:
        """List the alert rules of the projects that you administer, by name"""
        answer: m.AlertRulePage = self._send("GET", "/v1/alert-rules", {}, query={"page": page, "size": size, "name": name, "projectId": project_id, "ofInstallation": of_installation})
        return answer

    def iter_alert_rules(self, *, name: str | None = None, project_id: str | None = None, of_installation: bool | None = None) -> t.Iterator[m.AlertRule]:
        """All items of `list_alert_rules`, page after page."""
        return self._items("/v1/alert-rules", {}, {"name": name, "projectId": project_id, "ofInstallation": of_installation})

    def create_alert_rule(self, body: m.NewAlertRule, *, idempotency_key: str | None = None) -> m.AlertRule:
        """Create an alert rule of a project, or of the installation, which watches every project"""
        answer: m.AlertRule = self._send("POST", "/v1/alert-rules", {}, headers={"Idempotency-Key": idempotency_key}, body=body)
        return answer

    def get_alert_rule(self, alert_rule_id: str) -> m.AlertRule:
        """Get an alert rule"""
        answer: m.AlertRule = self._send("GET", "/v1/alert-rules/{alertRuleId}", {"alertRuleId": alert_rule_id})
        return answer

    def update_alert_rule(self, alert_rule_id: str, body: m.NewAlertRule, *, if_match: str | None = None) -> m.AlertRule:
        """Replace an alert rule"""
        answer: m.AlertRule = self._send("PUT", "/v1/alert-rules/{alertRuleId}", {"alertRuleId": alert_rule_id}, headers={"If-Match": if_match}, body=body)
        return answer

    def delete_alert_rule(self, alert_rule_id: str, *, if_match: str | None = None) -> None:
        """Delete an alert rule with its incidents; what was not delivered yet is not delivered"""
        self._send("DELETE", "/v1/alert-rules/{alertRuleId}", {"alertRuleId": alert_rule_id}, headers={"If-Match": if_match})

    def list_alert_incidents(self, *, project_id: str | None = None, limit: int | None = None, pagination_token: str | None = None, status: m.AlertIncidentStatus | None = None) -> m.AlertIncidentPage:
        """List what the alert rules of the projects that you administer reported, newest first"""
        answer: m.AlertIncidentPage = self._send("GET", "/v1/alert-incidents", {}, query={"projectId": project_id, "limit": limit, "paginationToken": pagination_token, "status": status})
        return answer

    def iter_alert_incidents(self, *, project_id: str | None = None, status: m.AlertIncidentStatus | None = None) -> t.Iterator[m.AlertIncident]:
        """All items of `list_alert_incidents`, page after page."""
        return self._items("/v1/alert-incidents", {}, {"projectId": project_id, "status": status}, by="token")

    def get_alert_incident(self, alert_incident_id: str) -> m.AlertIncident:
        """Get an alert incident"""
        answer: m.AlertIncident = self._send("GET", "/v1/alert-incidents/{alertIncidentId}", {"alertIncidentId": alert_incident_id})
        return answer

    def list_alert_deliveries(self, *, project_id: str | None = None, limit: int | None = None, pagination_token: str | None = None, alert_channel_id: str | None = None) -> m.AlertDeliveryPage:
        """List the messages to the alert channels of the projects that you administer, newest first"""
        answer: m.AlertDeliveryPage = self._send("GET", "/v1/alert-deliveries", {}, query={"projectId": project_id, "limit": limit, "paginationToken": pagination_token, "alertChannelId": alert_channel_id})
        return answer

    def iter_alert_deliveries(self, *, project_id: str | None = None, alert_channel_id: str | None = None) -> t.Iterator[m.AlertDelivery]:
        """All items of `list_alert_deliveries`, page after page."""
        return self._items("/v1/alert-deliveries", {}, {"projectId": project_id, "alertChannelId": alert_channel_id}, by="token")

    def get_alert_delivery(self, alert_delivery_id: str) -> m.AlertDelivery:
        """Get a message to an alert channel"""
        answer: m.AlertDelivery = self._send("GET", "/v1/alert-deliveries/{alertDeliveryId}", {"alertDeliveryId": alert_delivery_id})
        return answer

    def replay_alert_delivery(self, alert_delivery_id: str, *, idempotency_key: str | None = None) -> m.AlertDelivery:
        """Deliver a message again, whatever its status"""
        answer: m.AlertDelivery = self._send("POST", "/v1/alert-deliveries/{alertDeliveryId}/replays", {"alertDeliveryId": alert_delivery_id}, headers={"Idempotency-Key": idempotency_key})
        return answer

    def publish_artifact(self, project_id: str, files: Files, *, version_name: str, environment_name: str, commit_hash: str | None = None, branch: str | None = None, idempotency_key: str | None = None) -> m.PublishedArtifact:
        """Publish a version of the pipelines in an environment"""
        answer: m.PublishedArtifact = self._send("POST", "/v1/projects/{projectId}/artifacts", {"projectId": project_id}, headers={"versionName": version_name, "environmentName": environment_name, "commitHash": commit_hash, "branch": branch, "Idempotency-Key": idempotency_key}, files=files)
        return answer

    def list_artifacts(self, project_id: str, *, page: int | None = None, size: int | None = None, environment_name: str | None = None, enabled_only: bool | None = None) -> m.ArtifactPage:
        """List published versions, newest first"""
        answer: m.ArtifactPage = self._send("GET", "/v1/projects/{projectId}/artifacts", {"projectId": project_id}, query={"page": page, "size": size, "environmentName": environment_name, "enabledOnly": enabled_only})
        return answer

    def iter_artifacts(self, project_id: str, *, environment_name: str | None = None, enabled_only: bool | None = None) -> t.Iterator[m.Artifact]:
        """All items of `list_artifacts`, page after page."""
        return self._items("/v1/projects/{projectId}/artifacts", {"projectId": project_id}, {"environmentName": environment_name, "enabledOnly": enabled_only})

    def get_artifact_details(self, project_id: str, *, environment_name: str, version_name: str | None = None) -> m.ArtifactDetails:
        """Get the files and pipelines of a version, of the newest without a name"""
        answer: m.ArtifactDetails = self._send("GET", "/v1/projects/{projectId}/artifacts/details", {"projectId": project_id}, query={"environmentName": environment_name, "versionName": version_name})
        return answer

    def update_artifact(self, project_id: str, body: m.ArtifactChange, *, environment_name: str, version_name: str, if_match: str | None = None) -> m.Artifact:
        """Disable a published version, or enable it again"""
        answer: m.Artifact = self._send("PATCH", "/v1/projects/{projectId}/artifacts/details", {"projectId": project_id}, query={"environmentName": environment_name, "versionName": version_name}, headers={"If-Match": if_match}, body=body)
        return answer

    def promote_artifact(self, project_id: str, body: m.Promotion, *, idempotency_key: str | None = None) -> m.Artifact:
        """Promote a published version to another environment, with the same files"""
        answer: m.Artifact = self._send("POST", "/v1/projects/{projectId}/artifacts/promotions", {"projectId": project_id}, headers={"Idempotency-Key": idempotency_key}, body=body)
        return answer

    def list_published_pipelines(self, project_id: str, *, page: int | None = None, size: int | None = None, environment_name: str | None = None) -> m.PublishedPipelinePage:
        """List the pipelines of the newest version in an environment"""
        answer: m.PublishedPipelinePage = self._send("GET", "/v1/projects/{projectId}/published-pipelines", {"projectId": project_id}, query={"page": page, "size": size, "environmentName": environment_name})
        return answer

    def iter_published_pipelines(self, project_id: str, *, environment_name: str | None = None) -> t.Iterator[m.PublishedPipelinePageResultsItem]:
        """All items of `list_published_pipelines`, page after page."""
        return self._items("/v1/projects/{projectId}/published-pipelines", {"projectId": project_id}, {"environmentName": environment_name})

    def list_events(self, *, page: int | None = None, size: int | None = None, from_: str | None = None, to: str | None = None, operation: str | None = None, actor_id: str | None = None, project_id: str | None = None, outcome: m.ListEventsOutcome | None = None, sort: m.ListEventsSort | None = None) -> m.EventPage:
        """List changes and refused requests, newest first"""
        answer: m.EventPage = self._send("GET", "/v1/events", {}, query={"page": page, "size": size, "from": from_, "to": to, "operation": operation, "actorId": actor_id, "projectId": project_id, "outcome": outcome, "sort": sort})
        return answer

    def iter_events(self, *, from_: str | None = None, to: str | None = None, operation: str | None = None, actor_id: str | None = None, project_id: str | None = None, outcome: m.ListEventsOutcome | None = None, sort: m.ListEventsSort | None = None) -> t.Iterator[m.Event]:
        """All items of `list_events`, page after page."""
        return self._items("/v1/events", {}, {"from": from_, "to": to, "operation": operation, "actorId": actor_id, "projectId": project_id, "outcome": outcome, "sort": sort})

    def export_events(self, *, from_: str | None = None, to: str | None = None, operation: str | None = None, actor_id: str | None = None, project_id: str | None = None, outcome: m.ExportEventsOutcome | None = None) -> str:
        """Export all events as NDJSON, oldest first"""
        answer: str = self._text("GET", "/v1/events/export", {}, query={"from": from_, "to": to, "operation": operation, "actorId": actor_id, "projectId": project_id, "outcome": outcome})
        return answer

    def verify_events(self) -> m.Verification:
        """Verify the hash chain of the audit trail"""
        answer: m.Verification = self._send("GET", "/v1/events/verification", {})
        return answer

    def list_event_operations(self, *, page: int | None = None, size: int | None = None, name: str | None = None) -> m.EventOperationPage:
        """List the operations that have events, by name"""
        answer: m.EventOperationPage = self._send("GET", "/v1/events/operations", {}, query={"page": page, "size": size, "name": name})
        return answer

    def iter_event_operations(self, *, name: str | None = None) -> t.Iterator[m.EventOperationPageResultsItem]:
        """All items of `list_event_operations`, page after page."""
        return self._items("/v1/events/operations", {}, {"name": name})

    def list_event_actors(self, *, page: int | None = None, size: int | None = None, name: str | None = None) -> m.EventActorPage:
        """List who has events, by name: users, credentials, runners and directories, deleted ones too"""
        answer: m.EventActorPage = self._send("GET", "/v1/events/actors", {}, query={"page": page, "size": size, "name": name})
        return answer

    def iter_event_actors(self, *, name: str | None = None) -> t.Iterator[m.RecordedActor]:
        """All items of `list_event_actors`, page after page."""
        return self._items("/v1/events/actors", {}, {"name": name})

    def list_component_types(self) -> m.ComponentCatalogue:
        """List the component types for pipelines, with the parameters of each"""
        answer: m.ComponentCatalogue = self._send("GET", "/v1/component-types", {})
        return answer

    def list_connection_schemas(self, *, page: int | None = None, size: int | None = None) -> m.ConnectionSchemaPage:
        """List the providers of connections with their properties, by name"""
        answer: m.ConnectionSchemaPage = self._send("GET", "/v1/connection-schemas", {}, query={"page": page, "size": size})
        return answer

    def iter_connection_schemas(self) -> t.Iterator[m.ConnectionSchema]:
        """All items of `list_connection_schemas`, page after page."""
        return self._items("/v1/connection-schemas", {}, {})

    def get_connection_schema(self, auth_provider: str) -> m.ConnectionSchema:
        """Get the properties of connections to one provider, for each way to sign in"""
        answer: m.ConnectionSchema = self._send("GET", "/v1/connection-schemas/{authProvider}", {"authProvider": auth_provider})
        return answer

    def list_connection_overrides(self, project_id: str, *, page: int | None = None, size: int | None = None, environment_name: str | None = None, connection_name: str | None = None) -> m.ConnectionOverridePage:
        """List the overrides of connections, by environment and connection"""
        answer: m.ConnectionOverridePage = self._send("GET", "/v1/projects/{projectId}/connections/environment-overrides", {"projectId": project_id}, query={"page": page, "size": size, "environmentName": environment_name, "connectionName": connection_name})
        return answer

    def iter_connection_overrides(self, project_id: str, *, environment_name: str | None = None, connection_name: str | None = None) -> t.Iterator[m.ConnectionOverride]:
        """All items of `list_connection_overrides`, page after page."""
        return self._items("/v1/projects/{projectId}/connections/environment-overrides", {"projectId": project_id}, {"environmentName": environment_name, "connectionName": connection_name})

    def create_or_update_connection_override(self, project_id: str, body: m.NewConnectionOverride, *, idempotency_key: str | None = None) -> m.ConnectionOverride:
        """Override properties of a connection in one environment; other overridden properties stay"""
        answer: m.ConnectionOverride = self._send("POST", "/v1/projects/{projectId}/connections/environment-overrides", {"projectId": project_id}, headers={"Idempotency-Key": idempotency_key}, body=body)
        return answer

    def replace_connection_override(self, project_id: str, body: m.NewConnectionOverride, *, if_match: str | None = None) -> m.ConnectionOverride:
        """Replace the override of a connection in one environment"""
        answer: m.ConnectionOverride = self._send("PUT", "/v1/projects/{projectId}/connections/environment-overrides", {"projectId": project_id}, headers={"If-Match": if_match}, body=body)
        return answer

    def delete_connection_override(self, project_id: str, *, environment_name: str, connection_name: str, if_match: str | None = None) -> None:
        """Delete the override of a connection in one environment"""
        self._send("DELETE", "/v1/projects/{projectId}/connections/environment-overrides", {"projectId": project_id}, query={"environmentName": environment_name, "connectionName": connection_name}, headers={"If-Match": if_match})

    def list_connections(self, project_id: str, *, page: int | None = None, size: int | None = None, auth_provider: str | None = None, platform_connection_type: m.PlatformConnectionType | None = None, connection_names: list[str] | None = None, sort: m.ListConnectionsSort | None = None) -> m.ProjectConnectionPage:
        """List the connections of a project, by name; secrets are named and never shown"""
        answer: m.ProjectConnectionPage = self._send("GET", "/v1/projects/{projectId}/connections", {"projectId": project_id}, query={"page": page, "size": size, "authProvider": auth_provider, "platformConnectionType": platform_connection_type, "connectionNames": connection_names, "sort": sort})
        return answer

    def iter_connections(self, project_id: str, *, auth_provider: str | None = None, platform_connection_type: m.PlatformConnectionType | None = None, connection_names: list[str] | None = None, sort: m.ListConnectionsSort | None = None) -> t.Iterator[m.ProjectConnection]:
        """All items of `list_connections`, page after page."""
        return self._items("/v1/projects/{projectId}/connections", {"projectId": project_id}, {"authProvider": auth_provider, "platformConnectionType": platform_connection_type, "connectionNames": connection_names, "sort": sort})

    def create_connection(self, project_id: str, body: m.NewProjectConnection, *, idempotency_key: str | None = None) -> m.ProjectConnection:
        """Create a connection"""
        answer: m.ProjectConnection = self._send("POST", "/v1/projects/{projectId}/connections", {"projectId": project_id}, headers={"Idempotency-Key": idempotency_key}, body=body)
        return answer

    def delete_named_connection(self, project_id: str, *, connection_name: str, if_match: str | None = None) -> None:
        """Delete the connection that the query names; the same as deleting it at its address"""
        self._send("DELETE", "/v1/projects/{projectId}/connections", {"projectId": project_id}, query={"connectionName": connection_name}, headers={"If-Match": if_match})

    def create_data_platform_connection(self, project_id: str, body: m.NewDataPlatformConnection, *, idempotency_key: str | None = None) -> m.ProjectConnection:
        """Create a connection that the SQL of environments can run on (DWH)"""
        answer: m.ProjectConnection = self._send("POST", "/v1/projects/{projectId}/data-platform-connections", {"projectId": project_id}, headers={"Idempotency-Key": idempotency_key}, body=body)
        return answer

    def get_connection(self, project_id: str, connection_name: str) -> m.ProjectConnection:
        """Get a connection; its secrets are named and never shown"""
        answer: m.ProjectConnection = self._send("GET", "/v1/projects/{projectId}/connections/{connectionName}", {"projectId": project_id, "connectionName": connection_name})
        return answer

    def replace_connection(self, project_id: str, connection_name: str, body: m.ProjectConnectionChange, *, if_match: str | None = None) -> m.ProjectConnection:
        """Replace everything but the name of a connection; executions that start later use it"""
        answer: m.ProjectConnection = self._send("PUT", "/v1/projects/{projectId}/connections/{connectionName}", {"projectId": project_id, "connectionName": connection_name}, headers={"If-Match": if_match}, body=body)
        return answer

    def delete_connection(self, project_id: str, connection_name: str, *, if_match: str | None = None) -> None:
        """Delete a connection with its overrides, unless it is a default of an environment"""
        self._send("DELETE", "/v1/projects/{projectId}/connections/{connectionName}", {"projectId": project_id, "connectionName": connection_name}, headers={"If-Match": if_match})

    def test_connection(self, project_id: str, connection_name: str, body: m.ConnectionTest, *, idempotency_key: str | None = None) -> m.ConnectionTestResult:
        """Try a connection at the runner of an environment, and say what it reached or why not"""
        answer: m.ConnectionTestResult = self._send("POST", "/v1/projects/{projectId}/connections/{connectionName}/test", {"projectId": project_id, "connectionName": connection_name}, headers={"Idempotency-Key": idempotency_key}, body=body)
        return answer

    def test_environment(self, project_id: str, environment_name: str, body: m.EnvironmentTest, *, idempotency_key: str | None = None) -> m.ConnectionTestResult:
        """Try the database of an environment at its runner, with settings that need not be saved"""
        answer: m.ConnectionTestResult = self._send("POST", "/v1/projects/{projectId}/environments/{environmentName}/test", {"projectId": project_id, "environmentName": environment_name}, headers={"Idempotency-Key": idempotency_key}, body=body)
        return answer

    def list_custom_connectors(self, *, page: int | None = None, size: int | None = None, project_id: str | None = None) -> m.ConnectorPage:
        """List the custom connectors of your projects in alphabetical order"""
        answer: m.ConnectorPage = self._send("GET", "/v1/custom-connectors", {}, query={"page": page, "size": size, "projectId": project_id})
        return answer

    def iter_custom_connectors(self, *, project_id: str | None = None) -> t.Iterator[m.Connector]:
        """All items of `list_custom_connectors`, page after page."""
        return self._items("/v1/custom-connectors", {}, {"projectId": project_id})

    def create_custom_connector(self, body: m.NewConnector, *, idempotency_key: str | None = None) -> m.Connector:
        """Create a custom connector, owned by a project or the installation"""
        answer: m.Connector = self._send("POST", "/v1/custom-connectors", {}, headers={"Idempotency-Key": idempotency_key}, body=body)
        return answer

    def list_flex_connectors(self, *, page: int | None = None, size: int | None = None) -> m.FlexConnectorPage:
        """List the connectors that come with the product: there are none"""
        answer: m.FlexConnectorPage = self._send("GET", "/v1/flex-connectors", {}, query={"page": page, "size": size})
        return answer

    def iter_flex_connectors(self) -> t.Iterator[m.FlexConnectorPageResultsItem]:
        """All items of `list_flex_connectors`, page after page."""
        return self._items("/v1/flex-connectors", {}, {})

    def get_custom_connector(self, connector_id: str) -> m.Connector:
        """Get a custom connector with its endpoints"""
        answer: m.Connector = self._send("GET", "/v1/custom-connectors/{connectorId}", {"connectorId": connector_id})
        return answer

    def update_custom_connector(self, connector_id: str, body: m.ConnectorChange, *, if_match: str | None = None) -> m.Connector:
        """Replace the name and endpoints of a custom connector"""
        answer: m.Connector = self._send("PUT", "/v1/custom-connectors/{connectorId}", {"connectorId": connector_id}, headers={"If-Match": if_match}, body=body)
        return answer

    def delete_custom_connector(self, connector_id: str, *, if_match: str | None = None) -> None:
        """Delete a custom connector; pipelines that use it fail from then on"""
        self._send("DELETE", "/v1/custom-connectors/{connectorId}", {"connectorId": connector_id}, headers={"If-Match": if_match})

    def export_custom_connector(self, connector_id: str) -> m.ExportedConnector:
        """Export a custom connector without its secrets"""
        answer: m.ExportedConnector = self._send("GET", "/v1/custom-connectors/{connectorId}/export", {"connectorId": connector_id})
        return answer

    def duplicate_custom_connector(self, connector_id: str, body: m.Duplicate, *, idempotency_key: str | None = None) -> m.Connector:
        """Duplicate a custom connector; without a name the copy is numbered"""
        answer: m.Connector = self._send("POST", "/v1/custom-connectors/{connectorId}/duplicate", {"connectorId": connector_id}, headers={"Idempotency-Key": idempotency_key}, body=body)
        return answer

    def import_custom_connector(self, body: m.ImportedConnector, *, idempotency_key: str | None = None) -> m.Connector:
        """Import an exported connector; unknown OAuth entries are created pending setup"""
        answer: m.Connector = self._send("POST", "/v1/custom-connectors/import", {}, headers={"Idempotency-Key": idempotency_key}, body=body)
        return answer

    def get_custom_connector_sharing(self, connector_id: str) -> m.Sharing:
        """Get who owns a custom connector, and which other projects may use it"""
        answer: m.Sharing = self._send("GET", "/v1/custom-connectors/{connectorId}/sharing", {"connectorId": connector_id})
        return answer

    def update_custom_connector_sharing(self, connector_id: str, body: m.SharingChange, *, if_match: str | None = None) -> m.Sharing:
        """Share a custom connector with other projects, or hand it to another owner"""
        answer: m.Sharing = self._send("PUT", "/v1/custom-connectors/{connectorId}/sharing", {"connectorId": connector_id}, headers={"If-Match": if_match}, body=body)
        return answer

    def test_custom_connector_endpoint(self, connector_id: str, endpoint_id: str, body: m.TestRequest, *, idempotency_key: str | None = None) -> m.TestAnswer:
        """Test an endpoint: sends its request and returns the response; the given values are not stored"""
        answer: m.TestAnswer = self._send("POST", "/v1/custom-connectors/{connectorId}/endpoints/{endpointId}/test", {"connectorId": connector_id, "endpointId": endpoint_id}, headers={"Idempotency-Key": idempotency_key}, body=body)
        return answer

    def test_unsaved_endpoint(self, connector_id: str, body: m.UnsavedTest, *, idempotency_key: str | None = None) -> m.TestAnswer:
        """Test an endpoint that is not saved: sends its request and returns the response"""
        answer: m.TestAnswer = self._send("POST", "/v1/custom-connectors/{connectorId}/tests", {"connectorId": connector_id}, headers={"Idempotency-Key": idempotency_key}, body=body)
        return answer

    def list_consumption(self, *, consumed_from: str, consumed_before: str, project_id: str | None = None) -> m.ConsumptionList:
        """List what the executions of the projects that you administer consumed, by day"""
        answer: m.ConsumptionList = self._send("GET", "/v1/consumption", {}, query={"consumedFrom": consumed_from, "consumedBefore": consumed_before, "projectId": project_id})
        return answer

    def list_consumption_of_users(self, *, consumed_from: str, consumed_before: str, project_id: str | None = None) -> m.UserConsumption:
        """List the users whose executions consumed something, and how much in all"""
        answer: m.UserConsumption = self._send("GET", "/v1/consumption/etl-users", {}, query={"consumedFrom": consumed_from, "consumedBefore": consumed_before, "projectId": project_id})
        return answer

    def list_api_credentials(self, *, page: int | None = None, size: int | None = None, name: str | None = None, sort: m.ListApiCredentialsSort | None = None) -> m.ApiCredentialPage:
        """List API credentials"""
        answer: m.ApiCredentialPage = self._send("GET", "/v1/api-credentials", {}, query={"page": page, "size": size, "name": name, "sort": sort})
        return answer

    def iter_api_credentials(self, *, name: str | None = None, sort: m.ListApiCredentialsSort | None = None) -> t.Iterator[m.ApiCredential]:
        """All items of `list_api_credentials`, page after page."""
        return self._items("/v1/api-credentials", {}, {"name": name, "sort": sort})

    def create_api_credential(self, body: m.NewApiCredential, *, idempotency_key: str | None = None) -> m.CreatedApiCredential:
        """Create an API credential; its secret is shown only once"""
        answer: m.CreatedApiCredential = self._send("POST", "/v1/api-credentials", {}, headers={"Idempotency-Key": idempotency_key}, body=body)
        return answer

    def get_api_credential(self, client_id: str) -> m.ApiCredential:
        """Get an API credential, without its secret"""
        answer: m.ApiCredential = self._send("GET", "/v1/api-credentials/{clientId}", {"clientId": client_id})
        return answer

    def update_api_credential(self, client_id: str, body: m.ApiCredentialPatch, *, if_match: str | None = None) -> m.ApiCredential:
        """Update the name or the expiry of an API credential; omitted fields keep their values"""
        answer: m.ApiCredential = self._send("PATCH", "/v1/api-credentials/{clientId}", {"clientId": client_id}, headers={"If-Match": if_match}, body=body)
        return answer

    def delete_api_credential(self, client_id: str, *, if_match: str | None = None) -> None:
        """Delete an API credential; its tokens stop working within 5 seconds"""
        self._send("DELETE", "/v1/api-credentials/{clientId}", {"clientId": client_id}, headers={"If-Match": if_match})

    def create_scim_user(self, body: m.NewScimUser, *, attributes: str | None = None, excluded_attributes: str | None = None, idempotency_key: str | None = None) -> m.ScimUser:
        """Create a user"""
        answer: m.ScimUser = self._send("POST", "/v1/directory-integration/scim/v2/Users", {}, query={"attributes": attributes, "excludedAttributes": excluded_attributes}, headers={"Idempotency-Key": idempotency_key}, body=body)
        return answer

    def list_scim_users(self, *, attributes: str | None = None, excluded_attributes: str | None = None, filter: str | None = None, sort_by: str | None = None, sort_order: m.ListScimUsersSortOrder | None = None, start_index: int | None = None, count: int | None = None) -> m.ListScimUsersResult:
        """List users: filter, sort, page"""
        answer: m.ListScimUsersResult = self._send("GET", "/v1/directory-integration/scim/v2/Users", {}, query={"attributes": attributes, "excludedAttributes": excluded_attributes, "filter": filter, "sortBy": sort_by, "sortOrder": sort_order, "startIndex": start_index, "count": count})
        return answer

    def iter_scim_users(self, *, attributes: str | None = None, excluded_attributes: str | None = None, filter: str | None = None, sort_by: str | None = None, sort_order: m.ListScimUsersSortOrder | None = None) -> t.Iterator[m.ScimUser]:
        """All items of `list_scim_users`, page after page."""
        return self._items("/v1/directory-integration/scim/v2/Users", {}, {"attributes": attributes, "excludedAttributes": excluded_attributes, "filter": filter, "sortBy": sort_by, "sortOrder": sort_order}, by="index", member="Resources")

    def search_scim_users(self, body: m.SearchRequest, *, idempotency_key: str | None = None) -> m.SearchScimUsersResult:
        """List users, with the query in the body"""
        answer: m.SearchScimUsersResult = self._send("POST", "/v1/directory-integration/scim/v2/Users/.search", {}, headers={"Idempotency-Key": idempotency_key}, body=body)
        return answer

    def get_scim_user(self, id: str, *, attributes: str | None = None, excluded_attributes: str | None = None) -> m.ScimUser:
        """Get a user"""
        answer: m.ScimUser = self._send("GET", "/v1/directory-integration/scim/v2/Users/{id}", {"id": id}, query={"attributes": attributes, "excludedAttributes": excluded_attributes})
        return answer

    def replace_scim_user(self, id: str, body: m.ScimUser, *, attributes: str | None = None, excluded_attributes: str | None = None, if_match: str | None = None) -> m.ScimUser:
        """Replace a user"""
        answer: m.ScimUser = self._send("PUT", "/v1/directory-integration/scim/v2/Users/{id}", {"id": id}, query={"attributes": attributes, "excludedAttributes": excluded_attributes}, headers={"If-Match": if_match}, body=body)
        return answer

    def update_scim_user(self, id: str, body: m.PatchRequest, *, attributes: str | None = None, excluded_attributes: str | None = None, if_match: str | None = None) -> m.ScimUser:
        """Change attributes of a user (RFC 7644 §3.5.2)"""
        answer: m.ScimUser = self._send("PATCH", "/v1/directory-integration/scim/v2/Users/{id}", {"id": id}, query={"attributes": attributes, "excludedAttributes": excluded_attributes}, headers={"If-Match": if_match}, body=body)
        return answer

    def delete_scim_user(self, id: str, *, if_match: str | None = None) -> None:
        """Delete a user"""
        self._send("DELETE", "/v1/directory-integration/scim/v2/Users/{id}", {"id": id}, headers={"If-Match": if_match})

    def create_scim_group(self, body: m.ScimGroup, *, attributes: str | None = None, excluded_attributes: str | None = None, idempotency_key: str | None = None) -> m.ScimGroup:
        """Create a group"""
        answer: m.ScimGroup = self._send("POST", "/v1/directory-integration/scim/v2/Groups", {}, query={"attributes": attributes, "excludedAttributes": excluded_attributes}, headers={"Idempotency-Key": idempotency_key}, body=body)
        return answer

    def list_scim_groups(self, *, attributes: str | None = None, excluded_attributes: str | None = None, filter: str | None = None, sort_by: str | None = None, sort_order: m.ListScimGroupsSortOrder | None = None, start_index: int | None = None, count: int | None = None) -> m.ListScimGroupsResult:
        """List groups: filter, sort, page"""
        answer: m.ListScimGroupsResult = self._send("GET", "/v1/directory-integration/scim/v2/Groups", {}, query={"attributes": attributes, "excludedAttributes": excluded_attributes, "filter": filter, "sortBy": sort_by, "sortOrder": sort_order, "startIndex": start_index, "count": count})
        return answer

    def iter_scim_groups(self, *, attributes: str | None = None, excluded_attributes: str | None = None, filter: str | None = None, sort_by: str | None = None, sort_order: m.ListScimGroupsSortOrder | None = None) -> t.Iterator[m.ScimGroup]:
        """All items of `list_scim_groups`, page after page."""
        return self._items("/v1/directory-integration/scim/v2/Groups", {}, {"attributes": attributes, "excludedAttributes": excluded_attributes, "filter": filter, "sortBy": sort_by, "sortOrder": sort_order}, by="index", member="Resources")

    def search_scim_groups(self, body: m.SearchRequest, *, idempotency_key: str | None = None) -> m.SearchScimGroupsResult:
        """List groups, with the query in the body"""
        answer: m.SearchScimGroupsResult = self._send("POST", "/v1/directory-integration/scim/v2/Groups/.search", {}, headers={"Idempotency-Key": idempotency_key}, body=body)
        return answer

    def get_scim_group(self, id: str, *, attributes: str | None = None, excluded_attributes: str | None = None) -> m.ScimGroup:
        """Get a group"""
        answer: m.ScimGroup = self._send("GET", "/v1/directory-integration/scim/v2/Groups/{id}", {"id": id}, query={"attributes": attributes, "excludedAttributes": excluded_attributes})
        return answer

    def replace_scim_group(self, id: str, body: m.ScimGroup, *, attributes: str | None = None, excluded_attributes: str | None = None, if_match: str | None = None) -> m.ScimGroup:
        """Replace a group with its members"""
        answer: m.ScimGroup = self._send("PUT", "/v1/directory-integration/scim/v2/Groups/{id}", {"id": id}, query={"attributes": attributes, "excludedAttributes": excluded_attributes}, headers={"If-Match": if_match}, body=body)
        return answer

    def update_scim_group(self, id: str, body: m.PatchRequest, *, attributes: str | None = None, excluded_attributes: str | None = None, if_match: str | None = None) -> m.ScimGroup | None:
        """Change attributes and members of a group (RFC 7644 §3.5.2)"""
        answer: m.ScimGroup | None = self._send("PATCH", "/v1/directory-integration/scim/v2/Groups/{id}", {"id": id}, query={"attributes": attributes, "excludedAttributes": excluded_attributes}, headers={"If-Match": if_match}, body=body)
        return answer

    def delete_scim_group(self, id: str, *, if_match: str | None = None) -> None:
        """Delete a group"""
        self._send("DELETE", "/v1/directory-integration/scim/v2/Groups/{id}", {"id": id}, headers={"If-Match": if_match})

    def bulk_scim(self, body: m.BulkRequest, *, idempotency_key: str | None = None) -> m.BulkResponse:
        """Make many changes in one request (RFC 7644 §3.7)"""
        answer: m.BulkResponse = self._send("POST", "/v1/directory-integration/scim/v2/Bulk", {}, headers={"Idempotency-Key": idempotency_key}, body=body)
        return answer

    def get_scim_service_provider_config(self) -> m.GetScimServiceProviderConfigResult:
        """Get the capabilities of the directory"""
        answer: m.GetScimServiceProviderConfigResult = self._send("GET", "/v1/directory-integration/scim/v2/ServiceProviderConfig", {})
        return answer

    def list_scim_resource_types(self) -> m.ListScimResourceTypesResult:
        """Kinds of resources"""
        answer: m.ListScimResourceTypesResult = self._send("GET", "/v1/directory-integration/scim/v2/ResourceTypes", {})
        return answer

    def get_scim_resource_type(self, id: str) -> m.GetScimResourceTypeResult:
        """Kinds of resources: one of them"""
        answer: m.GetScimResourceTypeResult = self._send("GET", "/v1/directory-integration/scim/v2/ResourceTypes/{id}", {"id": id})
        return answer

    def list_scim_schemas(self) -> m.ListScimSchemasResult:
        """Attributes of users and groups"""
        answer: m.ListScimSchemasResult = self._send("GET", "/v1/directory-integration/scim/v2/Schemas", {})
        return answer

    def get_scim_schema(self, id: str) -> m.GetScimSchemaResult:
        """Attributes of users and groups: one of them"""
        answer: m.GetScimSchemaResult = self._send("GET", "/v1/directory-integration/scim/v2/Schemas/{id}", {"id": id})
        return answer

    def get_directory_settings(self) -> m.DirectorySettings:
        """Get the settings of the directory"""
        answer: m.DirectorySettings = self._send("GET", "/v1/directory-integration/settings", {})
        return answer

    def update_directory_settings(self, body: m.DirectorySettingsPatch, *, if_match: str | None = None) -> m.DirectorySettings:
        """Update the settings of the directory"""
        answer: m.DirectorySettings = self._send("PATCH", "/v1/directory-integration/settings", {}, headers={"If-Match": if_match}, body=body)
        return answer

    def get_directory_reach(self, id: str) -> m.DirectoryReach:
        """Get whether directory tokens reach a user or group"""
        answer: m.DirectoryReach = self._send("GET", "/v1/directory-integration/reach/{id}", {"id": id})
        return answer

    def set_directory_reach(self, id: str, body: m.DirectoryReach, *, if_match: str | None = None) -> m.DirectoryReach:
        """Give a user or group to the directory, or take it back"""
        answer: m.DirectoryReach = self._send("PUT", "/v1/directory-integration/reach/{id}", {"id": id}, headers={"If-Match": if_match}, body=body)
        return answer

    def list_directory_tokens(self) -> m.DirectoryTokens:
        """List directory tokens, oldest first"""
        answer: m.DirectoryTokens = self._send("GET", "/v1/directory-integration/tokens", {})
        return answer

    def create_directory_token(self, body: m.NewDirectoryToken, *, idempotency_key: str | None = None) -> m.CreatedDirectoryToken:
        """Create a bearer token for an identity provider; it is shown only once"""
        answer: m.CreatedDirectoryToken = self._send("POST", "/v1/directory-integration/tokens", {}, headers={"Idempotency-Key": idempotency_key}, body=body)
        return answer

    def get_directory_token(self, id: str) -> m.DirectoryToken:
        """Get a directory token, without its secret"""
        answer: m.DirectoryToken = self._send("GET", "/v1/directory-integration/tokens/{id}", {"id": id})
        return answer

    def delete_directory_token(self, id: str, *, if_match: str | None = None) -> None:
        """Delete a directory token; it stops working within 5 seconds"""
        self._send("DELETE", "/v1/directory-integration/tokens/{id}", {"id": id}, headers={"If-Match": if_match})

    def list_drafts(self, project_id: str, *, page: int | None = None, size: int | None = None) -> m.DraftPage:
        """List the caller's drafts in a project, by branch"""
        answer: m.DraftPage = self._send("GET", "/v1/projects/{projectId}/drafts", {"projectId": project_id}, query={"page": page, "size": size})
        return answer

    def iter_drafts(self, project_id: str) -> t.Iterator[m.DraftSummary]:
        """All items of `list_drafts`, page after page."""
        return self._items("/v1/projects/{projectId}/drafts", {"projectId": project_id}, {})

    def get_draft(self, project_id: str, branch_name: str) -> m.Draft:
        """Get the caller's draft of a branch: its files without their contents"""
        answer: m.Draft = self._send("GET", "/v1/projects/{projectId}/drafts/{branchName}", {"projectId": project_id, "branchName": branch_name})
        return answer

    def delete_draft(self, project_id: str, branch_name: str, *, if_match: str | None = None) -> None:
        """Discard the caller's draft of a branch"""
        self._send("DELETE", "/v1/projects/{projectId}/drafts/{branchName}", {"projectId": project_id, "branchName": branch_name}, headers={"If-Match": if_match})

    def put_draft_file(self, project_id: str, branch_name: str, body: m.PutDraftFile, *, if_match: str | None = None) -> m.DraftedFile:
        """Keep a file as the caller has written it, without a commit"""
        answer: m.DraftedFile = self._send("PUT", "/v1/projects/{projectId}/drafts/{branchName}/files", {"projectId": project_id, "branchName": branch_name}, headers={"If-Match": if_match}, body=body)
        return answer

    def delete_draft_file(self, project_id: str, branch_name: str, *, path: str, if_match: str | None = None) -> None:
        """Discard the caller's draft of one file"""
        self._send("DELETE", "/v1/projects/{projectId}/drafts/{branchName}/files", {"projectId": project_id, "branchName": branch_name}, query={"path": path}, headers={"If-Match": if_match})

    def get_draft_file(self, project_id: str, branch_name: str, *, path: str) -> m.DraftFile:
        """Read a file of the caller's draft"""
        answer: m.DraftFile = self._send("GET", "/v1/projects/{projectId}/drafts/{branchName}/files/content", {"projectId": project_id, "branchName": branch_name}, query={"path": path})
        return answer

    def commit_draft(self, project_id: str, branch_name: str, body: m.NewDraftCommit, *, idempotency_key: str | None = None) -> m.Commit:
        """Commit the caller's draft of a branch on it"""
        answer: m.Commit = self._send("POST", "/v1/projects/{projectId}/drafts/{branchName}/commits", {"projectId": project_id, "branchName": branch_name}, headers={"Idempotency-Key": idempotency_key}, body=body)
        return answer

    def move_environment(self, project_id: str, environment_name: str, body: m.NewEnvironmentMove, *, idempotency_key: str | None = None) -> m.EnvironmentMove:
        """Move an environment from its DuckDB file to a lake"""
        answer: m.EnvironmentMove = self._send("POST", "/v1/projects/{projectId}/environments/{environmentName}/moves", {"projectId": project_id, "environmentName": environment_name}, headers={"Idempotency-Key": idempotency_key}, body=body)
        return answer

    def list_environment_moves(self, project_id: str, environment_name: str, *, page: int | None = None, size: int | None = None) -> m.EnvironmentMovePage:
        """List the moves of an environment, the latest first"""
        answer: m.EnvironmentMovePage = self._send("GET", "/v1/projects/{projectId}/environments/{environmentName}/moves", {"projectId": project_id, "environmentName": environment_name}, query={"page": page, "size": size})
        return answer

    def iter_environment_moves(self, project_id: str, environment_name: str) -> t.Iterator[m.EnvironmentMove]:
        """All items of `list_environment_moves`, page after page."""
        return self._items("/v1/projects/{projectId}/environments/{environmentName}/moves", {"projectId": project_id, "environmentName": environment_name}, {})

    def get_environment_move(self, project_id: str, environment_name: str, move_id: str) -> m.EnvironmentMove:
        """Read how far a move of an environment is"""
        answer: m.EnvironmentMove = self._send("GET", "/v1/projects/{projectId}/environments/{environmentName}/moves/{moveId}", {"projectId": project_id, "environmentName": environment_name, "moveId": move_id})
        return answer

    def cancel_environment_move(self, project_id: str, environment_name: str, move_id: str, *, if_match: str | None = None) -> None:
        """Cancel a move that has not begun to commit; SQL runs on the file as before"""
        self._send("DELETE", "/v1/projects/{projectId}/environments/{environmentName}/moves/{moveId}", {"projectId": project_id, "environmentName": environment_name, "moveId": move_id}, headers={"If-Match": if_match})

    def list_environments(self, project_id: str, *, page: int | None = None, size: int | None = None) -> m.EnvironmentPage:
        """List the environments of a project, by name"""
        answer: m.EnvironmentPage = self._send("GET", "/v1/projects/{projectId}/environments", {"projectId": project_id}, query={"page": page, "size": size})
        return answer

    def iter_environments(self, project_id: str) -> t.Iterator[m.Environment]:
        """All items of `list_environments`, page after page."""
        return self._items("/v1/projects/{projectId}/environments", {"projectId": project_id}, {})

    def create_environment(self, project_id: str, body: m.NewEnvironment, *, idempotency_key: str | None = None) -> m.Environment:
        """Create an environment"""
        answer: m.Environment = self._send("POST", "/v1/projects/{projectId}/environments", {"projectId": project_id}, headers={"Idempotency-Key": idempotency_key}, body=body)
        return answer

    def get_environment(self, project_id: str, environment_name: str) -> m.Environment:
        """Get an environment"""
        answer: m.Environment = self._send("GET", "/v1/projects/{projectId}/environments/{environmentName}", {"projectId": project_id, "environmentName": environment_name})
        return answer

    def update_environment(self, project_id: str, environment_name: str, body: m.EnvironmentPatch, *, if_match: str | None = None) -> m.Environment:
        """Update an environment; omitted fields keep their values"""
        answer: m.Environment = self._send("PATCH", "/v1/projects/{projectId}/environments/{environmentName}", {"projectId": project_id, "environmentName": environment_name}, headers={"If-Match": if_match}, body=body)
        return answer

    def delete_environment(self, project_id: str, environment_name: str, *, if_match: str | None = None) -> None:
        """Delete an environment with its published versions and overrides"""
        self._send("DELETE", "/v1/projects/{projectId}/environments/{environmentName}", {"projectId": project_id, "environmentName": environment_name}, headers={"If-Match": if_match})

    def create_pipeline_execution(self, project_id: str, body: m.NewExecution, *, traceparent: str | None = None, tracestate: str | None = None, idempotency_key: str | None = None) -> m.Execution:
        """Run a pipeline: of a published version, a branch, a commit or a draft"""
        answer: m.Execution = self._send("POST", "/v1/projects/{projectId}/pipeline-executions", {"projectId": project_id}, headers={"traceparent": traceparent, "tracestate": tracestate, "Idempotency-Key": idempotency_key}, body=body)
        return answer

    def update_pipeline_execution(self, pipeline_execution_id: str, body: m.TestExecutionPatch, *, if_match: str | None = None) -> m.Execution:
        """Cancel a pipeline execution"""
        answer: m.Execution = self._send("PATCH", "/v1/pipeline-executions/{pipelineExecutionId}", {"pipelineExecutionId": pipeline_execution_id}, headers={"If-Match": if_match}, body=body)
        return answer

    def get_pipeline_execution(self, pipeline_execution_id: str) -> m.Execution:
        """Get a pipeline execution"""
        answer: m.Execution = self._send("GET", "/v1/pipeline-executions/{pipelineExecutionId}", {"pipelineExecutionId": pipeline_execution_id})
        return answer

    def update_project_pipeline_execution(self, project_id: str, pipeline_execution_id: str, body: m.TestExecutionPatch, *, if_match: str | None = None) -> m.Execution:
        """Cancel a pipeline execution"""
        answer: m.Execution = self._send("PATCH", "/v1/projects/{projectId}/pipeline-executions/{pipelineExecutionId}", {"projectId": project_id, "pipelineExecutionId": pipeline_execution_id}, headers={"If-Match": if_match}, body=body)
        return answer

    def get_project_pipeline_execution(self, project_id: str, pipeline_execution_id: str) -> m.Execution:
        """Get a pipeline execution of a project"""
        answer: m.Execution = self._send("GET", "/v1/projects/{projectId}/pipeline-executions/{pipelineExecutionId}", {"projectId": project_id, "pipelineExecutionId": pipeline_execution_id})
        return answer

    def list_pipeline_executions(self, *, limit: int | None = None, pagination_token: str | None = None, project_id: str | None = None, pipeline_name: str | None = None, environment_name: str | None = None, status: list[m.ListPipelineExecutionsStatusItem] | None = None, count_up_to: int | None = None, schedule_id: str | None = None, agent_id: str | None = None, started_after: str | None = None, started_before: str | None = None, queued_after: str | None = None, queued_before: str | None = None, unpublished: bool | None = None, time_frame: str | None = None, sort: m.ListPipelineExecutionsSort | None = None) -> m.ExecutionList:
        """List pipeline executions, newest first"""
        answer: m.ExecutionList = self._send("GET", "/v1/pipeline-executions", {}, query={"limit": limit, "paginationToken": pagination_token, "projectId": project_id, "pipelineName": pipeline_name, "environmentName": environment_name, "status": status, "countUpTo": count_up_to, "scheduleId": schedule_id, "agentId": agent_id, "startedAfter": started_after, "startedBefore": started_before, "queuedAfter": queued_after, "queuedBefore": queued_before, "unpublished": unpublished, "timeFrame": time_frame, "sort": sort})
        return answer

    def iter_pipeline_executions(self, *, project_id: str | None = None, pipeline_name: str | None = None, environment_name: str | None = None, status: list[m.ListPipelineExecutionsStatusItem] | None = None, count_up_to: int | None = None, schedule_id: str | None = None, agent_id: str | None = None, started_after: str | None = None, started_before: str | None = None, queued_after: str | None = None, queued_before: str | None = None, unpublished: bool | None = None, time_frame: str | None = None, sort: m.ListPipelineExecutionsSort | None = None) -> t.Iterator[m.Execution]:
        """All items of `list_pipeline_executions`, page after page."""
        return self._items("/v1/pipeline-executions", {}, {"projectId": project_id, "pipelineName": pipeline_name, "environmentName": environment_name, "status": status, "countUpTo": count_up_to, "scheduleId": schedule_id, "agentId": agent_id, "startedAfter": started_after, "startedBefore": started_before, "queuedAfter": queued_after, "queuedBefore": queued_before, "unpublished": unpublished, "timeFrame": time_frame, "sort": sort}, by="token")

    def get_pipeline_execution_status(self, pipeline_execution_id: str) -> m.ExecutionStatusAnswer:
        """Get the status of a pipeline execution"""
        answer: m.ExecutionStatusAnswer = self._send("GET", "/v1/pipeline-executions/{pipelineExecutionId}/status", {"pipelineExecutionId": pipeline_execution_id})
        return answer

    def create_pipeline_execution_rerun(self, project_id: str, pipeline_execution_id: str, body: m.NewRerun, *, idempotency_key: str | None = None) -> m.Execution:
        """Rerun a pipeline execution, from its start or from its failed step"""
        answer: m.Execution = self._send("POST", "/v1/projects/{projectId}/pipeline-executions/{pipelineExecutionId}/reruns", {"projectId": project_id, "pipelineExecutionId": pipeline_execution_id}, headers={"Idempotency-Key": idempotency_key}, body=body)
        return answer

    def list_pipeline_execution_steps(self, project_id: str, pipeline_execution_id: str, *, page: int | None = None, size: int | None = None) -> m.StepPage:
        """List the steps of a pipeline execution, in the order they started"""
        answer: m.StepPage = self._send("GET", "/v1/projects/{projectId}/pipeline-executions/{pipelineExecutionId}/steps", {"projectId": project_id, "pipelineExecutionId": pipeline_execution_id}, query={"page": page, "size": size})
        return answer

    def iter_pipeline_execution_steps(self, project_id: str, pipeline_execution_id: str) -> t.Iterator[m.Step]:
        """All items of `list_pipeline_execution_steps`, page after page."""
        return self._items("/v1/projects/{projectId}/pipeline-executions/{pipelineExecutionId}/steps", {"projectId": project_id, "pipelineExecutionId": pipeline_execution_id}, {})

    def get_pipeline_execution_step(self, project_id: str, pipeline_execution_id: str, step_id: str, *, full: bool | None = None) -> m.StepDetails:
        """Get a step of a pipeline execution with what it was executed with"""
        answer: m.StepDetails = self._send("GET", "/v1/projects/{projectId}/pipeline-executions/{pipelineExecutionId}/steps/{stepId}", {"projectId": project_id, "pipelineExecutionId": pipeline_execution_id, "stepId": step_id}, query={"full": full})
        return answer

    def cancel_pipeline_executions(self, project_id: str, body: m.NewCancellations, *, idempotency_key: str | None = None) -> m.Cancellations:
        """Cancel the matching live executions of a project, up to a limit"""
        answer: m.Cancellations = self._send("POST", "/v1/projects/{projectId}/pipeline-executions/cancellations", {"projectId": project_id}, headers={"Idempotency-Key": idempotency_key}, body=body)
        return answer

    def get_project_pipeline_execution_status(self, project_id: str, pipeline_execution_id: str) -> m.ExecutionStatusAnswer:
        """Get the status of a pipeline execution of a project"""
        answer: m.ExecutionStatusAnswer = self._send("GET", "/v1/projects/{projectId}/pipeline-executions/{pipelineExecutionId}/status", {"projectId": project_id, "pipelineExecutionId": pipeline_execution_id})
        return answer

    def get_pipeline_execution_journal(self, project_id: str, pipeline_execution_id: str) -> str:
        """The journal of a pipeline execution and its children: NDJSON, what `headrace replay` reads"""
        answer: str = self._text("GET", "/v1/projects/{projectId}/pipeline-executions/{pipelineExecutionId}/journal", {"projectId": project_id, "pipelineExecutionId": pipeline_execution_id})
        return answer

    def get_pipeline_execution_logs(self, pipeline_execution_id: str, *, follow: bool | None = None) -> str:
        """Get the log of a pipeline execution: NDJSON, or server-sent events with follow=true"""
        answer: str = self._text("GET", "/v1/pipeline-executions/{pipelineExecutionId}/logs", {"pipelineExecutionId": pipeline_execution_id}, query={"follow": follow})
        return answer

    def list_slower_pipelines(self, *, limit: int | None = None) -> m.SlowerPipelineList:
        """List the pipelines whose newest run took longer than usual, the greatest increase first"""
        answer: m.SlowerPipelineList = self._send("GET", "/v1/slower-pipelines", {}, query={"limit": limit})
        return answer

    def list_lineage_events(self, *, page: int | None = None, size: int | None = None, generated_from: str, generated_before: str) -> m.ListLineageEventsResult:
        """List what runs read and wrote, as events of OpenLineage"""
        answer: m.ListLineageEventsResult = self._send("GET", "/v1/lineage/events", {}, query={"page": page, "size": size, "generatedFrom": generated_from, "generatedBefore": generated_before})
        return answer

    def iter_lineage_events(self, *, generated_from: str, generated_before: str) -> t.Iterator[m.LineageEvent]:
        """All items of `list_lineage_events`, page after page."""
        return self._items("/v1/lineage/events", {}, {"generatedFrom": generated_from, "generatedBefore": generated_before})

    def list_assets(self, *, page: int | None = None, size: int | None = None, search: str | None = None, kind: m.AssetKind | None = None, project_id: str | None = None, pipeline_name: str | None = None, last_written_before: str | None = None, sort: m.ListAssetsSort | None = None) -> m.ListAssetsResult:
        """List the tables, objects, files and endpoints that pipelines read and write"""
        answer: m.ListAssetsResult = self._send("GET", "/v1/assets", {}, query={"page": page, "size": size, "search": search, "kind": kind, "projectId": project_id, "pipelineName": pipeline_name, "lastWrittenBefore": last_written_before, "sort": sort})
        return answer

    def iter_assets(self, *, search: str | None = None, kind: m.AssetKind | None = None, project_id: str | None = None, pipeline_name: str | None = None, last_written_before: str | None = None, sort: m.ListAssetsSort | None = None) -> t.Iterator[m.Asset]:
        """All items of `list_assets`, page after page."""
        return self._items("/v1/assets", {}, {"search": search, "kind": kind, "projectId": project_id, "pipelineName": pipeline_name, "lastWrittenBefore": last_written_before, "sort": sort})

    def get_asset(self, asset_id: str) -> m.AssetDetails:
        """Get an asset: who uses it, and what wrote it last"""
        answer: m.AssetDetails = self._send("GET", "/v1/assets/{assetId}", {"assetId": asset_id})
        return answer

    def list_asset_writes(self, asset_id: str, *, page: int | None = None, size: int | None = None) -> m.ListAssetWritesResult:
        """List the steps that wrote an asset, newest first, with their row counts"""
        answer: m.ListAssetWritesResult = self._send("GET", "/v1/assets/{assetId}/writes", {"assetId": asset_id}, query={"page": page, "size": size})
        return answer

    def iter_asset_writes(self, asset_id: str) -> t.Iterator[m.AssetWriteItem]:
        """All items of `list_asset_writes`, page after page."""
        return self._items("/v1/assets/{assetId}/writes", {"assetId": asset_id}, {})

    def list_asset_pipelines(self, asset_id: str, *, page: int | None = None, size: int | None = None) -> m.ListAssetPipelinesResult:
        """List the pipelines that read and write an asset, by project, name and environment"""
        answer: m.ListAssetPipelinesResult = self._send("GET", "/v1/assets/{assetId}/pipelines", {"assetId": asset_id}, query={"page": page, "size": size})
        return answer

    def iter_asset_pipelines(self, asset_id: str) -> t.Iterator[m.AssetPipeline]:
        """All items of `list_asset_pipelines`, page after page."""
        return self._items("/v1/assets/{assetId}/pipelines", {"assetId": asset_id}, {})

    def get_asset_graph(self, asset_id: str, *, depth: int | None = None, limit: int | None = None) -> m.AssetGraph:
        """Get the upstream and downstream assets of an asset, over all projects that you see"""
        answer: m.AssetGraph = self._send("GET", "/v1/assets/{assetId}/graph", {"assetId": asset_id}, query={"depth": depth, "limit": limit})
        return answer

    def get_column_lineage(self, asset_id: str, *, column: str) -> m.ColumnTrace:
        """Trace a column of an asset both ways: what it is made of, and what breaks without it"""
        answer: m.ColumnTrace = self._send("GET", "/v1/assets/{assetId}/column-lineage", {"assetId": asset_id}, query={"column": column})
        return answer

    def get_artifact_lineage(self, project_id: str, *, environment_name: str, version_name: str | None = None, pipeline_name: str | None = None) -> m.VersionLineage:
        """Get what the pipelines of a published version will read and write, as far as their files say it"""
        answer: m.VersionLineage = self._send("GET", "/v1/projects/{projectId}/artifacts/lineage", {"projectId": project_id}, query={"environmentName": environment_name, "versionName": version_name, "pipelineName": pipeline_name})
        return answer

    def get_execution_lineage(self, project_id: str, pipeline_execution_id: str) -> m.ExecutionLineage:
        """Get what the steps of an execution read and wrote"""
        answer: m.ExecutionLineage = self._send("GET", "/v1/projects/{projectId}/pipeline-executions/{pipelineExecutionId}/lineage", {"projectId": project_id, "pipelineExecutionId": pipeline_execution_id})
        return answer

    def list_oauths(self, *, page: int | None = None, size: int | None = None, project_id: str | None = None) -> m.OAuthPage:
        """List the OAuth entries of your projects, oldest first"""
        answer: m.OAuthPage = self._send("GET", "/v1/oauths", {}, query={"page": page, "size": size, "projectId": project_id})
        return answer

    def iter_oauths(self, *, project_id: str | None = None) -> t.Iterator[m.OAuth]:
        """All items of `list_oauths`, page after page."""
        return self._items("/v1/oauths", {}, {"projectId": project_id})

    def create_oauth(self, body: m.NewOAuth, *, idempotency_key: str | None = None) -> m.OAuth:
        """Create an OAuth entry; it is pending setup until it is authorized"""
        answer: m.OAuth = self._send("POST", "/v1/oauths", {}, headers={"Idempotency-Key": idempotency_key}, body=body)
        return answer

    def get_oauth(self, oauth_id: str) -> m.OAuth:
        """Get an OAuth entry without its secrets"""
        answer: m.OAuth = self._send("GET", "/v1/oauths/{oauthId}", {"oauthId": oauth_id})
        return answer

    def update_oauth(self, oauth_id: str, body: m.NewOAuth, *, if_match: str | None = None) -> m.OAuth:
        """Update an OAuth entry; it needs authorization again when something its token depends on changes"""
        answer: m.OAuth = self._send("PUT", "/v1/oauths/{oauthId}", {"oauthId": oauth_id}, headers={"If-Match": if_match}, body=body)
        return answer

    def delete_oauth(self, oauth_id: str, *, force: bool | None = None, if_match: str | None = None) -> None:
        """Delete an OAuth entry; one that connectors use needs `force`"""
        self._send("DELETE", "/v1/oauths/{oauthId}", {"oauthId": oauth_id}, query={"force": force}, headers={"If-Match": if_match})

    def get_oauth_sharing(self, oauth_id: str) -> m.Sharing:
        """Get who owns an OAuth entry, and which other projects may use it"""
        answer: m.Sharing = self._send("GET", "/v1/oauths/{oauthId}/sharing", {"oauthId": oauth_id})
        return answer

    def update_oauth_sharing(self, oauth_id: str, body: m.SharingChange, *, if_match: str | None = None) -> m.Sharing:
        """Share an OAuth entry with other projects, or hand it to another owner"""
        answer: m.Sharing = self._send("PUT", "/v1/oauths/{oauthId}/sharing", {"oauthId": oauth_id}, headers={"If-Match": if_match}, body=body)
        return answer

    def authorize_oauth(self, oauth_id: str, *, idempotency_key: str | None = None) -> m.Authorization:
        """Fetch a token, or return the URL where a user grants access"""
        answer: m.Authorization = self._send("POST", "/v1/oauths/{oauthId}/authorize", {"oauthId": oauth_id}, headers={"Idempotency-Key": idempotency_key})
        return answer

    def list_users(self, *, page: int | None = None, size: int | None = None, name: str | None = None, sort: m.ListUsersSort | None = None) -> m.PrincipalPage:
        """List users of the directory"""
        answer: m.PrincipalPage = self._send("GET", "/v1/users", {}, query={"page": page, "size": size, "name": name, "sort": sort})
        return answer

    def iter_users(self, *, name: str | None = None, sort: m.ListUsersSort | None = None) -> t.Iterator[m.Principal]:
        """All items of `list_users`, page after page."""
        return self._items("/v1/users", {}, {"name": name, "sort": sort})

    def get_user(self, id: str) -> m.Principal:
        """Get a user of the directory"""
        answer: m.Principal = self._send("GET", "/v1/users/{id}", {"id": id})
        return answer

    def get_user_roles(self, id: str) -> m.Roles:
        """Get the roles granted directly to a user"""
        answer: m.Roles = self._send("GET", "/v1/users/{id}/roles", {"id": id})
        return answer

    def set_user_roles(self, id: str, body: m.Roles, *, if_match: str | None = None) -> m.Roles:
        """Replace the roles granted directly to a user; effective within 5 seconds"""
        answer: m.Roles = self._send("PUT", "/v1/users/{id}/roles", {"id": id}, headers={"If-Match": if_match}, body=body)
        return answer

    def list_groups(self, *, page: int | None = None, size: int | None = None, name: str | None = None, sort: m.ListGroupsSort | None = None) -> m.PrincipalPage:
        """List groups of the directory"""
        answer: m.PrincipalPage = self._send("GET", "/v1/groups", {}, query={"page": page, "size": size, "name": name, "sort": sort})
        return answer

    def iter_groups(self, *, name: str | None = None, sort: m.ListGroupsSort | None = None) -> t.Iterator[m.Principal]:
        """All items of `list_groups`, page after page."""
        return self._items("/v1/groups", {}, {"name": name, "sort": sort})

    def get_group(self, id: str) -> m.Principal:
        """Get a group of the directory"""
        answer: m.Principal = self._send("GET", "/v1/groups/{id}", {"id": id})
        return answer

    def get_group_roles(self, id: str) -> m.Roles:
        """Get the roles granted directly to a group"""
        answer: m.Roles = self._send("GET", "/v1/groups/{id}/roles", {"id": id})
        return answer

    def set_group_roles(self, id: str, body: m.Roles, *, if_match: str | None = None) -> m.Roles:
        """Replace the roles granted directly to a group; effective within 5 seconds"""
        answer: m.Roles = self._send("PUT", "/v1/groups/{id}/roles", {"id": id}, headers={"If-Match": if_match}, body=body)
        return answer

    def get_api_credential_roles(self, client_id: str) -> m.Roles:
        """Get the roles of an API credential"""
        answer: m.Roles = self._send("GET", "/v1/api-credentials/{clientId}/roles", {"clientId": client_id})
        return answer

    def set_api_credential_roles(self, client_id: str, body: m.Roles, *, if_match: str | None = None) -> m.Roles:
        """Replace the roles of an API credential; effective within 5 seconds, also for its tokens"""
        answer: m.Roles = self._send("PUT", "/v1/api-credentials/{clientId}/roles", {"clientId": client_id}, headers={"If-Match": if_match}, body=body)
        return answer

    def list_project_members(self, project_id: str, *, page: int | None = None, size: int | None = None) -> m.MemberPage:
        """List the members of a project"""
        answer: m.MemberPage = self._send("GET", "/v1/projects/{projectId}/members", {"projectId": project_id}, query={"page": page, "size": size})
        return answer

    def iter_project_members(self, project_id: str) -> t.Iterator[m.Member]:
        """All items of `list_project_members`, page after page."""
        return self._items("/v1/projects/{projectId}/members", {"projectId": project_id}, {})

    def list_member_candidates(self, project_id: str, *, page: int | None = None, size: int | None = None, name: str | None = None) -> m.CandidatePage:
        """Find users, groups and credentials that can become members, by part of the name"""
        answer: m.CandidatePage = self._send("GET", "/v1/projects/{projectId}/member-candidates", {"projectId": project_id}, query={"page": page, "size": size, "name": name})
        return answer

    def iter_member_candidates(self, project_id: str, *, name: str | None = None) -> t.Iterator[m.Candidate]:
        """All items of `list_member_candidates`, page after page."""
        return self._items("/v1/projects/{projectId}/member-candidates", {"projectId": project_id}, {"name": name})

    def get_project_member(self, project_id: str, id: str) -> m.Member:
        """Get a member of a project"""
        answer: m.Member = self._send("GET", "/v1/projects/{projectId}/members/{id}", {"projectId": project_id, "id": id})
        return answer

    def set_project_member(self, project_id: str, id: str, body: m.NewMember, *, if_match: str | None = None) -> None:
        """Grant a user, group or credential a role in a project"""
        self._send("PUT", "/v1/projects/{projectId}/members/{id}", {"projectId": project_id, "id": id}, headers={"If-Match": if_match}, body=body)

    def remove_project_member(self, project_id: str, id: str, *, if_match: str | None = None) -> None:
        """Remove a member from a project"""
        self._send("DELETE", "/v1/projects/{projectId}/members/{id}", {"projectId": project_id, "id": id}, headers={"If-Match": if_match})

    def list_environment_members(self, project_id: str, environment_name: str, *, page: int | None = None, size: int | None = None) -> m.EnvironmentMemberPage:
        """List direct grants of access to an environment"""
        answer: m.EnvironmentMemberPage = self._send("GET", "/v1/projects/{projectId}/environments/{environmentName}/members", {"projectId": project_id, "environmentName": environment_name}, query={"page": page, "size": size})
        return answer

    def iter_environment_members(self, project_id: str, environment_name: str) -> t.Iterator[m.EnvironmentMember]:
        """All items of `list_environment_members`, page after page."""
        return self._items("/v1/projects/{projectId}/environments/{environmentName}/members", {"projectId": project_id, "environmentName": environment_name}, {})

    def list_environment_member_candidates(self, project_id: str, environment_name: str, *, page: int | None = None, size: int | None = None, name: str | None = None) -> m.CandidatePage:
        """Find users, groups and credentials that can be granted access, by part of the name"""
        answer: m.CandidatePage = self._send("GET", "/v1/projects/{projectId}/environments/{environmentName}/member-candidates", {"projectId": project_id, "environmentName": environment_name}, query={"page": page, "size": size, "name": name})
        return answer

    def iter_environment_member_candidates(self, project_id: str, environment_name: str, *, name: str | None = None) -> t.Iterator[m.Candidate]:
        """All items of `list_environment_member_candidates`, page after page."""
        return self._items("/v1/projects/{projectId}/environments/{environmentName}/member-candidates", {"projectId": project_id, "environmentName": environment_name}, {"name": name})

    def get_environment_member(self, project_id: str, environment_name: str, id: str) -> m.EnvironmentMember:
        """Get a direct grant of access to an environment"""
        answer: m.EnvironmentMember = self._send("GET", "/v1/projects/{projectId}/environments/{environmentName}/members/{id}", {"projectId": project_id, "environmentName": environment_name, "id": id})
        return answer

    def set_environment_member(self, project_id: str, environment_name: str, id: str, body: m.NewEnvironmentMember, *, if_match: str | None = None) -> None:
        """Grant a user, group or credential access to an environment, or deny it (NO_ACCESS)"""
        self._send("PUT", "/v1/projects/{projectId}/environments/{environmentName}/members/{id}", {"projectId": project_id, "environmentName": environment_name, "id": id}, headers={"If-Match": if_match}, body=body)

    def remove_environment_member(self, project_id: str, environment_name: str, id: str, *, if_match: str | None = None) -> None:
        """Remove a direct grant; groups and the default of the environment apply again"""
        self._send("DELETE", "/v1/projects/{projectId}/environments/{environmentName}/members/{id}", {"projectId": project_id, "environmentName": environment_name, "id": id}, headers={"If-Match": if_match})

    def get_user_permissions(self, id: str, *, page: int | None = None, size: int | None = None) -> m.Permissions:
        """Get the permissions of a user and the roles they come from"""
        answer: m.Permissions = self._send("GET", "/v1/users/{id}/permissions", {"id": id}, query={"page": page, "size": size})
        return answer

    def list_effective_project_members(self, project_id: str, *, name: str | None = None, limit: int | None = None, pagination_token: str | None = None) -> m.EffectiveMemberPage:
        """List everyone with access to a project, with the role and its sources"""
        answer: m.EffectiveMemberPage = self._send("GET", "/v1/projects/{projectId}/effective-members", {"projectId": project_id}, query={"name": name, "limit": limit, "paginationToken": pagination_token})
        return answer

    def iter_effective_project_members(self, project_id: str, *, name: str | None = None) -> t.Iterator[m.EffectiveMemberPageResultsItem]:
        """All items of `list_effective_project_members`, page after page."""
        return self._items("/v1/projects/{projectId}/effective-members", {"projectId": project_id}, {"name": name}, by="token")

    def list_effective_environment_members(self, project_id: str, environment_name: str, *, name: str | None = None, limit: int | None = None, pagination_token: str | None = None) -> m.EffectiveEnvironmentMemberPage:
        """List everyone in the project with their access to an environment and its sources"""
        answer: m.EffectiveEnvironmentMemberPage = self._send("GET", "/v1/projects/{projectId}/environments/{environmentName}/effective-members", {"projectId": project_id, "environmentName": environment_name}, query={"name": name, "limit": limit, "paginationToken": pagination_token})
        return answer

    def iter_effective_environment_members(self, project_id: str, environment_name: str, *, name: str | None = None) -> t.Iterator[m.EffectiveEnvironmentMemberPageResultsItem]:
        """All items of `list_effective_environment_members`, page after page."""
        return self._items("/v1/projects/{projectId}/environments/{environmentName}/effective-members", {"projectId": project_id, "environmentName": environment_name}, {"name": name}, by="token")

    def list_personal_access_tokens(self) -> m.PersonalTokens:
        """List your own tokens, oldest first"""
        answer: m.PersonalTokens = self._send("GET", "/v1/personal-access-tokens", {})
        return answer

    def create_personal_access_token(self, body: m.NewPersonalToken, *, idempotency_key: str | None = None) -> m.CreatedPersonalToken:
        """Create a token with your own roles, narrowed by scopes; it is shown only once"""
        answer: m.CreatedPersonalToken = self._send("POST", "/v1/personal-access-tokens", {}, headers={"Idempotency-Key": idempotency_key}, body=body)
        return answer

    def get_personal_access_token(self, id: str) -> m.PersonalToken:
        """Get one of your own tokens, without its secret"""
        answer: m.PersonalToken = self._send("GET", "/v1/personal-access-tokens/{id}", {"id": id})
        return answer

    def delete_personal_access_token(self, id: str, *, if_match: str | None = None) -> None:
        """Delete a token; it stops working within 5 seconds"""
        self._send("DELETE", "/v1/personal-access-tokens/{id}", {"id": id}, headers={"If-Match": if_match})

    def list_pipelines(self, project_id: str, *, page: int | None = None, size: int | None = None, ref: str | None = None, environment_name: str | None = None, version_name: str | None = None, pipeline_execution_id: str | None = None) -> m.PipelinePage:
        """List the pipelines of a commit or of a published version, by name"""
        answer: m.PipelinePage = self._send("GET", "/v1/projects/{projectId}/pipelines", {"projectId": project_id}, query={"page": page, "size": size, "ref": ref, "environmentName": environment_name, "versionName": version_name, "pipelineExecutionId": pipeline_execution_id})
        return answer

    def iter_pipelines(self, project_id: str, *, ref: str | None = None, environment_name: str | None = None, version_name: str | None = None, pipeline_execution_id: str | None = None) -> t.Iterator[m.PipelineSummary]:
        """All items of `list_pipelines`, page after page."""
        return self._items("/v1/projects/{projectId}/pipelines", {"projectId": project_id}, {"ref": ref, "environmentName": environment_name, "versionName": version_name, "pipelineExecutionId": pipeline_execution_id})

    def get_pipeline_details(self, project_id: str, *, name: str, ref: str | None = None, environment_name: str | None = None, version_name: str | None = None, pipeline_execution_id: str | None = None) -> m.PipelineDetails:
        """Get a pipeline: its components, links, variables, notes and problems"""
        answer: m.PipelineDetails = self._send("GET", "/v1/projects/{projectId}/pipelines/details", {"projectId": project_id}, query={"name": name, "ref": ref, "environmentName": environment_name, "versionName": version_name, "pipelineExecutionId": pipeline_execution_id})
        return answer

    def get_pipeline_calls(self, project_id: str, *, name: str, ref: str | None = None, environment_name: str | None = None, version_name: str | None = None, pipeline_execution_id: str | None = None, draft: str | None = None) -> m.PipelineCalls:
        """List the pipelines that run a pipeline, and those that it runs"""
        answer: m.PipelineCalls = self._send("GET", "/v1/projects/{projectId}/pipelines/calls", {"projectId": project_id}, query={"name": name, "ref": ref, "environmentName": environment_name, "versionName": version_name, "pipelineExecutionId": pipeline_execution_id, "draft": draft})
        return answer

    def search_pipelines(self, *, page: int | None = None, size: int | None = None, name: str) -> m.PipelineMatchPage:
        """Find pipelines by part of the name in all projects that you may see"""
        answer: m.PipelineMatchPage = self._send("GET", "/v1/pipelines", {}, query={"page": page, "size": size, "name": name})
        return answer

    def iter_search_pipelines(self, *, name: str) -> t.Iterator[m.PipelineMatch]:
        """All items of `search_pipelines`, page after page."""
        return self._items("/v1/pipelines", {}, {"name": name})

    def list_pipeline_versions(self, project_id: str, *, page: int | None = None, size: int | None = None, name: str, environment_name: str) -> m.PipelineVersionPage:
        """List the published versions of an environment that changed a pipeline, newest first"""
        answer: m.PipelineVersionPage = self._send("GET", "/v1/projects/{projectId}/pipelines/versions", {"projectId": project_id}, query={"page": page, "size": size, "name": name, "environmentName": environment_name})
        return answer

    def iter_pipeline_versions(self, project_id: str, *, name: str, environment_name: str) -> t.Iterator[m.PipelineVersion]:
        """All items of `list_pipeline_versions`, page after page."""
        return self._items("/v1/projects/{projectId}/pipelines/versions", {"projectId": project_id}, {"name": name, "environmentName": environment_name})

    def get_pipeline_version_diff(self, project_id: str, *, name: str, from_environment_name: str, from_version_name: str | None = None, to_environment_name: str, to_version_name: str | None = None) -> m.PipelineDiff:
        """Compare a pipeline in two published versions, of one environment or of two"""
        answer: m.PipelineDiff = self._send("GET", "/v1/projects/{projectId}/pipelines/versions/diff", {"projectId": project_id}, query={"name": name, "fromEnvironmentName": from_environment_name, "fromVersionName": from_version_name, "toEnvironmentName": to_environment_name, "toVersionName": to_version_name})
        return answer

    def list_projects(self, *, page: int | None = None, size: int | None = None, name: str | None = None) -> m.ProjectPage:
        """List projects, by name"""
        answer: m.ProjectPage = self._send("GET", "/v1/projects", {}, query={"page": page, "size": size, "name": name})
        return answer

    def iter_projects(self, *, name: str | None = None) -> t.Iterator[m.Project]:
        """All items of `list_projects`, page after page."""
        return self._items("/v1/projects", {}, {"name": name})

    def create_project(self, body: m.NewProject, *, idempotency_key: str | None = None) -> m.CreatedProject:
        """Create a project; the caller becomes its administrator"""
        answer: m.CreatedProject = self._send("POST", "/v1/projects", {}, headers={"Idempotency-Key": idempotency_key}, body=body)
        return answer

    def get_project(self, project_id: str) -> m.Project:
        """Get a project"""
        answer: m.Project = self._send("GET", "/v1/projects/{projectId}", {"projectId": project_id})
        return answer

    def update_project(self, project_id: str, body: m.ProjectPatch, *, if_match: str | None = None) -> m.Project:
        """Update a project; omitted fields keep their values"""
        answer: m.Project = self._send("PATCH", "/v1/projects/{projectId}", {"projectId": project_id}, headers={"If-Match": if_match}, body=body)
        return answer

    def delete_project(self, project_id: str, *, if_match: str | None = None) -> None:
        """Delete a project with everything in it"""
        self._send("DELETE", "/v1/projects/{projectId}", {"projectId": project_id}, headers={"If-Match": if_match})

    def get_repository(self, project_id: str) -> m.Repository:
        """Get the repository of a project"""
        answer: m.Repository = self._send("GET", "/v1/projects/{projectId}/repositories", {"projectId": project_id})
        return answer

    def associate_repository(self, project_id: str, body: m.NewRepository, *, git_provider_access_token: str | None = None, idempotency_key: str | None = None) -> m.Repository:
        """Associate a repository with a project"""
        answer: m.Repository = self._send("POST", "/v1/projects/{projectId}/repositories", {"projectId": project_id}, headers={"Git-Provider-Access-Token": git_provider_access_token, "Idempotency-Key": idempotency_key}, body=body)
        return answer

    def remove_repository(self, project_id: str, *, if_match: str | None = None) -> None:
        """Remove the association; the repository itself stays where it is"""
        self._send("DELETE", "/v1/projects/{projectId}/repositories", {"projectId": project_id}, headers={"If-Match": if_match})

    def replace_repository_token(self, project_id: str, *, git_provider_access_token: str | None = None, if_match: str | None = None) -> None:
        """Replace the access token of the repository when the stored one is no longer valid"""
        self._send("PUT", "/v1/projects/{projectId}/repositories/access-token", {"projectId": project_id}, headers={"Git-Provider-Access-Token": git_provider_access_token, "If-Match": if_match})

    def get_pull_request_page(self, project_id: str, *, source: str, target: str) -> m.PullRequestPage:
        """Get the page of the code host that opens a pull request from one branch into another"""
        answer: m.PullRequestPage = self._send("GET", "/v1/projects/{projectId}/repositories/pull-request-page", {"projectId": project_id}, query={"source": source, "target": target})
        return answer

    def list_repository_events(self, project_id: str, *, page: int | None = None, size: int | None = None) -> m.RepositoryEventPage:
        """List the events of a repository, newest first"""
        answer: m.RepositoryEventPage = self._send("GET", "/v1/projects/{projectId}/repositories/events", {"projectId": project_id}, query={"page": page, "size": size})
        return answer

    def iter_repository_events(self, project_id: str) -> t.Iterator[m.RepositoryEventPageResultsItem]:
        """All items of `list_repository_events`, page after page."""
        return self._items("/v1/projects/{projectId}/repositories/events", {"projectId": project_id}, {})

    def list_branches(self, project_id: str, *, page: int | None = None, size: int | None = None) -> m.BranchPage:
        """List the branches, by name"""
        answer: m.BranchPage = self._send("GET", "/v1/projects/{projectId}/repositories/branches", {"projectId": project_id}, query={"page": page, "size": size})
        return answer

    def iter_branches(self, project_id: str) -> t.Iterator[m.BranchPageResultsItem]:
        """All items of `list_branches`, page after page."""
        return self._items("/v1/projects/{projectId}/repositories/branches", {"projectId": project_id}, {})

    def create_branch(self, project_id: str, body: m.NewBranch, *, idempotency_key: str | None = None) -> m.Branch:
        """Create a branch"""
        answer: m.Branch = self._send("POST", "/v1/projects/{projectId}/repositories/branches", {"projectId": project_id}, headers={"Idempotency-Key": idempotency_key}, body=body)
        return answer

    def list_commits(self, project_id: str, *, page: int | None = None, size: int | None = None, ref: str | None = None) -> m.CommitPage:
        """List the commits of a branch, newest first"""
        answer: m.CommitPage = self._send("GET", "/v1/projects/{projectId}/repositories/commits", {"projectId": project_id}, query={"page": page, "size": size, "ref": ref})
        return answer

    def iter_commits(self, project_id: str, *, ref: str | None = None) -> t.Iterator[m.CommitPageResultsItem]:
        """All items of `list_commits`, page after page."""
        return self._items("/v1/projects/{projectId}/repositories/commits", {"projectId": project_id}, {"ref": ref})

    def create_commit(self, project_id: str, body: m.NewCommit, *, idempotency_key: str | None = None) -> m.Commit:
        """Write and delete several files of a branch in one commit, all or none of them"""
        answer: m.Commit = self._send("POST", "/v1/projects/{projectId}/repositories/commits", {"projectId": project_id}, headers={"Idempotency-Key": idempotency_key}, body=body)
        return answer

    def list_files(self, project_id: str, *, page: int | None = None, size: int | None = None, ref: str | None = None) -> m.FilePage:
        """List the files of a commit, by path"""
        answer: m.FilePage = self._send("GET", "/v1/projects/{projectId}/repositories/files", {"projectId": project_id}, query={"page": page, "size": size, "ref": ref})
        return answer

    def iter_files(self, project_id: str, *, ref: str | None = None) -> t.Iterator[m.FilePageResultsItem]:
        """All items of `list_files`, page after page."""
        return self._items("/v1/projects/{projectId}/repositories/files", {"projectId": project_id}, {"ref": ref})

    def put_file(self, project_id: str, body: m.PutFile, *, if_match: str | None = None) -> m.WrittenFile:
        """Write a file of a branch, in a commit of its own"""
        answer: m.WrittenFile = self._send("PUT", "/v1/projects/{projectId}/repositories/files", {"projectId": project_id}, headers={"If-Match": if_match}, body=body)
        return answer

    def delete_file(self, project_id: str, *, branch: str, path: str, message: str | None = None, if_match: str | None = None) -> None:
        """Delete a file of a branch, in a separate commit"""
        self._send("DELETE", "/v1/projects/{projectId}/repositories/files", {"projectId": project_id}, query={"branch": branch, "path": path, "message": message}, headers={"If-Match": if_match})

    def get_file_content(self, project_id: str, *, ref: str | None = None, path: str) -> m.FileContent:
        """Read a file of a commit"""
        answer: m.FileContent = self._send("GET", "/v1/projects/{projectId}/repositories/files/content", {"projectId": project_id}, query={"ref": ref, "path": path})
        return answer

    def publish_from_git(self, project_id: str, body: m.PublishFromGit, *, idempotency_key: str | None = None) -> m.PublishedArtifact:
        """Publish a commit of the project's repository as a version in an environment"""
        answer: m.PublishedArtifact = self._send("POST", "/v1/projects/{projectId}/artifacts/from-git", {"projectId": project_id}, headers={"Idempotency-Key": idempotency_key}, body=body)
        return answer

    def list_automatic_publications(self, project_id: str, *, page: int | None = None, size: int | None = None) -> m.PublicationPage:
        """List the branches that are published automatically"""
        answer: m.PublicationPage = self._send("GET", "/v1/projects/{projectId}/repositories/publications", {"projectId": project_id}, query={"page": page, "size": size})
        return answer

    def iter_automatic_publications(self, project_id: str) -> t.Iterator[m.Publication]:
        """All items of `list_automatic_publications`, page after page."""
        return self._items("/v1/projects/{projectId}/repositories/publications", {"projectId": project_id}, {})

    def automate_publication(self, project_id: str, body: m.NewPublication, *, idempotency_key: str | None = None) -> m.Publication:
        """Publish every new commit of a branch to an environment automatically"""
        answer: m.Publication = self._send("POST", "/v1/projects/{projectId}/repositories/publications", {"projectId": project_id}, headers={"Idempotency-Key": idempotency_key}, body=body)
        return answer

    def get_automatic_publication(self, project_id: str, environment_name: str) -> m.Publication:
        """Get the branch that is published to an environment automatically"""
        answer: m.Publication = self._send("GET", "/v1/projects/{projectId}/repositories/publications/{environmentName}", {"projectId": project_id, "environmentName": environment_name})
        return answer

    def stop_automatic_publication(self, project_id: str, environment_name: str, *, if_match: str | None = None) -> None:
        """Stop publishing a branch to this environment automatically"""
        self._send("DELETE", "/v1/projects/{projectId}/repositories/publications/{environmentName}", {"projectId": project_id, "environmentName": environment_name}, headers={"If-Match": if_match})

    def get_commit(self, project_id: str, commit_hash: str) -> m.Commit:
        """Get a commit with its whole message"""
        answer: m.Commit = self._send("GET", "/v1/projects/{projectId}/repositories/commits/{commitHash}", {"projectId": project_id, "commitHash": commit_hash})
        return answer

    def merge_branches(self, project_id: str, body: m.NewMerge, *, idempotency_key: str | None = None) -> m.Merge:
        """Merge a branch, a tag or a commit into a branch"""
        answer: m.Merge = self._send("POST", "/v1/projects/{projectId}/repositories/merges", {"projectId": project_id}, headers={"Idempotency-Key": idempotency_key}, body=body)
        return answer

    def get_branch(self, project_id: str, branch_name: str) -> m.Branch:
        """Get a branch; its ETag is the commit that it is at"""
        answer: m.Branch = self._send("GET", "/v1/projects/{projectId}/repositories/branches/{branchName}", {"projectId": project_id, "branchName": branch_name})
        return answer

    def delete_branch(self, project_id: str, branch_name: str, *, if_match: str | None = None) -> None:
        """Delete a branch other than the default one; commits that no other branch has are lost"""
        self._send("DELETE", "/v1/projects/{projectId}/repositories/branches/{branchName}", {"projectId": project_id, "branchName": branch_name}, headers={"If-Match": if_match})

    def get_diff(self, project_id: str, *, page: int | None = None, size: int | None = None, from_: str | None = None, from_draft: str | None = None, to: str | None = None, to_draft: str | None = None) -> m.RepositoryDiff:
        """List the files that differ between two commits or drafts, by path"""
        answer: m.RepositoryDiff = self._send("GET", "/v1/projects/{projectId}/repositories/diff", {"projectId": project_id}, query={"page": page, "size": size, "from": from_, "fromDraft": from_draft, "to": to, "toDraft": to_draft})
        return answer

    def iter_diff(self, project_id: str, *, from_: str | None = None, from_draft: str | None = None, to: str | None = None, to_draft: str | None = None) -> t.Iterator[m.FileDiff]:
        """All items of `get_diff`, page after page."""
        return self._items("/v1/projects/{projectId}/repositories/diff", {"projectId": project_id}, {"from": from_, "fromDraft": from_draft, "to": to, "toDraft": to_draft})

    def start_repository_migration(self, project_id: str, body: m.NewMigration, *, dry_run: bool | None = None, git_provider_access_token: str | None = None, idempotency_key: str | None = None) -> m.DryRun:
        """Move a project's repository to another repository or provider"""
        answer: m.DryRun = self._send("POST", "/v1/projects/{projectId}/repository-migration", {"projectId": project_id}, query={"dryRun": dry_run}, headers={"Git-Provider-Access-Token": git_provider_access_token, "Idempotency-Key": idempotency_key}, body=body)
        return answer

    def list_repository_migrations(self, project_id: str, *, page: int | None = None, size: int | None = None) -> m.MigrationPage:
        """List the migrations of a project, newest first"""
        answer: m.MigrationPage = self._send("GET", "/v1/projects/{projectId}/repository-migration", {"projectId": project_id}, query={"page": page, "size": size})
        return answer

    def iter_repository_migrations(self, project_id: str) -> t.Iterator[m.Migration]:
        """All items of `list_repository_migrations`, page after page."""
        return self._items("/v1/projects/{projectId}/repository-migration", {"projectId": project_id}, {})

    def get_repository_migration(self, project_id: str, migration_id: str) -> m.Migration:
        """Check the status of a migration"""
        answer: m.Migration = self._send("GET", "/v1/projects/{projectId}/repository-migration/{migrationId}", {"projectId": project_id, "migrationId": migration_id})
        return answer

    def review_pipelines(self, project_id: str, body: m.NewReview, *, idempotency_key: str | None = None) -> m.Review:
        """Review the quality of the pipelines of a branch or a commit"""
        answer: m.Review = self._send("POST", "/v1/projects/{projectId}/reviews", {"projectId": project_id}, headers={"Idempotency-Key": idempotency_key}, body=body)
        return answer

    def list_agents(self, *, page: int | None = None, size: int | None = None, name: str | None = None, sort: m.ListAgentsSort | None = None) -> m.AgentPage:
        """List runners, by name"""
        answer: m.AgentPage = self._send("GET", "/v1/agents", {}, query={"page": page, "size": size, "name": name, "sort": sort})
        return answer

    def iter_agents(self, *, name: str | None = None, sort: m.ListAgentsSort | None = None) -> t.Iterator[m.AgentInfo]:
        """All items of `list_agents`, page after page."""
        return self._items("/v1/agents", {}, {"name": name, "sort": sort})

    def create_agent(self, body: m.NewAgent, *, idempotency_key: str | None = None) -> m.AgentInfo:
        """Create a runner; its credential is read from /credentials"""
        answer: m.AgentInfo = self._send("POST", "/v1/agents", {}, headers={"Idempotency-Key": idempotency_key}, body=body)
        return answer

    def get_agent(self, agent_id: str) -> m.AgentInfo:
        """Get the details of a runner"""
        answer: m.AgentInfo = self._send("GET", "/v1/agents/{agentId}", {"agentId": agent_id})
        return answer

    def update_agent(self, agent_id: str, body: m.AgentPatch, *, if_match: str | None = None) -> m.AgentInfo:
        """Update a runner; omitted fields keep their values"""
        answer: m.AgentInfo = self._send("PATCH", "/v1/agents/{agentId}", {"agentId": agent_id}, headers={"If-Match": if_match}, body=body)
        return answer

    def delete_agent(self, agent_id: str, *, if_match: str | None = None) -> m.DeletedAgent:
        """Delete a runner that is stopped, pending or unknown"""
        answer: m.DeletedAgent = self._send("DELETE", "/v1/agents/{agentId}", {"agentId": agent_id}, headers={"If-Match": if_match})
        return answer

    def command_agent(self, agent_id: str, body: m.AgentCommand, *, idempotency_key: str | None = None) -> m.AgentInfo:
        """Pause, resume, restart or stop a runner"""
        answer: m.AgentInfo = self._send("POST", "/v1/agents/{agentId}/commands", {"agentId": agent_id}, headers={"Idempotency-Key": idempotency_key}, body=body)
        return answer

    def get_agent_credentials(self, agent_id: str) -> m.AgentCredentials:
        """Get the credential of a runner; a personal access token needs the scope write"""
        answer: m.AgentCredentials = self._send("GET", "/v1/agents/{agentId}/credentials", {"agentId": agent_id})
        return answer

    def refresh_agent_credentials(self, agent_id: str, body: m.CredentialAction, *, idempotency_key: str | None = None) -> m.AgentCredentials:
        """Rotate the secret of a runner; the old secret stays valid for 24 hours"""
        answer: m.AgentCredentials = self._send("POST", "/v1/agents/{agentId}/credentials", {"agentId": agent_id}, headers={"Idempotency-Key": idempotency_key}, body=body)
        return answer

    def get_agent_allow_list(self, agent_id: str) -> m.AllowList:
        """Get the projects and environments that a restricted runner may serve"""
        answer: m.AllowList = self._send("GET", "/v1/agents/{agentId}/allowlist", {"agentId": agent_id})
        return answer

    def replace_agent_allow_list(self, agent_id: str, body: m.AllowList, *, if_match: str | None = None) -> m.AllowList:
        """Replace the allow list"""
        answer: m.AllowList = self._send("PUT", "/v1/agents/{agentId}/allowlist", {"agentId": agent_id}, headers={"If-Match": if_match}, body=body)
        return answer

    def extend_agent_allow_list(self, agent_id: str, body: m.AllowList, *, if_match: str | None = None) -> m.AllowList:
        """Add or replace entries of the allow list"""
        answer: m.AllowList = self._send("PATCH", "/v1/agents/{agentId}/allowlist", {"agentId": agent_id}, headers={"If-Match": if_match}, body=body)
        return answer

    def clear_agent_allow_list(self, agent_id: str, *, if_match: str | None = None) -> None:
        """Clear the allow list"""
        self._send("DELETE", "/v1/agents/{agentId}/allowlist", {"agentId": agent_id}, headers={"If-Match": if_match})

    def list_agent_tracks(self) -> m.AgentTracks:
        """List the version tracks of this installation"""
        answer: m.AgentTracks = self._send("GET", "/v1/agent-tracks", {})
        return answer

    def replace_agent_tracks(self, body: m.AgentTracks, *, if_match: str | None = None) -> m.AgentTracks:
        """Replace the version tracks; outdated runners with automatic updates drain and restart"""
        answer: m.AgentTracks = self._send("PUT", "/v1/agent-tracks", {}, headers={"If-Match": if_match}, body=body)
        return answer

    def list_database_tables(self, project_id: str, body: m.TablesWanted, *, idempotency_key: str | None = None) -> m.DatabaseTables:
        """List the tables of an environment's database, or the columns of one"""
        answer: m.DatabaseTables = self._send("POST", "/v1/projects/{projectId}/database-tables", {"projectId": project_id}, headers={"Idempotency-Key": idempotency_key}, body=body)
        return answer

    def take_sample(self, project_id: str, body: m.NewSample, *, idempotency_key: str | None = None) -> m.Sample:
        """Read the first rows of a component of a transformation, or its columns and SQL"""
        answer: m.Sample = self._send("POST", "/v1/projects/{projectId}/samples", {"projectId": project_id}, headers={"Idempotency-Key": idempotency_key}, body=body)
        return answer

    def list_schedules(self, project_id: str, *, page: int | None = None, size: int | None = None, name: str | None = None, pipeline_name: str | None = None, environment_name: str | None = None, schedule_enabled: bool | None = None, sort: m.ListSchedulesSort | None = None) -> m.SchedulePage:
        """List the schedules of a project, by name"""
        answer: m.SchedulePage = self._send("GET", "/v1/projects/{projectId}/schedules", {"projectId": project_id}, query={"page": page, "size": size, "name": name, "pipelineName": pipeline_name, "environmentName": environment_name, "scheduleEnabled": schedule_enabled, "sort": sort})
        return answer

    def iter_schedules(self, project_id: str, *, name: str | None = None, pipeline_name: str | None = None, environment_name: str | None = None, schedule_enabled: bool | None = None, sort: m.ListSchedulesSort | None = None) -> t.Iterator[m.Schedule]:
        """All items of `list_schedules`, page after page."""
        return self._items("/v1/projects/{projectId}/schedules", {"projectId": project_id}, {"name": name, "pipelineName": pipeline_name, "environmentName": environment_name, "scheduleEnabled": schedule_enabled, "sort": sort})

    def create_schedule(self, project_id: str, body: m.NewSchedule, *, idempotency_key: str | None = None) -> m.Schedule:
        """Create a schedule"""
        answer: m.Schedule = self._send("POST", "/v1/projects/{projectId}/schedules", {"projectId": project_id}, headers={"Idempotency-Key": idempotency_key}, body=body)
        return answer

    def get_schedule(self, project_id: str, schedule_id: str) -> m.Schedule:
        """Get a schedule"""
        answer: m.Schedule = self._send("GET", "/v1/projects/{projectId}/schedules/{scheduleId}", {"projectId": project_id, "scheduleId": schedule_id})
        return answer

    def update_schedule(self, project_id: str, schedule_id: str, body: m.SchedulePatch, *, if_match: str | None = None) -> m.Schedule:
        """Change a schedule; absent fields stay, a kind of recurrence that is given replaces the other"""
        answer: m.Schedule = self._send("PATCH", "/v1/projects/{projectId}/schedules/{scheduleId}", {"projectId": project_id, "scheduleId": schedule_id}, headers={"If-Match": if_match}, body=body)
        return answer

    def delete_schedule(self, project_id: str, schedule_id: str, *, if_match: str | None = None) -> None:
        """Delete a schedule; its executions stay"""
        self._send("DELETE", "/v1/projects/{projectId}/schedules/{scheduleId}", {"projectId": project_id, "scheduleId": schedule_id}, headers={"If-Match": if_match})

    def run_schedule(self, project_id: str, schedule_id: str, *, idempotency_key: str | None = None) -> m.Execution:
        """Run a schedule now; its due times stay as they are"""
        answer: m.Execution = self._send("POST", "/v1/projects/{projectId}/schedules/{scheduleId}/executions", {"projectId": project_id, "scheduleId": schedule_id}, headers={"Idempotency-Key": idempotency_key})
        return answer

    def list_fire_times(self, project_id: str, schedule_id: str, *, count: int | None = None, after: str | None = None) -> m.FireTimeList:
        """The next times a schedule starts a run, jitter included"""
        answer: m.FireTimeList = self._send("GET", "/v1/projects/{projectId}/schedules/{scheduleId}/fire-times", {"projectId": project_id, "scheduleId": schedule_id}, query={"count": count, "after": after})
        return answer

    def preview_schedule(self, body: m.PreviewRequest, *, idempotency_key: str | None = None) -> m.FireTimeList:
        """Fire times of a schedule that is not saved"""
        answer: m.FireTimeList = self._send("POST", "/v1/schedule-previews", {}, headers={"Idempotency-Key": idempotency_key}, body=body)
        return answer

    def list_schedule_history(self, project_id: str, schedule_id: str, *, page: int | None = None, size: int | None = None) -> m.TickPage:
        """What became of each due time, the latest first"""
        answer: m.TickPage = self._send("GET", "/v1/projects/{projectId}/schedules/{scheduleId}/history", {"projectId": project_id, "scheduleId": schedule_id}, query={"page": page, "size": size})
        return answer

    def iter_schedule_history(self, project_id: str, schedule_id: str) -> t.Iterator[m.Tick]:
        """All items of `list_schedule_history`, page after page."""
        return self._items("/v1/projects/{projectId}/schedules/{scheduleId}/history", {"projectId": project_id, "scheduleId": schedule_id}, {})

    def list_backfills(self, project_id: str, schedule_id: str, *, page: int | None = None, size: int | None = None) -> m.BackfillPage:
        """List the backfills of a schedule, the newest first"""
        answer: m.BackfillPage = self._send("GET", "/v1/projects/{projectId}/schedules/{scheduleId}/backfills", {"projectId": project_id, "scheduleId": schedule_id}, query={"page": page, "size": size})
        return answer

    def iter_backfills(self, project_id: str, schedule_id: str) -> t.Iterator[m.Backfill]:
        """All items of `list_backfills`, page after page."""
        return self._items("/v1/projects/{projectId}/schedules/{scheduleId}/backfills", {"projectId": project_id, "scheduleId": schedule_id}, {})

    def create_backfill(self, project_id: str, schedule_id: str, body: m.NewBackfill, *, idempotency_key: str | None = None) -> m.BackfillPlan:
        """Run the due times of a past range that did not run; a dry run unless dryRun is false"""
        answer: m.BackfillPlan = self._send("POST", "/v1/projects/{projectId}/schedules/{scheduleId}/backfills", {"projectId": project_id, "scheduleId": schedule_id}, headers={"Idempotency-Key": idempotency_key}, body=body)
        return answer

    def get_backfill(self, project_id: str, schedule_id: str, backfill_id: str) -> m.Backfill:
        """Get a backfill and its progress"""
        answer: m.Backfill = self._send("GET", "/v1/projects/{projectId}/schedules/{scheduleId}/backfills/{backfillId}", {"projectId": project_id, "scheduleId": schedule_id, "backfillId": backfill_id})
        return answer

    def cancel_backfill(self, project_id: str, schedule_id: str, backfill_id: str, *, if_match: str | None = None) -> None:
        """Stop a backfill; what it queued stays"""
        self._send("DELETE", "/v1/projects/{projectId}/schedules/{scheduleId}/backfills/{backfillId}", {"projectId": project_id, "scheduleId": schedule_id, "backfillId": backfill_id}, headers={"If-Match": if_match})

    def list_upcoming_runs(self, *, limit: int | None = None) -> m.UpcomingRunList:
        """List the schedules that run next, in all projects, the earliest first"""
        answer: m.UpcomingRunList = self._send("GET", "/v1/upcoming-runs", {}, query={"limit": limit})
        return answer

    def list_secrets(self, project_id: str, *, page: int | None = None, size: int | None = None, sort: m.ListSecretsSort | None = None) -> m.SecretPage:
        """List the secrets of a project; values are never returned"""
        answer: m.SecretPage = self._send("GET", "/v1/projects/{projectId}/secrets", {"projectId": project_id}, query={"page": page, "size": size, "sort": sort})
        return answer

    def iter_secrets(self, project_id: str, *, sort: m.ListSecretsSort | None = None) -> t.Iterator[m.Secret]:
        """All items of `list_secrets`, page after page."""
        return self._items("/v1/projects/{projectId}/secrets", {"projectId": project_id}, {"sort": sort})

    def create_secret(self, project_id: str, body: m.NewSecret, *, idempotency_key: str | None = None) -> m.Secret:
        """Create a secret for connectors, components and scripts"""
        answer: m.Secret = self._send("POST", "/v1/projects/{projectId}/secrets", {"projectId": project_id}, headers={"Idempotency-Key": idempotency_key}, body=body)
        return answer

    def get_secret(self, project_id: str, secret_name: str) -> m.Secret:
        """Get a secret without its value"""
        answer: m.Secret = self._send("GET", "/v1/projects/{projectId}/secrets/{secretName}", {"projectId": project_id, "secretName": secret_name})
        return answer

    def update_secret(self, project_id: str, secret_name: str, body: m.SecretChange, *, if_match: str | None = None) -> m.Secret:
        """Replace the value of a secret; steps that read it later get the new value"""
        answer: m.Secret = self._send("PUT", "/v1/projects/{projectId}/secrets/{secretName}", {"projectId": project_id, "secretName": secret_name}, headers={"If-Match": if_match}, body=body)
        return answer

    def delete_secret(self, project_id: str, secret_name: str, *, if_match: str | None = None) -> None:
        """Delete a secret"""
        self._send("DELETE", "/v1/projects/{projectId}/secrets/{secretName}", {"projectId": project_id, "secretName": secret_name}, headers={"If-Match": if_match})

    def list_secret_references(self, project_id: str, *, page: int | None = None, size: int | None = None) -> m.SecretReferencePage:
        """List the secret references of a project, by name"""
        answer: m.SecretReferencePage = self._send("GET", "/v1/projects/{projectId}/secret-references", {"projectId": project_id}, query={"page": page, "size": size})
        return answer

    def iter_secret_references(self, project_id: str) -> t.Iterator[m.SecretReference]:
        """All items of `list_secret_references`, page after page."""
        return self._items("/v1/projects/{projectId}/secret-references", {"projectId": project_id}, {})

    def get_secret_reference(self, project_id: str, secret_reference_name: str) -> m.SecretReference:
        """Get a secret reference"""
        answer: m.SecretReference = self._send("GET", "/v1/projects/{projectId}/secret-references/{secretReferenceName}", {"projectId": project_id, "secretReferenceName": secret_reference_name})
        return answer

    def create_secret_reference(self, project_id: str, secret_reference_name: str, body: m.NewSecretReference, *, idempotency_key: str | None = None) -> m.SecretReference:
        """Name a secret that runners have"""
        answer: m.SecretReference = self._send("POST", "/v1/projects/{projectId}/secret-references/{secretReferenceName}", {"projectId": project_id, "secretReferenceName": secret_reference_name}, headers={"Idempotency-Key": idempotency_key}, body=body)
        return answer

    def delete_secret_reference(self, project_id: str, secret_reference_name: str, *, if_match: str | None = None) -> None:
        """Delete a secret reference; the secret stays"""
        self._send("DELETE", "/v1/projects/{projectId}/secret-references/{secretReferenceName}", {"projectId": project_id, "secretReferenceName": secret_reference_name}, headers={"If-Match": if_match})

    def publish_shared_pipelines(self, files: Files, *, shared_pipeline_id_prefix: str, version_name: str, commit_hash: str | None = None, branch: str | None = None, project_id: str | None = None, idempotency_key: str | None = None) -> m.PublishedSharedArtifact:
        """Publish a version of shared pipelines"""
        answer: m.PublishedSharedArtifact = self._send("POST", "/v1/shared-pipelines/artifacts", {}, headers={"sharedPipelineIdPrefix": shared_pipeline_id_prefix, "versionName": version_name, "commitHash": commit_hash, "branch": branch, "projectId": project_id, "Idempotency-Key": idempotency_key}, files=files)
        return answer

    def list_shared_pipeline_artifacts(self, *, page: int | None = None, size: int | None = None, shared_pipeline_id_prefix: str | None = None, project_id: str | None = None, enabled_only: bool | None = None) -> m.SharedArtifactPage:
        """List published versions of shared pipelines, newest first"""
        answer: m.SharedArtifactPage = self._send("GET", "/v1/shared-pipelines/artifacts", {}, query={"page": page, "size": size, "sharedPipelineIdPrefix": shared_pipeline_id_prefix, "projectId": project_id, "enabledOnly": enabled_only})
        return answer

    def iter_shared_pipeline_artifacts(self, *, shared_pipeline_id_prefix: str | None = None, project_id: str | None = None, enabled_only: bool | None = None) -> t.Iterator[m.SharedArtifact]:
        """All items of `list_shared_pipeline_artifacts`, page after page."""
        return self._items("/v1/shared-pipelines/artifacts", {}, {"sharedPipelineIdPrefix": shared_pipeline_id_prefix, "projectId": project_id, "enabledOnly": enabled_only})

    def publish_shared_pipelines_from_git(self, body: m.PublishSharedFromGit, *, idempotency_key: str | None = None) -> m.PublishedSharedArtifact:
        """Publish a commit of a project's repository as a version of shared pipelines"""
        answer: m.PublishedSharedArtifact = self._send("POST", "/v1/shared-pipelines/artifacts/from-git", {}, headers={"Idempotency-Key": idempotency_key}, body=body)
        return answer

    def list_shared_pipelines(self, *, page: int | None = None, size: int | None = None, shared_pipeline_id_prefix: str | None = None, project_id: str | None = None, search: str | None = None) -> m.SharedPipelinePage:
        """List the shared pipelines of your projects in their newest versions"""
        answer: m.SharedPipelinePage = self._send("GET", "/v1/shared-pipelines", {}, query={"page": page, "size": size, "sharedPipelineIdPrefix": shared_pipeline_id_prefix, "projectId": project_id, "search": search})
        return answer

    def iter_shared_pipelines(self, *, shared_pipeline_id_prefix: str | None = None, project_id: str | None = None, search: str | None = None) -> t.Iterator[m.ListedSharedPipeline]:
        """All items of `list_shared_pipelines`, page after page."""
        return self._items("/v1/shared-pipelines", {}, {"sharedPipelineIdPrefix": shared_pipeline_id_prefix, "projectId": project_id, "search": search})

    def get_shared_pipeline_artifact_details(self, *, shared_pipeline_id_prefix: str, version_name: str | None = None) -> m.SharedArtifactDetails:
        """Get what a version shares with its parameters, the newest version without a name"""
        answer: m.SharedArtifactDetails = self._send("GET", "/v1/shared-pipelines/artifacts/details", {}, query={"sharedPipelineIdPrefix": shared_pipeline_id_prefix, "versionName": version_name})
        return answer

    def update_shared_pipeline_artifact(self, body: m.SharedChange, *, shared_pipeline_id_prefix: str, version_name: str, if_match: str | None = None) -> m.SharedArtifact:
        """Disable a version of shared pipelines, or enable it again"""
        answer: m.SharedArtifact = self._send("PATCH", "/v1/shared-pipelines/artifacts/details", {}, query={"sharedPipelineIdPrefix": shared_pipeline_id_prefix, "versionName": version_name}, headers={"If-Match": if_match}, body=body)
        return answer

    def compare_shared_pipeline(self, *, shared_pipeline_id_prefix: str, shared_pipeline_id: str, from_version_name: str, to_version_name: str | None = None) -> m.SharedPipelineDiff:
        """Compare the parameters of a shared pipeline in two versions"""
        answer: m.SharedPipelineDiff = self._send("GET", "/v1/shared-pipelines/artifacts/diff", {}, query={"sharedPipelineIdPrefix": shared_pipeline_id_prefix, "sharedPipelineId": shared_pipeline_id, "fromVersionName": from_version_name, "toVersionName": to_version_name})
        return answer

    def list_shared_pipeline_users(self, *, page: int | None = None, size: int | None = None, shared_pipeline_id_prefix: str, shared_pipeline_id: str | None = None, version_name: str | None = None) -> m.SharedPipelineUserPage:
        """List which projects run which version of shared pipelines"""
        answer: m.SharedPipelineUserPage = self._send("GET", "/v1/shared-pipelines/users", {}, query={"page": page, "size": size, "sharedPipelineIdPrefix": shared_pipeline_id_prefix, "sharedPipelineId": shared_pipeline_id, "versionName": version_name})
        return answer

    def iter_shared_pipeline_users(self, *, shared_pipeline_id_prefix: str, shared_pipeline_id: str | None = None, version_name: str | None = None) -> t.Iterator[m.SharedPipelineUser]:
        """All items of `list_shared_pipeline_users`, page after page."""
        return self._items("/v1/shared-pipelines/users", {}, {"sharedPipelineIdPrefix": shared_pipeline_id_prefix, "sharedPipelineId": shared_pipeline_id, "versionName": version_name})

    def get_shared_pipeline_sharing(self, *, shared_pipeline_id_prefix: str) -> m.Sharing:
        """Get who owns a set of shared pipelines, and which other projects may run them"""
        answer: m.Sharing = self._send("GET", "/v1/shared-pipelines/sharing", {}, query={"sharedPipelineIdPrefix": shared_pipeline_id_prefix})
        return answer

    def update_shared_pipeline_sharing(self, body: m.SharingChange, *, shared_pipeline_id_prefix: str, if_match: str | None = None) -> m.Sharing:
        """Let other projects run a set of shared pipelines, or hand it to another owner"""
        answer: m.Sharing = self._send("PUT", "/v1/shared-pipelines/sharing", {}, query={"sharedPipelineIdPrefix": shared_pipeline_id_prefix}, headers={"If-Match": if_match}, body=body)
        return answer

    def sign_in(self, body: m.Credentials) -> m.Session:
        """Sign in with a password; the session is a cookie"""
        answer: m.Session = self._send("POST", "/v1/session", {}, body=body)
        return answer

    def get_session(self) -> m.Session:
        """Get the caller, and the CSRF token of its browser session"""
        answer: m.Session = self._send("GET", "/v1/session", {})
        return answer

    def sign_out(self, *, if_match: str | None = None) -> m.SignedOut | None:
        """Sign out; 200 when the session goes on at an identity provider that users sign out of too"""
        answer: m.SignedOut | None = self._send("DELETE", "/v1/session", {}, headers={"If-Match": if_match})
        return answer

    def list_sessions(self) -> m.Sessions:
        """List your browser sessions"""
        answer: m.Sessions = self._send("GET", "/v1/sessions", {})
        return answer

    def end_user_sessions(self, id: str, *, if_match: str | None = None) -> None:
        """Sign a user out everywhere: yourself, or any user as an administrator"""
        self._send("DELETE", "/v1/users/{id}/sessions", {"id": id}, headers={"If-Match": if_match})

    def change_password(self, body: m.PasswordChange, *, if_match: str | None = None) -> None:
        """Change your password; all your other sessions end"""
        self._send("PUT", "/v1/session/password", {}, headers={"If-Match": if_match}, body=body)

    def get_sign_in_options(self) -> m.SignInOptions:
        """List the ways to sign in"""
        answer: m.SignInOptions = self._send("GET", "/v1/sign-in/options", {})
        return answer

    def get_identity_provider_keys(self, id: str) -> m.ClientKeys:
        """Get the public keys with which Headrace authenticates at an identity provider"""
        answer: m.ClientKeys = self._send("GET", "/v1/sign-in/open-id/{id}/jwks", {"id": id})
        return answer

    def list_identity_providers(self) -> m.IdentityProviders:
        """List identity providers, oldest first"""
        answer: m.IdentityProviders = self._send("GET", "/v1/identity-providers", {})
        return answer

    def create_identity_provider(self, body: m.NewIdentityProvider, *, idempotency_key: str | None = None) -> m.IdentityProvider:
        """Create an identity provider (OpenID Connect)"""
        answer: m.IdentityProvider = self._send("POST", "/v1/identity-providers", {}, headers={"Idempotency-Key": idempotency_key}, body=body)
        return answer

    def get_identity_provider(self, id: str) -> m.IdentityProvider:
        """Get an identity provider, without its secret"""
        answer: m.IdentityProvider = self._send("GET", "/v1/identity-providers/{id}", {"id": id})
        return answer

    def update_identity_provider(self, id: str, body: m.IdentityProviderPatch, *, if_match: str | None = None) -> m.IdentityProvider:
        """Update an identity provider; omitted fields keep their values"""
        answer: m.IdentityProvider = self._send("PATCH", "/v1/identity-providers/{id}", {"id": id}, headers={"If-Match": if_match}, body=body)
        return answer

    def delete_identity_provider(self, id: str, *, if_match: str | None = None) -> None:
        """Delete an identity provider; sessions started through it end"""
        self._send("DELETE", "/v1/identity-providers/{id}", {"id": id}, headers={"If-Match": if_match})

    def list_user_identities(self, id: str) -> m.UserIdentities:
        """List who a user is at identity providers"""
        answer: m.UserIdentities = self._send("GET", "/v1/users/{id}/identities", {"id": id})
        return answer

    def unlink_user_identities(self, id: str, *, if_match: str | None = None) -> None:
        """Unlink a user from identity providers; the sessions of the user end"""
        self._send("DELETE", "/v1/users/{id}/identities", {"id": id}, headers={"If-Match": if_match})

    def get_invitation(self, id: str) -> m.Invitation:
        """Get the invitation of a user that was not accepted yet"""
        answer: m.Invitation = self._send("GET", "/v1/users/{id}/invitation", {"id": id})
        return answer

    def create_invitation(self, id: str, *, idempotency_key: str | None = None) -> m.CreatedInvitation:
        """Create a link with which a user sets a password; a link given before stops working"""
        answer: m.CreatedInvitation = self._send("POST", "/v1/users/{id}/invitation", {"id": id}, headers={"Idempotency-Key": idempotency_key})
        return answer

    def delete_invitation(self, id: str, *, if_match: str | None = None) -> None:
        """Withdraw the invitation of a user"""
        self._send("DELETE", "/v1/users/{id}/invitation", {"id": id}, headers={"If-Match": if_match})

    def preview_invitation(self, body: m.InvitationToken) -> m.InvitedUser:
        """Get the user whom an invitation is for"""
        answer: m.InvitedUser = self._send("POST", "/v1/sign-in/invitation/preview", {}, body=body)
        return answer

    def accept_invitation(self, body: m.Acceptance) -> m.Session:
        """Accept an invitation: sets your password and signs you in"""
        answer: m.Session = self._send("POST", "/v1/sign-in/invitation", {}, body=body)
        return answer

    def prove_second_factor(self, body: m.AnyCode) -> m.Session:
        """Finish a sign-in with a code of your authenticator app, or a recovery code"""
        answer: m.Session = self._send("POST", "/v1/session/second-factor", {}, body=body)
        return answer

    def begin_required_enrolment(self) -> m.Enrolment:
        """Begin to enrol the second factor that the installation demands"""
        answer: m.Enrolment = self._send("POST", "/v1/session/second-factor/enrolment", {})
        return answer

    def confirm_required_enrolment(self, body: m.NewCode, *, if_match: str | None = None) -> m.EnrolledSession:
        """Confirm that enrolment with a code of the app, and finish the sign-in"""
        answer: m.EnrolledSession = self._send("PUT", "/v1/session/second-factor/enrolment", {}, headers={"If-Match": if_match}, body=body)
        return answer

    def get_second_factor(self) -> m.SecondFactor:
        """Get whether you have a second factor"""
        answer: m.SecondFactor = self._send("GET", "/v1/second-factor", {})
        return answer

    def begin_enrolment(self, body: m.PasswordProof, *, idempotency_key: str | None = None) -> m.Enrolment:
        """Begin to enrol an authenticator app; one that you have stays until you confirm"""
        answer: m.Enrolment = self._send("POST", "/v1/second-factor/enrolment", {}, headers={"Idempotency-Key": idempotency_key}, body=body)
        return answer

    def confirm_enrolment(self, body: m.NewCode, *, if_match: str | None = None) -> m.RecoveryCodeList:
        """Confirm the enrolment with a code of the app"""
        answer: m.RecoveryCodeList = self._send("PUT", "/v1/second-factor/enrolment", {}, headers={"If-Match": if_match}, body=body)
        return answer

    def create_recovery_codes(self, body: m.PasswordProof, *, idempotency_key: str | None = None) -> m.RecoveryCodeList:
        """Create new recovery codes; earlier ones stop working"""
        answer: m.RecoveryCodeList = self._send("POST", "/v1/second-factor/recovery-codes", {}, headers={"Idempotency-Key": idempotency_key}, body=body)
        return answer

    def remove_second_factor(self, body: m.PasswordProof, *, idempotency_key: str | None = None) -> None:
        """Remove your second factor"""
        self._send("POST", "/v1/second-factor/removal", {}, headers={"Idempotency-Key": idempotency_key}, body=body)

    def get_user_second_factor(self, id: str) -> m.SecondFactor:
        """Get whether a user has a second factor"""
        answer: m.SecondFactor = self._send("GET", "/v1/users/{id}/second-factor", {"id": id})
        return answer

    def update_user_second_factor(self, id: str, body: m.SecondFactorDemand, *, if_match: str | None = None) -> m.SecondFactor:
        """Demand a second factor of a user, from the next sign-in with a password on"""
        answer: m.SecondFactor = self._send("PATCH", "/v1/users/{id}/second-factor", {"id": id}, headers={"If-Match": if_match}, body=body)
        return answer

    def reset_user_second_factor(self, id: str, *, if_match: str | None = None) -> None:
        """Remove the second factor of a user who lost it; the sessions of the user end"""
        self._send("DELETE", "/v1/users/{id}/second-factor", {"id": id}, headers={"If-Match": if_match})

    def get_sign_in_settings(self) -> m.SignInSettings:
        """Get the settings of signing in"""
        answer: m.SignInSettings = self._send("GET", "/v1/sign-in/settings", {})
        return answer

    def update_sign_in_settings(self, body: m.SignInSettings, *, if_match: str | None = None) -> m.SignInSettings:
        """Update the settings of signing in; they apply to the next sign-in of each user"""
        answer: m.SignInSettings = self._send("PATCH", "/v1/sign-in/settings", {}, headers={"If-Match": if_match}, body=body)
        return answer

    def list_execution_statistics(self, *, ended_from: str, ended_before: str, project_id: str | None = None, environment_name: str | None = None, pipeline_name: str | None = None, by: m.ListExecutionStatisticsBy | None = None, limit: int | None = None) -> m.ExecutionStatisticsList:
        """List how many executions succeeded and failed, how long they ran, waited and how many rows they reported"""
        answer: m.ExecutionStatisticsList = self._send("GET", "/v1/execution-statistics", {}, query={"endedFrom": ended_from, "endedBefore": ended_before, "projectId": project_id, "environmentName": environment_name, "pipelineName": pipeline_name, "by": by, "limit": limit})
        return answer

    def list_component_statistics(self, *, ended_from: str, ended_before: str, project_id: str | None = None, environment_name: str | None = None, pipeline_name: str | None = None, limit: int | None = None) -> m.ComponentStatisticsList:
        """List the components that took the most time in all"""
        answer: m.ComponentStatisticsList = self._send("GET", "/v1/component-statistics", {}, query={"endedFrom": ended_from, "endedBefore": ended_before, "projectId": project_id, "environmentName": environment_name, "pipelineName": pipeline_name, "limit": limit})
        return answer

    def list_streaming_pipelines(self, project_id: str, *, page: int | None = None, size: int | None = None) -> m.StreamingPipelinePage:
        """List the streaming pipelines of a project, by name"""
        answer: m.StreamingPipelinePage = self._send("GET", "/v1/projects/{projectId}/streaming-pipelines", {"projectId": project_id}, query={"page": page, "size": size})
        return answer

    def iter_streaming_pipelines(self, project_id: str) -> t.Iterator[m.StreamingPipeline]:
        """All items of `list_streaming_pipelines`, page after page."""
        return self._items("/v1/projects/{projectId}/streaming-pipelines", {"projectId": project_id}, {})

    def create_streaming_pipeline(self, project_id: str, body: m.NewStreamingPipeline, *, idempotency_key: str | None = None) -> m.StreamingPipeline:
        """Create a streaming pipeline"""
        answer: m.StreamingPipeline = self._send("POST", "/v1/projects/{projectId}/streaming-pipelines", {"projectId": project_id}, headers={"Idempotency-Key": idempotency_key}, body=body)
        return answer

    def get_streaming_pipeline(self, project_id: str, streaming_pipeline_id: str) -> m.StreamingPipeline:
        """Get a streaming pipeline"""
        answer: m.StreamingPipeline = self._send("GET", "/v1/projects/{projectId}/streaming-pipelines/{streamingPipelineId}", {"projectId": project_id, "streamingPipelineId": streaming_pipeline_id})
        return answer

    def replace_streaming_pipeline(self, project_id: str, streaming_pipeline_id: str, body: m.NewStreamingPipeline, *, if_match: str | None = None) -> m.StreamingPipeline:
        """Replace a streaming pipeline; what is left out is removed"""
        answer: m.StreamingPipeline = self._send("PUT", "/v1/projects/{projectId}/streaming-pipelines/{streamingPipelineId}", {"projectId": project_id, "streamingPipelineId": streaming_pipeline_id}, headers={"If-Match": if_match}, body=body)
        return answer

    def delete_streaming_pipeline(self, project_id: str, streaming_pipeline_id: str, *, if_match: str | None = None) -> None:
        """Delete a streaming pipeline"""
        self._send("DELETE", "/v1/projects/{projectId}/streaming-pipelines/{streamingPipelineId}", {"projectId": project_id, "streamingPipelineId": streaming_pipeline_id}, headers={"If-Match": if_match})

    def get_streaming_pipeline_status(self, project_id: str, streaming_pipeline_id: str) -> m.StreamingPipelineState:
        """Get the status of a streaming pipeline: it is NOT_RUNNING"""
        answer: m.StreamingPipelineState = self._send("GET", "/v1/projects/{projectId}/streaming-pipelines/{streamingPipelineId}/status", {"projectId": project_id, "streamingPipelineId": streaming_pipeline_id})
        return answer

    def command_streaming_pipeline(self, project_id: str, streaming_pipeline_id: str, body: m.StreamingPipelineCommand, *, idempotency_key: str | None = None) -> m.StreamingPipelineState:
        """Start or stop a streaming pipeline: START is 409, STOP changes nothing"""
        answer: m.StreamingPipelineState = self._send("POST", "/v1/projects/{projectId}/streaming-pipelines/{streamingPipelineId}/commands", {"projectId": project_id, "streamingPipelineId": streaming_pipeline_id}, headers={"Idempotency-Key": idempotency_key}, body=body)
        return answer

    def create_test_execution(self, project_id: str, body: m.NewTestExecution, *, idempotency_key: str | None = None) -> m.TestExecution:
        """Run tests of pipelines: of a published version, a branch, a commit or a draft"""
        answer: m.TestExecution = self._send("POST", "/v1/projects/{projectId}/test-executions", {"projectId": project_id}, headers={"Idempotency-Key": idempotency_key}, body=body)
        return answer

    def list_test_executions(self, project_id: str, *, page: int | None = None, size: int | None = None, environment_name: str | None = None) -> m.TestExecutionPage:
        """List test executions of a project, newest first"""
        answer: m.TestExecutionPage = self._send("GET", "/v1/projects/{projectId}/test-executions", {"projectId": project_id}, query={"page": page, "size": size, "environmentName": environment_name})
        return answer

    def iter_test_executions(self, project_id: str, *, environment_name: str | None = None) -> t.Iterator[m.TestExecutionPageResultsItem]:
        """All items of `list_test_executions`, page after page."""
        return self._items("/v1/projects/{projectId}/test-executions", {"projectId": project_id}, {"environmentName": environment_name})

    def get_test_execution(self, project_id: str, test_execution_id: str) -> m.TestExecution:
        """Read a test execution: its totals, and each test with what was expected and what was there"""
        answer: m.TestExecution = self._send("GET", "/v1/projects/{projectId}/test-executions/{testExecutionId}", {"projectId": project_id, "testExecutionId": test_execution_id})
        return answer

    def update_test_execution(self, project_id: str, test_execution_id: str, body: m.TestExecutionPatch, *, if_match: str | None = None) -> m.TestExecution:
        """Cancel a test execution"""
        answer: m.TestExecution = self._send("PATCH", "/v1/projects/{projectId}/test-executions/{testExecutionId}", {"projectId": project_id, "testExecutionId": test_execution_id}, headers={"If-Match": if_match}, body=body)
        return answer

    def get_test_execution_report(self, project_id: str, test_execution_id: str) -> str:
        """Read the results of a test execution as JUnit XML"""
        answer: str = self._text("GET", "/v1/projects/{projectId}/test-executions/{testExecutionId}/report", {"projectId": project_id, "testExecutionId": test_execution_id})
        return answer

    def list_triggers(self, project_id: str, *, page: int | None = None, size: int | None = None, name: str | None = None, pipeline_name: str | None = None, environment_name: str | None = None, condition_type: m.TriggerConditionType | None = None, enabled: bool | None = None, sort: m.ListTriggersSort | None = None) -> m.DataTriggerPage:
        """List the triggers of a project, by name"""
        answer: m.DataTriggerPage = self._send("GET", "/v1/projects/{projectId}/triggers", {"projectId": project_id}, query={"page": page, "size": size, "name": name, "pipelineName": pipeline_name, "environmentName": environment_name, "conditionType": condition_type, "enabled": enabled, "sort": sort})
        return answer

    def iter_triggers(self, project_id: str, *, name: str | None = None, pipeline_name: str | None = None, environment_name: str | None = None, condition_type: m.TriggerConditionType | None = None, enabled: bool | None = None, sort: m.ListTriggersSort | None = None) -> t.Iterator[m.DataTrigger]:
        """All items of `list_triggers`, page after page."""
        return self._items("/v1/projects/{projectId}/triggers", {"projectId": project_id}, {"name": name, "pipelineName": pipeline_name, "environmentName": environment_name, "conditionType": condition_type, "enabled": enabled, "sort": sort})

    def create_trigger(self, project_id: str, body: m.NewTrigger, *, idempotency_key: str | None = None) -> m.ChangedTrigger:
        """Create a trigger, which starts a published pipeline when an event occurs"""
        answer: m.ChangedTrigger = self._send("POST", "/v1/projects/{projectId}/triggers", {"projectId": project_id}, headers={"Idempotency-Key": idempotency_key}, body=body)
        return answer

    def get_trigger(self, project_id: str, trigger_id: str) -> m.DataTrigger:
        """Get a trigger"""
        answer: m.DataTrigger = self._send("GET", "/v1/projects/{projectId}/triggers/{triggerId}", {"projectId": project_id, "triggerId": trigger_id})
        return answer

    def update_trigger(self, project_id: str, trigger_id: str, body: m.TriggerPatch, *, if_match: str | None = None) -> m.ChangedTrigger:
        """Change a trigger; absent fields stay, and a condition that is given replaces the other"""
        answer: m.ChangedTrigger = self._send("PATCH", "/v1/projects/{projectId}/triggers/{triggerId}", {"projectId": project_id, "triggerId": trigger_id}, headers={"If-Match": if_match}, body=body)
        return answer

    def delete_trigger(self, project_id: str, trigger_id: str, *, if_match: str | None = None) -> None:
        """Delete a trigger with its history; its executions stay"""
        self._send("DELETE", "/v1/projects/{projectId}/triggers/{triggerId}", {"projectId": project_id, "triggerId": trigger_id}, headers={"If-Match": if_match})

    def run_trigger(self, project_id: str, trigger_id: str, *, idempotency_key: str | None = None) -> m.Execution:
        """Run the pipeline of a trigger now, with the values of the trigger itself"""
        answer: m.Execution = self._send("POST", "/v1/projects/{projectId}/triggers/{triggerId}/executions", {"projectId": project_id, "triggerId": trigger_id}, headers={"Idempotency-Key": idempotency_key})
        return answer

    def send_trigger_event(self, project_id: str, trigger_id: str, body: m.TriggerEvent, *, idempotency_key: str | None = None) -> m.AcceptedEvent:
        """Send an event to a trigger: its pipeline starts once for each event id"""
        answer: m.AcceptedEvent = self._send("POST", "/v1/projects/{projectId}/triggers/{triggerId}/events", {"projectId": project_id, "triggerId": trigger_id}, headers={"Idempotency-Key": idempotency_key}, body=body)
        return answer

    def list_trigger_history(self, project_id: str, trigger_id: str, *, page: int | None = None, size: int | None = None, outcome: m.TriggerOutcome | None = None) -> m.TriggerFirePage:
        """What happened for a trigger and why each started a run or did not, the latest first"""
        answer: m.TriggerFirePage = self._send("GET", "/v1/projects/{projectId}/triggers/{triggerId}/history", {"projectId": project_id, "triggerId": trigger_id}, query={"page": page, "size": size, "outcome": outcome})
        return answer

    def iter_trigger_history(self, project_id: str, trigger_id: str, *, outcome: m.TriggerOutcome | None = None) -> t.Iterator[m.TriggerFire]:
        """All items of `list_trigger_history`, page after page."""
        return self._items("/v1/projects/{projectId}/triggers/{triggerId}/history", {"projectId": project_id, "triggerId": trigger_id}, {"outcome": outcome})

    def backfill_trigger(self, project_id: str, trigger_id: str, body: m.NewTriggerBackfill, *, idempotency_key: str | None = None) -> m.TriggerBackfill:
        """Run what happened in a past range and started nothing; a dry run unless dryRun is false"""
        answer: m.TriggerBackfill = self._send("POST", "/v1/projects/{projectId}/triggers/{triggerId}/backfills", {"projectId": project_id, "triggerId": trigger_id}, headers={"Idempotency-Key": idempotency_key}, body=body)
        return answer

    def stop_trigger_backfill(self, project_id: str, trigger_id: str, *, if_match: str | None = None) -> None:
        """Stop the backfill of a trigger whose executions run one after another; what it queued stays"""
        self._send("DELETE", "/v1/projects/{projectId}/triggers/{triggerId}/backfills", {"projectId": project_id, "triggerId": trigger_id}, headers={"If-Match": if_match})

    def preview_trigger(self, project_id: str, body: m.TriggerPreviewRequest, *, idempotency_key: str | None = None) -> m.TriggerPreview:
        """What a condition would find now, and which variables it would set; nothing is saved or started"""
        answer: m.TriggerPreview = self._send("POST", "/v1/projects/{projectId}/trigger-previews", {"projectId": project_id}, headers={"Idempotency-Key": idempotency_key}, body=body)
        return answer

    def list_project_variables(self, project_id: str, *, page: int | None = None, size: int | None = None, name_contains: str | None = None, include: t.Literal["overrides"] | None = None, sort: m.ListProjectVariablesSort | None = None) -> m.VariablePage:
        """List project variables, by name"""
        answer: m.VariablePage = self._send("GET", "/v1/projects/{projectId}/variables", {"projectId": project_id}, query={"page": page, "size": size, "nameContains": name_contains, "include": include, "sort": sort})
        return answer

    def iter_project_variables(self, project_id: str, *, name_contains: str | None = None, include: t.Literal["overrides"] | None = None, sort: m.ListProjectVariablesSort | None = None) -> t.Iterator[m.VariablePageResultsItem]:
        """All items of `list_project_variables`, page after page."""
        return self._items("/v1/projects/{projectId}/variables", {"projectId": project_id}, {"nameContains": name_contains, "include": include, "sort": sort})

    def create_project_variable(self, project_id: str, body: m.NewVariable, *, idempotency_key: str | None = None) -> m.Variable:
        """Create a project variable"""
        answer: m.Variable = self._send("POST", "/v1/projects/{projectId}/variables", {"projectId": project_id}, headers={"Idempotency-Key": idempotency_key}, body=body)
        return answer

    def get_project_variable(self, project_id: str, variable_name: str) -> m.Variable:
        """Get a project variable"""
        answer: m.Variable = self._send("GET", "/v1/projects/{projectId}/variables/{variableName}", {"projectId": project_id, "variableName": variable_name})
        return answer

    def update_project_variable(self, project_id: str, variable_name: str, body: m.VariablePatch, *, if_match: str | None = None) -> m.Variable:
        """Change a project variable; type and behaviour are required, other absent fields stay"""
        answer: m.Variable = self._send("PATCH", "/v1/projects/{projectId}/variables/{variableName}", {"projectId": project_id, "variableName": variable_name}, headers={"If-Match": if_match}, body=body)
        return answer

    def delete_project_variable(self, project_id: str, variable_name: str, *, if_match: str | None = None) -> None:
        """Delete a project variable with all its environment overrides"""
        self._send("DELETE", "/v1/projects/{projectId}/variables/{variableName}", {"projectId": project_id, "variableName": variable_name}, headers={"If-Match": if_match})

    def resolve_project_variable(self, project_id: str, variable_name: str, *, environment_name: str) -> m.ResolvedVariable:
        """What an execution in one environment would see, and where that value comes from"""
        answer: m.ResolvedVariable = self._send("GET", "/v1/projects/{projectId}/variables/{variableName}/resolved", {"projectId": project_id, "variableName": variable_name}, query={"environmentName": environment_name})
        return answer

    def get_environment_overrides(self, project_id: str, variable_name: str, *, environment_name: str | None = None) -> m.VariableWithOverrides:
        """Get a project variable with its environment overrides"""
        answer: m.VariableWithOverrides = self._send("GET", "/v1/projects/{projectId}/variables/{variableName}/environment-overrides", {"projectId": project_id, "variableName": variable_name}, query={"environmentName": environment_name})
        return answer

    def create_or_update_environment_overrides(self, project_id: str, variable_name: str, body: m.OverrideRequest, *, dry_run: bool | None = None, idempotency_key: str | None = None) -> m.OverrideOutcome:
        """Create or update environment overrides; each succeeds or fails alone"""
        answer: m.OverrideOutcome = self._send("POST", "/v1/projects/{projectId}/variables/{variableName}/environment-overrides", {"projectId": project_id, "variableName": variable_name}, query={"dryRun": dry_run}, headers={"Idempotency-Key": idempotency_key}, body=body)
        return answer

    def delete_environment_override(self, project_id: str, variable_name: str, environment_name: str, *, if_match: str | None = None) -> None:
        """Delete the override of one environment"""
        self._send("DELETE", "/v1/projects/{projectId}/variables/{variableName}/environment-overrides/{environmentName}", {"projectId": project_id, "variableName": variable_name, "environmentName": environment_name}, headers={"If-Match": if_match})

    def list_project_variable_changes(self, project_id: str, variable_name: str, *, page: int | None = None, size: int | None = None) -> m.VariableChangePage:
        """Who changed a variable or its overrides, when, and what; the newest first"""
        answer: m.VariableChangePage = self._send("GET", "/v1/projects/{projectId}/variables/{variableName}/history", {"projectId": project_id, "variableName": variable_name}, query={"page": page, "size": size})
        return answer

    def iter_project_variable_changes(self, project_id: str, variable_name: str) -> t.Iterator[m.VariableChange]:
        """All items of `list_project_variable_changes`, page after page."""
        return self._items("/v1/projects/{projectId}/variables/{variableName}/history", {"projectId": project_id, "variableName": variable_name}, {})

    def restore_project_variable(self, project_id: str, variable_name: str, change_id: int, body: m.RestoreRequest, *, idempotency_key: str | None = None) -> m.OverrideOutcome | None:
        """Restore the value of a variable or an override from before a change (or after it)"""
        answer: m.OverrideOutcome | None = self._send("POST", "/v1/projects/{projectId}/variables/{variableName}/history/{changeId}/restore", {"projectId": project_id, "variableName": variable_name, "changeId": change_id}, headers={"Idempotency-Key": idempotency_key}, body=body)
        return answer

    def export_project_variables(self, project_id: str, *, format: m.ExportProjectVariablesFormat | None = None) -> str:
        """All variables of a project with their overrides, as a JSON, YAML or CSV file"""
        answer: str = self._text("GET", "/v1/projects/{projectId}/variables/export", {"projectId": project_id}, query={"format": format})
        return answer

    def import_project_variables(self, project_id: str, body: m.VariableFile, *, dry_run: bool | None = None, mode: m.ImportProjectVariablesMode | None = None, idempotency_key: str | None = None) -> m.ImportOutcome:
        """Bring the variables of a project to what a file says; with dryRun=true only the difference"""
        answer: m.ImportOutcome = self._send("POST", "/v1/projects/{projectId}/variables/import", {"projectId": project_id}, query={"dryRun": dry_run, "mode": mode}, headers={"Idempotency-Key": idempotency_key}, body=body)
        return answer

    def list_saved_views(self, *, page: int | None = None, size: int | None = None, list: m.ViewedList | None = None, project_id: str | None = None) -> m.SavedViewPage:
        """List your saved views, by name"""
        answer: m.SavedViewPage = self._send("GET", "/v1/saved-views", {}, query={"page": page, "size": size, "list": list, "projectId": project_id})
        return answer

    def iter_saved_views(self, *, list: m.ViewedList | None = None, project_id: str | None = None) -> t.Iterator[m.SavedView]:
        """All items of `list_saved_views`, page after page."""
        return self._items("/v1/saved-views", {}, {"list": list, "projectId": project_id})

    def create_saved_view(self, body: m.NewSavedView, *, idempotency_key: str | None = None) -> m.SavedView:
        """Save a view, for yourself or for the members of a project"""
        answer: m.SavedView = self._send("POST", "/v1/saved-views", {}, headers={"Idempotency-Key": idempotency_key}, body=body)
        return answer

    def get_saved_view(self, saved_view_id: str) -> m.SavedView:
        """Get a saved view"""
        answer: m.SavedView = self._send("GET", "/v1/saved-views/{savedViewId}", {"savedViewId": saved_view_id})
        return answer

    def update_saved_view(self, saved_view_id: str, body: m.SavedViewPatch, *, if_match: str | None = None) -> m.SavedView:
        """Update a view of yours; omitted fields keep their values"""
        answer: m.SavedView = self._send("PATCH", "/v1/saved-views/{savedViewId}", {"savedViewId": saved_view_id}, headers={"If-Match": if_match}, body=body)
        return answer

    def delete_saved_view(self, saved_view_id: str, *, if_match: str | None = None) -> None:
        """Delete a saved view"""
        self._send("DELETE", "/v1/saved-views/{savedViewId}", {"savedViewId": saved_view_id}, headers={"If-Match": if_match})

    def list_webhook_templates(self, *, page: int | None = None, size: int | None = None, name: str | None = None) -> m.WebhookTemplatePage:
        """List the payload templates of webhooks, by name"""
        answer: m.WebhookTemplatePage = self._send("GET", "/v1/webhook-templates", {}, query={"page": page, "size": size, "name": name})
        return answer

    def iter_webhook_templates(self, *, name: str | None = None) -> t.Iterator[m.WebhookTemplate]:
        """All items of `list_webhook_templates`, page after page."""
        return self._items("/v1/webhook-templates", {}, {"name": name})

    def create_webhook_template(self, body: m.NewWebhookTemplate, *, idempotency_key: str | None = None) -> m.WebhookTemplate:
        """Create a payload template that a Webhook Post can begin with"""
        answer: m.WebhookTemplate = self._send("POST", "/v1/webhook-templates", {}, headers={"Idempotency-Key": idempotency_key}, body=body)
        return answer

    def get_webhook_template(self, webhook_template_id: str) -> m.WebhookTemplate:
        """Get a payload template of webhooks"""
        answer: m.WebhookTemplate = self._send("GET", "/v1/webhook-templates/{webhookTemplateId}", {"webhookTemplateId": webhook_template_id})
        return answer

    def update_webhook_template(self, webhook_template_id: str, body: m.WebhookTemplatePatch, *, if_match: str | None = None) -> m.WebhookTemplate:
        """Update a payload template; omitted fields keep their values"""
        answer: m.WebhookTemplate = self._send("PATCH", "/v1/webhook-templates/{webhookTemplateId}", {"webhookTemplateId": webhook_template_id}, headers={"If-Match": if_match}, body=body)
        return answer

    def delete_webhook_template(self, webhook_template_id: str, *, if_match: str | None = None) -> None:
        """Delete a payload template; pipelines made from it keep their payload"""
        self._send("DELETE", "/v1/webhook-templates/{webhookTemplateId}", {"webhookTemplateId": webhook_template_id}, headers={"If-Match": if_match})
