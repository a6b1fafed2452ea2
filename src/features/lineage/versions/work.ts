import type { Db } from '../../../db/database.ts'
import { isCancelled, isUnavailable } from '../../../db/errors.ts'
import type { Exclusively } from '../../../lib/exclusively.ts'
import type { Log } from '../../../lib/log.ts'
import { onOneServer } from '../../../lib/one-server.ts'
import { Problem } from '../../../lib/problem.ts'
import type { Progressed } from '../../../lib/service.ts'
import { saveAssets } from '../recording/report-store.ts'
import type { VersionTools } from './plan.ts'
import { plannedLineage, unreadVersion } from './planned-lineage.ts'
import { currentOf, type PlannedLineage } from './rules.ts'
import * as store from './version-store.ts'

interface RecordingTools extends VersionTools {
  readonly exclusively: Exclusively
  readonly log: Log
}

/**
 * Records what the newest enabled version of each environment reads and writes, until nothing waits. One
 * server at a time records; one that dies in the middle has recorded nothing, and another does.
 */
export async function recordVersions(
  db: Db,
  tools: RecordingTools,
  signal: AbortSignal,
  progressed?: Progressed,
): Promise<void> {
  // Mostly nothing waits, and a turn opens a connection.
  if ((await store.readDue(db)) === undefined) return
  const recordAll = async () => {
    while (!signal.aborted && (await recordNext(db, tools))) progressed?.()
  }
  await onOneServer(tools.exclusively, 'lineage of versions', recordAll)
}

/**
 * Whether an environment waited. No transaction is open while its version is read, which takes its time. What
 * is published meanwhile waits behind it, and replaces it. A version that cannot be read or kept is recorded
 * with the reason: else all others would wait behind it for ever.
 */
async function recordNext(db: Db, tools: RecordingTools): Promise<boolean> {
  const due = await store.readDue(db)
  if (due === undefined) return false
  const version = await store.findVersion(db, due.environmentId, undefined)
  const unread = (error: unknown, reason: string) => {
    if (mayPass(error)) throw error
    tools.log.error(
      { err: error, artifact: version?.artifactId },
      'Could not record the lineage of a version',
    )
    return [unreadVersion(reason)]
  }
  const components =
    version === undefined
      ? []
      : await lineageOfVersion(db, version, tools).catch((error: unknown) =>
          unread(error, 'The version cannot be read; the log of the server has details'),
        )
  const save = (these: readonly PlannedLineage[]) =>
    db.transaction().execute((tx) => saveVersion(tx, due, version, these))
  await save(components).catch((error: unknown) =>
    save(unread(error, 'What the version reads and writes cannot be kept')),
  )
  return true
}

/** Whether the next attempt may do better. A statement that took too long would be as long again. */
const mayPass = (error: unknown): boolean =>
  (isUnavailable(error) && !isCancelled(error)) ||
  (error instanceof Problem && error.kind === 'service-unavailable')

async function saveVersion(
  tx: Db,
  due: store.DueEnvironment,
  version: store.VersionRow | undefined,
  components: readonly PlannedLineage[],
): Promise<void> {
  const { assets, uses, edges } = currentOf(components)
  if (version !== undefined && version.lineage === null)
    await store.saveLineage(tx, version.artifactId, components)
  await saveAssets(tx, assets, 'keep')
  await store.replaceCurrent(tx, due.environmentId, uses, edges)
  await store.deleteDue(tx, due.seqs)
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
