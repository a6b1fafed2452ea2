import { Text } from '@mantine/core'
import { keepPreviousData } from '@tanstack/react-query'
import { ShieldCheck, Trash2 } from 'lucide-react'
import { useState } from 'react'
import type { operations } from '../../../../openapi/types.generated.ts'
import { api, client } from '../../../api/client.ts'
import type { Column } from '../../../ui/data-table.tsx'
import { OneTimeSecret } from '../../../ui/one-time-secret.tsx'
import { sortingOf } from '../../../ui/sorting.ts'
import { Ago, exactTime } from '../../../ui/time.tsx'
import { useAddress } from '../../../use-address.ts'
import { ListPage } from '../list-page.tsx'
import { RolesDialog } from '../roles/dialog.tsx'
import type { RowAction } from '../row-actions.tsx'
import { CreateCredential, type Created } from './create.tsx'

const path = '/v1/api-credentials'
type Credential =
  operations['listApiCredentials']['responses'][200]['content']['application/json']['results'][number]

/** Credentials that programs exchange for access tokens (OAuth 2.0 client credentials). */
export function CredentialsPage() {
  const [{ page = 0, sort: asked }, change] = useAddress('credentials')
  const { sort, sorting } = sortingOf(
    ['createdAt', '-createdAt', 'name', '-name', 'expiresAt', '-expiresAt'],
    asked,
    change,
  )
  const [created, setCreated] = useState<Created>()
  const params = { query: { page, ...(sort !== undefined && { sort }) } }
  const list = api.useQuery('get', path, { params }, { placeholderData: keepPreviousData })
  return (
    <ListPage
      page="credentials"
      lead="A program exchanges its credential for access tokens with POST /oauth/token."
      list={list}
      path={path}
      rowKey={({ clientId }) => clientId}
      columns={columns}
      actions={actions}
      sorting={sorting}
      onPage={(wanted) => change({ page: wanted })}
      create={{
        label: 'New API credential',
        dialog: (dialog) => <CreateCredential {...dialog} onCreated={setCreated} />,
      }}
      empty={{
        title: 'No API credentials yet',
        text: 'Create one for each program that uses the API.',
      }}
    >
      {created !== undefined && (
        <OneTimeSecret
          title={`Created the API credential ${created.name}`}
          values={[
            { label: 'Client ID', value: created.clientId },
            { label: 'Client secret', value: created.clientSecret },
          ]}
        />
      )}
    </ListPage>
  )
}

const columns: readonly Column<Credential>[] = [
  {
    header: 'Name',
    sort: 'name',
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
    cell: ({ accountRole, accountPermissions, projectRoles, environmentAccess }) =>
      accountRole === 'SUPER_ADMIN'
        ? 'Administrator'
        : `Projects: ${projectRoles.length}, environments: ${environmentAccess.length}${
            accountPermissions.includes('PROJECT_CREATOR') ? ', may create projects' : ''
          }`,
  },
  { header: 'Created', sort: 'createdAt', cell: ({ createdAt }) => <Ago at={createdAt} /> },
  { header: 'Last used', cell: ({ lastUsedAt }) => <Ago at={lastUsedAt} /> },
  {
    header: 'Expires',
    sort: 'expiresAt',
    cell: ({ expiresAt }) => (expiresAt === undefined ? 'Never' : exactTime(expiresAt)),
  },
]

const actions: readonly RowAction<Credential>[] = [
  {
    label: 'Roles',
    icon: ShieldCheck,
    dialog: ({ clientId, name }, onClose) => (
      <RolesDialog kind="api-credentials" id={clientId} name={name} onClose={onClose} />
    ),
  },
  {
    label: 'Delete',
    icon: Trash2,
    confirm: ({ name }) => ({
      title: `Delete the API credential ${name}?`,
      message:
        'Programs that use it are refused within five seconds, including those that hold an access token.',
      action: 'Delete the API credential',
    }),
    change: remove,
  },
]

async function remove({ clientId, name }: Credential): Promise<string> {
  const one = '/v1/api-credentials/{clientId}'
  const { error } = await client.DELETE(one, { params: { path: { clientId } } })
  if (error) throw error
  return `Deleted the API credential ${name}`
}
