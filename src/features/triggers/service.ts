import { randomBytes } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import type { Db } from '../../db/database.ts'
import { jsonText } from '../../db/json.ts'
import { cellOf } from '../../db/sealed-columns.ts'
import type { Caller } from '../../http/caller.ts'
import type { ChangeTerms } from '../../http/conditional.ts'
import { once } from '../../http/idempotency/once.ts'
import type { PageRequest } from '../../http/page.ts'
import type { Encryption } from '../../lib/encryption.ts'
import { newId } from '../../lib/ids.ts'
import { conflict, notFound, Problem } from '../../lib/problem.ts'
import { type CheckValues, insertScheduledExecution } from '../executions/service.ts'
import { enterProject } from '../projects/access.ts'
import { blockedReason, overlapReason } from '../schedules/targets/access.ts'
import { enterTrigger } from './access.ts'
import { refuseCycles } from './chains/cycles.ts'
import { type Definition, define, draftOf, patched } from './definition.ts'
import { signingSecretOf } from './events/signature.ts'
import { readBlocking } from './firing/blocking.ts'
import { executionFor } from './firing/outcomes.ts'
import { lockOne, readFiringTargets } from './firing/target-store.ts'
import type { FindConnection } from './polls/looking.ts'
import { isPolled } from './rules.ts'
import type { ChangedTrigger, NewTrigger, TriggerAddress, TriggerPatch, TriggerQuery } from './schema.ts'
import * as store from './store.ts'
import { refuseMisfits } from './variables.ts'

export interface TriggerOptions {
  readonly db: Db
  readonly encryption: Encryption
  readonly maxPerProject: number
  readonly checkValues: CheckValues
  readonly findConnection: FindConnection
}

interface Changed {
  readonly trigger: ChangedTrigger
  readonly revision: string
}

const SECRET_BYTES = 32
const recheckAll = { condition: true, pipeline: true, runner: true, variablePaths: true }

