import type { ReactNode } from 'react'
import { DialogForm } from '../../ui/dialog-form.tsx'
import { ProblemAlert } from '../../ui/problem-alert.tsx'
import type { CreateForm } from './use-create-form.ts'

interface CreateDialogProps {
  readonly title: string
  /** What `useCreateForm` returned. */
  readonly creation: Omit<CreateForm<Record<string, unknown>>, 'form'>
  readonly isOpen: boolean
  readonly onClose: () => void
  readonly size?: string
  /** What the button says. */
  readonly action?: string
  readonly children: ReactNode
}

/** The dialog around the fields of a form that creates something. Closing it discards what was filled in. */
export function CreateDialog(props: CreateDialogProps) {
  const { title, creation, isOpen, onClose, size = 'md', action = 'Create', children } = props
  function close(): void {
    creation.reset()
    onClose()
  }
  return (
    <DialogForm
      title={title}
      isOpen={isOpen}
      onClose={close}
      onSubmit={creation.submit}
      action={action}
      isPending={creation.isPending}
      size={size}
    >
      <ProblemAlert error={creation.error} fieldMessages={creation.fieldMessages} />
      {children}
    </DialogForm>
  )
}
