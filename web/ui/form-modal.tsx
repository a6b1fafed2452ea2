import { Button, Group, type ModalProps, Stack, Text } from '@mantine/core'
import { useCallback, useEffect, useRef, useState } from 'react'
import { useHasSessionEnded } from '../api/session.ts'
import { Dialog } from './dialog.tsx'
import { UnsavedGuard } from './unsaved-guard.tsx'

interface FormModalProps extends Pick<ModalProps, 'title' | 'size' | 'children'> {
  readonly isOpen: boolean
  readonly onClose: () => void
  readonly zIndex?: number
  /** What was typed is being saved: it may be left. */
  readonly isSaving?: boolean
}

/** Of the dialogs of the library. */
const USUAL_Z_INDEX = 200

/**
 * A dialog that holds a form. A click beside it does nothing; Escape, its close button and leaving the page
 * ask first once something was typed. A button of the form that cancels calls `onClose` itself, and is not
 * asked about.
 */
export function FormModal(props: FormModalProps) {
  const { isOpen, onClose, children, zIndex = USUAL_Z_INDEX, isSaving = false, ...rest } = props
  const isTyped = useRef(false)
  /** What the user is asked: whether what was typed is discarded, or lost by leaving the page. */
  const [asked, ask] = useState<'discard' | 'leave'>()
  const askToLeave = useCallback((isAsking: boolean) => ask(isAsking ? 'leave' : undefined), [])
  const hasSessionEnded = useHasSessionEnded()
  // The next form begins with nothing typed, however this one was closed.
  useEffect(() => {
    if (isOpen) return
    isTyped.current = false
    ask(undefined)
  }, [isOpen])
  function discard(): void {
    isTyped.current = false
    ask(undefined)
    onClose()
  }
  return (
    <>
      <Dialog
        opened={isOpen}
        onClose={() => (isTyped.current ? ask('discard') : onClose())}
        closeOnClickOutside={false}
        closeOnEscape={asked === undefined && !hasSessionEnded}
        zIndex={zIndex}
        {...rest}
      >
        {/* React hears what is typed in a list or an editor that is drawn elsewhere, too. */}
        <div onInput={() => (isTyped.current = true)}>{children}</div>
      </Dialog>
      {/* Behind the dialog, which hears an Escape first: it must not hear one that answers a question. */}
      <UnsavedGuard
        isDirty={() => isOpen && !isSaving && isTyped.current}
        what="The form"
        zIndex={zIndex + 1}
        onAsking={askToLeave}
      />
      {asked === 'discard' && (
        <Question onKeep={() => ask(undefined)} onDiscard={discard} zIndex={zIndex + 1} />
      )}
    </>
  )
}

interface QuestionProps {
  readonly onKeep: () => void
  readonly onDiscard: () => void
  readonly zIndex: number
}

/** Drawn only while it is asked: it must not hear the Escape that opens it. */
const Question = ({ onKeep, onDiscard, zIndex }: QuestionProps) => (
  <Dialog opened onClose={onKeep} title="Discard what you entered?" zIndex={zIndex}>
    <Stack>
      <Text size="sm">What you entered is not saved. It is lost when you close the form.</Text>
      <Group justify="flex-end" gap="xs">
        <Button variant="default" onClick={onKeep} data-autofocus>
          Keep editing
        </Button>
        <Button color="red" onClick={onDiscard}>
          Discard
        </Button>
      </Group>
    </Stack>
  </Dialog>
)
