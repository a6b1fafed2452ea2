import type { Kind, Names } from '../editors/names.ts'
import type { Field, FileValue } from './form-schema.ts'

/** From the component's parameters to the one that is meant. */
export type Path = readonly [string, ...string[]]

/** What all fields of a form share. */
export interface FormContext {
  readonly names: Names
  readonly warehouse: string | undefined
  readonly isReadOnly: boolean
  /** What is wrong with the parameter at a path. */
  readonly faultAt: (path: Path) => string | undefined
  readonly onChange: (path: Path, value: FileValue | undefined) => void
}

export interface FieldProps {
  readonly field: Field
  readonly path: Path
  readonly value: FileValue | undefined
  readonly form: FormContext
}

/** Label, help and fault of a field, which every control takes. */
export const framing = ({ field: { name, property, isRequired }, path, form }: FieldProps) => ({
  label: property.title ?? name,
  description: property.description,
  required: isRequired,
  error: form.faultAt(path),
})

/** What a cell below a heading names: headings say it in words. */
export function kindOfHeading(heading: string): Kind {
  if (/\bscalar variable\b|^variable\b|^name of variable/i.test(heading)) return 'scalar'
  if (/\bgrid variable\b/i.test(heading)) return 'grid'
  return /\bcolumns?\b/i.test(heading) && !/output|new|grid/i.test(heading) ? 'column' : undefined
}
