import { Divider, Select, Stack, Text } from '@mantine/core'
import { useNavigate, useRouter } from '@tanstack/react-router'
import {
  Boxes,
  CalendarClock,
  GitBranch,
  House,
  Layers,
  ListVideo,
  type LucideIcon,
  Plug,
  ServerCog,
  Settings,
  ShieldCheck,
  Variable,
  Workflow,
} from 'lucide-react'
import { useEffect } from 'react'
import { paths } from '../../paths.ts'
import { NavigationLink } from '../../ui/link.tsx'
import { useProjects } from '../projects.ts'

interface Entry {
  readonly label: string
  readonly to: string
  readonly icon: LucideIcon
}

const everywhere: readonly Entry[] = [
  { label: 'Home', to: paths.home, icon: House },
  { label: 'All executions', to: paths.executions, icon: ListVideo },
  { label: 'Runners', to: paths.runners, icon: ServerCog },
  { label: 'Connectors', to: paths.connectors, icon: Plug },
  { label: 'Administration', to: paths.administration, icon: ShieldCheck },
]

/** The pages of one project, in the order of the menu. */
export const projectEntries: readonly Entry[] = [
  { label: 'Pipelines', to: paths.pipelines, icon: Workflow },
  { label: 'Executions', to: paths.projectExecutions, icon: ListVideo },
  { label: 'Schedules', to: paths.schedules, icon: CalendarClock },
  { label: 'Variables', to: paths.variables, icon: Variable },
  { label: 'Environments', to: paths.environments, icon: Layers },
  { label: 'Repository', to: paths.repository, icon: GitBranch },
  { label: 'Project settings', to: paths.projectSettings, icon: Settings },
]

const AFTER_FIRST_VIEW_MS = 250

/** Loads the code of the pages of the menu after the first view: the first click shows them at once. */
function useReadyPages(): void {
  const router = useRouter()
  useEffect(() => {
    const waiting = setTimeout(() => {
      for (const { to } of everywhere) void router.preloadRoute({ to })
    }, AFTER_FIRST_VIEW_MS)
    return () => clearTimeout(waiting)
  }, [router])
}

/** The menu: what is everywhere, and the pages of the chosen project. */
export function Navigation({ projectId }: { readonly projectId: string | undefined }) {
  const navigate = useNavigate()
  useReadyPages()
  const { data: projects } = useProjects()
  const choices = (projects?.results ?? []).map((project) => ({
    value: project.id,
    label: project.name,
  }))
  return (
    <Stack gap={2}>
      {everywhere.map(({ label, to, icon: Icon }) => (
        <NavigationLink
          key={to}
          to={to}
          label={label}
          leftSection={<Icon size={16} aria-hidden />}
          activeOptions={{ exact: to === paths.home, includeSearch: false }}
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
        projectEntries.map(({ label, to, icon: Icon }) => (
          <NavigationLink
            key={to}
            to={to}
            params={{ projectId }}
            label={label}
            leftSection={<Icon size={16} aria-hidden />}
            activeOptions={{ includeSearch: false }}
            activeProps={{ 'data-active': true }}
          />
        ))}
      {projects?.total === 0 && (
        <Text size="sm" c="dimmed" px="sm">
          No project yet. Home makes one.
        </Text>
      )}
    </Stack>
  )
}
