import { Button, Fieldset, Group, Stack } from '@mantine/core'
import type { FormEventHandler, ReactNode } from 'react'
import { focusFirstFault } from './focus-first-fault.ts'
import { FormModal } from './form-modal.tsx'

interface DialogFormProps {
  readonly title: string
  readonly isOpen: boolean
  readonly onClose: () => void
  readonly onSubmit: FormEventHandler<HTMLFormElement>
  /**
   * The word on the button, e.g. `Create`. Without it the form is only read: its fields cannot be changed.
   */
  readonly action: string | undefined
  readonly isPending: boolean
  /** Something has to be known before the form can be sent: its button waits. */
  readonly isWaiting?: boolean
  /** What the form does loses something: its button is red. */
  readonly isLoss?: boolean
  readonly size?: string
  readonly children: ReactNode
}

/**
 * A form in a dialog, with its two buttons. What was typed is lost only when the user says so: see
 * `FormModal`.
 */
export function DialogForm(props: DialogFormProps) {
  const {
    title,
    isOpen,
    onClose,
    onSubmit,
    action,
    isPending,
    isWaiting,
    isLoss,
    size = 'md',
    children,
  } = props
  return (
    <FormModal isOpen={isOpen} onClose={onClose} title={title} size={size} isSaving={isPending}>
      <form ref={aimAtFirstField} onSubmitCapture={focusFirstFault} onSubmit={onSubmit} noValidate>
        <Stack>
          {action === undefined ? (
            <Fieldset variant="unstyled" disabled>
              <Stack>{children}</Stack>
            </Fieldset>
          ) : (
            children
          )}
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {action === undefined ? 'Close' : 'Cancel'}
            </Button>
            {action !== undefined && (
              <Button
                type="submit"
                loading={isPending || isWaiting === true}
                {...(isLoss === true && { color: 'red' })}
              >
                {action}
              </Button>
            )}
          </Group>
        </Stack>
      </form>
    </FormModal>
  )
}

const FIELDS = 'input:not([type=hidden], :disabled), textarea:not(:disabled), select:not(:disabled)'

/** Focuses the first field when the dialog opens, unless another field asks for the focus. */
function aimAtFirstField(form: HTMLFormElement | null): void {
  if (form === null || form.querySelector('[data-autofocus]') !== null) return
  form.querySelector(FIELDS)?.setAttribute('data-autofocus', 'true')
}
