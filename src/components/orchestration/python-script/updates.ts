import { readFile, stat } from 'node:fs/promises'
import type { VariableUpdate, VariableView } from '../../../pipeline/flow-events.ts'
import type { Grid } from '../../../pipeline/model.ts'
import { gridOf, rowCountFaults, rowFaults, scalarUpdate, type Update } from '../../common/variables.ts'

/** A script that writes more than this into variables wants a table. */
const maxBytes = 64 * 1024 * 1024

export interface ReadUpdates {
  /** The last value of each variable. */
  readonly updates: readonly VariableUpdate[]
  readonly faults: readonly string[]
}

/**
 * Reads what a script wrote into its file of updates, one JSON object a line. The script's user can write anything
 * there, so each line is checked like input from outside; a last line that broke off is left out.
 */
export async function readUpdates(file: string, variables: VariableView): Promise<ReadUpdates> {
  const { size } = await stat(file)
  if (size > maxBytes) {
    return { updates: [], faults: [`The script wrote more than ${maxBytes / 1024 / 1024} MB into variables`] }
  }
  const updates = new Map<string, VariableUpdate>()
  const faults: string[] = []
  for (const line of (await readFile(file, 'utf8')).split('\n')) {
    const written = parseLine(line)
    if (written === undefined) continue
    const made = updateOf(written, variables)
    if ('fault' in made) faults.push(made.fault)
    else updates.set(made.update.variable, made.update)
  }
  return { updates: [...updates.values()], faults }
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
  const [fault] = [...rowFaults(variable, grid.columns, value), ...rowCountFaults(variable, value.length)]
  return fault === undefined ? { update: { variable, value } } : { fault }
}
