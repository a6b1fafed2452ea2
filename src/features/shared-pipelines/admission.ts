import type { Db } from '../../db/database.ts'
import type { Caller } from '../../http/caller.ts'
import { Problem } from '../../lib/problem.ts'
import { enterOwner } from '../ownership/access.ts'

/** Undefined for what does not exist, or what the caller may not see. */
export async function unlessMissing<T>(entering: Promise<T>): Promise<T | undefined> {
  return entering.catch((error: unknown) => {
    if (error instanceof Problem && error.kind === 'not-found') return undefined
    throw error
  })
}

/** Throws `forbidden` for a caller that may write shared pipelines in no project. */
export async function requireWriteSomewhere(db: Db, caller: Caller): Promise<void> {
  await enterOwner(db, caller, 'shared_set', undefined).catch((error: unknown) => {
    // Several projects are possible.
    if (!(error instanceof Problem) || error.kind !== 'bad-request') throw error
  })
}