/** Use cases of decisions.md §7, triggers by data. */
export function createTriggers({
  db,
  encryption,
  maxPerProject,
  checkValues,
  findConnection,
}: TriggerOptions) {
  const cell = (id: string) => cellOf('data_trigger.signing_secret_encrypted', id)

  async function list(caller: Caller, projectId: string, query: TriggerQuery, page: PageRequest) {
    return store.listTriggers(db, await enterProject(db, caller, projectId, 'schedules:read'), query, page)
  }

  const get = (caller: Caller, projectId: string, id: string) =>
    enterTrigger(db, caller, projectId, id, 'schedules:read', 'environment:read')

  /** Throws unless the caller may change the trigger, or run it. */
  async function admit(
    caller: Caller,
    { projectId, triggerId }: TriggerAddress,
    permission: 'schedules:write' | 'executions:run',
  ): Promise<void> {
    await enterTrigger(db, caller, projectId, triggerId, permission, 'environment:run')
  }

  async function create(caller: Caller, projectId: string, wanted: NewTrigger): Promise<Changed> {
    const grant = await enterProject(db, caller, projectId, 'schedules:write')
    return db.transaction().execute(async (tx) => {
      const definition = await define(tx, grant, draftOf(wanted), recheckAll, findConnection)
      await refuseMisfits(tx, grant, definition, checkValues)
      const id = newId()
      await refuseCycles(tx, { ...definition, id })
      const secret = definition.condition.signed ? signingSecretOf(randomBytes(SECRET_BYTES)) : undefined
      const sealed = secret === undefined ? null : encryption.encrypt(secret, cell(id))
      await store.insertTrigger(tx, grant, id, definition, sealed, maxPerProject)
      return answered((await store.findTrigger(tx, grant, id))!, secret)
    })
  }

  async function update(
    caller: Caller,
    projectId: string,
    id: string,
    patch: TriggerPatch,
    { precondition }: ChangeTerms,
  ): Promise<Changed> {
    const { grant } = await enterTrigger(db, caller, projectId, id, 'schedules:write', 'environment:run')
    return db.transaction().execute(async (tx) => {
      const locked = await store.lockTrigger(tx, grant, id)
      const found = await store.findTrigger(tx, grant, id)
      if (locked === undefined || found === undefined) throw notFound('Trigger', id)
      precondition.check(found.revision)
      const draft = patched({ ...found.trigger, condition: locked.namedCondition }, locked.runnerId, patch)
      const resumed = draft.enabled && !found.trigger.enabled
      const moved = patch.environmentName !== undefined
      const recheck = {
        // Paths take values out of what it waits for.
        condition:
          resumed ||
          patch.condition !== undefined ||
          (patch.variablePaths !== undefined && locked.source !== null),
        pipeline: moved || resumed || patch.pipelineName !== undefined || patch.versionName != null,
        runner: moved || resumed || patch.runnerId != null,
        variablePaths: patch.variablePaths !== undefined,
      }
      const definition = await define(tx, grant, draft, recheck, findConnection, locked.source ?? undefined)
      const given = [patch.scalarVariables, patch.gridVariables, patch.variablePaths]
      if (recheck.pipeline || given.some((one) => one !== undefined))
        await refuseMisfits(tx, grant, definition, checkValues)
      if (draft.enabled) await refuseCycles(tx, { ...definition, id })
      const { signed = false } = definition.condition
      const isSignedAnew = signed && (!locked.isSigned || patch.newSigningSecret === true)
      const secret = isSignedAnew ? signingSecretOf(randomBytes(SECRET_BYTES)) : undefined
      const sealed = secret !== undefined ? encryption.encrypt(secret, cell(id)) : signed ? undefined : null
      const isNew =
        looksElsewhere(definition, locked) || (patch.condition !== undefined && isOther(definition, locked))
      await store.updateTrigger(tx, id, definition, sealed, isNew)
      return answered((await store.findTrigger(tx, grant, id))!, secret)
    })
  }

  async function remove(caller: Caller, projectId: string, id: string, terms: ChangeTerms): Promise<void> {
    const { grant } = await enterTrigger(db, caller, projectId, id, 'schedules:write', 'environment:run')
    await once(db, caller.principalId, terms.key, async (tx) => {
      const found = (await store.lockTrigger(tx, grant, id)) && (await store.findTrigger(tx, grant, id))
      if (found === undefined) throw notFound('Trigger', id)
      terms.precondition.check(found.revision)
      await store.deleteTrigger(tx, grant, id)
    })
  }

  /** Runs a trigger now, in the caller's name and with its own values, whether it is enabled or not. */
  async function runNow(caller: Caller, projectId: string, id: string, { key }: ChangeTerms) {
    await enterTrigger(db, caller, projectId, id, 'executions:run', 'environment:run')
    return once(db, caller.principalId, key, async (tx) => {
      await lockOne(tx, id)
      const [target] = await readFiringTargets(tx, [id])
      if (target === undefined) throw notFound('Trigger', id)
      const violation = blockedReason(target, 'trigger')
      if (violation !== undefined && target.isDisabled) throw new Problem('gone', violation)
      if (violation !== undefined) throw conflict(violation)
      const live = target.allowConcurrent ? undefined : (await readBlocking(tx, [target])).get(target.id)
      if (live !== undefined) throw conflict(`${overlapReason(live, 'trigger')}; cancel it or wait`)
      const start = { trigger: 'TRIGGER_RUN_NOW', startedBy: caller.name, priority: 0 } as const
      return insertScheduledExecution(tx, executionFor(target, { id: newId(), ...start, live, facts: {} }))
    })
  }

  return { admit, list, get, create, update, remove, runNow }
}

/** The files and queries of another environment may be others. */
const looksElsewhere = ({ condition, environmentId }: Definition, before: store.LockedTrigger): boolean =>
  isPolled(condition) && environmentId !== before.environmentId

/** Whether it waits for something else than before, and forgets what it saw of that. */
const isOther = ({ condition, source }: Definition, before: store.LockedTrigger): boolean =>
  !isDeepStrictEqual(JSON.parse(jsonText(condition)), before.condition) ||
  !isDeepStrictEqual(source ?? null, before.source)

export type Triggers = ReturnType<typeof createTriggers>

const answered = ({ trigger, revision }: store.FoundTrigger, signingSecret: string | undefined): Changed => ({
  trigger: { ...trigger, ...(signingSecret !== undefined && { signingSecret }) },
  revision,
})
