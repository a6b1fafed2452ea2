import { Divider, Select, Stack, Text } from '@mantine/core'
import { useNavigate, useRouter, useRouterState } from '@tanstack/react-router'
import { Boxes } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { pagesIn } from '../../pages.ts'
import { paths } from '../../paths.ts'
import { NavigationLink } from '../../ui/link.tsx'
import { useProjects } from '../projects.ts'
import { useMay } from '../rights/use-may.ts'
import { canOpen } from './can-open.ts'

const AFTER_FIRST_VIEW_MS = 250

/** Loads the code of the pages of the menu after the first view: the first click shows them at once. */
function useReadyPages(projectId: string | undefined): void {
  const router = useRouter()
  useEffect(() => {
    const waiting = setTimeout(() => {
      for (const { path } of pagesIn('main')) void router.preloadRoute({ to: path })
      if (projectId === undefined) return
      for (const { path } of pagesIn('project')) void router.preloadRoute({ to: path, params: { projectId } })
    }, AFTER_FIRST_VIEW_MS)
    return () => clearTimeout(waiting)
  }, [router, projectId])
}

/** The menu with the current page in view: that of a project is longer than most windows. */
function useMenuAt(projectId: string | undefined) {
  const menu = useRef<HTMLDivElement>(null)
  const address = useRouterState({ select: ({ location }) => location.pathname })
  // biome-ignore lint/correctness/useExhaustiveDependencies: both decide which link is the active one
  useEffect(() => {
    menu.current?.querySelector('[data-active]')?.scrollIntoView({ block: 'nearest' })
  }, [address, projectId])
  return menu
}

/** The menu: the main pages, and those of the chosen project. */
export function Navigation({ projectId }: { readonly projectId: string | undefined }) {
  const navigate = useNavigate()
  useReadyPages(projectId)
  const menu = useMenuAt(projectId)
  const { data: projects } = useProjects()
  const may = useMay()
  const choices = (projects ?? []).map((project) => ({
    value: project.id,
    label: project.name,
  }))
  return (
    <Stack gap={2} ref={menu}>
      {pagesIn('main')
        .filter((page) => canOpen(may, page))
        .map(({ label, path, icon: Icon }) => (
          <NavigationLink
            key={path}
            to={path}
            label={label}
            leftSection={<Icon size={16} aria-hidden />}
            activeOptions={{ exact: path === paths.home, includeSearch: false }}
            activeProps={{ 'data-active': true }}
          />
        ))}
      <Divider my="xs" />
      <Select
        aria-label="Project"
        placeholder="Choose a project"
        leftSection={<Boxes size={16} aria-hidden />}
        searchable
        data={choices}
        value={projectId ?? null}
        onChange={(chosen) => chosen && navigate({ to: paths.pipelines, params: { projectId: chosen } })}
      />
      {projectId !== undefined &&
        pagesIn('project')
          .filter((page) => canOpen(may, page, projectId))
          .map(({ label, path, icon: Icon }) => (
            <NavigationLink
              key={path}
              to={path}
              params={{ projectId }}
              label={label}
              leftSection={<Icon size={16} aria-hidden />}
              activeOptions={{ includeSearch: false }}
              activeProps={{ 'data-active': true }}
            />
          ))}
      {projects?.length === 0 && (
        <Text size="sm" c="dimmed" px="sm">
          {may('projectCreator')
            ? 'No projects yet. Create one on the home page.'
            : 'No projects yet. The home page says what to ask for.'}
        </Text>
      )}
    </Stack>
  )
}
