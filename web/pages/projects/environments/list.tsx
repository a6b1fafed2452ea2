import { Text } from '@mantine/core'
import { keepPreviousData } from '@tanstack/react-query'
import { api } from '../../../api/client.ts'
import { May } from '../../../components/rights/may.tsx'
import { paths } from '../../../paths.ts'
import { type Column, DataTable } from '../../../ui/data-table.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { PageLink } from '../../../ui/link.tsx'
import { Ago } from '../../../ui/time.tsx'
import { useAddress } from '../../../use-address.ts'
import { artifactsPath, connectionWords, type Environment, environmentsPath, levelWords } from './shapes.ts'

/** The environments of a project, by name. */
export function EnvironmentList({ projectId }: { readonly projectId: string }) {
  const [{ page = 0 }, change] = useAddress('environments')
  const { data, error, refetch } = api.useQuery(
    'get',
    environmentsPath,
    { params: { path: { projectId }, query: { page } } },
    { placeholderData: keepPreviousData },
  )
  return (
    <DataTable
      label="Environments"
      rows={data}
      error={error}
      onRetry={() => void refetch()}
      rowKey={({ name }) => name}
      columns={columnsOf(projectId)}
      onPage={(wanted) => change({ page: wanted })}
      empty={
        <EmptyState title="No environments yet">
          Pipelines run in environments.
          <May needs={{ projectId, permission: 'environments:write' }}>
            {' '}
            Create one, then publish a version to it.
          </May>
        </EmptyState>
      }
    />
  )
}

const columnsOf = (projectId: string): readonly Column<Environment>[] => [
  {
    header: 'Name',
    cell: ({ name, displayName, description }) => (
      <>
        <PageLink
          to={paths.environments}
          params={{ projectId }}
          search={{ environment: name }}
          className="nowrap"
          size="sm"
        >
          {name}
        </PageLink>
        <Text size="sm" c="dimmed" lineClamp={1}>
          {[displayName === name ? '' : displayName, description].filter((text) => text !== '').join(': ')}
        </Text>
      </>
    ),
  },
  {
    header: 'Latest version',
    cell: ({ name }) => <NewestVersion projectId={projectId} environmentName={name} />,
  },
  {
    header: 'Runner',
    cell: ({ defaultAgentId, defaultAgentName }) => (
      <PageLink to={paths.runner} params={{ agentId: defaultAgentId }} size="sm">
        {defaultAgentName}
      </PageLink>
    ),
  },
  { header: 'Connection', cell: ({ connection }) => connectionWords(connection) },
  {
    header: 'Default access',
    cell: ({ defaultUserAccessLevel }) => levelWords[defaultUserAccessLevel],
  },
  {
    header: 'Concurrency limit',
    align: 'right',
    cell: ({ maxConcurrentExecutions }) => maxConcurrentExecutions?.toLocaleString() ?? 'none',
  },
]

interface NewestVersionProps {
  readonly projectId: string
  readonly environmentName: string
}

function NewestVersion({ projectId, environmentName }: NewestVersionProps) {
  const { data, error } = api.useQuery('get', artifactsPath, {
    params: { path: { projectId }, query: { environmentName, size: 1 } },
  })
  const newest = data?.results[0]
  if (newest === undefined)
    return (
      <Text size="sm" c="dimmed">
        {error !== null ? 'no access' : data === undefined ? '…' : 'none'}
      </Text>
    )
  return (
    <>
      <Text size="sm" lineClamp={1}>
        {newest.versionName}
      </Text>
      <Text size="sm" c="dimmed">
        <Ago at={newest.publishedTime} />
      </Text>
    </>
  )
}
