import { Button, Group, Stack, Text } from '@mantine/core'
import { useBlocker } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { Dialog } from './dialog.tsx'

interface UnsavedGuardProps {
  /** Whether something written would be lost now. */
  readonly isDirty: () => boolean
  /** What has not been saved, e.g. `The schedule`. */
  readonly what: string
  /**
   * Whether the form stays where it is while only the query of the address changes, e.g. another tab of its
   * page.
   */
  readonly outlivesQuery?: boolean
  /** Of the question, where the form is in a dialog itself. */
  readonly zIndex?: number
  /** Saves before leaving; returns whether that succeeded. */
  readonly onSave?: () => Promise<boolean>
  /** What is written is saved without being asked for: the user is asked only when that fails. */
  readonly isSavedUnasked?: boolean
  /** Called when the user is asked, and when they have answered. */
  readonly onAsking?: (isAsking: boolean) => void
}

/** Asks before the user leaves a form with unsaved changes, by a link, a tab of the page or the browser. */
export function UnsavedGuard(props: UnsavedGuardProps) {
  const { isDirty, what, outlivesQuery = false, zIndex, onSave, isSavedUnasked = false, onAsking } = props
  const [isSaving, setSaving] = useState(false)
  const blocker = useBlocker({
    shouldBlockFn: async ({ current, next }) => {
      if (!isDirty() || (outlivesQuery && current.pathname === next.pathname)) return false
      return !(isSavedUnasked && onSave !== undefined && (await onSave()))
    },
    enableBeforeUnload: isDirty,
    withResolver: true,
  })
  const isAsking = blocker.status === 'blocked'
  useEffect(() => onAsking?.(isAsking), [isAsking, onAsking])
  const stay = () => blocker.reset?.()
  async function saveAndLeave(save: () => Promise<boolean>): Promise<void> {
    setSaving(true)
    const isSaved = await save()
    setSaving(false)
    if (isSaved) blocker.proceed?.()
    else stay()
  }
  return (
    <Dialog
      opened={isAsking}
      onClose={stay}
      title="Leave without saving?"
      {...(zIndex !== undefined && { zIndex })}
    >
      <Stack>
        <Text size="sm">{what} has changes that are not saved. They are lost when you leave.</Text>
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={stay} data-autofocus>
            Stay
          </Button>
          <Button color="red" onClick={() => blocker.proceed?.()}>
            Leave without saving
          </Button>
          {onSave !== undefined && (
            <Button loading={isSaving} onClick={() => void saveAndLeave(onSave)}>
              Save and leave
            </Button>
          )}
        </Group>
      </Stack>
    </Dialog>
  )
}
