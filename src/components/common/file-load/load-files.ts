import type { Outcome } from '../../../pipeline/flow-events.ts'
import { COPY_TEXT, type TextFormat } from '../../../warehouses/text-load.ts'
import type { StatementOptions, TableName, Warehouse } from '../../../warehouses/warehouse.ts'
import { WarehouseError } from '../../../warehouses/warehouse-error.ts'
import type { StepContext } from '../../component.ts'
import { createDoneLoads, type DoneLoads, type Loaded } from '../done-loads.ts'
import { outcomeOfGates } from '../gates/gate-result.ts'
import { type Gated, publishStaged, publishThroughGates } from '../gates/publish.ts'
import type { FileEntry, FileStore } from '../object-stores/file-store.ts'
import { StoreError } from '../object-stores/sender.ts'
import { oneBehind } from '../one-behind.ts'
import { failure, success } from '../outcome.ts'
import { shownTable, tableName, withWarehouse } from '../sql.ts'
import { ContentError } from './decode.ts'
import { createDirectLoad, type RowTarget } from './direct-load.ts'
import { loadByEngine } from './engine-load.ts'
import { openPlace } from './file-place.ts'
import { countFile, type LoadCounts, loadMessage, newCounts, SHOWN_BY_NAME } from './load-counts.ts'
import type { LoadSettings } from './load-settings.ts'
import { createLoadedFiles, type LoadedFiles } from './loaded-files.ts'
import { matchingFiles } from './match-files.ts'
import { writtenPatterns } from './moments.ts'
import { quoteOfDatabases, readsPlainly } from './plain-csv.ts'
import { createProbe, type Probe } from './probe.ts'
import { type RowBatch, readFile } from './read-file.ts'
import { RecordError } from './records.ts'
import { createStaging, type LoadEnd, rememberSql, type Staging } from './staging.ts'
import { type TargetTable, targetTable } from './target-table.ts'

const LOG_EVERY_MS = 2_000
/** Rows that are left out are looked for one by one; more are a sign that the step does not fit the files. */
const MAX_LEFT_OUT = 10_000

/** Loads the files that fit into a table: all of what the message counts, or nothing. */
export async function loadFiles(
  context: StepContext,
  { settings, faults }: { readonly settings: LoadSettings; readonly faults: readonly string[] },
): Promise<Outcome> {
  if (faults.length > 0) return failure(faults.join('. '))
  return withWarehouse(context, async (warehouse, options) => {
    try {
      return await load(context, settings, warehouse, options)
    } catch (error) {
      if (error instanceof StoreError || error instanceof LoadError) return failure(error.message)
      throw error
    }
  })
}

/** Why a load ends; the message names the file. */
class LoadError extends Error {
  override readonly name = 'LoadError'
}

interface Loading {
  readonly context: StepContext
  readonly settings: LoadSettings
  readonly options: StatementOptions
  readonly warehouse: Warehouse
  readonly target: TargetTable
  readonly store: FileStore
  readonly probe: Probe
  readonly counts: LoadCounts
}

async function load(
  context: StepContext,
  settings: LoadSettings,
  warehouse: Warehouse,
  options: StatementOptions,
): Promise<Outcome> {
  const name = tableName(settings, settings.table)
  const target = await targetTable(warehouse, options, name, settings)
  if ('fault' in target) return failure(target.fault)
  const done = createDoneLoads(warehouse, options, name, context.idempotencyKey)
  const before = await done.find()
  if (before !== undefined) return loadedBefore(name, before)
  await done.decided?.check()
  await warehouse.refuseLasting?.(name, options)
  const store = await openPlace(context, settings.place)
  const found = await matchingFiles(store, settings.pattern)
  const loaded = await createLoadedFiles(warehouse, options, name, store)
  const probe = createProbe(warehouse, options, target)
  const loading = {
    context,
    settings,
    options,
    warehouse,
    target,
    store,
    probe,
    counts: newCounts(),
  }
  const outcome = await loadNewOnes(loading, found, { done, loaded })
  if ('earlier' in outcome) return loadedBefore(name, outcome.earlier)
  const { fresh, files, skipped, gated } = outcome
  if (gated?.stopped !== undefined) return outcomeOfGates(gated, '', {})
  await done.forgetOld()
  const read = files.filter((file) => !skipped.includes(file))
  if (settings.purges) await purge(context, store, read)
  const byteCount = read.reduce((sum, { bytes }) => sum + bytes, 0)
  const counts = { ...counted(loading.counts.rows), byteCount }
  const message = loadMessage(loading, {
    read: read.length,
    skipped: skipped.length,
    known: found.length - fresh.length,
  })
  return gated === undefined ? success(message, counts) : outcomeOfGates(gated, message, counts)
}

const loadedBefore = (name: TableName, { rows }: Loaded): Outcome =>
  success(
    `${shownTable(name)} was already loaded by an earlier attempt whose result was unknown`,
    counted(rows),
  )

const counted = (rows: number) => ({ rowCount: rows, changes: { inserted: rows, updated: 0, deleted: 0 } })

