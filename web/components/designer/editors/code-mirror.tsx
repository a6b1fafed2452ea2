import { useEffect, useId, useRef } from 'react'
import classes from './code-editor.module.css'
import { type CodeFault, createEditor, type EditorHandle, type EditorOptions } from './create-editor.ts'
import type { CodeLanguage } from './languages.ts'
import type { Names } from './names.ts'

export interface CodeEditorProps {
  readonly language: CodeLanguage
  readonly value: string
  /** Without it the text can be read and copied only. */
  readonly onChange?: ((text: string) => void) | undefined
  /** What it is called; in a form the id of its label instead. */
  readonly label?: string | undefined
  readonly labelledBy?: string | undefined
  /** Ids of what describes it: help, a fault. */
  readonly describedBy?: string | undefined
  readonly isRequired?: boolean | undefined
  readonly isInvalid?: boolean | undefined
  /** What can be completed. */
  readonly names?: Names | undefined
  /** The project's, for the dialect of SQL. */
  readonly warehouse?: string | undefined
  readonly faults?: readonly CodeFault[] | undefined
  /** A line, from 1, to put the cursor on and bring into view; once for each object. */
  readonly place?: { readonly line: number } | undefined
  /** `text`: as high as its text, within limits; `fill`: as high as what it is in. */
  readonly height?: 'text' | 'fill' | undefined
}

const noNames: Names = { variables: [] }

/** The editor itself: use `CodeEditor`, which loads it when it is needed. */
export function CodeMirror(props: CodeEditorProps) {
  const { value, language, warehouse, faults, place: wanted, height = 'text', onChange } = props
  const hint = useId()
  const place = useRef<HTMLDivElement>(null)
  const editor = useRef<EditorHandle>(undefined)
  const latest = useRef(props)
  latest.current = props
  const isReadOnly = onChange === undefined
  useEffect(() => {
    const handle = createEditor(place.current!, {
      ...optionsOf(latest, hint),
      language,
      warehouse,
      isReadOnly,
    })
    editor.current = handle
    return () => handle.close()
  }, [language, warehouse, isReadOnly, hint])
  useEffect(() => editor.current?.write(value), [value])
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new editor marks and shows what the last one did
  useEffect(() => editor.current?.mark(faults ?? []), [faults, language, warehouse, isReadOnly])
  // biome-ignore lint/correctness/useExhaustiveDependencies: likewise
  useEffect(() => {
    if (wanted !== undefined) editor.current?.reveal(wanted.line)
  }, [wanted, language, warehouse, isReadOnly])
  const { label, labelledBy, describedBy, isInvalid } = props
  // biome-ignore lint/correctness/useExhaustiveDependencies: they are read through `latest`
  useEffect(() => editor.current?.refresh(), [label, labelledBy, describedBy, isInvalid])
  return (
    <div className={classes['editor']} data-height={height}>
      <div ref={place} className={classes['place']} />
      <span id={hint} className={classes['hint']}>
        {isReadOnly ? 'Read only.' : 'Tab indents. To leave with the keyboard, press Escape, then Tab.'}
      </span>
    </div>
  )
}

type OfProps = Pick<EditorOptions, 'text' | 'names' | 'onChange' | 'attributes'>

/** What the editor reads from the properties as they are at the time. */
const optionsOf = (latest: { readonly current: CodeEditorProps }, hint: string): OfProps => ({
  text: latest.current.value,
  names: () => latest.current.names ?? noNames,
  onChange: (text) => latest.current.onChange?.(text),
  attributes: () => attributesOf(latest.current, hint),
})

function attributesOf(props: CodeEditorProps, hint: string): Readonly<Record<string, string>> {
  const { label, labelledBy, describedBy, isRequired, isInvalid } = props
  return {
    ...(label !== undefined && { 'aria-label': label }),
    ...(labelledBy !== undefined && { 'aria-labelledby': labelledBy }),
    'aria-describedby': [describedBy, hint].filter((id) => id !== undefined).join(' '),
    ...(isRequired && { 'aria-required': 'true' }),
    ...(isInvalid && { 'aria-invalid': 'true' }),
    'data-mantine-stop-propagation': 'true', // Escape leaves the editor, not the dialog that it is in
  }
}
