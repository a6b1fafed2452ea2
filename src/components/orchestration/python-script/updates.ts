import { basename, dirname } from 'node:path'
import type { VariableUpdate, VariableView } from '../../../pipeline/flow-events.ts'
import type { Grid } from '../../../pipeline/model.ts'
import { type LeftFault, readLeftFile } from '../../common/left-file.ts'
import { gridOf, rowCountFaults, rowFaults, scalarUpdate, type Update } from '../../common/variables.ts'

/** A script that writes more than this into variables wants a table. */
const MAX_BYTES = 64 * 1024 * 1024

export interface ReadUpdates {
  /** The last value of each variable. */
  readonly updates: readonly VariableUpdate[]
  readonly faults: readonly string[]
}

/**
 * Reads what a script wrote into its file of updates, one JSON object a line. The script's user can write
 * anything there, so each line is checked like input from outside; a last line that broke off is left out.
 */
export function readUpdates(file: string, variables: VariableView): ReadUpdates {
  const left = readLeftFile(dirname(file), basename(file), MAX_BYTES)
  if ('fault' in left) return { updates: [], faults: [faultTexts[left.fault]] }
  const updates = new Map<string, VariableUpdate>()
  const faults: string[] = []
  for (const line of left.text.split('\n')) {
    const written = parseLine(line)
    if (written === undefined) continue
    const made = updateOf(written, variables)
    if ('fault' in made) faults.push(made.fault)
    else updates.set(made.update.variable, made.update)
  }
  return { updates: [...updates.values()], faults }
}

const faultTexts: Readonly<Record<LeftFault, string>> = {
  missing: 'The script removed the file for its updates',
  replaced: 'The script replaced the file for its updates',
  'too-large': `The script wrote more than ${MAX_BYTES / 1024 / 1024} MB into variables`,
}

interface Written {
  readonly variable: string
  readonly value: string | number | Grid
}

function parseLine(line: string): Written | undefined {
  try {
    const written = JSON.parse(line) as { readonly variable?: unknown; readonly value?: unknown } | null
    const { variable, value } = written ?? {}
    if (typeof variable !== 'string') return undefined
    return typeof value === 'string' || typeof value === 'number' || isGrid(value)
      ? { variable, value }
      : undefined
  } catch {
    return undefined // the line broke off when the script was ended
  }
}

const isGrid = (value: unknown): value is Grid =>
  Array.isArray(value) &&
  value.every((row) => Array.isArray(row) && row.every((cell) => typeof cell === 'string'))

function updateOf({ variable, value }: Written, variables: VariableView): Update {
  if (typeof value !== 'object') return scalarUpdate(variables, variable, value)
  const grid = gridOf(variables, variable)
  if ('fault' in grid) return grid
  const [fault] = [
    ...rowFaults(`the grid "${variable}" has`, grid.columns, value),
    ...rowCountFaults(variable, value.length),
  ]
  return fault === undefined ? { update: { variable, value } } : { fault }
}
