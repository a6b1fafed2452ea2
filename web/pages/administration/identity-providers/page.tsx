import { ActionIcon, Button, Code, Group, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { Plus, Trash2 } from 'lucide-react'
import { api, client, invalidate } from '../../../api/client.ts'
import type { operations } from '../../../api/generated.ts'
import { confirmLoss, showDone } from '../../../ui/confirm.tsx'
import { CopyIcon } from '../../../ui/copy-icon.tsx'
import { type Column, DataTable } from '../../../ui/data-table.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { Administration } from '../frame.tsx'
import { CreateProvider } from './create.tsx'

const path = '/v1/identity-providers'
type Provider =
  operations['listIdentityProviders']['responses'][200]['content']['application/json']['results'][number]

/** Where people sign in with a single sign-on (OpenID Connect). */
export function IdentityProvidersPage() {
  const [isCreating, { open, close }] = useDisclosure(false)
  const { data, error, refetch } = api.useQuery('get', path)
  return (
    <Administration
      page="identityProviders"
      lead="Single sign-on with OpenID Connect: each provider has a button on the sign-in page."
      actions={
        <Button leftSection={<Plus size={16} aria-hidden />} onClick={open}>
          New provider
        </Button>
      }
    >
      <DataTable
        label="Identity providers"
        rows={data}
        error={error}
        onRetry={() => void refetch()}
        rowKey={({ id }) => id}
        columns={columns}
        empty={
          <EmptyState title="No identity provider yet">
            Register Headrace with yours, then name its issuer and the client here.
          </EmptyState>
        }
      />
      <CreateProvider isOpen={isCreating} onClose={close} />
    </Administration>
  )
}

const columns: readonly Column<Provider>[] = [
  { header: 'Name', cell: ({ name }) => name },
  { header: 'Issuer', cell: ({ issuer }) => issuer },
  {
    header: 'Redirect address',
    cell: ({ redirectUri }) => (
      <Group gap={4} wrap="nowrap">
        <Code>{redirectUri}</Code>
        <CopyIcon value={redirectUri} label="Copy the redirect address" />
      </Group>
    ),
  },
  {
    header: 'People',
    cell: ({ userNameClaim, justInTimeDomains }) => (
      <Text size="sm">
        by {userNameClaim}
        {justInTimeDomains.length > 0 && `; made at their first sign-in from ${justInTimeDomains.join(', ')}`}
      </Text>
    ),
  },
  {
    header: 'Delete',
    isQuiet: true,
    align: 'right',
    cell: ({ id, name }) => (
      <ActionIcon
        variant="subtle"
        color="red"
        onClick={() => askToDelete(id, name)}
        aria-label={`Delete ${name}`}
      >
        <Trash2 size={16} aria-hidden />
      </ActionIcon>
    ),
  },
]

function askToDelete(id: string, name: string): void {
  async function remove(): Promise<void> {
    const { error } = await client.DELETE('/v1/identity-providers/{id}', { params: { path: { id } } })
    if (error) throw error
    await invalidate(path)
    showDone(`${name} is deleted`)
  }
  confirmLoss({
    title: `Delete the identity provider ${name}?`,
    message: 'Nobody signs in with it any more. Whoever has no password and no other provider is locked out.',
    action: 'Delete the provider',
    onConfirm: remove,
  })
}