/** At least one file, and no further one once the sum of sizes is reached. */
function withinLimit(files: readonly FileEntry[], limit: number | undefined): readonly FileEntry[] {
  if (limit === undefined) return files
  let sum = 0
  return files.filter(({ bytes }) => {
    const isWanted = sum < limit || sum === 0
    sum += bytes
    return isWanted
  })
}

interface Memory {
  readonly done: DoneLoads
  readonly loaded: LoadedFiles
}

/**
 * Loads those files that are new, and again those that still are where another load has been faster with some
 * of them. Answers the earlier attempt of this load where that has ended in the meantime.
 */
async function loadNewOnes(loading: Loading, found: readonly FileEntry[], memory: Memory) {
  const { context, settings, counts } = loading
  const newOnes = async (files: typeof found) => (settings.forces ? files : memory.loaded.newOnes(files))
  let fresh = await newOnes(found)
  for (;;) {
    const files = withinLimit(fresh, settings.sizeLimit)
    try {
      return { fresh, files, ...(await loadAll(loading, files, memory)) }
    } catch (error) {
      if (!(error instanceof WarehouseError) || context.transaction.isOpen()) throw error
      const look = async () => [await memory.done.find(), await newOnes(fresh)] as const
      // Where even that fails, why the load failed is what counts.
      const [earlier, left] = await look().catch(() => Promise.reject(error))
      if (earlier !== undefined) return { earlier }
      if (left.length === fresh.length) throw error
      context.log(`Another load has loaded ${fresh.length - left.length} of the files in the meantime`)
      fresh = left
      Object.assign(counts, newCounts())
    }
  }
}

interface LoadedFilesOutcome {
  /** Files that were skipped for what is in them. */
  readonly skipped: readonly FileEntry[]
  /** The results of its gates; undefined without gates. */
  readonly gated: Gated<unknown> | undefined
}

/** Loads the files, all at once in the end. */
async function loadAll(
  loading: Loading,
  files: readonly FileEntry[],
  { done, loaded }: Memory,
): Promise<LoadedFilesOutcome> {
  const { warehouse, options, target, settings, context, counts } = loading
  const byEngine = await loadByEngine(loading, files, (rows) => rememberSql({ done, rows, loaded, files }))
  if (byEngine !== undefined) {
    for (const [index, rows] of byEngine.entries()) {
      counts.rows += rows
      countFile(loading, files[index]!, rows)
    }
    return { skipped: [], gated: undefined }
  }
  const skipped: FileEntry[] = []
  const { gates, onError } = settings
  const key = context.idempotencyKey
  if (warehouse.takesLongLoads === true && onError === 'abort' && gates.length === 0) {
    await loadDirectly(loading, files, () => rememberSql({ done, rows: counts.rows, loaded, files }))
    return { skipped, gated: undefined }
  }
  const staging = await createStaging(warehouse, options, target, key)
  try {
    for (const file of files) {
      const fault = onError === 'skip-file' ? await faultOf(loading, file) : undefined
      if (fault === undefined) await loadFile(loading, file, staging)
      else {
        context.log(`Skipped: ${fault}`)
        skipped.push(file)
      }
    }
    const kept = files.filter((file) => !skipped.includes(file))
    const end: LoadEnd = { done, rows: counts.rows, loaded, files: kept }
    if (gates.length > 0) return { skipped, gated: await finishThroughGates(loading, staging, end) }
    await staging.finish(end)
    return { skipped, gated: undefined }
  } finally {
    await staging.drop()
  }
}

async function loadDirectly(
  loading: Loading,
  files: readonly FileEntry[],
  remember: () => readonly string[],
): Promise<void> {
  const { warehouse, options, target, context } = loading
  const direct = await createDirectLoad(warehouse, options, target, context.idempotencyKey)
  try {
    for (const file of files) await loadFile(loading, file, direct)
    await direct.finish(remember())
  } finally {
    await direct.drop()
  }
}

function finishThroughGates(
  { context, warehouse, options, settings, target, counts }: Loading,
  staging: Staging,
  end: LoadEnd,
): Promise<Gated<unknown>> {
  const gated = { context, warehouse, options, gates: settings.gates, table: target.name }
  const written = { rowCount: counts.rows }
  const stage = staging.stage(end)
  if (stage !== undefined)
    return publishStaged(gated, stage, (make) => warehouse.execute(make, options).then(() => written))
  return publishThroughGates(gated, async (shared) => {
    await staging.finishIn(shared, end)
    return written
  })
}

/** What would keep a file from being loaded; undefined when nothing would. */
async function faultOf(loading: Loading, file: FileEntry): Promise<string | undefined> {
  try {
    await read(loading, file, async (batch) => {
      const [bad] = await loading.probe.badRows(batch.rows, 1)
      if (bad !== undefined) throw new RecordError(bad.reason, batch.lines[bad.index]!)
    })
    return undefined
  } catch (error) {
    if (error instanceof LoadError) return error.message
    throw error
  }
}

