import type { Db } from '../../../db/database.ts'
import type { Dataset } from '../../../lib/datasets.ts'
import type { ReadSql } from '../../../lib/sql-lineage.ts'
import type { WireAssets } from '../../../protocol/asset-messages.ts'
import { ASSET_WRITTEN_CHANNEL } from '../channels.ts'
import { findKnownColumns } from './known-columns.ts'
import * as store from './report-store.ts'
import { recordedOf, type StepAssets } from './rules.ts'
import { stepAssetsOf } from './step-lineage.ts'

const REPORTS_AT_ONCE = 100

/**
 * Records what steps reported until nothing waits. What is recorded and that it was are one transaction, and one server at a time
 * records: a server that dies in the middle has recorded nothing, and another does.
 */
export async function recordReports(db: Db, readSql: ReadSql, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const count = await db
      .transaction()
      .execute(async (tx) =>
        (await store.beginRecording(tx)) ? recordSome(tx, readSql, REPORTS_AT_ONCE) : 0,
      )
    if (count < REPORTS_AT_ONCE) return
  }
}

async function recordSome(tx: Db, readSql: ReadSql, limit: number): Promise<number> {
  const reports = await store.readReports(tx, limit)
  if (reports.length === 0) return 0
  const reported = reports.flatMap(({ executionId, stepSeq, assets }) =>
    (JSON.parse(assets) as WireAssets[]).map((one) => ({
      executionId: one.of?.execution ?? executionId,
      stepSeq: one.of?.seq ?? stepSeq,
      reporter: { executionId, stepSeq },
      assets: one,
    })),
  )
  const keys = new Map(reported.flatMap((one) => [one, one.reporter]).map((key) => [keyOf(key), key]))
  const known = new Map((await store.readSteps(tx, [...keys.values()])).map((step) => [keyOf(step), step]))
  const findColumns = (datasets: readonly Dataset[]) => findKnownColumns(tx, datasets)
  const steps: StepAssets[] = []
  for (const one of reported) {
    const step = known.get(keyOf(one))
    if (step === undefined) continue
    const committedAt = known.get(keyOf(one.reporter))?.finishedAt ?? step.finishedAt
    steps.push({ ...(await stepAssetsOf(step, one.assets, { readSql, findColumns })), committedAt })
  }
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
  await store.deleteReports(
    tx,
    reports.map(({ seq }) => seq),
  )
  return reports.length
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

/** Days for which it is kept who wrote what, as statistics are. */
const KEPT_DAYS = 400
const DELETED_AT_ONCE = 10_000

/** Deletes writes that are older than is kept. */
export async function forgetOldWrites(db: Db, signal: AbortSignal): Promise<void> {
  while (!signal.aborted)
    if ((await store.deleteOldWrites(db, KEPT_DAYS, DELETED_AT_ONCE)) < DELETED_AT_ONCE) return
}
