import { ActionIcon, Menu } from '@mantine/core'
import { EllipsisVertical, History, Layers, Pencil, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { client, invalidate } from '../../../../api/client.ts'
import { environmentNeed } from '../../../../components/rights/common-needs.ts'
import { useMay } from '../../../../components/rights/use-may.ts'
import { confirmLoss, showDone } from '../../../../ui/confirm.tsx'
import { EditVariableDialog } from '../dialogs/edit-variable.tsx'
import { SeveralDialog } from '../dialogs/several.tsx'
import type { Variable } from '../shapes.ts'
import type { Cells } from './use-cells.ts'

interface RowMenuProps {
  readonly projectId: string
  readonly variable: Variable
  readonly environments: readonly string[]
  readonly cells: Cells
  readonly onHistory: (variableName: string) => void
}

/** What can be done with a variable besides writing its values. */
export function RowMenu({ projectId, variable, environments, cells, onHistory }: RowMenuProps) {
  const { name } = variable
  const may = useMay()
  const mayWrite = may({ projectId, permission: 'variables:write' })
  const own = environments.filter((one) => may(environmentNeed(projectId, one)))
  const [dialog, setDialog] = useState<'edit' | 'several'>()
  const close = () => setDialog(undefined)
  async function remove(): Promise<void> {
    const { error } = await client.DELETE('/v1/projects/{projectId}/variables/{variableName}', {
      params: { path: { projectId, variableName: name } },
    })
    if (error !== undefined) throw error
    await invalidate('/v1/projects/{projectId}/variables')
    showDone(`Deleted variable ${name}. You can restore it from its history.`)
  }
  const askToRemove = () =>
    confirmLoss({
      title: 'Delete this variable?',
      message: `${name} and all its overrides are deleted, and pipelines that use it will fail. You can restore it from its history.`,
      action: 'Delete variable',
      onConfirm: remove,
    })
  return (
    <>
      <Menu position="bottom-end" withinPortal>
        <Menu.Target>
          <ActionIcon variant="subtle" color="gray" aria-label={`Actions for ${name}`}>
            <EllipsisVertical size={16} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {mayWrite && (
            <Menu.Item leftSection={<Pencil size={14} aria-hidden />} onClick={() => setDialog('edit')}>
              Edit
            </Menu.Item>
          )}
          {own.length > 0 && (
            <Menu.Item leftSection={<Layers size={14} aria-hidden />} onClick={() => setDialog('several')}>
              Set in several environments
            </Menu.Item>
          )}
          <Menu.Item leftSection={<History size={14} aria-hidden />} onClick={() => onHistory(name)}>
            History
          </Menu.Item>
          {mayWrite && (
            <Menu.Item
              leftSection={<Trash2 size={14} aria-hidden />}
              color="var(--mantine-color-error)"
              onClick={askToRemove}
            >
              Delete
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
      {dialog === 'edit' && <EditVariableDialog projectId={projectId} variableName={name} onClose={close} />}
      {dialog === 'several' && (
        <SeveralDialog variable={variable} environments={own} cells={cells} onClose={close} />
      )}
    </>
  )
}
