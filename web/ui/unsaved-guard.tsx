import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import { useBlocker } from '@tanstack/react-router'

interface UnsavedGuardProps {
  /** Whether something written would be lost now. */
  readonly isDirty: () => boolean
  /** What has not been saved, e.g. `The schedule`. */
  readonly what: string
}

/** Asks whoever leaves a form with something unsaved, by a link, a tab of the page or the browser. */
export function UnsavedGuard({ isDirty, what }: UnsavedGuardProps) {
  const blocker = useBlocker({ shouldBlockFn: isDirty, enableBeforeUnload: isDirty, withResolver: true })
  const stay = () => blocker.reset?.()
  return (
    <Modal opened={blocker.status === 'blocked'} onClose={stay} title="Leave without saving?">
      <Stack>
        <Text size="sm">{what} has changes that are not saved. They are lost when you leave.</Text>
        <Group justify="flex-end">
          <Button variant="default" onClick={stay} data-autofocus>
            Stay
          </Button>
          <Button color="red" onClick={() => blocker.proceed?.()}>
            Leave without saving
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}
