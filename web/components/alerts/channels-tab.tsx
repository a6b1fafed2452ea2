import { Badge, Button, Group, Stack, Switch, Text } from '@mantine/core'
import { keepPreviousData } from '@tanstack/react-query'
import { Plus, Send, Settings, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { api, client, invalidate } from '../../api/client.ts'
import { confirmLoss, showDone, showFailure } from '../../ui/confirm.tsx'
import { type Column, DataTable } from '../../ui/data-table.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { OneTimeSecret } from '../../ui/one-time-secret.tsx'
import { ChannelDialog, typeLabels } from './channel-dialog.tsx'
import { type Channel, channelPath, channelsPath, MAX_ROWS, type Owner, ownedQuery } from './wire.ts'

interface Signing {
  readonly name: string
  readonly secret: string
}

/** Where alerts go. */
export function ChannelsTab({ projectId }: Owner) {
  const [isCreating, setCreating] = useState(false)
  const [changed, change] = useState<Channel>()
  const [signing, setSigning] = useState<Signing>()
  const [page, setPage] = useState(0)
  const query = { ...ownedQuery({ projectId }), size: MAX_ROWS, page }
  const list = api.useQuery('get', channelsPath, { params: { query } }, { placeholderData: keepPreviousData })
  return (
    <Stack gap="sm">
      <Group justify="space-between">
        <Text size="sm" c="dimmed" maw={640}>
          Addresses, keys and passwords are kept encrypted and never shown again.
        </Text>
        <Button leftSection={<Plus size={16} aria-hidden />} onClick={() => setCreating(true)}>
          New channel
        </Button>
      </Group>
      {signing !== undefined && (
        <OneTimeSecret
          title={`${signing.name} verifies messages with this secret`}
          values={[{ label: 'Signing secret', value: signing.secret }]}
        />
      )}
      <DataTable
        label="Channels"
        columns={columnsOf(change)}
        rows={list.data}
        onPage={setPage}
        rowKey={({ id }) => id}
        error={list.error}
        onRetry={() => void list.refetch()}
        empty={
          <EmptyState title="No channels yet">
            Create one for each place to notify: a chat, a pager, a mailbox or a webhook.
          </EmptyState>
        }
      />
      {(isCreating || changed !== undefined) && (
        <ChannelDialog
          projectId={projectId}
          channel={changed}
          onClose={() => {
            setCreating(false)
            change(undefined)
          }}
          onCreated={({ name, signingSecret }) =>
            setSigning(signingSecret === undefined ? undefined : { name, secret: signingSecret })
          }
        />
      )}
    </Stack>
  )
}

const columnsOf = (change: (channel: Channel) => void): readonly Column<Channel>[] => [
  { header: 'Name', cell: ({ name }) => name },
  { header: 'Type', cell: ({ type }) => <Badge variant="light">{typeLabels[type]}</Badge> },
  {
    header: 'To',
    cell: (channel) => (
      <>
        {channel.recipients?.join(', ') ?? channel.target}
        {heldText(channel) !== undefined && (
          <Text size="xs" c="dimmed">
            {heldText(channel)}
          </Text>
        )}
        {channel.lastError !== undefined && (
          <Text size="xs" c="red">
            {channel.lastError}
          </Text>
        )}
      </>
    ),
  },
  {
    header: 'Enabled',
    cell: (channel) => (
      <Switch
        aria-label={`Enable ${channel.name}`}
        checked={channel.enabled}
        onChange={() => void setEnabled(channel, !channel.enabled).catch(showFailure)}
      />
    ),
  },
  {
    header: 'Actions',
    isQuiet: true,
    align: 'right',
    cell: (channel) => (
      <Group gap={4} justify="flex-end" wrap="nowrap">
        <IconButton label={`Test ${channel.name}`} icon={Send} onClick={() => test(channel)} />
        <IconButton label={`Settings of ${channel.name}`} icon={Settings} onClick={() => change(channel)} />
        <IconButton label={`Delete ${channel.name}`} icon={Trash2} onClick={() => askToDelete(channel)} />
      </Group>
    ),
  },
]

function heldText({ digestMinutes, quietHours }: Channel): string | undefined {
  const parts = [
    ...(digestMinutes === undefined ? [] : [`Collected for ${digestMinutes} min`]),
    ...(quietHours === undefined
      ? []
      : [`Quiet from ${quietHours.from} to ${quietHours.to}, ${quietHours.timeZone}`]),
  ]
  return parts.length === 0 ? undefined : parts.join('. ')
}

const pathOf = ({ id }: Channel) => ({ path: { alertChannelId: id } })

async function setEnabled(channel: Channel, enabled: boolean): Promise<void> {
  const { error } = await client.PATCH(channelPath, { params: pathOf(channel), body: { enabled } })
  if (error !== undefined) throw error
  await invalidate(channelsPath)
  showDone(`${enabled ? 'Enabled' : 'Disabled'} ${channel.name}`)
}

async function test(channel: Channel): Promise<void> {
  const { data, error } = await client.POST(`${channelPath}/tests`, { params: pathOf(channel) })
  if (data === undefined) throw error
  if (!data.delivered) throw new Error(`Could not deliver to ${channel.name}: ${data.message}`)
  showDone(`Delivered to ${channel.name}: ${data.message}`)
}

function askToDelete(channel: Channel): void {
  confirmLoss({
    title: `Delete the channel ${channel.name}?`,
    message: 'Its delivery log is deleted too.',
    action: 'Delete the channel',
    onConfirm: async () => {
      const { error } = await client.DELETE(channelPath, { params: pathOf(channel) })
      if (error !== undefined) throw error
      await invalidate(channelsPath)
      showDone(`Deleted the channel ${channel.name}`)
    },
  })
}
