import { ActionIcon, Group, Tooltip } from '@mantine/core'
import { Copy, Download, type LucideIcon, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { client, invalidate } from '../../api/client.ts'
import { confirmLoss, showDone, showFailure } from '../../ui/confirm.tsx'
import { saveFile } from './save-file.ts'
import { type Connector, connectorsPath } from './wire.ts'

/** Export, duplicate and delete, for one row of the dashboard. */
export function ConnectorActions({ connector }: { readonly connector: Connector }) {
  const { name } = connector
  const confirmDelete = () =>
    confirmLoss({
      title: `Delete the connector ${name}?`,
      message: 'It cannot be brought back. Pipelines that name it fail from then on.',
      action: 'Delete the connector',
      onConfirm: () => remove(connector),
    })
  return (
    <Group gap={4} wrap="nowrap" justify="flex-end">
      <Action label={`Export ${name}`} icon={Download} act={() => exportOne(connector)} />
      <Action label={`Duplicate ${name}`} icon={Copy} act={() => duplicate(connector)} />
      <Action label={`Delete ${name}`} icon={Trash2} act={confirmDelete} />
    </Group>
  )
}

interface ActionProps {
  readonly label: string
  readonly icon: LucideIcon
  readonly act: () => unknown
}

function Action({ label, icon: Icon, act }: ActionProps) {
  const [isPending, setPending] = useState(false)
  async function run(): Promise<void> {
    setPending(true)
    try {
      await act()
    } catch (error) {
      showFailure(error)
    }
    setPending(false)
  }
  return (
    <Tooltip label={label}>
      <ActionIcon variant="subtle" color="gray" aria-label={label} loading={isPending} onClick={run}>
        <Icon size={16} aria-hidden />
      </ActionIcon>
    </Tooltip>
  )
}

const of = ({ connectorId }: Connector) => ({ params: { path: { connectorId } } })

/** Downloads the connector with everything but secrets. Throws the problem. */
export async function exportOne(connector: Connector): Promise<void> {
  const { data, error } = await client.GET('/v1/custom-connectors/{connectorId}/export', of(connector))
  if (error !== undefined) throw error
  saveFile(`${connector.name}.connector.json`, `${JSON.stringify(data, null, 2)}\n`)
}

async function duplicate(connector: Connector): Promise<void> {
  const address = '/v1/custom-connectors/{connectorId}/duplicate'
  const { data, error } = await client.POST(address, { ...of(connector), body: {} })
  if (error !== undefined) throw error
  await invalidate(connectorsPath)
  showDone(`The copy is called ${data.name}`)
}

async function remove(connector: Connector): Promise<void> {
  const { error } = await client.DELETE('/v1/custom-connectors/{connectorId}', of(connector))
  if (error !== undefined) throw error
  await invalidate(connectorsPath)
  showDone(`The connector ${connector.name} is deleted`)
}
