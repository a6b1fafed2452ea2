import type { Db } from '../../../db/database.ts'
import { isUnavailable, mayNeverSucceed } from '../../../db/errors.ts'
import type { SessionId } from '../../../lib/ids.ts'
import type { Log } from '../../../lib/log.ts'
import { patiently } from '../../../lib/patiently.ts'
import type { Lookup, LookupResult, SecretReference } from '../../../protocol/lookup-messages.ts'
import { REFERENCES_SINCE_PROTOCOL } from '../../../protocol/messages.ts'
import { findHeldExecution, type HeldExecution } from './held-store.ts'

/** What only the API stores and a step may need; each answers with what the project owns or may use. */
export interface RunnerLookups {
  /** A value, or which secret of the runner a reference means. */
  readonly secret: (
    projectId: string,
    name: string,
  ) => Promise<{ readonly value: string } | { readonly reference: SecretReference } | undefined>
  readonly connection: (place: HeldExecution, name: string) => Promise<object | undefined>
  readonly connector: (projectId: string, idOrName: string) => Promise<object | undefined>
  readonly oauthToken: (
    projectId: string,
    idOrName: string,
    use: { readonly host: string | undefined; readonly rejected: string | undefined },
  ) => Promise<{ readonly token: string } | { readonly fault: string }>
  /** Which shared pipeline an execution runs, the same at every lookup. */
  readonly sharedPipeline: (
    root: string,
    wanted: { readonly caller: string; readonly reference: string; readonly version: string | undefined },
  ) => Promise<FoundSharedPipeline | { readonly fault: string }>
}

/** A pipeline that is shared, in the version that an execution runs. */
export interface FoundSharedPipeline {
  readonly artifact: string
  readonly pipelineName: string
  readonly versionName: string
  readonly required: string[]
}

export interface ResponderDependencies {
  readonly db: Db
  readonly log: Log
  readonly lookups: RunnerLookups
  /** The project of a connection that this session tests, or of a sample that it takes. */
  readonly placeOf: (id: string) => Promise<Pick<HeldExecution, 'projectId'> | undefined>
  readonly send: (reply: LookupResult) => void
  /** Whether the runner can still be answered here. Over its next connection it asks again. */
  readonly isOpen: () => boolean
  /** What the runner speaks. */
  readonly protocol: number
}

const notHeld = (ask: Lookup['ask']): LookupResult => ({
  kind: 'unanswered',
  ask,
  reason: 'The execution is no longer held by this session',
})

const tooOld = (name: string) =>
  `"${name}" is a secret reference, which this runner is too old for: update the runner`

/** Far more than the steps that a runner has in flight. */
const MAX_OPEN = 1_000
/** How long a question waits for the database. */
const PATIENCE_MS = 10 * 60_000
/** Attempts at a statement that takes too long, or meets something broken. */
const MAX_DOUBTFUL = 5

/**
 * Answers the questions of one connected runner, independently of its other messages: fetching a token may
 * take seconds, and reports must not wait for it. While the database is unavailable they wait: a step does
 * not fail because of that, unless it lasts ten minutes. Values are sent and never logged.
 */
export function createResponder(deps: ResponderDependencies) {
  const { db, log, lookups, placeOf, send, isOpen, protocol } = deps
  let open = 0

  /** Decides which failure of one question is the last. */
  function untilFinal() {
    const deadline = performance.now() + PATIENCE_MS
    let doubtful = 0
    return (error: unknown) =>
      !isUnavailable(error) ||
      !isOpen() ||
      performance.now() >= deadline ||
      (mayNeverSucceed(error) && ++doubtful >= MAX_DOUBTFUL)
  }

  function take(session: SessionId, question: Lookup): void {
    const { ask } = question
    if (open >= MAX_OPEN) {
      send({ kind: 'unanswered', ask, reason: 'Too many questions at once' })
      return
    }
    open++
    const fields = { session, question: question.kind }
    const onRetry = (error: unknown) =>
      log.warn({ err: error, ...fields }, 'Could not look something up for a runner; trying again')
    void patiently(untilFinal(), onRetry, () => answered(session, question))
      .catch((error: unknown): LookupResult => {
        log.error({ err: error, ...fields }, 'Could not answer a question of a runner')
        return { kind: 'unanswered', ask, reason: 'The server could not answer; its log says why' }
      })
      .then((reply) => {
        open--
        send(reply)
      })
  }

  async function answered(session: SessionId, question: Lookup): Promise<LookupResult> {
    const { ask, root } = question
    const held = await findHeldExecution(db, session, root)
    if (question.kind === 'secret-wanted') {
      const place = held ?? (await placeOf(root))
      if (place === undefined) return notHeld(ask)
      const found = await lookups.secret(place.projectId, question.name)
      if (found !== undefined && 'reference' in found && protocol < REFERENCES_SINCE_PROTOCOL)
        return { kind: 'unanswered', ask, reason: tooOld(question.name) }
      return { kind: 'secret', ask, ...found }
    }
    if (held === undefined) return notHeld(ask)
    const project = held.projectId
    switch (question.kind) {
      case 'connection-wanted': {
        const definition = await lookups.connection(held, question.connection)
        return { kind: 'connection', ask, ...(definition !== undefined && { definition }) }
      }
      case 'connector-wanted': {
        const definition = await lookups.connector(project, question.connector)
        return { kind: 'connector', ask, ...(definition !== undefined && { definition }) }
      }
      case 'oauth-token-wanted': {
        const given = await lookups.oauthToken(project, question.oauth, {
          host: question.host,
          rejected: question.rejected,
        })
        if ('fault' in given) return { kind: 'unanswered', ask, reason: given.fault }
        return { kind: 'oauth-token', ask, token: given.token }
      }
      case 'shared-pipeline-wanted': {
        const { caller, reference, version } = question
        const found = await lookups.sharedPipeline(root, { caller, reference, version })
        if ('fault' in found) return { kind: 'unanswered', ask, reason: found.fault }
        return { kind: 'shared-pipeline', ask, ...found }
      }
    }
  }

  return { take }
}
