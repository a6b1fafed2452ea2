import { ActionIcon, Menu } from '@mantine/core'
import { EllipsisVertical, FolderPen, Trash2 } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { DialogLoading } from '../../../../ui/dialog-loading.tsx'
import type { ChangeDialogProps } from './dialogs.tsx'

/** They write pipelines in the browser, and the code for that is only loaded then. */
const dialogs = {
  rename: lazy(async () => ({ default: (await import('./dialogs.tsx')).RenameDialog })),
  delete: lazy(async () => ({ default: (await import('./dialogs.tsx')).DeleteDialog })),
}

/** What can be done with the file of a pipeline besides editing it. */
export function ChangeMenu(props: Omit<ChangeDialogProps, 'onClose'>) {
  const [open, setOpen] = useState<keyof typeof dialogs>()
  const close = () => setOpen(undefined)
  const Shown = open && dialogs[open]
  return (
    <>
      <Menu position="bottom-end" withinPortal>
        <Menu.Target>
          <ActionIcon variant="default" size={36} aria-label={`Actions for ${props.pipeline.name}`}>
            <EllipsisVertical size={16} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<FolderPen size={14} aria-hidden />} onClick={() => setOpen('rename')}>
            Rename or move
          </Menu.Item>
          <Menu.Item
            leftSection={<Trash2 size={14} aria-hidden />}
            color="var(--mantine-color-error)"
            onClick={() => setOpen('delete')}
          >
            Delete
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {Shown !== undefined && (
        <Suspense
          fallback={
            <DialogLoading title={props.pipeline.name} what="the form" error={null} onClose={close} />
          }
        >
          <Shown {...props} onClose={close} />
        </Suspense>
      )}
    </>
  )
}
