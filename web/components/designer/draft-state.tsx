import { Button, Group, Stack, Text } from '@mantine/core'
import { CircleAlert, CircleCheck, CircleDashed } from 'lucide-react'
import { useState } from 'react'
import { sentenceOf } from '../../api/problem.ts'
import { confirmLoss } from '../../ui/confirm.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { ProblemAlert } from '../../ui/problem-alert.tsx'
import classes from './designer.module.css'
import { discardDraft, readCommitted } from './state/draft-api.ts'
import type { StoredText } from './state/stored.ts'
import type { Editor } from './state/use-editor.ts'

interface DraftStateProps {
  readonly editor: Editor
  /** The draft is gone, and with it a file that no commit has. */
  readonly onGone: () => void
}

/** Whether what is drawn is on the server, and if not why. */
export function DraftState({ editor, onGone }: DraftStateProps) {
  const { saveState } = editor
  const { icon: Icon, text } = looks(saveState, editor.saver.base.baseCommit === undefined)
  return (
    <Group gap={6} wrap="nowrap">
      <Icon size={15} aria-hidden style={{ flex: 'none' }} />
      <Text size="sm" role="status" {...(saveState.kind === 'failed' && { c: 'var(--mantine-color-error)' })}>
        {text}
      </Text>
      {saveState.kind === 'failed' && (
        <Button size="compact-xs" variant="default" onClick={() => void editor.saver.flush()}>
          Save now
        </Button>
      )}
      {saveState.kind === 'saved' && saveState.isDraft && (
        <Button size="compact-xs" variant="subtle" color="red" onClick={() => discard(editor, onGone)}>
          Discard draft
        </Button>
      )}
    </Group>
  )
}

function looks(state: Editor['saveState'], isNew: boolean) {
  switch (state.kind) {
    case 'saved':
      if (state.isDraft) return { icon: CircleCheck, text: 'Saved as your draft' }
      return { icon: CircleCheck, text: isNew ? 'New file' : 'No changes' }
    case 'failed':
      return { icon: CircleAlert, text: `Not saved: ${sentenceOf(state.error)}` }
    case 'conflict':
      return { icon: CircleAlert, text: 'Not saved: another window saved this file' }
    case 'unsaved':
    case 'saving':
      return { icon: CircleDashed, text: 'Saving…' }
  }
}

function discard(editor: Editor, onGone: () => void): void {
  confirmLoss({
    title: 'Discard the draft?',
    message: 'Everything you changed in this file since the last commit is lost.',
    action: 'Discard draft',
    onConfirm: async () => {
      await editor.saver.flush()
      await discardDraft(editor.key)
      await takeCommitted(editor, onGone)
    },
  })
}

async function takeCommitted(editor: Editor, onGone: () => void): Promise<void> {
  const committed = await readCommitted(editor.key)
  if (committed === undefined) onGone()
  else editor.take(committed)
}

/** Shown when the same file was saved in another window. */
export const ConflictDialog = (props: DraftStateProps) =>
  props.editor.saveState.kind === 'conflict' && <Conflict {...props} other={props.editor.saveState.other} />

interface ConflictProps extends DraftStateProps {
  /** Absent when the draft is gone. */
  readonly other: StoredText | undefined
}

/** Both texts, and what to do. */
function Conflict({ editor, onGone, other }: ConflictProps) {
  const [failure, fail] = useState<unknown>()
  function takeOther(): void {
    if (other === undefined) takeCommitted(editor, onGone).catch(fail)
    else editor.take(other)
  }
  return (
    <Dialog
      opened
      onClose={() => undefined}
      withCloseButton={false}
      closeOnEscape={false}
      closeOnClickOutside={false}
      size="90%"
      title="This file was saved in another window"
      zIndex={500}
    >
      <Stack>
        <Text size="sm">Choose which text to keep. The other one is lost.</Text>
        <div className={classes['sides']}>
          <Side title="This window" text={editor.text} />
          <Side
            title="The other window"
            text={other?.text ?? 'The draft was discarded or committed there.'}
          />
        </div>
        <ProblemAlert error={failure} />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={takeOther}>
            Use the other window's
          </Button>
          <Button onClick={() => void editor.saver.overwrite()}>Keep this window's</Button>
        </Group>
      </Stack>
    </Dialog>
  )
}

const Side = ({ title, text }: { readonly title: string; readonly text: string }) => (
  <section aria-label={title}>
    <Text size="sm" fw={600}>
      {title}
    </Text>
    {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls */}
    <pre tabIndex={0}>{text}</pre>
  </section>
)
