import { Alert, Text } from '@mantine/core'
import { useState } from 'react'
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

/**
 * The file as text. The canvas follows every edit that can be read, and keeps the last one while it cannot.
 */
export function YamlText({ editor, faults, isEditable }: YamlTextProps) {
  const [shown, show] = useState<{ readonly line: number }>()
  const { names } = useFormNames(editor.key.projectId, editor.drawing)
  return (
    <div className={classes['text']}>
      {editor.isStale && (
        <Alert color="red" p="xs" role="alert">
          The text cannot be read as a pipeline; the canvas shows the last text that could, if there was one.
        </Alert>
      )}
      <div className={classes['code']}>
        <CodeEditor
          language="yaml"
          label="YAML of the pipeline"
          height="fill"
          value={editor.text}
          onChange={isEditable ? (written) => editor.write(written, 'text') : undefined}
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
