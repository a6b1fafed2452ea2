import type { Db } from '../../db/database.ts'
import { LATEST, sharedReference } from '../../pipeline/shared/reference.ts'
import { findCandidates } from './candidate-store.ts'
import { reasonAgainst } from './fixing.ts'
import {
  type AskedUse,
  type AskingVersion,
  decide,
  findAsking,
  findDecided,
  mayUse,
} from './resolving-store.ts'

/** What a runner gets: where the pipeline is, or why there is none. */
export type Resolution =
  | {
      readonly artifact: string
      readonly pipelineName: string
      readonly versionName: string
      readonly required: string[]
    }
  | { readonly fault: string }

interface Wanted {
  readonly caller: string
  readonly reference: string
  readonly version: string | undefined
}

/**
 * Which version of a shared pipeline an execution runs. What the version of the caller fixed when it was
 * published; for drafts, and for names that have variables, the newest that is enabled when the execution
 * first asks. From then on the answer is the same: a runner that takes the execution over continues what the
 * first one began.
 */
export function createResolve(db: Db) {
  return async function resolve(root: string, { caller, reference, version }: Wanted): Promise<Resolution> {
    const named = sharedReference(reference)
    if (named === undefined)
      return { fault: `"${reference}" is not a shared pipeline: write the prefix of its set, # and its id` }
    const asked: AskedUse = { root, caller, reference, id: named.id, stated: version ?? LATEST }
    const known = await findDecided(db, asked)
    if (known === undefined) {
      const decided = await choose(db, asked, version)
      if ('fault' in decided) return decided
      await decide(db, asked, decided.versionId)
    }
    const use = known ?? (await findDecided(db, asked))!
    const { versionId: artifact, versionName, pipelineName, required } = use
    if (pipelineName === null)
      return { fault: `Version ${versionName} of ${named.prefix} does not share "${named.id}"` }
    return { artifact, versionName, pipelineName, required }
  }
}

async function choose(
  db: Db,
  asked: AskedUse,
  version: string | undefined,
): Promise<{ readonly versionId: string } | { readonly fault: string }> {
  const asking = await findAsking(db, asked)
  if (asking === undefined) return { fault: 'The component belongs to no version that this execution runs' }
  const before = asking.fixed ?? asking.earlier
  return before === null ? newest(db, asking, asked, version) : granted(db, asking, asked, before)
}

/** A set that is no longer shared with a project is not run there any more, whatever was fixed. */
async function granted(db: Db, { user }: AskingVersion, { reference }: AskedUse, versionId: string) {
  if (await mayUse(db, user, versionId)) return { versionId }
  return { fault: `The shared pipeline "${reference}" is no longer shared with this project; ask its owner` }
}

async function newest(
  db: Db,
  { user }: AskingVersion,
  { reference }: AskedUse,
  version: string | undefined,
): Promise<{ readonly versionId: string } | { readonly fault: string }> {
  const [candidate] = await findCandidates(db, user, [{ ...sharedReference(reference)!, version }])
  const against = reasonAgainst(candidate, {
    component: 'The component',
    reference,
    ...(version && { version }),
  })
  if (against === undefined) return { versionId: candidate!.versionId! }
  return { fault: `${against.message.replace('"The component"', 'The component')}. ${against.hint}` }
}
