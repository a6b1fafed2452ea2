import { ActionIcon, Button, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { keepPreviousData } from '@tanstack/react-query'
import { Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { api, client, invalidate } from '../../../api/client.ts'
import type { operations } from '../../../api/generated.ts'
import { confirmLoss, showDone } from '../../../ui/confirm.tsx'
import { type Column, DataTable } from '../../../ui/data-table.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { OneTimeSecret } from '../../../ui/one-time-secret.tsx'
import { Ago, exactTime } from '../../../ui/time.tsx'
import { useAddress } from '../../../use-address.ts'
import { Administration } from '../frame.tsx'
import { CreateCredential, type Created } from './create.tsx'

const path = '/v1/api-credentials'
type Credential =
  operations['listApiCredentials']['responses'][200]['content']['application/json']['results'][number]

/** Credentials with which programs get access tokens (OAuth 2.0 client credentials). */
export function CredentialsPage() {
  const [{ page = 0 }, change] = useAddress('credentials')
  const [isCreating, { open, close }] = useDisclosure(false)
  const [created, setCreated] = useState<Created>()
  const { data, error, refetch } = api.useQuery(
    'get',
    path,
    { params: { query: { page } } },
    { placeholderData: keepPreviousData },
  )
  return (
    <Administration
      page="credentials"
      lead="With one, a program gets access tokens from POST /oauth/token."
      actions={
        <Button leftSection={<Plus size={16} aria-hidden />} onClick={open}>
          New credential
        </Button>
      }
    >
      {created !== undefined && (
        <OneTimeSecret
          title={`The credential ${created.name} was made`}
          values={[
            { label: 'Client id', value: created.clientId },
            { label: 'Client secret', value: created.clientSecret },
          ]}
        />
      )}
      <DataTable
        label="API credentials"
        rows={data}
        error={error}
        onRetry={() => void refetch()}
        rowKey={({ clientId }) => clientId}
        columns={columns}
        onPage={(wanted) => change({ page: wanted })}
        empty={
          <EmptyState title="No credential yet">Make one for each program that uses the API.</EmptyState>
        }
      />
      <CreateCredential
        isOpen={isCreating}
        onClose={close}
        onCreated={(made) => {
          setCreated(made)
          close()
        }}
      />
    </Administration>
  )
}

const columns: readonly Column<Credential>[] = [
  {
    header: 'Name',
    cell: ({ name, clientId }) => (
      <>
        {name}
        <Text size="xs" c="dimmed" className="monospace">
          {clientId}
        </Text>
      </>
    ),
  },
  {
    header: 'Roles',
    cell: ({ accountRole, projectRoles, environmentAccess }) =>
      accountRole === 'SUPER_ADMIN'
        ? 'Administrator'
        : `${projectRoles.length} in projects, ${environmentAccess.length} in environments`,
  },
  { header: 'Last used', cell: ({ lastUsedAt }) => <Ago at={lastUsedAt} /> },
  { header: 'Expires', cell: ({ expiresAt }) => (expiresAt === undefined ? 'never' : exactTime(expiresAt)) },
  {
    header: 'Delete',
    isQuiet: true,
    align: 'right',
    cell: ({ name, clientId }) => (
      <ActionIcon
        variant="subtle"
        color="red"
        onClick={() => askToDelete(clientId, name)}
        aria-label={`Delete the credential ${name}`}
      >
        <Trash2 size={16} aria-hidden />
      </ActionIcon>
    ),
  },
]

function askToDelete(clientId: string, name: string): void {
  async function remove(): Promise<void> {
    const params = { path: { clientId } }
    const { error } = await client.DELETE('/v1/api-credentials/{clientId}', { params })
    if (error) throw error
    await invalidate(path)
    showDone(`The credential ${name} is deleted`)
  }
  confirmLoss({
    title: `Delete the credential ${name}?`,
    message: 'Programs that use it are refused within five seconds, those with a token too.',
    action: 'Delete the credential',
    onConfirm: remove,
  })
}
