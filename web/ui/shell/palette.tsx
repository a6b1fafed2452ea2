import { Spotlight, type SpotlightActionData } from '@mantine/spotlight'
import { useNavigate } from '@tanstack/react-router'
import { Search } from 'lucide-react'
import { api } from '../../api/client.ts'
import { paths } from '../../paths.ts'
import { projectEntries } from './navigation.tsx'

const pages = [
  ['Home', paths.home],
  ['All executions', paths.executions],
  ['Runners', paths.runners],
  ['Connectors', paths.connectors],
  ['OAuths', paths.oauths],
  ['Users', paths.users],
  ['Groups', paths.groups],
  ['API credentials', paths.credentials],
  ['Directory (SCIM)', paths.directory],
  ['Identity providers', paths.identityProviders],
  ['Audit log', paths.audit],
  ['About', paths.about],
  ['Profile', paths.profile],
] as const

const MAX_PROJECTS = 100

/** `Ctrl-K`: every page, every project and its pages, by name. */
export function Palette() {
  const navigate = useNavigate()
  const { data } = api.useQuery('get', '/v1/projects', { params: { query: { page: 0, size: MAX_PROJECTS } } })
  const actions: SpotlightActionData[] = [
    ...pages.map(([label, to]) => ({ id: to, label, onClick: () => void navigate({ to }) })),
    ...(data?.results ?? []).flatMap(({ id: projectId, name }) =>
      projectEntries.map(({ label, to }) => ({
        id: `${projectId}${to}`,
        label: `${name}: ${label}`,
        onClick: () => void navigate({ to, params: { projectId } }),
      })),
    ),
  ]
  return (
    <Spotlight
      actions={actions}
      shortcut="mod + K"
      nothingFound="Nothing has that name"
      limit={12}
      scrollable
      searchProps={{
        leftSection: <Search size={18} aria-hidden />,
        placeholder: 'Find a page or a project',
        'aria-label': 'Find a page or a project',
      }}
    />
  )
}
