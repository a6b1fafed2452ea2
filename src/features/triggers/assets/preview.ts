import type { Db } from '../../../db/database.ts'
import { type AssetWrite, listWritesOf } from '../../lineage/access.ts'
import type { TriggerCondition } from '../schema.ts'
import { allSeen, assetFacts, type Seen } from './rules.ts'

const MAX_FOUND = 10

interface Gathered {
  readonly ok: true
  readonly message: string
  readonly facts: readonly Readonly<Record<string, unknown>>[]
}

/** What the writes that are known would have started: each, or the newest of all assets. */
export async function gathered(
  db: Db,
  { assets = [], match, withinSeconds }: TriggerCondition,
  environmentId: string,
): Promise<Gathered> {
  const newest: AssetWrite[] = []
  const count = match === 'ANY' ? MAX_FOUND : 1
  for (const { assetId } of assets) newest.push(...(await listWritesOf(db, assetId, count)))
  if (match === 'ANY') return each(newest, environmentId)
  const seen: Seen = {}
  for (const write of newest)
    seen[write.assetId] = {
      atMs: write.committedAt.getTime(),
      depth: 0,
      facts: assetFacts(write, environmentId),
    }
  const all = allSeen(assets, withinSeconds, seen)
  if (all === undefined)
    return {
      ok: true,
      message:
        newest.length < assets.length
          ? `${assets.length - newest.length} of the ${assets.length} assets have no write yet`
          : `The newest writes of the ${assets.length} assets are more than ${withinSeconds} seconds apart`,
      facts: [],
    }
  const [latest] = all.toSorted((a, b) => b.atMs - a.atMs)
  const facts = { asset: latest!.facts, assets: all.map((one) => one.facts) }
  return { ok: true, message: 'The newest writes of all assets would have started it', facts: [facts] }
}

function each(writes: readonly AssetWrite[], environmentId: string): Gathered {
  const latest = writes.toSorted((a, b) => b.committedAt.getTime() - a.committedAt.getTime())
  return {
    ok: true,
    message:
      latest.length === 0
        ? 'None of the assets has a write yet'
        : 'Each of these writes would have started it, the latest first',
    facts: latest.slice(0, MAX_FOUND).map((write) => {
      const asset = assetFacts(write, environmentId)
      return { asset, assets: [asset] }
    }),
  }
}
