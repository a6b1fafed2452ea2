import { Button, Group, Stack, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { keepPreviousData } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { api, client, invalidate } from '../../../../api/client.ts'
import { May } from '../../../../components/rights/may.tsx'
import { confirmLoss, showDone } from '../../../../ui/confirm.tsx'
import { type Column, DataTable } from '../../../../ui/data-table.tsx'
import { EmptyState } from '../../../../ui/empty-state.tsx'
import { sortingOf } from '../../../../ui/sorting.ts'
import { Ago } from '../../../../ui/time.tsx'
import { useAddress } from '../../../../use-address.ts'
import type { Secret } from '../shapes.ts'
import { SecretDialog } from './secret-dialog.tsx'

const all = '/v1/projects/{projectId}/secrets'

/** The secrets of a project by name. Values are write-only: set, replaced or deleted. */
export function SecretsTab({ projectId }: { readonly projectId: string }) {
  const [{ page = 0, sort: asked }, change] = useAddress('variables')
  const { sort, sorting } = sortingOf(['name', '-name', 'updatedAt', '-updatedAt'], asked, change)
  const [isCreating, { open, close }] = useDisclosure(false)
  const [replaced, setReplaced] = useState<Secret>()
  const list = api.useQuery(
    'get',
    all,
    { params: { path: { projectId }, query: { page, ...(sort !== undefined && { sort }) } } },
    { placeholderData: keepPreviousData },
  )
  return (
    <Stack gap="sm">
      <Group justify="space-between">
        <Text size="sm" c="dimmed" maw={640}>
          Connectors, components and scripts use secrets by their names. Values are kept encrypted and never
          shown again.
        </Text>
        <May needs={{ projectId, permission: 'secrets:write' }}>
          <Button leftSection={<Plus size={16} aria-hidden />} onClick={open}>
            New secret
          </Button>
        </May>
      </Group>
      <DataTable
        label="Secrets"
        columns={columnsOf(projectId, setReplaced)}
        rows={list.data}
        rowKey={({ name }) => name}
        error={list.error}
        onRetry={() => void list.refetch()}
        sorting={sorting}
        onPage={(wanted) => change({ page: wanted })}
        empty={
          <EmptyState title="No secrets yet">
            Passwords and keys belong here, not in variables.
            <May needs={{ projectId, permission: 'secrets:write' }}>
              {' '}
              Create the first one with New secret.
            </May>
          </EmptyState>
        }
      />
      {isCreating && <SecretDialog projectId={projectId} onClose={close} />}
      {replaced !== undefined && (
        <SecretDialog projectId={projectId} secret={replaced} onClose={() => setReplaced(undefined)} />
      )}
    </Stack>
  )
}

const columnsOf = (projectId: string, replace: (secret: Secret) => void): readonly Column<Secret>[] => [
  {
    header: 'Name',
    sort: 'name',
    cell: ({ name, description }) => (
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
  { header: 'Set', sort: 'updatedAt', cell: ({ updatedAt }) => <Ago at={updatedAt} /> },
  { header: 'By', cell: ({ updatedBy }) => updatedBy },
  {
    header: 'Actions',
    isQuiet: true,
    align: 'right',
    cell: (secret) => (
      <May needs={{ projectId, permission: 'secrets:write' }}>
        <Group gap={4} justify="flex-end" wrap="nowrap">
          <Button size="compact-sm" variant="default" onClick={() => replace(secret)}>
            Replace
          </Button>
          <Button size="compact-sm" variant="default" onClick={() => askToDelete(projectId, secret)}>
            Delete
          </Button>
        </Group>
      </May>
    ),
  },
]

function askToDelete(projectId: string, { name }: Secret): void {
  confirmLoss({
    title: 'Delete this secret?',
    message: `Everything that uses ${name} will fail, and its value cannot be recovered.`,
    action: 'Delete secret',
    onConfirm: async () => {
      const { error } = await client.DELETE(`${all}/{secretName}`, {
        params: { path: { projectId, secretName: name } },
      })
      if (error !== undefined) throw error
      await invalidate(all)
      showDone(`Deleted secret ${name}`)
    },
  })
}
