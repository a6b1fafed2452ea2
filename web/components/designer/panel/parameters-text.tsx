import { Textarea } from '@mantine/core'
import { useState } from 'react'
import { type Document, stringify } from 'yaml'
import { putInComponent } from '../../../../src/pipeline/editing/components.ts'
import type { FileValue } from '../../../../src/pipeline/editing/nodes.ts'
import { parsedValue } from '../../../../src/pipeline/editing/parsed-document.ts'
import type { DrawnComponent } from '../model/drawing.ts'
import type { Editor } from '../state/use-editor.ts'

interface ParametersTextProps {
  readonly editor: Editor
  readonly component: DrawnComponent
  readonly isEditable: boolean
}

type Members = Readonly<Record<string, FileValue>>

/**
 * The parameters of a component as text. What is typed goes to the file as soon as it can be read; until then
 * it is shown again when the component is chosen again.
 */
export function ParametersText({ editor, component, isEditable }: ParametersTextProps) {
  const stated = textOf(component)
  const identity = editor.identities.of(component.name)
  const [typed, setTyped] = useState(() => {
    const kept = editor.unread.get(identity)
    return kept?.stated === stated ? kept.text : undefined
  })
  const read = typed === undefined ? undefined : readMembers(typed)
  const fault = typeof read === 'string' ? read : undefined
  function change(text: string): void {
    setTyped(text)
    const read = readMembers(text)
    if (typeof read === 'string') {
      editor.unread.set(identity, { text, stated })
      return
    }
    editor.unread.delete(identity)
    const before = component.source.parameters as Members
    const put = (document: Document) => {
      for (const key of Object.keys(before))
        if (key !== 'componentName' && !Object.hasOwn(read, key))
          putInComponent(document, component.name, ['parameters', key], undefined)
      for (const [key, value] of Object.entries(read))
        putInComponent(document, component.name, ['parameters', key], value)
    }
    editor.applyTo(component.name, put, `parameters of ${component.name}`)
  }
  return (
    <Textarea
      label="Parameters"
      description="YAML, one parameter per line. ${name} refers to a variable"
      autosize
      minRows={4}
      maxRows={24}
      spellCheck={false}
      classNames={{ input: 'monospace' }}
      styles={{ input: { fontSize: 12, whiteSpace: 'pre', overflowX: 'auto' } }}
      readOnly={!isEditable}
      value={typed ?? stated}
      error={fault}
      onChange={(event) => change(event.currentTarget.value)}
      onBlur={() => {
        if (fault === undefined) setTyped(undefined)
      }}
    />
  )
}

function textOf({ source }: DrawnComponent): string {
  const { componentName: _, ...rest } = source.parameters
  return Object.keys(rest).length === 0 ? '' : stringify(rest, { lineWidth: 0, nullStr: '' })
}

/** The parameters, or what is wrong with the text. */
function readMembers(text: string): Members | string {
  try {
    const read = parsedValue(text)
    if (read === null) return {}
    return typeof read === 'object' && !Array.isArray(read)
      ? (read as Members)
      : 'Write one parameter per line, as name: value'
  } catch (error) {
    return error instanceof Error ? error.message.split('\n')[0]! : String(error)
  }
}
