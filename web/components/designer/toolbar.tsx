import { Button, Group, Tooltip } from '@mantine/core'
import {
  ClipboardPaste,
  CopyPlus,
  GitCommitHorizontal,
  type LucideIcon,
  Play,
  Redo2,
  StickyNote,
  Table2,
  TextSelect,
  Trash2,
  Undo2,
} from 'lucide-react'
import { memo, type ReactNode } from 'react'
import { IconButton } from '../../ui/icon-button.tsx'
import { useStable } from '../../ui/use-stable.ts'
import type { Selection } from './state/selection.ts'
import type { Commands } from './state/use-commands.ts'
import type { Editor } from './state/use-editor.ts'

interface ToolbarProps {
  readonly editor: Editor
  readonly commands: Commands
  readonly selection: Selection
  readonly isEditable: boolean
  readonly isTextShown: boolean
  readonly onText: () => void
  readonly onGit: () => void
  readonly onPaste: () => Promise<void>
  readonly onRun: () => void
  /** Absent where nothing can be sampled. */
  readonly onSample: (() => void) | undefined
  readonly isSampleShown: boolean
  /** The state of the draft. */
  readonly children: ReactNode
}

/** What can be done to the canvas; each has its key too. */
export function Toolbar(props: ToolbarProps) {
  const { editor, isEditable, children } = props
  return (
    <Group justify="space-between" gap="xs" role="toolbar" aria-label="Designer">
      <Group gap={2}>
        {isEditable && <EditTools {...props} />}
        <Button
          size="compact-sm"
          variant={props.isTextShown ? 'light' : 'subtle'}
          aria-pressed={props.isTextShown}
          leftSection={<TextSelect size={15} aria-hidden />}
          onClick={props.onText}
        >
          YAML
        </Button>
        {props.onSample !== undefined && (
          <Button
            size="compact-sm"
            variant={props.isSampleShown ? 'light' : 'subtle'}
            leftSection={<Table2 size={15} aria-hidden />}
            onClick={props.onSample}
            title="Sample the chosen component (S)"
          >
            Sample
          </Button>
        )}
      </Group>
      <Group gap="xs">
        {children}
        {isEditable && (
          <Button
            size="compact-sm"
            variant="default"
            leftSection={<Play size={15} aria-hidden />}
            onClick={props.onRun}
            disabled={editor.isStale}
            aria-haspopup="dialog"
          >
            Run…
          </Button>
        )}
        {isEditable && (
          <Tooltip label="Changes, commit, branches">
            <Button
              size="compact-sm"
              leftSection={<GitCommitHorizontal size={15} aria-hidden />}
              onClick={props.onGit}
              aria-haspopup="dialog"
            >
              Commit…
            </Button>
          </Tooltip>
        )}
      </Group>
    </Group>
  )
}

/** While the text cannot be read, the canvas shows an earlier one, which is not what would be changed. */
function EditTools({ editor, commands, selection, onPaste }: ToolbarProps) {
  const { isStale } = editor
  const addNote = useStable(() => commands.note())
  const isAny = selection.components.size + selection.notes.size > 0 || selection.link !== undefined
  return (
    <>
      <Tool label="Undo (Ctrl+Z)" icon={Undo2} onClick={editor.undo} isDisabled={!editor.canUndo} />
      <Tool label="Redo (Ctrl+Shift+Z)" icon={Redo2} onClick={editor.redo} isDisabled={!editor.canRedo} />
      <Tool
        label="Duplicate (Ctrl+D)"
        icon={CopyPlus}
        onClick={commands.duplicate}
        isDisabled={isStale || selection.components.size === 0}
      />
      <Tool label="Paste (Ctrl+V)" icon={ClipboardPaste} onClick={onPaste} isDisabled={isStale} />
      <Tool label="Delete (Del)" icon={Trash2} onClick={commands.remove} isDisabled={isStale || !isAny} />
      <Tool label="Add a note" icon={StickyNote} onClick={addNote} isDisabled={isStale} />
    </>
  )
}

interface ToolProps {
  readonly label: string
  readonly icon: LucideIcon
  readonly onClick: () => unknown
  readonly isDisabled?: boolean
}

const Tool = memo((props: ToolProps) => <IconButton {...props} size={30} />)
