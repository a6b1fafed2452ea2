import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  redirect,
} from '@tanstack/react-router'
import type { ComponentType } from 'react'
import { queryClient, whenSignedOut } from './api/client.ts'
import { enter, sessionQuery } from './api/session.ts'
import { Shell } from './components/shell/shell.tsx'
import { HomePage } from './pages/home/page.tsx'
import { SignInPage } from './pages/sign-in/page.tsx'
import { paths } from './paths.ts'
import { parseSearch, stringifySearch } from './ui/address.ts'
import { NotFound } from './ui/not-found.tsx'
import { PageFailed } from './ui/page-failed.tsx'

const root = createRootRoute({ component: Outlet, notFoundComponent: NotFound })

const signIn = createRoute({ getParentRoute: () => root, path: paths.signIn, component: SignInPage })

/** Everything but the sign-in: whoever is not signed in goes there first and comes back afterwards. */
const inside = createRoute({
  getParentRoute: () => root,
  id: 'inside',
  component: Shell,
  beforeLoad: async ({ location }) => {
    const session = await queryClient.ensureQueryData(sessionQuery)
    if (session === null) throw redirect({ to: paths.signIn, search: { returnTo: location.href } as never })
  },
})

/** A page whose code is loaded when it is first opened, or when somebody is about to. */
const page = <P extends string, N extends string>(
  path: P,
  load: () => Promise<Record<N, ComponentType>>,
  name: N,
) => createRoute({ getParentRoute: () => inside, path, component: lazyRouteComponent(load, name) })

const moved = <P extends string>(path: P, to: string) =>
  createRoute({
    getParentRoute: () => inside,
    path,
    beforeLoad: ({ params }) => {
      throw redirect({ to, params: params as never })
    },
  })

const pages = [
  createRoute({ getParentRoute: () => inside, path: paths.home, component: HomePage }),
  moved(paths.projects, paths.home),
  moved(paths.project, paths.pipelines),
  moved(paths.administration, paths.users),
  page(paths.profile, () => import('./pages/profile/page.tsx'), 'ProfilePage'),
  page(paths.executions, () => import('./pages/executions/page.tsx'), 'ExecutionsPage'),
  page(paths.execution, () => import('./pages/executions/execution/page.tsx'), 'ExecutionPage'),
  page(paths.pipelines, () => import('./pages/projects/pipelines/page.tsx'), 'PipelinesPage'),
  page(
    paths.projectExecutions,
    () => import('./pages/projects/executions/page.tsx'),
    'ProjectExecutionsPage',
  ),
  page(paths.schedules, () => import('./pages/projects/schedules/page.tsx'), 'SchedulesPage'),
  page(paths.newSchedule, () => import('./pages/projects/schedules/new/page.tsx'), 'NewSchedulePage'),
  page(paths.schedule, () => import('./pages/projects/schedules/schedule/page.tsx'), 'SchedulePage'),
  page(paths.variables, () => import('./pages/projects/variables/page.tsx'), 'VariablesPage'),
  page(paths.environments, () => import('./pages/projects/environments/page.tsx'), 'EnvironmentsPage'),
  page(paths.repository, () => import('./pages/projects/repository/page.tsx'), 'RepositoryPage'),
  page(paths.projectSettings, () => import('./pages/projects/settings/page.tsx'), 'ProjectSettingsPage'),
  page(paths.runners, () => import('./pages/runners/page.tsx'), 'RunnersPage'),
  page(paths.runner, () => import('./pages/runners/runner/page.tsx'), 'RunnerPage'),
  page(paths.connectors, () => import('./pages/connectors/page.tsx'), 'ConnectorsPage'),
  page(paths.oauths, () => import('./pages/connectors/oauths/page.tsx'), 'OAuthsPage'),
  page(paths.connector, () => import('./pages/connectors/connector/page.tsx'), 'ConnectorPage'),
  page(paths.users, () => import('./pages/administration/users/page.tsx'), 'UsersPage'),
  page(paths.groups, () => import('./pages/administration/groups/page.tsx'), 'GroupsPage'),
  page(paths.credentials, () => import('./pages/administration/credentials/page.tsx'), 'CredentialsPage'),
  page(paths.directory, () => import('./pages/administration/directory/page.tsx'), 'DirectoryPage'),
  page(
    paths.identityProviders,
    () => import('./pages/administration/identity-providers/page.tsx'),
    'IdentityProvidersPage',
  ),
  page(paths.audit, () => import('./pages/administration/audit/page.tsx'), 'AuditPage'),
  page(paths.about, () => import('./pages/administration/about/page.tsx'), 'AboutPage'),
] as const

export const router = createRouter({
  routeTree: root.addChildren([signIn, inside.addChildren(pages)]),
  defaultPreload: 'intent',
  defaultErrorComponent: PageFailed,
  scrollRestoration: true,
  parseSearch,
  stringifySearch,
})

whenSignedOut(() => {
  const { href, pathname } = router.state.location
  if (pathname === paths.signIn) return
  void router.navigate({ to: paths.signIn, search: { returnTo: href } as never }).then(() => enter(null))
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
