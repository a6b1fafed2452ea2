import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import { useBlocker } from '@tanstack/react-router'
import type { Editor } from './use-editor.ts'

/** Nobody leaves the editor with something unsaved without saying so; another endpoint or tab is not leaving. */
export function LeaveGuard({ editor }: { readonly editor: Editor }) {
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) => editor.isDirty && current.pathname !== next.pathname,
    enableBeforeUnload: () => editor.isDirty,
    withResolver: true,
  })
  async function saveAndLeave(): Promise<void> {
    if ((await editor.save()) === undefined) blocker.reset?.()
    else blocker.proceed?.()
  }
  return (
    <Modal
      opened={blocker.status === 'blocked'}
      onClose={() => blocker.reset?.()}
      title="Leave without saving?"
      withinPortal
    >
      <Stack>
        <Text size="sm">{editor.draft.name} has changes that are not saved.</Text>
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={() => blocker.reset?.()} data-autofocus>
            Stay
          </Button>
          <Button color="red" onClick={() => blocker.proceed?.()}>
            Leave without saving
          </Button>
          <Button loading={editor.isSaving} onClick={saveAndLeave}>
            Save and leave
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}
