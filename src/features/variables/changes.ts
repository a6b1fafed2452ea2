import type { Db } from '../../db/database.ts'
import type { Precondition } from '../../http/conditional.ts'
import { badRequest, conflict, notFound } from '../../lib/problem.ts'
import { checkEnvironmentAccess } from '../environments/access.ts'
import type { EnvironmentGrant, Grant } from '../projects/access.ts'
import * as changes from './change-store.ts'
import {
  emptyValue,
  judgeOverrides,
  misfits,
  patched,
  sameValue,
  sameVariable,
  shapeOf,
  valueViolation,
} from './rules.ts'
import type {
  GivenOverride,
  NewVariable,
  Override,
  OverrideOutcome,
  Variable,
  VariablePatch,
} from './schema.ts'
import * as store from './store.ts'

/**
 * The changes of variables and overrides, each inside a transaction of the caller's. What was changed is
 * recorded with it; a change that changes nothing is no change.
 */

/** Adds a variable; the request has been checked. */
export async function createVariable(
  tx: Db,
  grant: Grant<'variables:write'>,
  wanted: NewVariable,
): Promise<store.StoredVariable> {
  await changes.lockProject(tx, grant, 'shared')
  const { description = '', supportsDoubleResolution = false, value = emptyValue(wanted.type) } = wanted
  const after = await changes.insertVariable(tx, grant, {
    ...wanted,
    description,
    supportsDoubleResolution,
    value,
  })
  await changes.recordChanges(tx, grant, [{ variableName: after.name, after }])
  return again(tx, grant, after.name)
}

/**
 * Changes fields of a variable. Violations: 400; a type that existing overrides do not fit: 409 naming
 * environments.
 */
export async function updateVariable(
  tx: Db,
  grant: Grant<'variables:write'>,
  name: string,
  patch: VariablePatch,
  precondition: Precondition,
): Promise<store.StoredVariable> {
  const current = await lock(tx, grant, name, precondition)
  const before = current.variable
  const { variable: after, violations } = patched(before, patch)
  if (violations.length > 0) throw badRequest(violations)
  if (sameVariable(before, after)) return current
  await requireFittingOverrides(tx, grant, before, after)
  await changes.updateVariable(tx, after)
  await changes.recordChanges(tx, grant, [{ variableName: name, before, after }])
  return again(tx, grant, name)
}

/** Deletes a variable; what is recorded holds its overrides too, so that all of it can be restored. */
export async function deleteVariable(
  tx: Db,
  grant: Grant<'variables:write'>,
  name: string,
  precondition: Precondition,
): Promise<void> {
  const { variable } = await lock(tx, grant, name, precondition)
  const overrides = (await store.readOverrides(tx, grant, variable.id)).map(bare)
  await changes.deleteVariable(tx, variable.id)
  await changes.recordChanges(tx, grant, [{ variableName: name, before: { ...variable, overrides } }])
}

/** Creates or updates overrides, each succeeding or failing alone. */
export async function setOverrides(
  tx: Db,
  grant: Grant,
  name: string,
  given: readonly GivenOverride[],
  { precondition, dryRun }: { readonly precondition: Precondition; readonly dryRun: boolean },
): Promise<{ revision: string; body: OverrideOutcome }> {
  await changes.lockProject(tx, grant, 'shared')
  const names = given.map(({ environmentName }) => environmentName)
  const ids = await changes.lockEnvironments(tx, grant, names)
  const { variable, revision } = await lockVariable(tx, grant, name, precondition)
  const judged = await checkEnvironmentAccess(tx, grant, [...ids.keys()], 'environment:admin')
  const { accepted, failed } = judgeOverrides(shapeOf(variable), given, {
    exists: (one) => judged.has(one),
    edit: (one) => judged.get(one)?.allowed ?? false,
  })
  const before = new Map(
    (await store.readOverrides(tx, grant, variable.id)).map((one) => [one.environmentName, one]),
  )
  const changed = accepted.filter(({ environmentName, value }) => {
    const present = before.get(environmentName)
    return present === undefined || !sameValue(present.value, value)
  })
  const after = new Map([
    ...before,
    ...changed.map((one) => [one.environmentName, { ...one, visible: true }] as const),
  ])
  const body = { ...variable, overrides: seen(inOrder([...after.values()])), failedOverride: failed }
  if (dryRun || changed.length === 0) return { revision, body }
  await changes.putOverrides(
    tx,
    variable.id,
    changed.map(({ environmentName, value }) => ({ environmentId: ids.get(environmentName)!, value })),
  )
  await changes.recordChanges(
    tx,
    grant,
    changed.map(({ environmentName, value }) => {
      const present = before.get(environmentName)
      return {
        variableName: name,
        environmentName,
        ...(present !== undefined && { before: { value: present.value } }),
        after: { value },
      }
    }),
  )
  return { revision: (await again(tx, grant, name)).revision, body }
}

/** Deletes the override of the environment that was entered; false when it has none. */
export async function deleteOverride(
  tx: Db,
  grant: EnvironmentGrant,
  name: string,
  precondition: Precondition,
): Promise<boolean> {
  const { variable } = await lock(tx, grant, name, precondition)
  const value = await store.findOverride(tx, grant, variable.id)
  if (value === undefined) return false
  await changes.deleteOverride(tx, variable.id, grant.environmentId)
  const { environmentName } = grant
  await changes.recordChanges(tx, grant, [{ variableName: name, environmentName, before: { value } }])
  return true
}

/** The overrides that the caller may see, as they are on the wire. */
export const seen = (overrides: readonly store.StoredOverride[]): Override[] =>
  overrides.filter(({ visible }) => visible).map(bare)

const bare = ({ environmentName, value }: Override): Override => ({ environmentName, value })

/** By name, as the database sorts them: by code point. */
const inOrder = <T extends Override>(overrides: T[]): T[] =>
  overrides.sort((a, b) => Buffer.compare(Buffer.from(a.environmentName), Buffer.from(b.environmentName)))

async function lock(tx: Db, grant: Grant, name: string, precondition: Precondition) {
  await changes.lockProject(tx, grant, 'shared')
  return lockVariable(tx, grant, name, precondition)
}

async function lockVariable(tx: Db, grant: Grant, name: string, precondition: Precondition) {
  const found = await store.lockVariable(tx, grant, name)
  if (found === undefined) throw notFound('Variable', name)
  precondition.check(found.revision)
  return found
}

async function again(tx: Db, grant: Grant, name: string): Promise<store.StoredVariable> {
  const found = await store.findVariable(tx, grant, name)
  if (found === undefined) throw notFound('Variable', name)
  return found
}

/** Environments the caller may not see are counted, not named. */
async function requireFittingOverrides(
  tx: Db,
  grant: Grant,
  before: Variable,
  after: Variable,
): Promise<void> {
  if (before.type === after.type && sameColumnCount(before, after)) return
  const overrides = await store.readOverrides(tx, grant, before.id)
  const visible = misfits(shapeOf(after), seen(overrides))
  const hidden = overrides.filter(
    (one) => !one.visible && valueViolation(shapeOf(after), one.value) !== undefined,
  ).length
  if (visible.length + hidden === 0) return
  const places = [...visible, ...(hidden === 0 ? [] : [`${hidden} environments that you may not see`])].join(
    ', ',
  )
  throw conflict(
    `The overrides in ${places} are not valid for ${before.name} as ${after.type}; change or delete them first`,
  )
}

const sameColumnCount = (one: Variable, other: Variable) =>
  (one.columns ?? []).length === (other.columns ?? []).length
