import type { Db } from '../../../db/database.ts'
import type { VersionTools } from './plan.ts'
import { plannedLineage } from './planned-lineage.ts'
import { currentOf, type PlannedLineage } from './rules.ts'
import * as store from './version-store.ts'

/**
 * Records what the newest enabled version of each environment reads and writes, until nothing waits. One server at a time
 * records; one that dies in the middle has recorded nothing, and another does.
 */
export async function recordVersions(db: Db, tools: VersionTools, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const isDone = await db
      .transaction()
      .execute(async (tx) => !(await store.beginRecording(tx)) || !(await recordNext(tx, tools)))
    if (isDone) return
  }
}

/** Whether an environment waited. Rows of others are locked only at the end: reading a version takes its time. */
async function recordNext(tx: Db, tools: VersionTools): Promise<boolean> {
  const due = await store.readDue(tx)
  if (due === undefined) return false
  const version = await store.findVersion(tx, due.environmentId, undefined)
  const components = version === undefined ? [] : await lineageOfVersion(tx, version, tools)
  const { assets, uses, edges } = currentOf(components)
  if (version !== undefined && version.lineage === null)
    await store.saveLineage(tx, version.artifactId, components)
  await store.addAssets(tx, assets)
  await store.replaceCurrent(tx, due.environmentId, uses, edges)
  await store.deleteDue(tx, due.seqs)
  return true
}

/** As it was recorded; else read now. */
export async function lineageOfVersion(
  db: Db,
  version: store.VersionRow,
  tools: VersionTools,
): Promise<readonly PlannedLineage[]> {
  if (version.lineage !== null) return JSON.parse(version.lineage) as PlannedLineage[]
  return plannedLineage(db, version, tools)
}
