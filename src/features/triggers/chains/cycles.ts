import type { Db } from '../../../db/database.ts'
import { badRequest } from '../../../lib/problem.ts'
import type { Definition } from '../definition.ts'
import { MAX_CHAIN } from '../rules.ts'
import { lockChains, type Place, readEdges } from './cycle-store.ts'

/**
 * Pipelines that are looked at before a trigger is saved; what is further away is left to the limit of
 * chains.
 */
const MAX_PLACES = 20_000

/**
 * Throws `bad-request` when the pipeline that a trigger starts would, over other triggers, end up starting
 * what the trigger waits for. Triggers of other projects count too.
 */
export async function refuseCycles(
  tx: Db,
  { id, source, environmentId, pipelineName, enabled }: Definition & { readonly id: string },
): Promise<void> {
  if (source === undefined || !enabled) return
  await lockChains(tx)
  const way = await wayTo(tx, { environmentId, pipelineName }, source, id)
  if (way === undefined) return
  const names = [source, ...way].map((place) => place.pipelineName)
  throw badRequest([
    `body/condition: ${names.join(' → ')} would start each other endlessly; change the condition of one of them`,
  ])
}

/** The pipelines from one to another along triggers, both included; undefined when none leads there. */
async function wayTo(tx: Db, from: Place, to: Place, except: string): Promise<Place[] | undefined> {
  const goal = keyOf(to)
  const cameFrom = new Map<string, Place | undefined>([[keyOf(from), undefined]])
  const placeOf = new Map([[keyOf(from), from]])
  for (let level = [from], n = 0; level.length > 0 && n <= MAX_CHAIN; n++) {
    if (cameFrom.has(goal)) return wayBack(cameFrom, placeOf.get(goal)!)
    const left = MAX_PLACES - cameFrom.size
    if (left <= 0) return undefined
    const next: Place[] = []
    for (const edge of await readEdges(tx, level, except, left)) {
      const key = keyOf(edge.to)
      if (cameFrom.has(key)) continue
      cameFrom.set(key, edge.from)
      placeOf.set(key, edge.to)
      next.push(edge.to)
    }
    level = next
  }
  return cameFrom.has(goal) ? wayBack(cameFrom, placeOf.get(goal)!) : undefined
}

function wayBack(cameFrom: ReadonlyMap<string, Place | undefined>, end: Place): Place[] {
  const way: Place[] = []
  for (let place: Place | undefined = end; place !== undefined; place = cameFrom.get(keyOf(place)))
    way.unshift(place)
  return way
}

const keyOf = ({ environmentId, pipelineName }: Place): string => `${environmentId} ${pipelineName}`
