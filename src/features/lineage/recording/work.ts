import type { Db } from '../../../db/database.ts'
import { inHalves } from '../../../db/in-halves.ts'
import type { Log } from '../../../lib/log.ts'
import type { Progressed } from '../../../lib/service.ts'
import type { ReadSql } from '../../../lib/sql-lineage.ts'
import type { WireAssets } from '../../../protocol/asset-messages.ts'
import { ASSET_WRITTEN_CHANNEL } from '../channels.ts'
import { type AssetRange, deleteOldUses, deleteOldWrites, deleteUnusedAssets } from './forget-store.ts'
import { findKnownColumns, rememberColumns } from './known-columns.ts'
import * as store from './report-store.ts'
import { recordedOf, type StepAssets, type StepKey } from './rules.ts'
import { stepAssetsOf } from './step-lineage.ts'

const REPORTS_AT_ONCE = 500
/** What a batch did not read within this is read with the next one: what was read must not wait for it. */
const MAX_READING_MS = 5_000

/**
 * Records what steps reported until nothing waits, and answers how many reports it recorded. What they say is
 * read outside of transactions, because reading SQL takes its time. What is recorded and that it was are one
 * transaction, so each report is recorded once, whichever servers read it: one that dies in the middle has
 * recorded nothing, and another does. What cannot be recorded is logged and left out.
 */
export async function recordReports(
  db: Db,
  readSql: ReadSql,
  log: Log,
  signal: AbortSignal,
  progressed?: Progressed,
): Promise<number> {
  let recorded = 0
  const saveTogether = async (read: readonly ReadReport[]) => {
    recorded += await db.transaction().execute((tx) => save(tx, read))
  }
  async function leaveOut({ seq, executionId, stepSeq }: ReadReport, error: unknown): Promise<void> {
    const taken = await db.transaction().execute((tx) => store.takeReports(tx, [seq]))
    if (taken.size > 0)
      log.error({ err: error, execution: executionId, step: stepSeq }, 'Could not record what a step did')
  }
  while (!signal.aborted) {
    const waiting = await store.readReports(db, REPORTS_AT_ONCE)
    const read = await readAll(db, readSql, waiting)
    await inHalves(read, saveTogether, leaveOut)
    if (waiting.length < REPORTS_AT_ONCE && read.length === waiting.length) break
    progressed?.()
  }
  return recorded
}

/** A report, with what the steps did that it is about. */
interface ReadReport extends StepKey {
  readonly seq: number
  readonly steps: readonly StepAssets[]
}

/** The first of these reports, at least one, as far as they are read in time. */
async function readAll(
  db: Db,
  readSql: ReadSql,
  reports: readonly store.ReportRow[],
): Promise<readonly ReadReport[]> {
  const parsed = reports.map((report) => ({ ...report, parts: partsOf(report) }))
  const keys = new Map(
    parsed.flatMap(({ parts, ...reporter }) => [...parts, reporter]).map((key) => [keyOf(key), key]),
  )
  if (keys.size === 0) return []
  const known = new Map((await store.readSteps(db, [...keys.values()])).map((step) => [keyOf(step), step]))
  const tools = { readSql, findColumns: rememberColumns((datasets) => findKnownColumns(db, datasets)) }
  const read: ReadReport[] = []
  const until = performance.now() + MAX_READING_MS
  for (const { parts, ...reporter } of parsed) {
    if (read.length > 0 && performance.now() > until) break
    const steps: StepAssets[] = []
    for (const part of parts) {
      const step = known.get(keyOf(part))
      if (step === undefined) continue
      const committedAt = known.get(keyOf(reporter))?.finishedAt ?? step.finishedAt
      steps.push({ ...(await stepAssetsOf(step, part.assets, tools)), committedAt })
    }
    const { seq, executionId, stepSeq } = reporter
    read.push({ seq, executionId, stepSeq, steps })
  }
  return read
}

/** What a step reported, of itself or of those whose work it committed. */
const partsOf = ({ executionId, stepSeq, assets }: store.ReportRow) =>
  (JSON.parse(assets) as WireAssets[]).map((one) => ({
    executionId: one.of?.execution ?? executionId,
    stepSeq: one.of?.seq ?? stepSeq,
    assets: one,
  }))

/** Records those that no other server has recorded meanwhile, and answers how many they were. */
async function save(tx: Db, read: readonly ReadReport[]): Promise<number> {
  const taken = await store.takeReports(
    tx,
    read.map(({ seq }) => seq),
  )
  const steps = read.flatMap((report) => (taken.has(report.seq) ? report.steps : []))
  const { assets, writes, uses, pipelines, edges } = recordedOf(steps)
  if (assets.length > 0) {
    await store.saveAssets(tx, assets, 'replace')
    await store.saveUses(tx, uses)
    await store.savePipelines(tx, pipelines)
  }
  if (edges.length > 0) await store.saveEdges(tx, edges)
  if (steps.length > 0) await store.saveLineage(tx, steps.map(kept))
  if (writes.length > 0) {
    await store.saveWrites(tx, writes)
    await store.notifyWritten(tx, ASSET_WRITTEN_CHANNEL)
  }
  return taken.size
}

const keyOf = ({ executionId, stepSeq }: { readonly executionId: string; readonly stepSeq: number }) =>
  `${executionId} ${stepSeq}`

const kept = ({
  step: { executionId, stepSeq, rootExecutionId },
  committedAt: _,
  ...lineage
}: StepAssets) => ({
  executionId,
  stepSeq,
  rootExecutionId,
  lineage,
})

/** Days for which it is kept who wrote what, and who used it last, as statistics are. */
const KEPT_DAYS = 400

/** Deletes writes that are older than is kept. */
export const forgetOldWrites = (db: Db): Promise<void> => deleteOldWrites(db, KEPT_DAYS)

/**
 * Each pass looks at so small a part of all assets: it costs little, however many there are, and takes its
 * turn within eleven days.
 */
const PARTS = 256
const PART_MS = 3_600_000
const ASSETS_AT_ONCE = 1_000

/** The assets whose turn it is. */
const rangeAt = (ms: number): AssetRange => {
  const part = (Math.floor(ms / PART_MS) % PARTS).toString(16).padStart(2, '0')
  return {
    first: `${part}000000-0000-0000-0000-000000000000`,
    last: `${part}ffffff-ffff-ffff-ffff-ffffffffffff`,
  }
}

/**
 * Deletes what runs did with assets longer ago than is kept, or in environments that are gone, and then the
 * assets that nothing names any more: of those assets whose turn it is.
 */
export async function forgetUnusedAssets(
  db: Db,
  signal: AbortSignal,
  range = rangeAt(Date.now()),
): Promise<void> {
  await deleteOldUses(db, range, KEPT_DAYS)
  const some = () => db.transaction().execute((tx) => deleteUnusedAssets(tx, range, ASSETS_AT_ONCE))
  while (!signal.aborted && (await some()) === ASSETS_AT_ONCE);
}
