import type { Outcome } from '../../../pipeline/flow-events.ts'
import type { StatementOptions, Warehouse } from '../../../warehouses/warehouse.ts'
import type { StepContext } from '../../component.ts'
import { SourceTooLargeError } from '../object-stores/reading.ts'
import { StoreError } from '../object-stores/sender.ts'
import { failure, success } from '../outcome.ts'
import { shownTable, tableName, withWarehouse } from '../sql.ts'
import { createBegunUnloads } from './begun-unloads.ts'
import { csvWriter } from './csv-writer.ts'
import { type FileTarget, openTarget } from './file-target.ts'
import { jsonWriter } from './json-writer.ts'
import { createRecords, type Records } from './rows.ts'
import { UnloadError } from './unload-error.ts'
import type { UnloadSettings } from './unload-settings.ts'

const LOG_EVERY_MS = 2_000
const MAX_FILES = 10_000
const SHOWN_NAMES = 3

/** Writes the rows of a table or view into files, each of which is there whole or not at all. */
export async function unloadFiles(
  context: StepContext,
  { settings, faults }: { readonly settings: UnloadSettings; readonly faults: readonly string[] },
): Promise<Outcome> {
  if (faults.length > 0) return failure(faults.join('. '))
  return withWarehouse(context, async (warehouse, options) => {
    try {
      return await unload(context, settings, warehouse, options)
    } catch (error) {
      context.signal.throwIfAborted()
      if (error instanceof StoreError || error instanceof UnloadError) return failure(error.message)
      if (!(error instanceof SourceTooLargeError)) throw error
      const limit = settings.maxFileBytes
      return failure(`The rows exceed the ${limit} bytes of Max File Size: set Single File to False`)
    }
  })
}

async function unload(
  context: StepContext,
  settings: UnloadSettings,
  warehouse: Warehouse,
  options: StatementOptions,
): Promise<Outcome> {
  const name = tableName(settings, settings.table)
  const sql = `select * from ${warehouse.quoteTable(name)}`
  const columns = await warehouse.describeQuery(sql, options)
  const { type, csv, nests } = settings
  const writer = type === 'JSON' ? jsonWriter(columns, nests) : csvWriter(columns, csv)
  const target = await openTarget(context, settings)
  const names = namesOf(settings)
  const before = await filesBefore(target, names, settings)
  if (!settings.overwrites) {
    const begun = createBegunUnloads(warehouse, options, context.idempotencyKey)
    const isAgain = await begun.has()
    if (before.length > 0 && !isAgain) return failure(inTheWay(target, before))
    if (!isAgain) await begun.remember()
  }
  const { batches } = await warehouse.query(sql, options)
  const records = createRecords(batches, writer, progressOf(context))
  const { written, byteCount } = await writeAll(context, { settings, target, names, records })
  const others = before.filter((one) => !written.includes(one))
  if (others.length > 0) context.log(`Files of an earlier unload stay: ${shownNames(target, others)}`)
  const files = `${written.length} ${written.length === 1 ? 'file' : 'files'}`
  return success(
    `${records.taken()} rows of ${shownTable(name)} are in ${files}: ${shownNames(target, written)}`,
    { rowCount: records.taken(), byteCount },
  )
}

/** What files of an unload are called below the step's folder. */
interface FileNames {
  at(index: number): string
  /** What all of them begin with. */
  readonly prefix: string
  /** Whether a name that begins so is one of them. */
  includes(name: string): boolean
}

/**
 * A single file has the prefix as its name; of several, each says which one it is, as other platforms count
 * them.
 */
function namesOf({ prefix, isSingle, type, gzips }: UnloadSettings): FileNames {
  const extension = `${type === 'JSON' ? '.json' : '.csv'}${gzips ? '.gz' : ''}`
  if (isSingle) {
    const only = prefix.join('/') || `data${extension}`
    return { at: () => only, prefix: only, includes: (name) => name === only }
  }
  const first = prefix.join('/') || 'data'
  return {
    at: (index) => `${first}_0_0_${index}${extension}`,
    prefix: first,
    includes: (name) =>
      name.startsWith(`${first}_0_0_`) &&
      name.endsWith(extension) &&
      /^\d+$/.test(name.slice(first.length + 5, -extension.length)),
  }
}

/** Files that have names of this unload. Who may overwrite need not be allowed to list. */
async function filesBefore(
  target: FileTarget,
  names: FileNames,
  { overwrites }: UnloadSettings,
): Promise<readonly string[]> {
  const found: string[] = []
  try {
    for await (const page of target.list(names.prefix))
      found.push(...page.filter((name) => names.includes(name)))
  } catch (error) {
    if (!overwrites || !(error instanceof StoreError)) throw error
  }
  return found
}

const inTheWay = (target: FileTarget, names: readonly string[]): string =>
  `Files already exist: ${shownNames(target, names)}. Set Overwrite to True, or choose another File Prefix`

function shownNames(target: FileTarget, names: readonly string[]): string {
  const shown = names.slice(0, SHOWN_NAMES).map((name) => target.shown(name))
  const more = names.length - shown.length
  return `${shown.join(', ')}${more > 0 ? ` and ${more} more` : ''}`
}

function progressOf(context: StepContext): (rows: number) => void {
  let loggedAt = Date.now()
  return (rows) => {
    if (Date.now() - loggedAt < LOG_EVERY_MS) return
    loggedAt = Date.now()
    context.log(`${rows} rows so far`)
  }
}

interface Writing {
  readonly settings: UnloadSettings
  readonly target: FileTarget
  readonly names: FileNames
  readonly records: Records
}

/** The names of all files, at least one, so that a job that expects a file finds one. */
async function writeAll(
  context: StepContext,
  { settings, target, names, records }: Writing,
): Promise<{ readonly written: readonly string[]; readonly byteCount: number }> {
  const written: string[] = []
  let byteCount = 0
  try {
    // First of all: a query that is never read would keep its connection.
    let hasMore = await records.more()
    do {
      if (written.length === MAX_FILES)
        throw new UnloadError(`There would be more than ${MAX_FILES} files: raise Max File Size`)
      const name = names.at(written.length)
      byteCount += await target.write(name, () =>
        records.file(settings.isSingle ? Infinity : settings.maxFileBytes),
      )
      written.push(name)
      hasMore = await records.more()
    } while (hasMore)
    return { written, byteCount }
  } catch (error) {
    if (written.length > 0)
      context.log(`Files that were complete by then stay: ${shownNames(target, written)}`)
    throw error
  } finally {
    await records.close()
  }
}
