import { ActionIcon, Group, Menu } from '@mantine/core'
import { Ellipsis, type LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { type Confirmation, confirmLoss, showDone, showFailure } from '../../ui/confirm.tsx'
import { IconButton } from '../../ui/icon-button.tsx'

export interface Named {
  readonly name: string
}

interface Offered<T> {
  /** What the menu shows, and the beginning of the label of a button: `Delete`, `Members`. */
  readonly label: string
  readonly icon: LucideIcon
  /** Every row offers the action unless this says otherwise. */
  readonly isOffered?: (row: T) => boolean
}

export interface DialogAction<T> extends Offered<T> {
  /** The dialog that the action opens. */
  readonly dialog: (row: T, onClose: () => void) => ReactNode
}

export interface ChangeAction<T> extends Offered<T> {
  /** Asked first when something is lost. */
  readonly confirm?: (row: T) => Pick<Confirmation, 'title' | 'message' | 'action'>
  /** Makes the change. Returns what to show when it is done, e.g. `Deleted ada`; throws the problem. */
  readonly change: (row: T) => Promise<string>
}

/** Something that a user can do with a row: open a dialog, or change the row at once. */
export type RowAction<T> = DialogAction<T> | ChangeAction<T>

const MAX_BUTTONS = 3

interface RowActionsProps<T> {
  readonly row: T
  readonly actions: readonly RowAction<T>[]
  readonly onDialog: (action: DialogAction<T>) => void
  /** Reads the list again. */
  readonly onChanged: () => Promise<void>
}

/** The actions of a row: a button for each, or a menu when there are too many for one line. */
export function RowActions<T extends Named>(props: RowActionsProps<T>) {
  const { row, actions } = props
  const offered = actions.filter(({ isOffered }) => isOffered === undefined || isOffered(row))
  if (actions.length > MAX_BUTTONS) return <ActionMenu {...props} actions={offered} />
  return (
    <Group gap={4} justify="flex-end" wrap="nowrap">
      {offered.map((action) => (
        <IconButton
          key={action.label}
          label={`${action.label}${'dialog' in action ? ' of' : ''} ${row.name}`}
          icon={action.icon}
          onClick={() => start(action, props)}
        />
      ))}
    </Group>
  )
}

function ActionMenu<T extends Named>(props: RowActionsProps<T>) {
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon variant="default" size="lg" aria-label={`Actions for ${props.row.name}`}>
          <Ellipsis size={16} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {props.actions.map((action) => (
          <Menu.Item
            key={action.label}
            leftSection={<action.icon size={16} aria-hidden />}
            onClick={() => void Promise.resolve(start(action, props)).catch(showFailure)}
          >
            {action.label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}

/** Settles when nothing is left to wait for: a question has been asked, or the change was made. */
function start<T>(action: RowAction<T>, { row, onDialog, onChanged }: RowActionsProps<T>): unknown {
  if ('dialog' in action) return onDialog(action)
  async function change(): Promise<void> {
    const done = await (action as ChangeAction<T>).change(row)
    await onChanged()
    showDone(done)
  }
  if (action.confirm === undefined) return change()
  return confirmLoss({ ...action.confirm(row), onConfirm: change })
}
