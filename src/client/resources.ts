import type { paths } from '../../openapi/types.generated.ts'
import type { Answer, Item } from './operations.ts'

/** What the commands show, as the API document describes it. */
export type Project = Answer<'get', '/v1/projects/{projectId}'>
export type Runner = Answer<'get', '/v1/agents/{agentId}'>
export type RunnerCredentials = Answer<'get', '/v1/agents/{agentId}/credentials'>
export type Schedule = Answer<'get', '/v1/projects/{projectId}/schedules/{scheduleId}'>
export type DataTrigger = Answer<'get', '/v1/projects/{projectId}/triggers/{triggerId}'>
export type Execution = Answer<'get', '/v1/pipeline-executions/{pipelineExecutionId}'>
export type Step = Item<'/v1/projects/{projectId}/pipeline-executions/{pipelineExecutionId}/steps'>
export type StepDetails = Answer<
  'get',
  '/v1/projects/{projectId}/pipeline-executions/{pipelineExecutionId}/steps/{stepId}'
>
export type Repository = Answer<'get', '/v1/projects/{projectId}/repositories'>
export type RepositoryMigration = Answer<'get', '/v1/projects/{projectId}/repository-migration/{migrationId}'>
export type EnvironmentMove = Answer<
  'get',
  '/v1/projects/{projectId}/environments/{environmentName}/moves/{moveId}'
>
export type Variable = Answer<'get', '/v1/projects/{projectId}/variables/{variableName}'>
export type VariableWithOverrides = Answer<
  'get',
  '/v1/projects/{projectId}/variables/{variableName}/environment-overrides'
>
export type ImportOutcome = Answer<'post', '/v1/projects/{projectId}/variables/import'>
export type Connection = Answer<'get', '/v1/projects/{projectId}/connections/{connectionName}'>
export type ConnectionSchema = Answer<'get', '/v1/connection-schemas/{authProvider}'>
export type WebhookTemplate = Answer<'get', '/v1/webhook-templates/{webhookTemplateId}'>
export type AlertChannel = Answer<'get', '/v1/alert-channels/{alertChannelId}'>
export type AlertRule = Answer<'get', '/v1/alert-rules/{alertRuleId}'>
export type SavedView = Answer<'get', '/v1/saved-views/{savedViewId}'>
export type AgentTask = Answer<'get', '/v1/ai/agents/tasks/{taskId}'>
export type AgentMessage = Answer<'get', '/v1/ai/agents/tasks/{taskId}/messages'>['results'][number]
export type Connector = Answer<'get', '/v1/custom-connectors/{connectorId}'>
export type Credential = Item<'/v1/api-credentials'>
export type ImportedConnector =
  paths['/v1/custom-connectors/import']['post']['requestBody']['content']['application/json']
