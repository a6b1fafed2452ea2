import { Alert, Title } from '@mantine/core'
import { Trash2, TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import type { operations } from '../../../../openapi/types.generated.ts'
import { api, client } from '../../../api/client.ts'
import type { Column } from '../../../ui/data-table.tsx'
import { OneTimeSecret } from '../../../ui/one-time-secret.tsx'
import { Ago, exactTime } from '../../../ui/time.tsx'
import { ListPage } from '../list-page.tsx'
import type { RowAction } from '../row-actions.tsx'
import { CreateDirectoryToken } from './create-token.tsx'
import { ScimInterface } from './scim-interface.tsx'

const path = '/v1/directory-integration/tokens'
type Token =
  operations['listDirectoryTokens']['responses'][200]['content']['application/json']['results'][number]

/**
 * What an identity administrator needs to connect: the address, a token, and whether the interface is
 * enabled.
 */
export function DirectoryPage() {
  const [token, setToken] = useState<string>()
  const list = api.useQuery('get', path)
  return (
    <ListPage
      page="directory"
      label="Tokens"
      lead="Your identity provider creates, updates and deactivates users and groups through this interface."
      list={list}
      path={path}
      rowKey={({ id }) => id}
      columns={columns}
      actions={actions}
      create={{
        label: 'New token',
        dialog: (dialog) => <CreateDirectoryToken {...dialog} onCreated={setToken} />,
      }}
      empty={{ title: 'No tokens yet', text: 'Create one and enter it at your identity provider.' }}
    >
      <ScimInterface />
      {token !== undefined && (
        <OneTimeSecret title="Created the token" values={[{ label: 'Token', value: token }]} />
      )}
      <Title order={2}>Tokens</Title>
      {list.data?.results.some(({ expiresSoon }) => expiresSoon) && (
        <Alert color="yellow" icon={<TriangleAlert aria-hidden size={18} />} title="A token expires soon">
          Create a new token and enter it at your identity provider before the old one expires, or
          provisioning stops.
        </Alert>
      )}
    </ListPage>
  )
}

const columns: readonly Column<Token>[] = [
  { header: 'Name', cell: ({ name }) => name },
  { header: 'Created by', cell: ({ createdBy }) => createdBy },
  { header: 'Last used', cell: ({ lastUsedAt }) => <Ago at={lastUsedAt} /> },
  {
    header: 'Expires',
    cell: ({ expiresAt, expiresSoon }) => `${exactTime(expiresAt)}${expiresSoon ? ' (soon)' : ''}`,
  },
]

const actions: readonly RowAction<Token>[] = [
  {
    label: 'Delete',
    icon: Trash2,
    confirm: ({ name }) => ({
      title: `Delete the token ${name}?`,
      message: 'The identity provider that uses it loses access immediately.',
      action: 'Delete the token',
    }),
    change: remove,
  },
]

async function remove({ id, name }: Token): Promise<string> {
  const one = '/v1/directory-integration/tokens/{id}'
  const { error } = await client.DELETE(one, { params: { path: { id } } })
  if (error) throw error
  return `Deleted the token ${name}`
}
