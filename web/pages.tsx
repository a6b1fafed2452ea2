import {
  BadgeCheck,
  Bell,
  Bot,
  Boxes,
  CalendarClock,
  ChartColumn,
  Database,
  FlaskConical,
  Gauge,
  GitBranch,
  House,
  Layers,
  ListVideo,
  Plug,
  ServerCog,
  Settings,
  Share2,
  Table2,
  UsersRound,
  Variable,
  Workflow,
  Zap,
} from 'lucide-react'
import { administrationPages } from './administration-pages.tsx'
import { filterSearch } from './components/executions/filter.ts'
import { membersSearch } from './components/members/shapes.ts'
import { statisticsSearch } from './components/statistics/search.ts'
import type { Menu, PageEntry } from './page-entry.ts'
import { sharedSetEntry } from './pages/shared-pipelines/set-entry.ts'
import { view } from './view.ts'

/**
 * Every page of the interface, in the order of the menus. Addresses (`paths.ts`), routes with their search
 * parameters (`routes.tsx`), the menu, the palette and the administration's tabs are derived from it: a new
 * page is one entry here.
 */
export const pages = {
  signIn: {
    path: '/sign-in',
    label: 'Sign in',
    view: view(() => import('./pages/sign-in/page.tsx'), 'SignInPage'),
    search: { returnTo: 'text', failed: 'text' },
  },
  invitation: {
    path: '/invitation',
    label: 'Invitation',
    view: view(() => import('./pages/invitation/page.tsx'), 'InvitationPage'),
  },
  home: {
    path: '/',
    label: 'Home',
    view: view(() => import('./pages/home/page.tsx'), 'HomePage'),
    icon: House,
    menu: 'main',
    key: 'h',
    search: { page: 'number' },
  },
  executions: {
    path: '/executions',
    label: 'All executions',
    view: view(() => import('./pages/executions/page.tsx'), 'ExecutionsPage'),
    icon: ListVideo,
    menu: 'main',
    needs: 'member',
    key: 'e',
    search: filterSearch,
  },
  execution: {
    path: '/executions/$executionId',
    label: 'Execution',
    view: view(() => import('./pages/executions/execution/page.tsx'), 'ExecutionPage'),
    search: { view: 'text', step: 'text', lines: 'text' },
  },
  statistics: {
    path: '/statistics',
    label: 'All statistics',
    view: view(() => import('./pages/statistics/page.tsx'), 'StatisticsPage'),
    icon: ChartColumn,
    menu: 'main',
    needs: 'member',
    key: 's',
    search: statisticsSearch,
  },
  assets: {
    path: '/lineage',
    label: 'Assets',
    view: view(() => import('./pages/lineage/page.tsx'), 'AssetsPage'),
    icon: Table2,
    menu: 'main',
    needs: 'member',
    key: 'd',
    search: {
      page: 'number',
      find: 'text',
      kind: 'text',
      project: 'text',
      stale: 'number', // days
      sort: 'text',
    },
  },
  asset: {
    path: '/lineage/$assetId',
    label: 'Asset',
    view: view(() => import('./pages/lineage/asset/page.tsx'), 'AssetPage'),
    needs: 'member',
    search: {
      tab: 'text',
      page: 'number',
      view: 'text', // of the lineage: a graph or a table
      depth: 'number',
      limit: 'number',
      chosen: 'text', // another asset of the graph
      column: 'text',
    },
  },
  projects: { path: '/projects', label: 'Projects' },
  project: { path: '/projects/$projectId', label: 'Project', icon: Boxes },
  pipelines: {
    path: '/projects/$projectId/pipelines',
    label: 'Pipelines',
    view: view(() => import('./pages/projects/pipelines/page.tsx'), 'PipelinesPage'),
    icon: Workflow,
    menu: 'project',
    search: {
      // Where the files are from: a branch or a commit of the repository, or what an environment runs.
      branch: 'text',
      commit: 'text',
      environment: 'text',
      version: 'text', // of the environment; its newest without one
      // Which pipeline is open (the path of its file, or its name), and what of it.
      pipeline: 'text',
      component: 'text',
      line: 'number', // of the source text
      tab: 'text',
      find: 'text',
    },
  },
  designer: {
    path: '/projects/$projectId/designer',
    label: 'Designer',
    view: view(() => import('./pages/projects/designer/page.tsx'), 'DesignerPage'),
    search: { branch: 'text', file: 'text' },
  },
  projectExecutions: {
    path: '/projects/$projectId/executions',
    label: 'Executions',
    view: view(() => import('./pages/projects/executions/page.tsx'), 'ProjectExecutionsPage'),
    icon: ListVideo,
    menu: 'project',
    search: filterSearch,
  },
  projectStatistics: {
    path: '/projects/$projectId/statistics',
    label: 'Statistics',
    view: view(() => import('./pages/projects/statistics/page.tsx'), 'ProjectStatisticsPage'),
    icon: ChartColumn,
    menu: 'project',
    search: statisticsSearch,
  },
  schedules: {
    path: '/projects/$projectId/schedules',
    label: 'Schedules',
    view: view(() => import('./pages/projects/schedules/page.tsx'), 'SchedulesPage'),
    icon: CalendarClock,
    menu: 'project',
    search: {
      page: 'number',
      name: 'text',
      pipeline: 'text',
      environment: 'text',
      enabled: 'text',
      sort: 'text',
    },
  },
  newSchedule: {
    path: '/projects/$projectId/schedules/new',
    label: 'New schedule',
    view: view(() => import('./pages/projects/schedules/new/page.tsx'), 'NewSchedulePage'),
    needs: { permissionHere: 'schedules:write', accessHere: 'environment:run' },
    search: { environment: 'text', pipeline: 'text' },
  },
  schedule: {
    path: '/projects/$projectId/schedules/$scheduleId',
    label: 'Schedule',
    view: view(() => import('./pages/projects/schedules/schedule/page.tsx'), 'SchedulePage'),
    search: { tab: 'text', page: 'number' },
  },
  triggers: {
    path: '/projects/$projectId/triggers',
    label: 'Triggers',
    view: view(() => import('./pages/projects/triggers/page.tsx'), 'TriggersPage'),
    icon: Zap,
    menu: 'project',
    search: { page: 'number', name: 'text', pipeline: 'text', type: 'text', sort: 'text' },
  },
  newTrigger: {
    path: '/projects/$projectId/triggers/new',
    label: 'New trigger',
    view: view(() => import('./pages/projects/triggers/new/page.tsx'), 'NewTriggerPage'),
    needs: { permissionHere: 'schedules:write', accessHere: 'environment:run' },
    search: { environment: 'text', pipeline: 'text' },
  },
  trigger: {
    path: '/projects/$projectId/triggers/$triggerId',
    label: 'Trigger',
    view: view(() => import('./pages/projects/triggers/trigger/page.tsx'), 'TriggerPage'),
    search: { tab: 'text', page: 'number' },
  },
  projectAlerts: {
    path: '/projects/$projectId/alerts',
    label: 'Alerts',
    view: view(() => import('./pages/projects/alerts/page.tsx'), 'ProjectAlertsPage'),
    icon: Bell,
    menu: 'project',
    needs: { permissionHere: 'alerts:write' },
    search: { tab: 'text', page: 'text' },
  },
  projectConsumption: {
    path: '/projects/$projectId/consumption',
    label: 'Consumption',
    view: view(() => import('./pages/projects/consumption/page.tsx'), 'ProjectConsumptionPage'),
    icon: Gauge,
    menu: 'project',
    needs: { permissionHere: 'project:write' },
    search: { from: 'text', to: 'text', by: 'text' },
  },
  variables: {
    path: '/projects/$projectId/variables',
    label: 'Variables',
    view: view(() => import('./pages/projects/variables/page.tsx'), 'VariablesPage'),
    keywords: ['secrets'],
    icon: Variable,
    menu: 'project',
    search: {
      tab: 'text',
      page: 'number',
      name: 'text',
      environment: 'text',
      history: 'text',
      sort: 'text',
    },
  },
  connections: {
    path: '/projects/$projectId/connections',
    label: 'Connections',
    view: view(() => import('./pages/projects/connections/page.tsx'), 'ConnectionsPage'),
    icon: Database,
    menu: 'project',
    search: { page: 'number', sort: 'text' },
  },
  environments: {
    path: '/projects/$projectId/environments',
    label: 'Environments',
    view: view(() => import('./pages/projects/environments/page.tsx'), 'EnvironmentsPage'),
    keywords: ['publish', 'versions'],
    icon: Layers,
    menu: 'project',
    search: { environment: 'text', tab: 'text', page: 'number', version: 'text', ...membersSearch },
  },
  repository: {
    path: '/projects/$projectId/repository',
    label: 'Repository',
    view: view(() => import('./pages/projects/repository/page.tsx'), 'RepositoryPage'),
    keywords: ['Git', 'branches', 'commits'],
    icon: GitBranch,
    menu: 'project',
    search: { tab: 'text', page: 'number', ref: 'text', find: 'text', file: 'text', migration: 'text' },
  },
  quality: {
    path: '/projects/$projectId/quality',
    label: 'Quality',
    view: view(() => import('./pages/projects/quality/page.tsx'), 'QualityPage'),
    icon: BadgeCheck,
    menu: 'project',
    search: { branch: 'text', severity: 'text', page: 'number' },
  },
  tests: {
    path: '/projects/$projectId/tests',
    label: 'Tests',
    view: view(() => import('./pages/projects/tests/page.tsx'), 'TestsPage'),
    icon: FlaskConical,
    menu: 'project',
    search: { environment: 'text', page: 'number' },
  },
  testExecution: {
    path: '/projects/$projectId/tests/$testExecutionId',
    label: 'Test execution',
    view: view(() => import('./pages/projects/tests/execution/page.tsx'), 'TestExecutionPage'),
    search: { show: 'text', page: 'number' },
  },
  agentTasks: {
    path: '/projects/$projectId/agent-tasks',
    label: 'Agent tasks',
    view: view(() => import('./pages/projects/agent-tasks/page.tsx'), 'AgentTasksPage'),
    keywords: ['AI', 'assistant', 'language model'],
    icon: Bot,
    menu: 'project',
    search: { page: 'number' },
  },
  agentTask: {
    path: '/projects/$projectId/agent-tasks/$taskId',
    label: 'Agent task',
    view: view(() => import('./pages/projects/agent-tasks/task/page.tsx'), 'AgentTaskPage'),
  },
  members: {
    path: '/projects/$projectId/members',
    label: 'Members',
    view: view(() => import('./pages/projects/members/page.tsx'), 'MembersPage'),
    keywords: ['roles', 'permissions'],
    icon: UsersRound,
    menu: 'project',
    search: { page: 'number', ...membersSearch },
  },
  projectSettings: {
    path: '/projects/$projectId/settings',
    label: 'Project settings',
    view: view(() => import('./pages/projects/settings/page.tsx'), 'ProjectSettingsPage'),
    keywords: ['delete project', 'rename'],
    icon: Settings,
    menu: 'project',
  },
  runners: {
    path: '/runners',
    label: 'Runners',
    view: view(() => import('./pages/runners/page.tsx'), 'RunnersPage'),
    icon: ServerCog,
    menu: 'main',
    needs: 'member',
    key: 'r',
    search: { tab: 'text', page: 'number', sort: 'text' },
  },
  runner: {
    path: '/runners/$agentId',
    label: 'Runner',
    view: view(() => import('./pages/runners/runner/page.tsx'), 'RunnerPage'),
    needs: 'member',
    search: { show: 'text' },
  },
  sharedPipelines: {
    path: '/shared-pipelines',
    label: 'Shared pipelines',
    view: view(() => import('./pages/shared-pipelines/page.tsx'), 'SharedPipelinesPage'),
    icon: Share2,
    menu: 'main',
    needs: 'member',
    search: { page: 'number', find: 'text' },
  },
  sharedSet: sharedSetEntry,
  connectors: {
    path: '/connectors',
    label: 'Connectors',
    view: view(() => import('./pages/connectors/page.tsx'), 'ConnectorsPage'),
    icon: Plug,
    menu: 'main',
    needs: 'member',
    key: 'c',
    search: { page: 'number' },
  },
  connector: {
    path: '/connectors/$connectorId',
    label: 'Connector',
    view: view(() => import('./pages/connectors/connector/page.tsx'), 'ConnectorPage'),
    needs: 'member',
    search: { endpoint: 'number', tab: 'text' },
  },
  oauths: {
    path: '/connectors/oauths',
    label: 'OAuths',
    view: view(() => import('./pages/connectors/oauths/page.tsx'), 'OAuthsPage'),
    needs: 'member',
    search: { page: 'number', from: 'text' },
  },
  ...administrationPages,
  profile: {
    path: '/profile',
    label: 'Profile',
    view: view(() => import('./pages/profile/page.tsx'), 'ProfilePage'),
    keywords: ['password', 'personal access tokens', 'sessions', 'second factor'],
    search: { tab: 'text' },
  },
} as const satisfies Readonly<Record<string, PageEntry>>

export type Pages = typeof pages
export type PageKey = keyof Pages
type Listed<M extends Menu> = Extract<Pages[PageKey], { readonly menu: M }>

/** The entries of one menu, in the order of the table. */
export const pagesIn = <M extends Menu>(menu: M): readonly Listed<M>[] =>
  Object.values(pages).filter((page): page is Listed<M> => 'menu' in page && page.menu === menu)

/** What opening a page of the table needs. */
export const needOf = (page: PageEntry): PageEntry['needs'] => page.needs
