import type { ImportChange, Value } from '../shapes.ts'
import { inOneLine } from '../values.ts'

type State = ImportChange['before']

const names = {
  value: 'value',
  type: 'type',
  behaviour: 'behaviour',
  description: 'description',
  columns: 'columns',
  supportsDoubleResolution: 'double resolution',
  overrides: 'overrides',
} as const
type Field = keyof typeof names

/** The fields of one side of a change that the other side has otherwise, each as a text. */
export function fieldsThatDiffer(state: State, other: State): readonly (readonly [string, string])[] {
  if (state === undefined) return []
  const [own, others]: Partial<Record<Field, unknown>>[] = [state, other ?? {}]
  return (Object.keys(names) as Field[])
    .filter((field) => own![field] !== undefined)
    .filter((field) => JSON.stringify(own![field]) !== JSON.stringify(others![field]))
    .filter((field) => field !== 'overrides' || (own!.overrides as unknown[]).length > 0)
    .map((field) => [names[field], textOf(field, own![field])])
}

function textOf(field: Field, value: unknown): string {
  if (field === 'value') return gridText(value as Value)
  if (field === 'columns') return (value as string[]).join(', ')
  if (field !== 'overrides') return String(value)
  return (value as { environmentName: string; value: Value }[])
    .map((one) => `${one.environmentName} = ${inOneLine(one.value)}`)
    .join(', ')
}

const ROWS_SHOWN = 3

function gridText(value: Value): string {
  if (!Array.isArray(value)) return inOneLine(value)
  const rows = value.slice(0, ROWS_SHOWN).map((row) => row.join(' | '))
  return [`${inOneLine(value)}: ${rows.join(' / ')}`, ...(value.length > ROWS_SHOWN ? ['…'] : [])].join(' / ')
}
