import { Group } from '@mantine/core'
import { Copy, Download, Share2, Trash2 } from 'lucide-react'
import { client, invalidate } from '../../api/client.ts'
import { ownerNeed } from '../../components/rights/common-needs.ts'
import { May } from '../../components/rights/may.tsx'
import { confirmLoss, showDone } from '../../ui/confirm.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { saveFile } from '../../ui/save-file.ts'
import { type Connector, connectorsPath } from './wire.ts'

interface ConnectorActionsProps {
  readonly connector: Connector
  readonly onShare: (connector: Connector) => void
}

/** Share, export, duplicate and delete, for one row of the list. */
export function ConnectorActions({ connector, onShare }: ConnectorActionsProps) {
  const { name, projectId } = connector
  const needs = ownerNeed(projectId, 'connectors:write')
  const confirmDelete = () =>
    confirmLoss({
      title: `Delete the connector ${name}?`,
      message: 'This cannot be undone. Pipelines that use the connector will fail.',
      action: 'Delete the connector',
      onConfirm: () => remove(connector),
    })
  return (
    <Group gap={4} wrap="nowrap" justify="flex-end">
      <May needs={needs}>
        <IconButton label={`Share ${name}`} icon={Share2} onClick={() => onShare(connector)} />
      </May>
      <IconButton label={`Export ${name}`} icon={Download} onClick={() => exportOne(connector)} />
      <May needs={needs}>
        <IconButton label={`Duplicate ${name}`} icon={Copy} onClick={() => duplicate(connector)} />
        <IconButton label={`Delete ${name}`} icon={Trash2} onClick={confirmDelete} />
      </May>
    </Group>
  )
}

const paramsOf = ({ connectorId }: Connector) => ({ params: { path: { connectorId } } })

/** Downloads the connector without its secrets. Throws the problem. */
export async function exportOne(connector: Connector): Promise<void> {
  const { data, error } = await client.GET('/v1/custom-connectors/{connectorId}/export', paramsOf(connector))
  if (error !== undefined) throw error
  saveFile(`${connector.name}.connector.json`, `${JSON.stringify(data, null, 2)}\n`)
}

async function duplicate(connector: Connector): Promise<void> {
  const address = '/v1/custom-connectors/{connectorId}/duplicate'
  const { data, error } = await client.POST(address, { ...paramsOf(connector), body: {} })
  if (error !== undefined) throw error
  await invalidate(connectorsPath)
  showDone(`Created the copy ${data.name}`)
}

async function remove(connector: Connector): Promise<void> {
  const { error } = await client.DELETE('/v1/custom-connectors/{connectorId}', paramsOf(connector))
  if (error !== undefined) throw error
  await invalidate(connectorsPath)
  showDone(`Deleted the connector ${connector.name}`)
}
