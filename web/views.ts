import { lazyRouteComponent, type RouteComponent } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { servesPages, suspectConnection } from './api/connection.ts'
import type { ViewKey } from './pages.ts'
import { NotLoaded } from './ui/not-loaded.tsx'

/**
 * What each page of the table (`pages.ts`) shows. Its code is loaded when the page is first opened, or is
 * about to be.
 */
export const views = {
  signIn: view(() => import('./pages/sign-in/page.tsx'), 'SignInPage'),
  invitation: view(() => import('./pages/invitation/page.tsx'), 'InvitationPage'),
  home: view(() => import('./pages/home/page.tsx'), 'HomePage'),
  executions: view(() => import('./pages/executions/page.tsx'), 'ExecutionsPage'),
  execution: view(() => import('./pages/executions/execution/page.tsx'), 'ExecutionPage'),
  statistics: view(() => import('./pages/statistics/page.tsx'), 'StatisticsPage'),
  assets: view(() => import('./pages/lineage/page.tsx'), 'AssetsPage'),
  asset: view(() => import('./pages/lineage/asset/page.tsx'), 'AssetPage'),
  pipelines: view(() => import('./pages/projects/pipelines/page.tsx'), 'PipelinesPage'),
  designer: view(() => import('./pages/projects/designer/page.tsx'), 'DesignerPage'),
  projectExecutions: view(() => import('./pages/projects/executions/page.tsx'), 'ProjectExecutionsPage'),
  projectStatistics: view(() => import('./pages/projects/statistics/page.tsx'), 'ProjectStatisticsPage'),
  schedules: view(() => import('./pages/projects/schedules/page.tsx'), 'SchedulesPage'),
  newSchedule: view(() => import('./pages/projects/schedules/new/page.tsx'), 'NewSchedulePage'),
  schedule: view(() => import('./pages/projects/schedules/schedule/page.tsx'), 'SchedulePage'),
  triggers: view(() => import('./pages/projects/triggers/page.tsx'), 'TriggersPage'),
  newTrigger: view(() => import('./pages/projects/triggers/new/page.tsx'), 'NewTriggerPage'),
  trigger: view(() => import('./pages/projects/triggers/trigger/page.tsx'), 'TriggerPage'),
  projectAlerts: view(() => import('./pages/projects/alerts/page.tsx'), 'ProjectAlertsPage'),
  projectConsumption: view(() => import('./pages/projects/consumption/page.tsx'), 'ProjectConsumptionPage'),
  variables: view(() => import('./pages/projects/variables/page.tsx'), 'VariablesPage'),
  connections: view(() => import('./pages/projects/connections/page.tsx'), 'ConnectionsPage'),
  environments: view(() => import('./pages/projects/environments/page.tsx'), 'EnvironmentsPage'),
  repository: view(() => import('./pages/projects/repository/page.tsx'), 'RepositoryPage'),
  quality: view(() => import('./pages/projects/quality/page.tsx'), 'QualityPage'),
  tests: view(() => import('./pages/projects/tests/page.tsx'), 'TestsPage'),
  testExecution: view(() => import('./pages/projects/tests/execution/page.tsx'), 'TestExecutionPage'),
  agentTasks: view(() => import('./pages/projects/agent-tasks/page.tsx'), 'AgentTasksPage'),
  agentTask: view(() => import('./pages/projects/agent-tasks/task/page.tsx'), 'AgentTaskPage'),
  members: view(() => import('./pages/projects/members/page.tsx'), 'MembersPage'),
  projectSettings: view(() => import('./pages/projects/settings/page.tsx'), 'ProjectSettingsPage'),
  runners: view(() => import('./pages/runners/page.tsx'), 'RunnersPage'),
  runner: view(() => import('./pages/runners/runner/page.tsx'), 'RunnerPage'),
  sharedPipelines: view(() => import('./pages/shared-pipelines/page.tsx'), 'SharedPipelinesPage'),
  sharedSet: view(() => import('./pages/shared-pipelines/set/page.tsx'), 'SharedSetPage'),
  connectors: view(() => import('./pages/connectors/page.tsx'), 'ConnectorsPage'),
  connector: view(() => import('./pages/connectors/connector/page.tsx'), 'ConnectorPage'),
  oauths: view(() => import('./pages/connectors/oauths/page.tsx'), 'OAuthsPage'),
  users: view(() => import('./pages/administration/users/page.tsx'), 'UsersPage'),
  groups: view(() => import('./pages/administration/groups/page.tsx'), 'GroupsPage'),
  credentials: view(() => import('./pages/administration/credentials/page.tsx'), 'CredentialsPage'),
  directory: view(() => import('./pages/administration/directory/page.tsx'), 'DirectoryPage'),
  identityProviders: view(
    () => import('./pages/administration/identity-providers/page.tsx'),
    'IdentityProvidersPage',
  ),
  signInSettings: view(() => import('./pages/administration/sign-in/page.tsx'), 'SignInSettingsPage'),
  webhookTemplates: view(
    () => import('./pages/administration/webhook-templates/page.tsx'),
    'WebhookTemplatesPage',
  ),
  alerts: view(() => import('./pages/administration/alerts/page.tsx'), 'AlertsPage'),
  consumption: view(() => import('./pages/administration/consumption/page.tsx'), 'ConsumptionPage'),
  audit: view(() => import('./pages/administration/audit/page.tsx'), 'AuditPage'),
  about: view(() => import('./pages/administration/about/page.tsx'), 'AboutPage'),
  profile: view(() => import('./pages/profile/page.tsx'), 'ProfilePage'),
} as const satisfies Readonly<Record<ViewKey, RouteComponent>>

function view<N extends string>(load: () => Promise<Record<N, () => ReactNode>>, name: N): RouteComponent {
  return lazyRouteComponent(
    () => load().catch(async (error: unknown) => ({ [name]: await insteadOf(error) }) as never),
    name,
  )
}

/**
 * The router reloads the window when the code of a page is not there, which is right after an update of the
 * server. While that cannot be reached, a reload would end in a blank page: then another page says so.
 */
async function insteadOf(error: unknown): Promise<() => ReactNode> {
  if (await servesPages()) throw error
  suspectConnection()
  return NotLoaded
}
