import type { Db } from '../../db/database.ts'
import type { Fault } from '../../pipeline/model.ts'
import type { SharedCall, SharedCallOf } from '../../pipeline/shared/calls.ts'
import { LATEST, sharedReference } from '../../pipeline/shared/reference.ts'
import { type Candidate, findCandidates, type User } from './candidate-store.ts'

/** What a version runs: decided when it is published. */
export interface FixedUse {
  readonly reference: string
  readonly statedVersion: string
  readonly versionId: string
  readonly pipelines: readonly string[]
}

/** What validation knows of a call only with the database. */
interface Finding {
  readonly severity: Fault['severity']
  readonly rule: string
  readonly message: string
  readonly hint: string
}

const keyOf = ({ reference, version }: Pick<SharedCall, 'reference' | 'version'>) =>
  JSON.stringify([reference, version ?? null])

/**
 * Which versions the calls of some pipelines mean now, and what is wrong with them. Calls whose name or
 * version has variables are left to the run.
 */
export async function fixCalls(
  db: Db,
  user: User,
  calls: readonly SharedCallOf[],
): Promise<{ readonly uses: readonly FixedUse[]; readonly faults: readonly Fault[] }> {
  const fixed = new Map(calls.filter((one) => !one.isDecidedLater).map((one) => [keyOf(one), one]))
  const wanted = [...fixed.values()].map(({ reference, version }) => ({
    ...sharedReference(reference)!,
    version,
  }))
  const candidates = wanted.length === 0 ? [] : await findCandidates(db, user, wanted)
  const byKey = new Map([...fixed.keys()].map((key, at) => [key, candidates[at]]))
  const callers = Map.groupBy(calls, keyOf)
  const uses = [...byKey].flatMap(([key, candidate]): FixedUse[] => {
    const { reference, version } = fixed.get(key)!
    if (candidate === undefined || reasonAgainst(candidate, fixed.get(key)!) !== undefined) return []
    const pipelines = [...new Set(callers.get(key)!.map(({ pipelineName }) => pipelineName))]
    return [{ reference, statedVersion: version ?? LATEST, versionId: candidate.versionId!, pipelines }]
  })
  const faults = calls.flatMap((call) =>
    findingsOf(call, byKey.get(keyOf(call))).map((one) => faultOf(call, one)),
  )
  return { uses, faults }
}

const faultOf = ({ path: file, line, component }: SharedCallOf, finding: Finding): Fault => ({
  file,
  line,
  component,
  ...finding,
})

function findingsOf(call: SharedCallOf, candidate: Candidate | undefined): Finding[] {
  if (call.isDecidedLater) return [undecided(call)]
  const against = reasonAgainst(candidate, call)
  return against === undefined ? parameterFindings(call, candidate!) : [against]
}

const undecided = ({ component }: SharedCallOf): Finding => ({
  severity: 'warning',
  rule: 'undecided-shared-version',
  message: `Which shared pipeline "${component}" runs is decided while it runs: its version is not fixed when this is published`,
  hint: 'Write its name and version without variables, or accept that a new version changes what runs',
})

/** Why a call cannot run what was found for it; undefined when it can. */
export function reasonAgainst(
  candidate: Candidate | undefined,
  { component, reference, version }: Pick<SharedCall, 'component' | 'reference' | 'version'>,
): Finding | undefined {
  const error = (rule: string, message: string, hint: string): Finding => ({
    severity: 'error',
    rule,
    message: `"${component}" ${message}`,
    hint,
  })
  const prefix = sharedReference(reference)?.prefix ?? reference
  if (candidate === undefined || !candidate.granted)
    return error(
      'unknown-shared-pipeline',
      `runs the shared pipeline "${reference}", which does not exist or is not shared with this project`,
      'Correct the name, or ask its owner to share it with this project',
    )
  if (candidate.versionId === null)
    return version === undefined
      ? error(
          'unknown-shared-version',
          `runs "${reference}", of which no version is enabled`,
          `Publish or enable a version of ${prefix}`,
        )
      : error(
          'unknown-shared-version',
          `runs version ${version} of "${reference}", which does not exist`,
          `Choose a version that is published, or ${LATEST}`,
        )
  if (!candidate.enabled)
    return error(
      'disabled-shared-version',
      `runs version ${candidate.versionName} of "${reference}", which is disabled`,
      `Choose another version, or ${LATEST}`,
    )
  if (candidate.pipelineName === null)
    return error(
      'unknown-shared-pipeline',
      `runs "${reference}", which version ${candidate.versionName} of ${prefix} does not share`,
      'Correct the id, or choose a version that shares it',
    )
  return undefined
}

function parameterFindings(
  { component, reference, sets }: SharedCallOf,
  { parameters }: Candidate,
): Finding[] {
  const known = new Set((parameters ?? []).map(({ name }) => name))
  const given = new Set(sets)
  const missing = (parameters ?? []).filter(({ name, required }) => required && !given.has(name))
  return [
    ...missing.map(
      ({ name }): Finding => ({
        severity: 'error',
        rule: 'missing-shared-parameter',
        message: `"${component}" sets no value for "${name}", which "${reference}" needs`,
        hint: 'Set it in the component',
      }),
    ),
    ...[...given]
      .filter((name) => !known.has(name))
      .map(
        (name): Finding => ({
          severity: 'warning',
          rule: 'unknown-shared-parameter',
          message: `"${component}" sets "${name}", which is not a parameter of "${reference}"`,
          hint: 'Correct the name, or make sure that the project has a variable of this name',
        }),
      ),
  ]
}

/** A call and what it means now to the editor of the pipeline. */
export interface DescribedCall extends Omit<SharedCall, 'isDecidedLater' | 'sets' | 'version'> {
  readonly statedVersion?: string
  readonly versionName?: string
  readonly newestVersionName?: string
  readonly state: 'KNOWN' | 'UNKNOWN' | 'DECIDED_WHILE_RUNNING'
  readonly fault?: string
}

/** What calls of a project mean now, in their order. */
export async function describeCalls(
  db: Db,
  projectId: string,
  calls: readonly SharedCall[],
): Promise<DescribedCall[]> {
  const fixed = calls.filter((one) => !one.isDecidedLater)
  const wanted = fixed.flatMap(({ reference, version }) => {
    const named = sharedReference(reference)!
    return [
      { ...named, version },
      { ...named, version: undefined },
    ]
  })
  const found = wanted.length === 0 ? [] : await findCandidates(db, projectId, wanted)
  return calls.map((call) => {
    const at = 2 * fixed.indexOf(call)
    return at < 0 ? described(call, undefined, undefined) : described(call, found[at], found[at + 1])
  })
}

function described(
  call: SharedCall,
  candidate: Candidate | undefined,
  newest: Candidate | undefined,
): DescribedCall {
  const { isDecidedLater, sets: _, version, ...stated } = call
  const own = { ...stated, ...(version !== undefined && { statedVersion: version }) }
  if (isDecidedLater) return { ...own, state: 'DECIDED_WHILE_RUNNING' }
  const against = reasonAgainst(candidate, call)
  const versionName = against === undefined ? candidate?.versionName : undefined
  const newestVersionName = newest?.granted ? newest.versionName : undefined
  return {
    ...own,
    state: against === undefined ? 'KNOWN' : 'UNKNOWN',
    ...(versionName && { versionName }),
    ...(newestVersionName && { newestVersionName }),
    ...(against !== undefined && { fault: `${against.message}. ${against.hint}` }),
  }
}
