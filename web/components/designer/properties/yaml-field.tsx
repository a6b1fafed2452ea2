import { useState } from 'react'
import { stringify } from 'yaml'
import { parsedValue } from '../../../../src/pipeline/editing/parsed-document.ts'
import { CodeField } from '../editors/code-field.tsx'
import type { FileValue } from './form-schema.ts'
import { type FieldProps, framing } from './property-context.ts'

/** A value as YAML, where no other control has its shape. What is typed counts as soon as it can be read. */
export function YamlField(props: FieldProps) {
  const { path, value, form } = props
  const [typed, setTyped] = useState<string>()
  const [fault, setFault] = useState<string>()
  const { error, ...frame } = framing(props)
  const stated = yamlOf(value)
  function change(text: string): void {
    const read = readValue(text)
    setTyped(text)
    setFault('fault' in read ? read.fault : undefined)
    if (!('fault' in read)) form.onChange(path, read.value)
  }
  const isSame = typed === undefined || fault !== undefined || yamlOf(parsedOf(typed)) === stated
  return (
    <CodeField
      {...frame}
      language="yaml"
      error={fault ?? error}
      names={form.names}
      value={isSame ? (typed ?? stated) : stated}
      onChange={form.isReadOnly ? undefined : change}
    />
  )
}

const yamlOf = (value: FileValue | undefined): string =>
  value === undefined || value === null ? '' : stringify(value, { lineWidth: 0 }).trimEnd()

const parsedOf = (text: string): FileValue | undefined => {
  const read = readValue(text)
  return 'fault' in read ? undefined : read.value
}

type Read = { readonly value: FileValue | undefined } | { readonly fault: string }

function readValue(text: string): Read {
  if (text.trim() === '') return { value: undefined }
  try {
    return { value: parsedValue(text) as FileValue }
  } catch (error) {
    return { fault: error instanceof Error ? error.message.split('\n')[0]! : String(error) }
  }
}
