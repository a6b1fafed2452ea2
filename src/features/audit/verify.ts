import type { KeyObject } from 'node:crypto'
import type { Db } from '../../db/database.ts'
import { chainHash, type Entry } from './rules.ts'
import type { Verification } from './schema.ts'
import { findBeyondHead, readForVerification, readHead, type StoredEvent } from './store.ts'

/**
 * Follows the chain from the first entry to the head as it is when this begins. A changed, missing or added
 * entry, columns that say something else than their entry, and a head that is not the last entry's are
 * violations, and so is any entry beyond the head as it is in the end; the first is reported.
 */
export async function verifyChain(db: Db, key: KeyObject): Promise<Verification> {
  const head = await readHead(db)
  let before: Buffer = Buffer.alloc(0)
  let seq = 0
  const result = (fault?: string): Verification => ({
    intact: fault === undefined,
    entries: seq,
    hash: before.toString('hex'),
    ...(fault !== undefined && { fault }),
  })
  while (seq < head.seq) {
    const events = await readForVerification(db, seq, head.seq)
    if (events.length === 0) return result(`Entries ${seq + 1} to ${head.seq} are missing`)
    for (const event of events) {
      if (event.seq !== seq + 1) return result(`Entry ${seq + 1} is missing`)
      const hash = chainHash(key, event.seq, before, event.entry)
      if (!hash.equals(event.hash)) return result(`Entry ${event.seq} is not what was written`)
      if (!columnsAgree(event))
        return result(`The columns of entry ${event.seq} say something other than the entry`)
      before = hash
      seq = event.seq
    }
  }
  if (!before.equals(head.hash)) return result('The head is not the hash of the last entry')
  const beyond = await findBeyondHead(db)
  return result(beyond === undefined ? undefined : `Entry ${beyond} lies beyond the head`)
}

function columnsAgree({ at, operation, outcome, actorId, projectId, entry }: StoredEvent): boolean {
  const recorded = JSON.parse(entry) as Entry
  return (
    recorded.at === at.toISOString() &&
    recorded.operation === operation &&
    recorded.outcome === outcome &&
    (recorded.actor?.id ?? null) === actorId &&
    (recorded.projectId ?? null) === projectId
  )
}
