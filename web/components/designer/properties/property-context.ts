import type { ParameterPath } from '../../../../src/pipeline/model.ts'
import type { Kind, Names } from '../editors/names.ts'
import type { Field, FileValue } from './form-schema.ts'

/** From the component's parameters to the one that is meant. */
export type Path = ParameterPath

/** What validation says about a parameter, or about a cell of it. */
export interface PlacedFault {
  readonly path: ParameterPath
  readonly message: string
}

/** What all fields of a form share. */
export interface FormContext {
  readonly names: Names
  readonly warehouse: string | undefined
  readonly isReadOnly: boolean
  /** What is wrong with the parameters of the component, errors first. */
  readonly faults: readonly PlacedFault[]
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
  error: faultWithin(form.faults, path),
})

/** What is wrong with the parameter at a path, or with anything in it; the first of several faults. */
export const faultWithin = (faults: readonly PlacedFault[], path: ParameterPath): string | undefined =>
  faults.find((fault) => path.every((key, at) => fault.path[at] === key))?.message

/** What is wrong with the parameter at a path itself. */
export const faultAt = (faults: readonly PlacedFault[], path: ParameterPath): string | undefined =>
  faultWithin(
    faults.filter((fault) => fault.path.length === path.length),
    path,
  )

/** What a cell below a heading names: headings say it in words. */
export function kindOfHeading(heading: string): Kind {
  if (/\bscalar variable\b|^variable\b|^name of variable/i.test(heading)) return 'scalar'
  if (/\bgrid variable\b/i.test(heading)) return 'grid'
  if (/^((source|target) )?table( name)?$/i.test(heading)) return 'table'
  if (/^((source|target) )?schema$/i.test(heading)) return 'schema'
  return /\bcolumns?\b/i.test(heading) && !/output|new|grid/i.test(heading) ? 'column' : undefined
}
