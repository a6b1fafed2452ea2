import { Button, Checkbox, Group, Stack, Text } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { Dialog } from '../../ui/dialog.tsx'
import { ProblemAlert } from '../../ui/problem-alert.tsx'

interface CancelDialogProps {
  readonly isOpen: boolean
  readonly onClose: () => void
  readonly title: string
  /** What will be lost. */
  readonly message: ReactNode
  /**
   * The button that does it, e.g. `Cancel the execution`; without it the dialog only says why nothing can be
   * done.
   */
  readonly action?: string
  /** Whether nothing is waited for in any case: then that is no question. */
  readonly isForcedAnyway?: boolean
  /**
   * Cancels; with `force` nothing waits for the components that run. It closes the dialog itself when it is
   * done.
   */
  readonly onCancel: (force: boolean) => Promise<void>
}

/**
 * Asks before executions are cancelled, and whether to wait for what runs. A refusal is shown in the dialog.
 */
export function CancelDialog(props: CancelDialogProps) {
  const { isOpen, onClose, title, message, action, isForcedAnyway = false, onCancel } = props
  const [isForced, setForced] = useState(false)
  const [isPending, setPending] = useState(false)
  const [error, setError] = useState<unknown>(null)
  function close(): void {
    setForced(false)
    setError(null)
    onClose()
  }
  async function cancel(): Promise<void> {
    setPending(true)
    setError(null)
    try {
      await onCancel(isForced || isForcedAnyway)
      close()
    } catch (failure) {
      setError(failure)
    } finally {
      setPending(false)
    }
  }
  return (
    <Dialog opened={isOpen} onClose={close} title={title} closeButtonProps={{ 'aria-label': 'Close' }}>
      <Stack>
        <Text size="sm" component="div">
          {message}
        </Text>
        {action !== undefined && !isForcedAnyway && (
          <Checkbox
            label="Do not wait for running components"
            description="Work they have started may still take effect"
            checked={isForced}
            onChange={(event) => setForced(event.currentTarget.checked)}
          />
        )}
        <ProblemAlert error={error} />
        <Group justify="flex-end">
          <Button variant="default" onClick={close}>
            {action === undefined ? 'Close' : 'Keep running'}
          </Button>
          {action !== undefined && (
            <Button color="red" loading={isPending} onClick={() => void cancel()}>
              {action}
            </Button>
          )}
        </Group>
      </Stack>
    </Dialog>
  )
}
