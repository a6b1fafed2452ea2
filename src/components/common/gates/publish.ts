import { errorText } from '../../../lib/error-text.ts'
import type { GateResult } from '../../../pipeline/flow-events.ts'
import { inTransaction } from '../../../warehouses/in-transaction.ts'
import type { Stage, StatementOptions, TableName, Warehouse } from '../../../warehouses/warehouse.ts'
import { WarehouseError } from '../../../warehouses/warehouse-error.ts'
import type { StepContext } from '../../component.ts'
import { dropOldStaged, stagedName } from '../staging-table.ts'
import { type Audit, type Checking, checkGates } from './check-gates.ts'
import { keepFailedRows } from './failed-rows.ts'
import type { Gate } from './gate-properties.ts'
import { gateSentence, stops } from './gate-result.ts'
import { openRunHistory, type RunHistory } from './run-history.ts'

/** What a component writes to, and what is to be true of it before others see it. */
export interface GatedTable {
  readonly context: StepContext
  readonly warehouse: Warehouse
  readonly options: StatementOptions
  readonly gates: readonly Gate[]
  readonly table: TableName
}

export interface Gated<T> {
  readonly value: T
  readonly results: readonly GateResult[]
  /** What was written is gone, and why. */
  readonly stopped: string | undefined
}

/** What was written; `rowCount` rows are new or changed. */
interface Written {
  readonly rowCount: number
}

/**
 * Has `write` change the table, checks the gates on what the table would be, and publishes or takes back all
 * of it. Inside the transaction that components share, a gate that stops loses that transaction.
 */
export async function publishThroughGates<T extends Written>(
  target: GatedTable,
  write: (warehouse: Warehouse) => Promise<T>,
): Promise<Gated<T>> {
  const { context, warehouse, table, options } = target
  const history = await historyOf(target)
  async function attempt(shared: Warehouse) {
    const value = await write(shared)
    const audit = await checkGates(shared, table, checkingOf(target, history, value.rowCount), options)
    if (!audit.stopped) await rememberRun(target, history, shared, audit, value.rowCount)
    return { value: { value, audit }, keep: !audit.stopped }
  }
  const isShared = context.transaction.isOpen()
  const done = isShared
    ? (await attempt(warehouse)).value
    : await inTransaction(warehouse, table, options, attempt)
  const gated = await settle(target, done.value, done.audit, isShared)
  if (gated.stopped !== undefined && isShared)
    context.transaction.lose(`A gate stopped the transaction, so nothing of it can be kept: ${gated.stopped}`)
  return gated
}

/** The same where the table as it is to be is made beside the one that others see. */
export async function publishStaged<T extends Written>(
  target: GatedTable,
  stage: Stage,
  write: (make: string) => Promise<T>,
): Promise<Gated<T>> {
  const { context, warehouse, table, options } = target
  const { idempotencyKey: key } = context
  const history = await historyOf(target)
  await dropOldStaged(warehouse, options, table, key, context.now())
  const { staged, make, publish, discard } = stage(stagedName(table, key, context.now()))
  try {
    const value = await write(make)
    const audit = await checkGates(warehouse, staged, checkingOf(target, history, value.rowCount), options)
    if (!audit.stopped) {
      const isThere = (await warehouse.describe(table, options)) !== undefined
      const publishing = publish(isThere)
      if (typeof publishing === 'string') await warehouse.execute(publishing, { ...options, isFramed: true })
      else await publishing()
      await rememberPublished(target, history, audit, value.rowCount)
    }
    return await settle(target, value, audit, false)
  } finally {
    const unstopped = { signal: new AbortController().signal }
    await warehouse.execute(discard, unstopped).catch(() => undefined)
  }
}

/** Checks the gates of a table that others have written. */
export async function checkPublished(target: GatedTable): Promise<Gated<Written>> {
  const { context, warehouse, table, options } = target
  const history = await historyOf(target)
  const audit = await checkGates(warehouse, table, checkingOf(target, history, undefined), options)
  if (!audit.stopped) await rememberRun(target, history, warehouse, audit, audit.tableRows)
  return settle(target, { rowCount: audit.tableRows }, audit, context.transaction.isOpen())
}

const hasDeviation = (gates: readonly Gate[]): boolean => gates.some(({ type }) => type === 'Deviation')

const historyOf = ({ context, warehouse, gates, table, options }: GatedTable) =>
  hasDeviation(gates)
    ? openRunHistory(warehouse, table, `${context.historyKey}\n${context.componentName}`, options)
    : undefined

const checkingOf = (
  { context, gates, table }: GatedTable,
  history: RunHistory | undefined,
  written: number | undefined,
): Checking => ({ gates, published: table, now: context.now(), written, history: history?.runs ?? [] })

async function rememberRun(
  { context }: GatedTable,
  history: RunHistory | undefined,
  warehouse: Warehouse,
  { tableRows }: Audit,
  writtenRows: number,
): Promise<void> {
  await history?.remember(warehouse, { at: context.now(), tableRows, writtenRows })
}

/**
 * The same behind what others see already: a failure is a line in the log, for a step that fails would be
 * repeated.
 */
async function rememberPublished(
  target: GatedTable,
  history: RunHistory | undefined,
  audit: Audit,
  writtenRows: number,
): Promise<void> {
  try {
    await rememberRun(target, history, target.warehouse, audit, writtenRows)
  } catch (error) {
    if (!(error instanceof WarehouseError)) throw error
    target.context.log(`What Deviation gates compare with could not be kept: ${errorText(error)}`)
  }
}

/** Says in the log what was found, and keeps the rows that failed: outside, for what stopped is gone. */
async function settle<T>(target: GatedTable, value: T, audit: Audit, isShared: boolean): Promise<Gated<T>> {
  const { context } = target
  const keptIn = new Map<string, string>()
  for (const rows of audit.failed) {
    const at = { executionId: context.executionId, at: context.now() }
    try {
      const outside = isShared ? await context.transaction.outside() : target.warehouse
      keptIn.set(rows.gate, await keepFailedRows(outside, rows, at, target.options))
    } catch (error) {
      if (!(error instanceof WarehouseError)) throw error
      context.log(`The failed rows of gate "${rows.gate}" could not be kept: ${errorText(error)}`)
    }
  }
  const results = audit.results.map((one) => ({
    ...one,
    ...(keptIn.has(one.name) && { keptIn: keptIn.get(one.name) }),
  }))
  for (const one of results) context.log(gateSentence(one))
  const stopped = audit.stopped ? results.filter(stops).map(gateSentence).join('. ') : undefined
  return { value, results, stopped }
}
