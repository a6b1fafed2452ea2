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
import { administrationPages } from './administration-pages.ts'
import { filterSearch } from './components/executions/filter.ts'
import { membersSearch } from './components/members/shapes.ts'
import { statisticsSearch } from './components/statistics/search.ts'
import type { Menu, PageEntry } from './page-entry.ts'

/**
 * Every page of the interface, in the order of the menus. Addresses (`paths.ts`), routes with their search
 * parameters (`routes.tsx`), the menu, the palette and the administration's tabs are derived from it. What a
 * page shows is in `views.ts`, so that pages can import this table and the table imports no page.
 */
export const pages = {
  signIn: {
    path: '/sign-in',
    label: 'Sign in',
    search: { returnTo: 'text', failed: 'text' },
  },
  invitation: {
    path: '/invitation',
    label: 'Invitation',
  },
  home: {
    path: '/',
    label: 'Home',
    icon: House,
    menu: 'main',
    key: 'h',
    search: { page: 'number' },
  },
  executions: {
    path: '/executions',
    label: 'All executions',
    icon: ListVideo,
    menu: 'main',
    needs: 'member',
    key: 'e',
    search: filterSearch,
  },
  execution: {
    path: '/executions/$executionId',
    label: 'Execution',
    search: { view: 'text', step: 'text', lines: 'text' },
  },
  statistics: {
    path: '/statistics',
    label: 'All statistics',
    icon: ChartColumn,
    menu: 'main',
    needs: 'member',
    key: 's',
    search: statisticsSearch,
  },
  assets: {
    path: '/lineage',
    label: 'Assets',
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
  projects: { path: '/projects', label: 'Projects', redirects: true },
  project: { path: '/projects/$projectId', label: 'Project', redirects: true, icon: Boxes },
  pipelines: {
    path: '/projects/$projectId/pipelines',
    label: 'Pipelines',
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
    search: { branch: 'text', file: 'text' },
  },
  projectExecutions: {
    path: '/projects/$projectId/executions',
    label: 'Executions',
    icon: ListVideo,
    menu: 'project',
    search: filterSearch,
  },
  projectStatistics: {
    path: '/projects/$projectId/statistics',
    label: 'Statistics',
    icon: ChartColumn,
    menu: 'project',
    search: statisticsSearch,
  },
  schedules: {
    path: '/projects/$projectId/schedules',
    label: 'Schedules',
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
    needs: { permissionHere: 'schedules:write', accessHere: 'environment:run' },
    search: { environment: 'text', pipeline: 'text' },
  },
  schedule: {
    path: '/projects/$projectId/schedules/$scheduleId',
    label: 'Schedule',
    search: { tab: 'text', page: 'number' },
  },
  triggers: {
    path: '/projects/$projectId/triggers',
    label: 'Triggers',
    icon: Zap,
    menu: 'project',
    search: { page: 'number', name: 'text', pipeline: 'text', type: 'text', sort: 'text' },
  },
  newTrigger: {
    path: '/projects/$projectId/triggers/new',
    label: 'New trigger',
    needs: { permissionHere: 'schedules:write', accessHere: 'environment:run' },
    search: { environment: 'text', pipeline: 'text' },
  },
  trigger: {
    path: '/projects/$projectId/triggers/$triggerId',
    label: 'Trigger',
    search: { tab: 'text', page: 'number' },
  },
  projectAlerts: {
    path: '/projects/$projectId/alerts',
    label: 'Alerts',
    icon: Bell,
    menu: 'project',
    needs: { permissionHere: 'alerts:write' },
    search: { tab: 'text', page: 'text' },
  },
  projectConsumption: {
    path: '/projects/$projectId/consumption',
    label: 'Consumption',
    icon: Gauge,
    menu: 'project',
    needs: { permissionHere: 'project:write' },
    search: { from: 'text', to: 'text', by: 'text' },
  },
  variables: {
    path: '/projects/$projectId/variables',
    label: 'Variables',
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
    icon: Database,
    menu: 'project',
    search: { page: 'number', sort: 'text' },
  },
  environments: {
    path: '/projects/$projectId/environments',
    label: 'Environments',
    keywords: ['publish', 'versions'],
    icon: Layers,
    menu: 'project',
    search: { environment: 'text', tab: 'text', page: 'number', version: 'text', ...membersSearch },
  },
  repository: {
    path: '/projects/$projectId/repository',
    label: 'Repository',
    keywords: ['Git', 'branches', 'commits'],
    icon: GitBranch,
    menu: 'project',
    search: { tab: 'text', page: 'number', ref: 'text', find: 'text', file: 'text', migration: 'text' },
  },
  quality: {
    path: '/projects/$projectId/quality',
    label: 'Quality',
    icon: BadgeCheck,
    menu: 'project',
    search: { branch: 'text', severity: 'text', page: 'number' },
  },
  tests: {
    path: '/projects/$projectId/tests',
    label: 'Tests',
    icon: FlaskConical,
    menu: 'project',
    search: { environment: 'text', page: 'number' },
  },
  testExecution: {
    path: '/projects/$projectId/tests/$testExecutionId',
    label: 'Test execution',
    search: { show: 'text', page: 'number' },
  },
  agentTasks: {
    path: '/projects/$projectId/agent-tasks',
    label: 'Agent tasks',
    keywords: ['AI', 'assistant', 'language model'],
    icon: Bot,
    menu: 'project',
    search: { page: 'number' },
  },
  agentTask: {
    path: '/projects/$projectId/agent-tasks/$taskId',
    label: 'Agent task',
  },
  members: {
    path: '/projects/$projectId/members',
    label: 'Members',
    keywords: ['roles', 'permissions'],
    icon: UsersRound,
    menu: 'project',
    search: { page: 'number', ...membersSearch },
  },
  projectSettings: {
    path: '/projects/$projectId/settings',
    label: 'Project settings',
    keywords: ['delete project', 'rename'],
    icon: Settings,
    menu: 'project',
  },
  runners: {
    path: '/runners',
    label: 'Runners',
    icon: ServerCog,
    menu: 'main',
    needs: 'member',
    key: 'r',
    search: { tab: 'text', page: 'number', sort: 'text' },
  },
  runner: {
    path: '/runners/$agentId',
    label: 'Runner',
    needs: 'member',
    search: { show: 'text' },
  },
  sharedPipelines: {
    path: '/shared-pipelines',
    label: 'Shared pipelines',
    icon: Share2,
    menu: 'main',
    needs: 'member',
    search: { page: 'number', find: 'text' },
  },
  sharedSet: {
    path: '/shared-pipelines/$prefix',
    label: 'Set of shared pipelines',
    needs: 'member',
    search: { version: 'text', page: 'number', users: 'number' },
  },
  connectors: {
    path: '/connectors',
    label: 'Connectors',
    icon: Plug,
    menu: 'main',
    needs: 'member',
    key: 'c',
    search: { page: 'number' },
  },
  connector: {
    path: '/connectors/$connectorId',
    label: 'Connector',
    needs: 'member',
    search: { endpoint: 'number', tab: 'text' },
  },
  oauths: {
    path: '/connectors/oauths',
    label: 'OAuths',
    needs: 'member',
    search: { page: 'number', from: 'text' },
  },
  ...administrationPages,
  profile: {
    path: '/profile',
    label: 'Profile',
    keywords: ['password', 'personal access tokens', 'sessions', 'second factor'],
    search: { tab: 'text' },
  },
} as const satisfies Readonly<Record<string, PageEntry>>

export type Pages = typeof pages
export type PageKey = keyof Pages
/** The pages that show something; the others are addresses that only redirect. */
export type ViewKey = {
  [K in PageKey]: Pages[K] extends { readonly redirects: true } ? never : K
}[PageKey]
type Listed<M extends Menu> = Extract<Pages[PageKey], { readonly menu: M }>

/** The entries of one menu, in the order of the table. */
export const pagesIn = <M extends Menu>(menu: M): readonly Listed<M>[] =>
  Object.values(pages).filter((page): page is Listed<M> => 'menu' in page && page.menu === menu)

/** What opening a page of the table needs. */
export const needOf = (page: PageEntry): PageEntry['needs'] => page.needs
