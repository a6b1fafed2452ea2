import { mebibytes } from '../../../lib/mebibytes.ts'
import { MAX_MESSAGE_BYTES, type RunMessage } from '../../../protocol/messages.ts'
import { HISTORY_PART_BYTES } from '../journal/history-store.ts'

/** A part of a journal may be sent in the same message. */
export const MAX_RUN_BYTES = MAX_MESSAGE_BYTES - HISTORY_PART_BYTES - 1_024
/** Of one character in JSON, which a control character takes. */
export const MAX_CHARACTER_BYTES = 6
/** Of a variable beside its value, about: its name and its columns. */
const VARIABLE_CHARACTERS = 1_000

/**
 * Why a runner cannot be sent this execution; undefined when it can: most are far from it, which is soon
 * found out.
 */
export function oversized(run: RunMessage): string | undefined {
  const { projectVariables, scalarVariables, gridVariables } = run
  const values = [
    ...projectVariables.map(({ value }) => value),
    ...Object.values(scalarVariables),
    ...Object.values(gridVariables),
  ]
  const characters = values.reduce<number>((sum, value) => sum + VARIABLE_CHARACTERS + charactersOf(value), 0)
  if (characters * MAX_CHARACTER_BYTES < MAX_RUN_BYTES) return undefined
  const bytes = Buffer.byteLength(JSON.stringify(run))
  if (bytes <= MAX_RUN_BYTES) return undefined
  return `The project's variables and the values of the caller are ${mebibytes(bytes)} in total; an execution can start with at most ${mebibytes(MAX_RUN_BYTES)}: keep large grids in tables or files`
}

function charactersOf(value: string | number | readonly (readonly string[])[]): number {
  if (typeof value !== 'object') return String(value).length
  return value.reduce((sum, row) => row.reduce((all, cell) => all + cell.length + 3, sum + 2), 0)
}
