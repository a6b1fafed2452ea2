import { Button, Tabs, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { keepPreviousData } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { api } from '../../api/client.ts'
import { May } from '../../components/rights/may.tsx'
import { paths } from '../../paths.ts'
import { type Column, DataTable } from '../../ui/data-table.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { PageLink } from '../../ui/link.tsx'
import { Page } from '../../ui/page.tsx'
import { sortingOf } from '../../ui/sorting.ts'
import { Status } from '../../ui/status.tsx'
import { exactTime } from '../../ui/time.tsx'
import { useAddress } from '../../use-address.ts'
import { CreateRunner } from './create.tsx'
import { meaning, type Runner } from './shapes.ts'
import { Tracks } from './tracks.tsx'

const LIVE_MS = 3_000

/** All runners with their state, version and kind, and the version tracks. */
export function RunnersPage() {
  const [{ tab = 'runners', page = 0, sort: asked }, change] = useAddress('runners')
  const { sort, sorting } = sortingOf(['name', '-name'], asked, change)
  const [isCreating, { open, close }] = useDisclosure(false)
  const { data, error, refetch } = api.useQuery(
    'get',
    '/v1/agents',
    { params: { query: { page, ...(sort !== undefined && { sort }) } } },
    { refetchInterval: LIVE_MS, placeholderData: keepPreviousData },
  )
  return (
    <Page
      title="Runners"
      lead="Runners connect to this server and run the pipelines of the environments that use them."
      actions={
        <May needs={'administrator'}>
          <Button leftSection={<Plus size={16} aria-hidden />} onClick={open}>
            New runner
          </Button>
        </May>
      }
    >
      <Tabs value={tab} onChange={(chosen) => change({ tab: chosen ?? undefined })} keepMounted={false}>
        <Tabs.List mb="md">
          <Tabs.Tab value="runners">Runners</Tabs.Tab>
          <Tabs.Tab value="tracks">Tracks</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="runners">
          <DataTable
            label="Runners"
            rows={data}
            error={error}
            onRetry={() => void refetch()}
            rowKey={({ agentId }) => agentId}
            columns={columns}
            sorting={sorting}
            onPage={(wanted) => change({ page: wanted })}
            empty={
              <EmptyState title="No runners yet">
                Pipelines need a runner.
                <May
                  needs={'administrator'}
                  otherwise=" Ask an administrator of this installation to create one."
                >
                  {' '}
                  Create one: its page shows the command that starts it.
                </May>
              </EmptyState>
            }
          />
        </Tabs.Panel>
        <Tabs.Panel value="tracks">
          <Tracks />
        </Tabs.Panel>
      </Tabs>
      <CreateRunner isOpen={isCreating} onClose={close} />
    </Page>
  )
}

const columns: readonly Column<Runner>[] = [
  {
    header: 'Name',
    sort: 'name',
    cell: ({ agentId, name, description }) => (
      <>
        <PageLink to={paths.runner} params={{ agentId }}>
          {name}
        </PageLink>
        <Text size="sm" c="dimmed" lineClamp={1}>
          {description}
        </Text>
      </>
    ),
  },
  {
    header: 'Status',
    cell: ({ agentStatus, pausedUntil }) => (
      <>
        <Status status={agentStatus} />
        <Text size="sm" c="dimmed">
          {pausedUntil === undefined ? meaning[agentStatus] : `until ${exactTime(pausedUntil)}`}
        </Text>
      </>
    ),
  },
  { header: 'Connected', cell: ({ connected }) => (connected ? 'Yes' : 'No') },
  { header: 'Version', cell: ({ versionDetails }) => versionOf(versionDetails) },
  {
    header: 'Track',
    cell: ({ versionDetails: { trackName, trackVersion } }) => `${trackName} (${trackVersion})`,
  },
  { header: 'Runs as', cell: ({ deployment, cloudProvider }) => `${deployment}, ${cloudProvider}` },
  {
    header: 'Serves',
    cell: ({ restrictedAccess }) => (restrictedAccess ? 'Its allow list' : 'All projects'),
  },
]

/** The version, with a note when it is out of date. */
function versionOf({ agentVersion, agentUpdateAvailable, support }: Runner['versionDetails']): string {
  if (agentVersion === undefined) return '–'
  if (support === 'UNSUPPORTED') return `${agentVersion}, no longer supported`
  return agentUpdateAvailable ? `${agentVersion}, update available` : agentVersion
}
