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
  readonly children: ReactNode
}

/** The dialog around the fields of a form that creates something. Closing it discards what was filled in. */
export function CreateDialog({ title, creation, isOpen, onClose, size = 'md', children }: CreateDialogProps) {
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
      action="Create"
      isPending={creation.isPending}
      size={size}
    >
      <ProblemAlert error={creation.error} fieldMessages={creation.fieldMessages} />
      {children}
    </DialogForm>
  )
}
