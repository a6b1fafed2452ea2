import type { Db } from '../../../db/database.ts'
import type { Log } from '../../../lib/log.ts'
import type { CheckValues } from '../../executions/service.ts'
import { emptyLists, pathRoot } from '../variable-paths.ts'
import type { PendingFire } from './outcomes.ts'
import type { FiringTarget } from './target-store.ts'

/**
 * The variables of each trigger that are grids and get an empty list by their path: what is in a list tells
 * that it is rows, and of an empty one only the variable does. Where that cannot be read, the list is a text,
 * and no other trigger waits.
 */
export async function findEmptyGrids(
  tx: Db,
  log: Log,
  checkValues: CheckValues,
  fires: readonly PendingFire[],
  targets: ReadonlyMap<string, FiringTarget>,
): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
  const asked = new Map<string, Set<string>>()
  for (const { triggerId, facts } of fires)
    for (const name of emptyLists(pathRoot(facts), targets.get(triggerId)!.variablePaths))
      asked.set(triggerId, (asked.get(triggerId) ?? new Set()).add(name))
  for (const [triggerId, names] of asked) {
    const { projectId, artifactId, pipelineName } = targets.get(triggerId)!
    if (artifactId === null) continue
    for (const name of names) {
      const given = { projectId, artifactId, pipelineName, scalars: {}, grids: { [name]: [] } }
      const isGrid = await checkValues(tx, given).then(
        ({ grids }) => grids.length === 0,
        (error: unknown) => {
          log.warn(
            { err: error, trigger: triggerId, variable: name },
            'It is not known whether a variable is a grid',
          )
          return false
        },
      )
      if (!isGrid) names.delete(name)
    }
  }
  return asked
}
