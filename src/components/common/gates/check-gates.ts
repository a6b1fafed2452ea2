import type { GateResult } from '../../../pipeline/flow-events.ts'
import { kindOf } from '../../../warehouses/type-kinds.ts'
import type { Cell, StatementOptions, TableName, Warehouse } from '../../../warehouses/warehouse.ts'
import { WarehouseError } from '../../../warehouses/warehouse-error.ts'
import { numberOf } from '../numbers.ts'
import { readRows, shownTable } from '../sql.ts'
import { bandOf, judgedRuns } from './deviation.ts'
import { type FailedRows, failedRowsOf } from './failed-rows.ts'
import { type Gate, ROW_GATES } from './gate-properties.ts'
import { gateName, stops } from './gate-result.ts'
import { type CheckedTable, columnsNamed, failingRows, referencedTable } from './gate-sql.ts'
import type { CountedRun } from './run-history.ts'

/** What gates are checked with, beside the table. */
export interface Checking {
  readonly gates: readonly Gate[]
  readonly now: Date
  /** Rows that the step wrote; undefined where it wrote none. */
  readonly written: number | undefined
  /** What the table is called once it is published; as it is called now unless stated. */
  readonly published?: TableName | undefined
  /** Earlier successful runs, the last first. */
  readonly history: readonly CountedRun[]
}

export interface Audit {
  readonly results: readonly GateResult[]
  /** Rows that failed, where they are to be kept; they are read before what was written may be gone. */
  readonly failed: readonly FailedRows[]
  readonly tableRows: number
  readonly stopped: boolean
}

/**
 * Checks every gate of a table. Throws WarehouseError, which names the gate, for one that cannot be checked.
 */
export async function checkGates(
  warehouse: Warehouse,
  name: TableName,
  checking: Checking,
  options: StatementOptions,
): Promise<Audit> {
  const columns = await warehouse.describeQuery(`select * from ${warehouse.quoteTable(name)}`, options)
  const table = { warehouse, name, published: checking.published ?? name, columns }
  const tableRows = await numberFrom(warehouse, `select count(*) from ${warehouse.quoteTable(name)}`, options)
  const results: GateResult[] = []
  const failed: FailedRows[] = []
  for (const gate of checking.gates) {
    try {
      const [result, rows] = ROW_GATES.includes(gate.type)
        ? await checkRows(table, gate, options)
        : [await checkTable(table, gate, { ...checking, tableRows }, options), undefined]
      results.push(result)
      if (rows !== undefined) failed.push(rows)
    } catch (error) {
      if (!(error instanceof WarehouseError)) throw error
      throw new WarehouseError(`Gate "${gateName(gate)}" could not be checked: ${error.message}`, {
        cause: error,
      })
    }
  }
  return { results, failed, tableRows, stopped: results.some(stops) }
}

type Found = Pick<GateResult, 'expected' | 'actual'> & { readonly passed: boolean; readonly failing?: number }

const resultOf = (gate: Gate, { passed, expected, actual, failing }: Found): GateResult => ({
  name: gateName(gate),
  type: gate.type,
  onFailure: gate.onFailure === 'Warn' ? 'WARN' : 'STOP',
  result: passed ? 'PASSED' : 'FAILED',
  expected,
  actual,
  ...(failing !== undefined && { failingRows: failing }),
})

async function checkRows(table: CheckedTable, gate: Gate, options: StatementOptions) {
  const { warehouse } = table
  const referenced = gate.type === 'References' ? await referencedColumns(table, gate, options) : []
  const { query, expected } = failingRows(table, gate, referenced)
  const failing = await numberFrom(warehouse, `select count(*) from (\n${query}\n) headrace_failing`, options)
  const allowed = numberOf(gate.allowedFailures ?? '') ?? 0
  const found = {
    passed: failing <= allowed,
    expected: allowed === 0 ? expected : `${expected}, but for ${counted(allowed)}`,
    actual: failing === 0 ? 'no failing rows' : counted(failing, 'failing '),
    failing,
  }
  const keeps = !found.passed && (gate.failedRowsTable ?? '').trim() !== ''
  const rows = keeps ? await failedRowsOf(table, gate, query, options) : undefined
  return [resultOf(gate, found), rows] as const
}

async function referencedColumns(
  table: CheckedTable,
  gate: Gate,
  options: StatementOptions,
): Promise<readonly string[]> {
  const { warehouse } = table
  const name = referencedTable(table, gate)
  const columns = await warehouse.describeQuery(`select * from ${warehouse.quoteTable(name)}`, options)
  const { referencedColumns: stated = [], columns: own = [] } = gate
  return columnsNamed({ warehouse, name, published: name, columns }, stated.length > 0 ? stated : own).map(
    (one) => one.name,
  )
}

