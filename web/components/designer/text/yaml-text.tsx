import { Alert, Text } from '@mantine/core'
import { useRef } from 'react'
import type { Fault } from '../../../../src/pipeline/model.ts'
import classes from '../designer.module.css'
import { FaultItems } from '../faults/fault-items.tsx'
import type { Editor } from '../state/use-editor.ts'

interface YamlTextProps {
  readonly editor: Editor
  readonly faults: readonly Fault[]
  readonly isEditable: boolean
}

/** The file as text. The canvas follows every edit that can be read, and keeps the last one while it cannot. */
export function YamlText({ editor, faults, isEditable }: YamlTextProps) {
  const area = useRef<HTMLTextAreaElement>(null)
  function show({ line }: Fault): void {
    const { current } = area
    if (current === null) return
    const from = startOfLine(editor.text, line)
    current.focus()
    current.setSelectionRange(from, endOfLine(editor.text, from))
    current.scrollTop = (line - 4) * parseFloat(getComputedStyle(current).lineHeight)
  }
  return (
    <div className={classes['text']}>
      {editor.isStale && (
        <Alert color="red" p="xs" role="alert">
          The text cannot be read as a pipeline; the canvas shows the last text that could.
        </Alert>
      )}
      <textarea
        ref={area}
        aria-label="YAML of the pipeline"
        spellCheck={false}
        readOnly={!isEditable}
        value={editor.text}
        onChange={(event) => editor.write(event.currentTarget.value, 'text')}
      />
      {faults.length > 0 ? (
        <FaultItems faults={faults} onShow={show} />
      ) : (
        <Text size="xs" c="dimmed">
          No problems found.
        </Text>
      )}
    </div>
  )
}

function startOfLine(text: string, line: number): number {
  let at = 0
  for (let number = 1; number < line; number += 1) {
    const end = text.indexOf('\n', at)
    if (end < 0) return at
    at = end + 1
  }
  return at
}

function endOfLine(text: string, from: number): number {
  const end = text.indexOf('\n', from)
  return end < 0 ? text.length : end
}
