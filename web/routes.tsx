import {
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  type RouteComponent,
  redirect,
} from '@tanstack/react-router'
import { queryClient, whenSignedOut } from './api/client.ts'
import { enter, markSessionEnded, sessionQuery } from './api/session.ts'
import { prepareRights } from './components/rights/use-may.ts'
import { gated } from './components/shell/page-gate.tsx'
import { Shell } from './components/shell/shell.tsx'
import { type PageKey, type Pages, pages, type ViewKey } from './pages.ts'
import { paths } from './paths.ts'
import { parseSearch, readSearch, type SearchOf, type SearchShape, stringifySearch } from './ui/address.ts'
import { NotFound } from './ui/not-found.tsx'
import { PageFailed } from './ui/page-failed.tsx'
import { views } from './views.ts'

const root = createRootRoute({ component: Outlet })

const signIn = createRoute({
  getParentRoute: () => root,
  path: paths.signIn,
  component: views.signIn,
  validateSearch: (search) => readSearch(pages.signIn.search, search),
})

/** Where the link of an invitation leads: whoever opens it has no password yet. */
const invitation = createRoute({
  getParentRoute: () => root,
  path: paths.invitation,
  component: views.invitation,
})

/** The pages that are open to everybody. */
const open = ['signIn', 'invitation'] as const satisfies readonly ViewKey[]
type Open = (typeof open)[number]
const isOpen = (key: string): key is Open => (open as readonly string[]).includes(key)

/**
 * Everything but those. Users who are not signed in are sent there first and return afterwards.
 */
const inside = createRoute({
  getParentRoute: () => root,
  id: 'inside',
  component: Shell,
  beforeLoad: async ({ location }) => {
    const session = await queryClient.ensureQueryData(sessionQuery)
    if (session === null) throw redirect({ to: paths.signIn, search: { returnTo: location.href } })
    await prepareRights(session)
  },
})

const routeOf = <const P extends string, S extends SearchShape>(
  path: P,
  component: RouteComponent,
  search: S,
) =>
  createRoute({
    getParentRoute: () => inside,
    path,
    component,
    validateSearch: (given: Record<string, unknown>): SearchOf<S> => readSearch(search, given),
    // What a page holds belongs to the project or thing of its address: another one starts fresh.
    remountDeps: ({ params }) => params,
  })

type Inside = Exclude<ViewKey, Open>
type SearchIn<K extends PageKey> = Pages[K] extends { readonly search: infer S extends SearchShape }
  ? S
  : Record<never, never>
type Routes = { [K in Inside]: ReturnType<typeof routeOf<Pages[K]['path'], SearchIn<K>>> }

/**
 * One route for each entry of the table that has something to show. Their types hold what a link must state.
 */
const made: Readonly<Record<string, unknown>> = Object.fromEntries(
  Object.entries(views).flatMap(([name, view]) => {
    const key = name as ViewKey
    if (isOpen(key)) return []
    const page = pages[key]
    return [[key, routeOf(page.path, gated(page, view), 'search' in page ? page.search : {})]]
  }),
)
const routes = made as Routes

/** Every address without a page. */
const notFound = createRoute({ getParentRoute: () => inside, path: '$', component: NotFound })

/** Addresses that result from shortening one by hand. */
const redirects = {
  projects: createRoute({
    getParentRoute: () => inside,
    path: paths.projects,
    beforeLoad: () => {
      throw redirect({ to: paths.home })
    },
  }),
  project: createRoute({
    getParentRoute: () => inside,
    path: paths.project,
    beforeLoad: ({ params }) => {
      throw redirect({ to: paths.pipelines, params })
    },
  }),
  administration: createRoute({
    getParentRoute: () => inside,
    path: paths.administration,
    beforeLoad: () => {
      throw redirect({ to: paths.users })
    },
  }),
}

export const router = createRouter({
  routeTree: root.addChildren({
    signIn,
    invitation,
    inside: inside.addChildren({ ...routes, ...redirects, notFound }),
  }),
  defaultPreload: 'intent',
  defaultErrorComponent: PageFailed,
  scrollRestoration: true,
  parseSearch,
  stringifySearch,
})

// The code of the first page is fetched while the session is read, not after it.
const [firstRoutes] = router.getMatchedRoutes(router.latestLocation.pathname)
for (const route of firstRoutes) void router.loadRouteChunk(route)

whenSignedOut(() => {
  const { href, pathname } = router.state.location
  if (pathname === paths.signIn || pathname === paths.invitation) return
  // A page that has been shown stays as it is, with what was typed, and asks to sign in above it.
  if (queryClient.getQueryData(sessionQuery.queryKey)) return markSessionEnded(true)
  void router.navigate({ to: paths.signIn, search: { returnTo: href } }).then(() => enter(null))
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
