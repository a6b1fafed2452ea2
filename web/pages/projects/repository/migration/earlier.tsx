import { Stack, Text, Title } from '@mantine/core'
import { keepPreviousData } from '@tanstack/react-query'
import { api } from '../../../../api/client.ts'
import { paths } from '../../../../paths.ts'
import { DataTable } from '../../../../ui/data-table.tsx'
import { EmptyState } from '../../../../ui/empty-state.tsx'
import { PageLink } from '../../../../ui/link.tsx'
import { Status } from '../../../../ui/status.tsx'
import { exactTime } from '../../../../ui/time.tsx'
import { useAddress } from '../../../../use-address.ts'
import { migrationPath } from '../shapes.ts'

/** The migrations of the project, the newest first. */
export function EarlierMigrations({ projectId }: { readonly projectId: string }) {
  const [{ page = 0 }, change] = useAddress('repository')
  const { data, error, refetch } = api.useQuery(
    'get',
    migrationPath,
    { params: { path: { projectId }, query: { page } } },
    { placeholderData: keepPreviousData },
  )
  return (
    <Stack gap="xs">
      <Title order={2}>Migrations</Title>
      <DataTable
        label="Migrations"
        rows={data}
        error={error}
        onRetry={() => void refetch()}
        rowKey={({ migrationId }) => migrationId}
        onPage={(wanted) => change({ page: wanted })}
        columns={[
          {
            header: 'Started',
            cell: ({ migrationId, startedAt }) => (
              <PageLink
                to={paths.repository}
                params={{ projectId }}
                search={{ tab: 'migration', migration: migrationId }}
                className="nowrap"
                size="sm"
              >
                {exactTime(startedAt)}
              </PageLink>
            ),
          },
          { header: 'Status', cell: ({ status }) => <Status status={status} /> },
          { header: 'From', cell: ({ source }) => `${source.provider} ${source.repositoryName}` },
          { header: 'To', cell: ({ target }) => `${target.provider} ${target.repositoryName}` },
          { header: 'Mode', cell: ({ mode }) => mode },
          { header: 'By', cell: ({ startedBy }) => startedBy },
          {
            header: 'Detail',
            cell: ({ detail }) => (
              <Text size="sm" lineClamp={2} miw={220}>
                {detail ?? '–'}
              </Text>
            ),
          },
        ]}
        empty={
          <EmptyState title="No migrations yet">
            A migration keeps every branch, tag and note, and the project keeps working as before.
          </EmptyState>
        }
      />
    </Stack>
  )
}
