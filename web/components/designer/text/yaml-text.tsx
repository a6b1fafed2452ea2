import { Alert, Text } from '@mantine/core'
import { useMemo, useState } from 'react'
import type { Fault } from '../../../../src/pipeline/model.ts'
import classes from '../designer.module.css'
import { CodeEditor } from '../editors/code-editor.tsx'
import { FaultItems } from '../faults/fault-items.tsx'
import { useFormNames } from '../properties/use-form-names.ts'
import type { Editor } from '../state/use-editor.ts'

interface YamlTextProps {
  readonly editor: Editor
  readonly faults: readonly Fault[]
  readonly isEditable: boolean
}

/** The file as text. The canvas follows every edit that can be read, and keeps the last one while it cannot. */
export function YamlText({ editor, faults, isEditable }: YamlTextProps) {
  const [shown, show] = useState<{ readonly line: number }>()
  const { names } = useFormNames(editor.key.projectId, editor.drawing)
  // The editor has lines of its own; those of the file stay as they end.
  const isDos = editor.text.includes('\r\n')
  const text = useMemo(
    () => (isDos ? editor.text.replaceAll('\r\n', '\n') : editor.text),
    [editor.text, isDos],
  )
  return (
    <div className={classes['text']}>
      {editor.isStale && (
        <Alert color="red" p="xs" role="alert">
          The text cannot be read as a pipeline; the canvas shows the last text that could.
        </Alert>
      )}
      <div className={classes['code']}>
        <CodeEditor
          language="yaml"
          label="YAML of the pipeline"
          height="fill"
          value={text}
          onChange={
            isEditable
              ? (written) => editor.write(isDos ? written.replaceAll('\n', '\r\n') : written, 'text')
              : undefined
          }
          names={names}
          faults={faults}
          place={shown}
        />
      </div>
      {faults.length > 0 ? (
        <FaultItems faults={faults} onShow={({ line }) => show({ line })} />
      ) : (
        <Text size="xs" c="dimmed">
          No problems found.
        </Text>
      )}
    </div>
  )
}
