import { Badge, Button, Group, Text, Title } from '@mantine/core'
import { keepPreviousData } from '@tanstack/react-query'
import { api } from '../../../api/client.ts'
import type { SharedUser } from '../../../components/shared-pipelines/wire.ts'
import { paths } from '../../../paths.ts'
import { type Column, DataTable } from '../../../ui/data-table.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { PageLink } from '../../../ui/link.tsx'
import { useAddress } from '../../../use-address.ts'

interface UsersOfProps {
  readonly prefix: string
  /** Only users of this version. */
  readonly version: string | undefined
  /** Shows users of every version. */
  readonly onAll: () => void
}

/** Which projects run a set, by their newest published versions. */
export function UsersOf({ prefix, version, onAll }: UsersOfProps) {
  const [{ users: page = 0 }, change] = useAddress('sharedSet')
  const query = {
    sharedPipelineIdPrefix: prefix,
    page,
    ...(version !== undefined && { versionName: version }),
  }
  const list = api.useQuery(
    'get',
    '/v1/shared-pipelines/users',
    { params: { query } },
    { placeholderData: keepPreviousData },
  )
  const hidden = list.data?.hiddenCount ?? 0
  return (
    <section aria-labelledby="users">
      <Group gap="sm" mb="xs">
        <Title order={2} size="h4" id="users">
          {version === undefined ? 'Users' : `Users of version ${version}`}
        </Title>
        {version !== undefined && (
          <Button size="compact-xs" variant="default" onClick={onAll}>
            Show users of every version
          </Button>
        )}
      </Group>
      <DataTable
        label="Published users"
        columns={columns}
        rows={list.data}
        rowKey={(one) =>
          `${one.projectId} ${one.environmentName} ${one.sharedPipelineId} ${one.statedVersion}`
        }
        error={list.error}
        onRetry={() => void list.refetch()}
        onPage={(wanted) => change({ users: wanted }, { push: true })}
        empty={
          <EmptyState title="No users that you may see">
            Projects are listed once they publish a pipeline that runs it.
          </EmptyState>
        }
      />
      {hidden > 0 && (
        <Text size="sm" c="dimmed" mt="xs">
          {hidden} more in projects or environments that you may not see.
        </Text>
      )}
    </section>
  )
}

const columns: readonly Column<SharedUser>[] = [
  {
    header: 'Project',
    cell: ({ projectId, projectName, environmentName, pipelines }) => (
      <PageLink
        to={paths.pipelines}
        params={{ projectId }}
        search={{ environment: environmentName, pipeline: pipelines[0]! }}
        fw={600}
      >
        {projectName}
      </PageLink>
    ),
  },
  { header: 'Environment', cell: ({ environmentName }) => environmentName },
  { header: 'Runs', cell: ({ sharedPipelineId }) => sharedPipelineId },
  {
    header: 'Version',
    cell: ({ versionName, isNewest, enabled, isGranted }) => (
      <>
        {versionName}{' '}
        {(!isNewest || !enabled) && (
          <Badge variant="light" color={enabled ? 'gray' : 'orange'} tt="none">
            {enabled ? 'older' : 'disabled'}
          </Badge>
        )}
        {!isGranted && (
          <Badge variant="light" color="red" tt="none" ml={4}>
            not shared any more
          </Badge>
        )}
      </>
    ),
  },
  { header: 'In', cell: ({ pipelines }) => pipelines.join(', ') },
]
