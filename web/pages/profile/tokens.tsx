import { ActionIcon, Button, Group, Stack, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import type { operations } from '../../../openapi/types.generated.ts'
import { api, client, invalidate } from '../../api/client.ts'
import { confirmLoss, showDone } from '../../ui/confirm.tsx'
import { DataTable } from '../../ui/data-table.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { OneTimeSecret } from '../../ui/one-time-secret.tsx'
import { Ago, exactTime } from '../../ui/time.tsx'
import { CreateToken, tokensPath } from './create-token.tsx'

type Token =
  operations['listPersonalAccessTokens']['responses'][200]['content']['application/json']['results'][number]

/** Tokens with which programs act as the signed-in user. */
export function PersonalTokens() {
  const { data, error, refetch } = api.useQuery('get', tokensPath)
  const [isOpen, { open, close }] = useDisclosure(false)
  const [secret, setSecret] = useState<string>()
  return (
    <Stack>
      <Group justify="space-between">
        <Text size="sm" c="dimmed">
          With a token, Git and programs act as you. A token never has more permissions than you have.
        </Text>
        <Button leftSection={<Plus size={16} aria-hidden />} onClick={open}>
          New token
        </Button>
      </Group>
      {secret !== undefined && (
        <OneTimeSecret title="Token created" values={[{ label: 'Token', value: secret }]} />
      )}
      <DataTable
        label="Personal access tokens"
        rows={data}
        error={error}
        onRetry={() => void refetch()}
        rowKey={({ id }) => id}
        columns={[
          { header: 'Name', cell: ({ name }) => name },
          { header: 'Scopes', cell: ({ scopes }) => scopes.join(', ') },
          { header: 'Created', cell: ({ createdAt }) => <Ago at={createdAt} /> },
          { header: 'Last used', cell: ({ lastUsedAt }) => <Ago at={lastUsedAt} /> },
          { header: 'Expires', cell: ({ expiresAt }) => exactTime(expiresAt) },
          { header: 'Delete', isQuiet: true, align: 'right', cell: (token) => <DeleteToken token={token} /> },
        ]}
        empty={
          <EmptyState title="No tokens yet">Create one for Git, the command line or a program.</EmptyState>
        }
      />
      <CreateToken
        isOpen={isOpen}
        onClose={close}
        onCreated={(token) => {
          setSecret(token)
          close()
        }}
      />
    </Stack>
  )
}

function DeleteToken({ token: { id, name } }: { readonly token: Token }) {
  async function remove(): Promise<void> {
    const { error } = await client.DELETE(`${tokensPath}/{id}`, { params: { path: { id } } })
    if (error) throw error
    await invalidate(tokensPath)
    showDone(`Deleted token ${name}`)
  }
  const ask = () =>
    confirmLoss({
      title: `Delete token ${name}?`,
      message: 'Programs that use it lose access immediately.',
      action: 'Delete token',
      onConfirm: remove,
    })
  return (
    <ActionIcon variant="subtle" color="red" onClick={ask} aria-label={`Delete token ${name}`}>
      <Trash2 size={16} aria-hidden />
    </ActionIcon>
  )
}
