import { Stack, Text } from '@mantine/core'
import { keepPreviousData } from '@tanstack/react-query'
import { RotateCcw } from 'lucide-react'
import { api, client, invalidate } from '../../api/client.ts'
import { showDone } from '../../ui/confirm.tsx'
import { type Column, DataTable } from '../../ui/data-table.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { Status } from '../../ui/status.tsx'
import { Ago } from '../../ui/time.tsx'
import { Pager } from '../executions/pager.tsx'
import type { CursorProps } from './incidents-tab.tsx'
import { type Delivery, deliveriesPath, present } from './wire.ts'

/** Every message to every channel, newest first. */
export function DeliveriesTab({ projectId, page, onPage }: CursorProps) {
  const params = { query: present({ projectId, paginationToken: page }) }
  const list = api.useQuery('get', deliveriesPath, { params }, { placeholderData: keepPreviousData })
  return (
    <Stack gap="sm">
      <DataTable
        label="Deliveries"
        columns={columns}
        rows={list.data}
        rowKey={({ id }) => id}
        error={list.error}
        onRetry={() => void list.refetch()}
        empty={
          <EmptyState title="No messages yet">
            Messages appear here when an incident opens or ends. Test messages are not listed.
          </EmptyState>
        }
      />
      <Pager page={page} next={list.data?.more} onPage={onPage} label="Pages of deliveries" />
    </Stack>
  )
}

const columns: readonly Column<Delivery>[] = [
  { header: 'Status', cell: ({ status }) => <Status status={status} /> },
  {
    header: 'Message',
    cell: ({ title, lastError }) => (
      <>
        {title}
        {lastError !== undefined && (
          <Text size="xs" c="dimmed">
            {lastError}
          </Text>
        )}
      </>
    ),
  },
  { header: 'Channel', cell: ({ alertChannelName }) => alertChannelName },
  { header: 'Attempts', align: 'right', cell: ({ attempts }) => attempts.toLocaleString('en') },
  { header: 'Queued', cell: ({ createdAt }) => <Ago at={createdAt} /> },
  {
    header: 'Actions',
    isQuiet: true,
    align: 'right',
    cell: (delivery) => (
      <IconButton
        label={`Deliver again: ${delivery.title}, to ${delivery.alertChannelName}`}
        icon={RotateCcw}
        onClick={() => replay(delivery)}
      />
    ),
  },
]

async function replay({ id, alertChannelName }: Delivery): Promise<void> {
  const params = { path: { alertDeliveryId: id } }
  const { error } = await client.POST(`${deliveriesPath}/{alertDeliveryId}/replays`, { params })
  if (error !== undefined) throw error
  await invalidate(deliveriesPath)
  showDone(`Queued again for ${alertChannelName}`)
}
