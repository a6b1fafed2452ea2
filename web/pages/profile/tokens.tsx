import { ActionIcon, Button, Group, NativeSelect, Stack, Switch, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useDisclosure } from '@mantine/hooks'
import { Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { api, client, invalidate } from '../../api/client.ts'
import type { operations } from '../../api/generated.ts'
import { confirmLoss, showDone } from '../../ui/confirm.tsx'
import { DataTable } from '../../ui/data-table.tsx'
import { DialogForm } from '../../ui/dialog-form.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { OneTimeSecret } from '../../ui/one-time-secret.tsx'
import { ProblemAlert } from '../../ui/problem-alert.tsx'
import { showAtFields } from '../../ui/problem-fields.ts'
import { Ago, exactTime } from '../../ui/time.tsx'

const path = '/v1/personal-access-tokens'
type Token =
  operations['listPersonalAccessTokens']['responses'][200]['content']['application/json']['results'][number]

const DAY_MS = 86_400_000

/** Tokens with which programs act as the signed-in person. */
export function PersonalTokens() {
  const { data, error, refetch } = api.useQuery('get', path)
  const [isOpen, { open, close }] = useDisclosure(false)
  const [made, setMade] = useState<string>()
  return (
    <Stack>
      <Group justify="space-between">
        <Text size="sm" c="dimmed">
          With a token, Git and programs act as you: never with more than you may do.
        </Text>
        <Button leftSection={<Plus size={16} aria-hidden />} onClick={open}>
          New token
        </Button>
      </Group>
      {made !== undefined && (
        <OneTimeSecret title="The token was made" values={[{ label: 'Token', value: made }]} />
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
        empty={<EmptyState title="No token yet">Make one for Git, the command line or a program.</EmptyState>}
      />
      <CreateToken
        isOpen={isOpen}
        onClose={close}
        onMade={(token) => {
          setMade(token)
          close()
        }}
      />
    </Stack>
  )
}

function DeleteToken({ token: { id, name } }: { readonly token: Token }) {
  async function remove(): Promise<void> {
    const { error } = await client.DELETE('/v1/personal-access-tokens/{id}', { params: { path: { id } } })
    if (error) throw error
    await invalidate(path)
    showDone(`The token ${name} is deleted`)
  }
  const ask = () =>
    confirmLoss({
      title: `Delete the token ${name}?`,
      message: 'Whatever uses it stops working at once.',
      action: 'Delete the token',
      onConfirm: remove,
    })
  return (
    <ActionIcon variant="subtle" color="red" onClick={ask} aria-label={`Delete the token ${name}`}>
      <Trash2 size={16} aria-hidden />
    </ActionIcon>
  )
}

interface CreateTokenProps {
  readonly isOpen: boolean
  readonly onClose: () => void
  readonly onMade: (token: string) => void
}

function CreateToken({ isOpen, onClose, onMade }: CreateTokenProps) {
  const [shown, setShown] = useState<readonly string[]>([])
  const form = useForm({ mode: 'uncontrolled', initialValues: { name: '', mayWrite: false, days: '90' } })
  const create = api.useMutation('post', path, {
    onSuccess: async ({ token }) => {
      form.reset()
      onMade(token)
      await invalidate(path)
    },
    onError: (error) => setShown(showAtFields(form, error, { expiresAt: 'days' })),
  })
  const submit = form.onSubmit(({ name, mayWrite, days }) => {
    const expiresAt = new Date(Date.now() + Number(days) * DAY_MS).toISOString()
    create.mutate({ body: { name, scopes: mayWrite ? ['read', 'write'] : ['read'], expiresAt } })
  })
  return (
    <DialogForm
      title="New personal access token"
      isOpen={isOpen}
      onClose={onClose}
      onSubmit={submit}
      action="Create"
      isPending={create.isPending}
    >
      <ProblemAlert error={create.error} fieldMessages={shown} />
      <TextInput
        label="Name"
        description="What uses it, so that you know later"
        required
        data-autofocus
        key={form.key('name')}
        {...form.getInputProps('name')}
      />
      <Switch
        label="May change things, not only read"
        key={form.key('mayWrite')}
        {...form.getInputProps('mayWrite', { type: 'checkbox' })}
      />
      <NativeSelect
        label="Expires after"
        data={[
          { value: '7', label: '7 days' },
          { value: '30', label: '30 days' },
          { value: '90', label: '90 days' },
          { value: '364', label: '1 year' },
        ]}
        key={form.key('days')}
        {...form.getInputProps('days')}
      />
    </DialogForm>
  )
}
