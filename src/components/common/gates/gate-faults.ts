import { closestNames } from '../../../lib/closest-names.ts'
import type { ParameterFault } from '../../../pipeline/catalog.ts'
import type { ParameterPath, Parameters, ParameterValue } from '../../../pipeline/model.ts'
import { blockOf } from '../blocks.ts'
import { numberOf, wholeNumberFault } from '../numbers.ts'
import { GATE_TYPES, type Gate, type GateType, gateKeys, ROW_GATES } from './gate-properties.ts'
import { gateName } from './gate-result.ts'

export const MAX_GATES = 50
export const MAX_FAILED_ROWS = 10_000
/** How many runs a deviation is judged by. */
export const COMPARED_RUNS = 30
const FEWEST_RUNS = 3
const MOST_ROWS = Number.MAX_SAFE_INTEGER
const MAX_AGE = 1_000_000

/** What is wrong with gates beyond their shape. They are as `readParameters` gives them. */
export function gateFaults({ gates }: Parameters): readonly ParameterFault[] {
  if (!Array.isArray(gates) || gates.length === 0) return []
  const faults: ParameterFault[] = []
  if (gates.length > MAX_GATES)
    faults.push({
      message: `There are ${gates.length} gates; a component has at most ${MAX_GATES}`,
      path: ['gates'],
    })
  const blocks = gates as readonly ParameterValue[]
  for (const [at, value] of blocks.entries()) {
    const block = blockOf(value)
    if (block !== undefined) faults.push(...faultsOfGate(block as Parameters & Gate, at))
  }
  return [...faults, ...sharedNames(blocks)]
}

type Add = (key: string | undefined, message: string) => void

function faultsOfGate(gate: Parameters & Gate, at: number): ParameterFault[] {
  const faults: ParameterFault[] = []
  const add: Add = (key, message) => {
    const path: ParameterPath = key === undefined ? ['gates', at] : ['gates', at, key]
    faults.push({ message: `Gate ${at + 1} (${gateName(gate)}): ${message}`, path })
  }
  for (const key of Object.keys(gate)) {
    if (gateKeys.includes(key)) continue
    const [similar] = closestNames(key, gateKeys)
    add(
      key,
      `"${key}" is not a parameter of a gate${similar === undefined ? '' : `; did you mean "${similar}"?`}`,
    )
  }
  const number = (key: keyof Gate, title: string, least: number, most: number) => {
    for (const message of wholeNumberFault(`${title} ("${key}")`, blankIsAbsent(gate[key]), { least, most }))
      add(key, message)
  }
  // An expression may say the type, and what is no type is a fault of its shape.
  if (!GATE_TYPES.includes(gate.type as GateType)) return faults
  faultsOfType(gate, add, number)
  if (ROW_GATES.includes(gate.type)) {
    number('allowedFailures', 'Allowed Failures', 0, MOST_ROWS)
    number('failedRowsLimit', 'Failed Rows Limit', 1, MAX_FAILED_ROWS)
  } else if (!isBlank(gate.failedRowsTable))
    add('failedRowsTable', `A gate of type ${gate.type} finds no rows that could be kept`)
  return faults
}

type CheckNumber = (key: keyof Gate, title: string, least: number, most: number) => void

function faultsOfType(gate: Gate, add: Add, number: CheckNumber): void {
  const needs = (key: keyof Gate, title: string) => {
    if (isBlank(gate[key])) add(key, `${title} ("${key}") is missing`)
  }
  switch (gate.type) {
    case 'Row Count':
      number('minimum', 'Minimum', 0, MOST_ROWS)
      number('maximum', 'Maximum', 0, MOST_ROWS)
      if (isBlank(gate.minimum) && isBlank(gate.maximum))
        add(undefined, 'Minimum ("minimum") or Maximum ("maximum") is missing')
      else if ((numberOf(gate.minimum ?? '') ?? 0) > (numberOf(gate.maximum ?? '') ?? MOST_ROWS))
        add('minimum', `The minimum ${gate.minimum} is above the maximum ${gate.maximum}`)
      break
    case 'Accepted Values':
      needs('columns', 'Columns')
      needs('values', 'Values')
      break
    case 'References':
      needs('columns', 'Columns')
      needs('referencedTable', 'Referenced Table')
      if (Array.isArray(gate.columns) && !isBlank(gate.referencedColumns))
        if (gate.columns.length !== gate.referencedColumns?.length)
          add('referencedColumns', 'There must be as many referenced columns as columns')
      break
    case 'Freshness':
      needs('column', 'Column')
      needs('maximumAge', 'Maximum Age')
      number('maximumAge', 'Maximum Age', 1, MAX_AGE)
      break
    case 'Custom SQL':
      needs('query', 'Query')
      break
    case 'Deviation':
      number('minimumRuns', 'Minimum Runs', FEWEST_RUNS, COMPARED_RUNS)
      if (!isPositive(gate.tolerance))
        add('tolerance', `Tolerance ("tolerance") is "${gate.tolerance}"; it must be a number above 0`)
      break
    default:
      needs('columns', 'Columns')
  }
}

const isBlank = (value: ParameterValue | undefined): boolean =>
  value === undefined ||
  value === null ||
  (typeof value === 'string' && value.trim() === '') ||
  (Array.isArray(value) && value.length === 0)

const blankIsAbsent = (value: ParameterValue | undefined): ParameterValue | undefined =>
  isBlank(value) ? undefined : value

const isPositive = (text: string | undefined): boolean =>
  text === undefined || text.trim() === '' || text.includes('${') || (numberOf(text) ?? 0) > 0

/** Results and kept rows are told apart by names. */
function sharedNames(gates: readonly ParameterValue[]): ParameterFault[] {
  const faults: ParameterFault[] = []
  const names = new Set<string>()
  const tables = new Set<string>()
  for (const [at, value] of gates.entries()) {
    const gate = blockOf(value) as (Parameters & Gate) | undefined
    if (gate === undefined) continue
    const name = gateName(gate)
    if (names.has(name))
      faults.push({
        message: `Gate ${at + 1} is called ${name} like another: choose another name`,
        path: ['gates', at],
      })
    names.add(name)
    const table = (gate.failedRowsTable ?? '').trim().toLowerCase()
    if (table !== '' && tables.has(table))
      faults.push({
        message: `Gate ${at + 1} (${name}): The failed rows of another gate are kept in ${gate.failedRowsTable} already`,
        path: ['gates', at, 'failedRowsTable'],
      })
    tables.add(table)
  }
  return faults
}
