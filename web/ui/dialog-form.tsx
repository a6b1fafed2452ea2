import { Button, Group, Modal, Stack } from '@mantine/core'
import type { FormEventHandler, ReactNode } from 'react'

interface DialogFormProps {
  readonly title: string
  readonly isOpen: boolean
  readonly onClose: () => void
  readonly onSubmit: FormEventHandler<HTMLFormElement>
  /** The word on the button, e.g. `Create`. */
  readonly action: string
  readonly isPending: boolean
  readonly size?: string
  readonly children: ReactNode
}

/** A form in a dialog, with its two buttons. What was written is lost only when it is closed. */
export function DialogForm(props: DialogFormProps) {
  const { title, isOpen, onClose, onSubmit, action, isPending, size = 'md', children } = props
  return (
    <Modal opened={isOpen} onClose={onClose} title={title} size={size}>
      <form onSubmit={onSubmit} noValidate>
        <Stack>
          {children}
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" loading={isPending}>
              {action}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}