type OfTable = Checking & { readonly tableRows: number }

async function checkTable(
  table: CheckedTable,
  gate: Gate,
  facts: OfTable,
  options: StatementOptions,
): Promise<GateResult> {
  if (gate.type === 'Freshness') return resultOf(gate, await checkFreshness(table, gate, facts.now, options))
  const rows = gate.measure === 'Rows Written' ? (facts.written ?? facts.tableRows) : facts.tableRows
  return resultOf(
    gate,
    gate.type === 'Row Count' ? checkCount(gate, rows) : checkDeviation(gate, rows, facts),
  )
}

function checkCount(gate: Gate, rows: number): Found {
  const minimum = numberOf(gate.minimum ?? '')
  const maximum = numberOf(gate.maximum ?? '')
  const expected =
    minimum === undefined
      ? `at most ${counted(maximum ?? 0)}`
      : maximum === undefined
        ? `at least ${counted(minimum)}`
        : minimum === maximum
          ? `exactly ${counted(minimum)}`
          : `${shown(minimum)} to ${counted(maximum)}`
  const passed = rows >= (minimum ?? 0) && rows <= (maximum ?? Number.POSITIVE_INFINITY)
  return { passed, expected, actual: counted(rows) }
}

function checkDeviation(gate: Gate, rows: number, { history, now }: OfTable): Found {
  const needed = numberOf(gate.minimumRuns ?? '') ?? 10
  const weekday = gate.compareWith === 'Same Weekday'
  const runs = judgedRuns(history, {
    written: gate.measure === 'Rows Written',
    weekday: weekday ? now.getUTCDay() : undefined,
  })
  const which = weekday ? 'earlier runs on this weekday' : 'earlier runs'
  if (runs.length < needed)
    return {
      passed: true,
      expected: `nothing before ${needed} ${which} are known; there are ${runs.length}`,
      actual: counted(rows),
    }
  const { low, high, median } = bandOf(runs, numberOf(gate.tolerance ?? '') ?? 4)
  return {
    passed: rows >= low && rows <= high,
    expected: `${shown(low)} to ${counted(high)}, around the median ${shown(median)} of ${runs.length} ${which}`,
    actual: counted(rows),
  }
}

const unitMinutes: Readonly<Record<string, number>> = { Minutes: 1, Hours: 60, Days: 1_440 }

async function checkFreshness(
  table: CheckedTable,
  gate: Gate,
  now: Date,
  options: StatementOptions,
): Promise<Found> {
  const { warehouse } = table
  const [column] = columnsNamed(table, [gate.column ?? ''])
  const { name, type } = column!
  const kind = kindOf(type)
  if (kind !== 'day' && kind !== 'moment')
    throw new WarehouseError(`The column "${name}" is of type ${type}; it must be a date or a timestamp`)
  const unit = gate.ageUnit ?? 'Hours'
  const age = numberOf(gate.maximumAge ?? '') ?? 0
  const since = new Date(now.getTime() - age * (unitMinutes[unit] ?? 60) * 60_000).toISOString()
  const day = since.slice(0, 10)
  const moment = `${day} ${since.slice(11, 19)}`
  const text = kind === 'day' ? day : /with time zone|timestamptz/i.test(type) ? `${moment}+00:00` : moment
  const limit = warehouse.castSql(warehouse.quoteText(text), 'VARCHAR', type)
  const quoted = warehouse.quoteName(name)
  const { rows } = await readRows(
    warehouse,
    `select max(${quoted}), count(case when ${quoted} >= ${limit} then 1 end) from ${warehouse.quoteTable(table.name)}`,
    1,
    options,
  )
  const [newest, fresh] = rows[0] ?? []
  const unitWord = age === 1 ? unit.slice(0, -1).toLowerCase() : unit.toLowerCase()
  return {
    passed: Number(fresh) > 0,
    expected: `"${name}" at most ${age} ${unitWord} old, ${text} or later`,
    actual: newest === null || newest === undefined ? `no value in ${shownTable(table.published)}` : newest,
  }
}

async function numberFrom(warehouse: Warehouse, sql: string, options: StatementOptions): Promise<number> {
  const { rows } = await readRows(warehouse, sql, 1, options)
  return Number((rows[0] as readonly Cell[] | undefined)?.[0] ?? 0)
}

const shown = (count: number): string => count.toLocaleString('en', { maximumFractionDigits: 0 })
const counted = (count: number, which = ''): string =>
  `${shown(count)} ${which}${count === 1 ? 'row' : 'rows'}`
