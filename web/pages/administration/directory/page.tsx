import {
  ActionIcon,
  Alert,
  Button,
  Card,
  Code,
  Group,
  Loader,
  Stack,
  Switch,
  Text,
  Title,
} from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { Plus, Trash2, TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import { basePath } from '../../../api/base.ts'
import { api, client, invalidate } from '../../../api/client.ts'
import type { operations } from '../../../api/generated.ts'
import { confirmLoss, showDone, showFailure } from '../../../ui/confirm.tsx'
import { CopyIcon } from '../../../ui/copy-icon.tsx'
import { type Column, DataTable } from '../../../ui/data-table.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { OneTimeSecret } from '../../../ui/one-time-secret.tsx'
import { ProblemAlert } from '../../../ui/problem-alert.tsx'
import { Ago, exactTime } from '../../../ui/time.tsx'
import { Administration } from '../frame.tsx'
import { CreateDirectoryToken } from './create-token.tsx'

const path = '/v1/directory-integration/tokens'
type Token =
  operations['listDirectoryTokens']['responses'][200]['content']['application/json']['results'][number]

/** What an identity administrator needs to connect: the address, a token, and whether the interface is on. */
export function DirectoryPage() {
  const [isCreating, { open, close }] = useDisclosure(false)
  const [made, setMade] = useState<string>()
  const { data, error, refetch } = api.useQuery('get', path)
  return (
    <Administration
      page="directory"
      lead="Your identity provider makes, changes and deactivates users and groups here by itself."
      actions={
        <Button leftSection={<Plus size={16} aria-hidden />} onClick={open}>
          New token
        </Button>
      }
    >
      <Interface />
      {made !== undefined && (
        <OneTimeSecret title="The token was made" values={[{ label: 'Token', value: made }]} />
      )}
      <Title order={2}>Tokens</Title>
      {data?.results.some(({ expiresSoon }) => expiresSoon) && (
        <Alert color="yellow" icon={<TriangleAlert aria-hidden size={18} />} title="A token expires soon">
          Make a new one and give it to your identity provider before the old one ends, or provisioning stops.
        </Alert>
      )}
      <DataTable
        label="Tokens"
        rows={data}
        error={error}
        onRetry={() => void refetch()}
        rowKey={({ id }) => id}
        columns={columns}
        empty={<EmptyState title="No token yet">Make one and give it to your identity provider.</EmptyState>}
      />
      <CreateDirectoryToken
        isOpen={isCreating}
        onClose={close}
        onMade={(token) => {
          setMade(token)
          close()
        }}
      />
    </Administration>
  )
}

function Interface() {
  const settings = '/v1/directory-integration/settings'
  const { data, error } = api.useQuery('get', settings)
  const save = api.useMutation('patch', settings, {
    onSuccess: () => invalidate(settings),
    onError: showFailure,
  })
  const address = `${window.location.origin}${basePath}/v1/directory-integration/scim/v2`
  return (
    <Card withBorder component="section" aria-label="Interface">
      <Stack gap="xs">
        <ProblemAlert error={error} />
        <div>
          <Text size="sm" fw={600}>
            Address (tenant URL)
          </Text>
          <Group gap="xs" wrap="nowrap">
            <Code style={{ overflowWrap: 'anywhere' }}>{address}</Code>
            <CopyIcon value={address} label="Copy the address" />
          </Group>
        </div>
        {data === undefined && !error && <Loader size="sm" aria-label="Loading the settings" />}
        {data !== undefined && (
          <>
            <Switch
              label="The interface is on"
              checked={data.enabled}
              disabled={save.isPending}
              onChange={({ currentTarget }) => save.mutate({ body: { enabled: currentTarget.checked } })}
            />
            <Switch
              label="A create must carry meta"
              description="As specified. Off for identity providers that do not send it"
              checked={data.requireMeta}
              disabled={save.isPending}
              onChange={({ currentTarget }) => save.mutate({ body: { requireMeta: currentTarget.checked } })}
            />
          </>
        )}
      </Stack>
    </Card>
  )
}

const columns: readonly Column<Token>[] = [
  { header: 'Name', cell: ({ name }) => name },
  { header: 'Made by', cell: ({ createdBy }) => createdBy },
  { header: 'Last used', cell: ({ lastUsedAt }) => <Ago at={lastUsedAt} /> },
  {
    header: 'Expires',
    cell: ({ expiresAt, expiresSoon }) => `${exactTime(expiresAt)}${expiresSoon ? ', soon' : ''}`,
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
    const { error } = await client.DELETE('/v1/directory-integration/tokens/{id}', {
      params: { path: { id } },
    })
    if (error) throw error
    await invalidate(path)
    showDone(`The token ${name} is deleted`)
  }
  confirmLoss({
    title: `Delete the token ${name}?`,
    message: 'The identity provider that uses it is refused at once.',
    action: 'Delete the token',
    onConfirm: remove,
  })
}
