import type { Db } from '../../db/database.ts'
import type { Caller } from '../../http/caller.ts'
import { type ChangeTerms, NOTHING_THERE } from '../../http/conditional.ts'
import { once } from '../../http/idempotency/once.ts'
import type { PageRequest } from '../../http/page.ts'
import { conflict, notFound, notFoundIn } from '../../lib/problem.ts'
import { enterEnvironment } from '../environments/access.ts'
import { enterProject, type Grant } from '../projects/access.ts'
import * as change from './changes.ts'
import { findChange, listChanges } from './history-store.ts'
import { nameViolation } from './rules.ts'
import type {
  ChangeAddress,
  FileVariable,
  Override,
  OverrideOutcome,
  VariableChange,
  VariableValue,
} from './schema.ts'
import { findVariable, visibleEnvironments } from './store.ts'

const editing = { project: 'variables:read', environment: 'environment:admin' } as const

type Visible = ReadonlyMap<string, Date>

export type Restored = { readonly revision: string; readonly body: OverrideOutcome } | 'absent'

/** Who changed a variable or an override, when, from what to what; and back again. */
export function createVariableHistory(db: Db) {
  async function list(caller: Caller, projectId: string, name: string, page: PageRequest) {
    const grant = await enterProject(db, caller, projectId, 'variables:read')
    if (nameViolation(name) !== undefined) throw notFound('Variable', name)
    const found = await listChanges(db, grant, name, page)
    if (found.total === 0 && (await findVariable(db, grant, name)) === undefined)
      throw notFound('Variable', name)
    const visible = await visibleEnvironments(db, grant)
    return { ...found, results: found.results.map((one) => withoutHidden(one, grant, visible)) }
  }

  async function findEntry(caller: Caller, projectId: string, name: string, changeId: number) {
    const reader = await enterProject(db, caller, projectId, 'variables:read')
    const entry = nameViolation(name) === undefined ? await findChange(db, reader, name, changeId) : undefined
    if (entry === undefined) throw notFoundIn('Change', String(changeId), `the history of ${name}`)
    return entry
  }

  /** Throws unless the caller may restore what the change was made to. */
  async function admit(caller: Caller, { projectId, variableName, changeId }: ChangeAddress): Promise<void> {
    const { environmentName } = await findEntry(caller, projectId, variableName, changeId)
    if (environmentName === undefined) await enterProject(db, caller, projectId, 'variables:write')
    else await enterEnvironment(db, caller, projectId, environmentName, editing)
  }

  /**
   * Puts back what was there before a change (or after it). A restored variable gets its overrides back where
   * the environment still exists and the caller may edit them; the others that the caller sees are in
   * `failedOverride`.
   */
  async function restore(
    caller: Caller,
    projectId: string,
    name: string,
    changeId: number,
    { to, ...terms }: ChangeTerms & { readonly to: 'BEFORE' | 'AFTER' },
  ): Promise<Restored> {
    const entry = await findEntry(caller, projectId, name, changeId)
    const wanted = to === 'AFTER' ? entry.after : entry.before
    if (entry.environmentName !== undefined) {
      const value = wanted as { value: VariableValue } | undefined
      return restoreOverride(caller, projectId, name, entry.environmentName, value, terms)
    }
    const grant = await enterProject(db, caller, projectId, 'variables:write')
    return once(db, caller.principalId, terms.key, async (tx): Promise<Restored> => {
      if (wanted !== undefined)
        return restoreVariable(tx, grant, { ...(wanted as FileVariable), changedAt: entry.changedAt }, terms)
      if ((await findVariable(tx, grant, name)) === undefined) terms.precondition.check(NOTHING_THERE)
      else await change.deleteVariable(tx, grant, name, terms.precondition)
      return 'absent'
    })
  }

  async function restoreOverride(
    caller: Caller,
    projectId: string,
    name: string,
    environmentName: string,
    wanted: { readonly value: VariableValue } | undefined,
    terms: ChangeTerms,
  ): Promise<Restored> {
    const grant = await enterEnvironment(db, caller, projectId, environmentName, editing)
    return once(db, caller.principalId, terms.key, async (tx): Promise<Restored> => {
      if (wanted === undefined) {
        await change.deleteOverride(tx, grant, name, terms.precondition)
        return 'absent'
      }
      const given = [{ environmentName, value: wanted.value }]
      const outcome = await change.setOverrides(tx, grant, name, given, { ...terms, dryRun: false })
      const [failed] = outcome.body.failedOverride
      if (failed !== undefined) throw conflict(`The override cannot be restored: ${failed.detail}`)
      return outcome
    })
  }

  return { admit, list, restore }
}

export type VariableHistory = ReturnType<typeof createVariableHistory>

async function restoreVariable(
  tx: Db,
  grant: Grant<'variables:write'>,
  wanted: FileVariable & { readonly id?: string; readonly changedAt: string },
  { precondition }: ChangeTerms,
): Promise<Restored> {
  const { id: _, changedAt, name, overrides = [], ...fields } = wanted
  const present = await findVariable(tx, grant, name)
  if (present === undefined) {
    precondition.check(NOTHING_THERE)
    await change.createVariable(tx, grant, { name, ...fields })
  } else await change.updateVariable(tx, grant, name, fields, precondition)
  const anyState = { check: () => undefined }
  const seen = seenOverrides(overrides, changedAt, grant, await visibleEnvironments(tx, grant))
  return change.setOverrides(tx, grant, name, seen, { precondition: anyState, dryRun: false })
}

/**
 * A deleted variable is recorded with all its overrides; the caller sees those of environments it may see.
 */
function withoutHidden(entry: VariableChange, grant: Grant, visible: Visible): VariableChange {
  const { before, changedAt } = entry
  if (before === undefined || !('overrides' in before) || before.overrides === undefined) return entry
  return {
    ...entry,
    before: { ...before, overrides: seenOverrides(before.overrides, changedAt, grant, visible) },
  }
}

/**
 * Those of overrides recorded then that the caller may see; an administrator sees those of deleted
 * environments too. An environment that came later is another one of the same name.
 */
const seenOverrides = (
  overrides: readonly Override[],
  changedAt: string,
  { role }: Grant,
  visible: Visible,
) =>
  overrides.filter(({ environmentName }) => {
    const since = visible.get(environmentName)
    return role === 'ADMIN' || (since !== undefined && since.getTime() <= Date.parse(changedAt))
  })
