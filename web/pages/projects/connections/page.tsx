import { Button, Group, Text } from '@mantine/core'
import { keepPreviousData } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { api } from '../../../api/client.ts'
import { May } from '../../../components/rights/may.tsx'
import { showFailure } from '../../../ui/confirm.tsx'
import { type Column, DataTable } from '../../../ui/data-table.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { Page } from '../../../ui/page.tsx'
import { sortingOf } from '../../../ui/sorting.ts'
import { Ago } from '../../../ui/time.tsx'
import { useAddress } from '../../../use-address.ts'
import { useProjectId } from '../../../use-params.ts'
import { ConnectionDialog } from './connection-dialog.tsx'
import { askToDelete } from './delete-connection.tsx'
import { type Connection, connectionsPath, typeWords } from './shapes.ts'

/** The named connections of a project. */
export function ConnectionsPage() {
  const projectId = useProjectId()
  const [{ page = 0, sort: asked }, change] = useAddress('connections')
  const { sort, sorting } = sortingOf(['name', '-name', 'updatedAt', '-updatedAt'], asked, change)
  /** The connection whose dialog is open; null is a new one. */
  const [opened, setOpened] = useState<string | null>()
  const list = api.useQuery(
    'get',
    connectionsPath,
    { params: { path: { projectId }, query: { page, ...(sort !== undefined && { sort }) } } },
    { placeholderData: keepPreviousData },
  )
  return (
    <Page
      title="Connections"
      actions={
        <May needs={{ projectId, permission: 'connections:write' }}>
          <Button leftSection={<Plus size={16} aria-hidden />} onClick={() => setOpened(null)}>
            New connection
          </Button>
        </May>
      }
    >
      <DataTable
        label="Connections"
        columns={columnsOf(projectId, setOpened)}
        rows={list.data}
        rowKey={({ name }) => name}
        error={list.error}
        onRetry={() => void list.refetch()}
        sorting={sorting}
        onPage={(wanted) => change({ page: wanted })}
        empty={
          <EmptyState title="No connections yet">
            A connection describes how to reach a database, a bucket or a service. Environments run SQL on
            one, and components use others by name.
          </EmptyState>
        }
      />
      {opened !== undefined && (
        <ConnectionDialog
          projectId={projectId}
          onClose={() => setOpened(undefined)}
          {...(opened !== null && { name: opened })}
        />
      )}
    </Page>
  )
}

const columnsOf = (projectId: string, open: (name: string) => void): readonly Column<Connection>[] => [
  {
    header: 'Name',
    sort: 'name',
    cell: ({ name, connectionDetails: { description = '' } }) => (
      <>
        <Text size="sm" fw={600}>
          {name}
        </Text>
        {description !== '' && (
          <Text size="xs" c="dimmed">
            {description}
          </Text>
        )}
      </>
    ),
  },
  { header: 'Connects to', cell: ({ authProvider }) => authProvider },
  { header: 'Used for', cell: ({ platformConnectionType }) => typeWords[platformConnectionType] },
  { header: 'Changed', sort: 'updatedAt', cell: ({ updatedAt }) => <Ago at={updatedAt} /> },
  { header: 'By', cell: ({ updatedBy }) => updatedBy },
  {
    header: 'Actions',
    isQuiet: true,
    align: 'right',
    cell: ({ name }) => (
      <May needs={{ projectId, permission: 'connections:write' }}>
        <Group gap={4} justify="flex-end" wrap="nowrap">
          <Button
            size="compact-sm"
            variant="default"
            aria-label={`Settings of ${name}`}
            onClick={() => open(name)}
          >
            Settings
          </Button>
          <Button
            size="compact-sm"
            variant="default"
            aria-label={`Delete ${name}`}
            onClick={() => void askToDelete(projectId, name).catch(showFailure)}
          >
            Delete
          </Button>
        </Group>
      </May>
    ),
  },
]