async function loadFile(loading: Loading, file: FileEntry, rows: RowTarget): Promise<void> {
  const { settings, counts, context } = loading
  const noteProgress = () => {
    if (Date.now() - counts.loggedAt < LOG_EVERY_MS) return
    counts.loggedAt = Date.now()
    context.log(`${counts.rows} rows so far`)
  }
  const takeText = textTaker(loading, rows, noteProgress)
  const take = async (given: RowBatch) => {
    const batch = settings.onError === 'continue' ? await fitting(loading, file, given) : given
    if (batch.rows.length === 0) return
    try {
      counts.rows += await rows.add(batch.rows)
    } catch (error) {
      if (error instanceof WarehouseError) throw await rowError(loading, batch, error)
      throw error
    }
    noteProgress()
  }
  const before = counts.rows + counts.leftOut
  await read(loading, file, take, takeText)
  countFile(loading, file, counts.rows + counts.leftOut - before)
}

/** How records get to the database without being taken apart; undefined where all are. */
function textTaker(loading: Loading, rows: RowTarget, noteProgress: () => void) {
  const { counts } = loading
  const text = textFormatOf(loading)
  if (rows.addText === undefined || text === undefined) return undefined
  return async (records: Buffer) => {
    const { quote, ...unquoted } = text
    const isQuoted = quote !== undefined && records.includes(quote)
    const count = await rows.addText?.(records, isQuoted ? text : unquoted)
    counts.rows += count ?? 0
    noteProgress()
    return count
  }
}

/** Undefined where texts mean something else to us than to databases. */
function textFormatOf({ settings: { format }, target, warehouse }: Loading): TextFormat | undefined {
  if (format.type === 'PARQUET') return target.takesWhole ? undefined : COPY_TEXT
  const types = target.columns.map(({ type }) => type)
  const patterns = writtenPatterns(types, format.csv, warehouse.parts.isInstant)
  if (!readsPlainly(format) || patterns === undefined) return undefined
  return { delimiter: format.csv.fieldDelimiter, nullText: '', quote: quoteOfDatabases(format.csv) }
}

/** Reads a file; what is wrong in it is a LoadError that names it. */
async function read(
  loading: Loading,
  file: FileEntry,
  take: (batch: RowBatch) => Promise<void>,
  takeText?: (records: Buffer) => Promise<number | undefined>,
): Promise<void> {
  const { context, settings, store, target } = loading
  const { format, onError } = settings
  const { signal } = context
  const problem = (message: string, line: number) => {
    if (onError !== 'continue') throw new RecordError(message, line)
    leaveOut(loading, file, line, message)
  }
  const scratchFolder = () => context.scratchFolder()
  const writing = oneBehind(take)
  const reading = {
    store,
    file,
    format,
    target,
    scratchFolder,
    signal,
    problem,
    take: writing.give,
    takeText,
  }
  try {
    // What is wrong with a batch goes before what is wrong with the records behind it.
    await readFile(reading).finally(writing.done)
  } catch (error) {
    if (!(error instanceof RecordError) && !(error instanceof ContentError)) throw error
    throw new LoadError(`${store.shown(file.name)}: ${context.masked(error.message)}`)
  }
}

/** The rows whose values fit their columns; the others are left out. */
async function fitting(loading: Loading, file: FileEntry, batch: RowBatch): Promise<RowBatch> {
  const bad = await loading.probe.badRows(batch.rows, MAX_LEFT_OUT)
  if (bad.length === 0) return batch
  for (const { index, reason } of bad) leaveOut(loading, file, batch.lines[index]!, reason)
  const indexes = new Set(bad.map(({ index }) => index))
  return {
    rows: batch.rows.filter((_, index) => !indexes.has(index)),
    lines: batch.lines.filter((_, index) => !indexes.has(index)),
  }
}

function leaveOut({ context, store, counts }: Loading, file: FileEntry, line: number, reason: string): void {
  counts.leftOut++
  if (counts.leftOut > MAX_LEFT_OUT)
    throw new LoadError(`More than ${MAX_LEFT_OUT} records do not fit: check the format and the columns`)
  if (counts.leftOut <= SHOWN_BY_NAME)
    context.log(`Left out: ${store.shown(file.name)}: line ${line}: ${reason}`)
}

/** Which row the database refused, or between which lines it is when it refuses them only together. */
async function rowError(
  loading: Loading,
  { rows, lines }: RowBatch,
  error: WarehouseError,
): Promise<RecordError> {
  const [bad] = await loading.probe.badRows(rows, 1)
  if (bad !== undefined) return new RecordError(bad.reason, lines[bad.index]!)
  return new RecordError(
    `one of the records up to line ${lines.at(-1)} is refused: ${error.message}`,
    lines[0]!,
  )
}

/** What cannot be removed is a line in the log: the rows are loaded. */
async function purge(context: StepContext, store: FileStore, files: readonly FileEntry[]): Promise<void> {
  for (const file of files) {
    try {
      await store.remove(file)
    } catch (error) {
      if (!(error instanceof StoreError)) throw error
      context.log(`Warning: ${store.shown(file.name)} was loaded and could not be removed: ${error.message}`)
    }
  }
}
