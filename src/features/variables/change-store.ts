import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import { onUniqueViolation } from '../../db/errors.ts'
import { newId } from '../../lib/ids.ts'
import { conflict, notFound } from '../../lib/problem.ts'
import { isStorable } from '../../lib/storable.ts'
import type { Grant } from '../projects/access.ts'
import type { Override, Variable, VariableValue } from './schema.ts'

/**
 * Begins a change of the project's variables. Locks are taken in one order everywhere (project, environments,
 * variables, overrides), so changes wait for each other and never end each other. An import is alone in its
 * project.
 */
export async function lockProject(tx: Db, { projectId }: Grant, how: 'shared' | 'exclusive'): Promise<void> {
  const strength = how === 'exclusive' ? sql`for no key update` : sql`for share`
  const { rows } = await sql`select from project where id = ${projectId} ${strength}`.execute(tx)
  if (rows.length === 0) throw notFound('Project', projectId)
}

/** The named environments that exist, kept from being deleted until the transaction ends: ids by name. */
export async function lockEnvironments(
  tx: Db,
  { projectId }: Grant,
  names: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const { rows } = await sql<{ id: string; name: string }>`
    select id, name from environment
     where project_id = ${projectId} and name = any(${names.filter(isStorable)})
     order by id for key share`.execute(tx)
  return new Map(rows.map(({ id, name }) => [name, id]))
}

/** Adds a variable. The constraint decides between two of one name; the later one is a `conflict`. */
export async function insertVariable(tx: Db, grant: Grant, wanted: Omit<Variable, 'id'>): Promise<Variable> {
  const id = newId()
  await tx
    .insertInto('project_variable')
    .values({
      id,
      project_id: grant.projectId,
      name: wanted.name,
      type: wanted.type,
      behaviour: wanted.behaviour,
      description: wanted.description,
      columns: wanted.columns ?? [],
      value: JSON.stringify(wanted.value),
      supports_double_resolution: wanted.supportsDoubleResolution,
    })
    .execute()
    .catch(
      onUniqueViolation('project_variable_name', () =>
        conflict(`There is already a variable ${wanted.name} in this project (case is ignored)`),
      ),
    )
  return { id, ...wanted }
}

export async function updateVariable(tx: Db, after: Variable): Promise<void> {
  await tx
    .updateTable('project_variable')
    .set((eb) => ({
      version: eb('version', '+', 1),
      type: after.type,
      behaviour: after.behaviour,
      description: after.description,
      columns: after.columns ?? [],
      value: JSON.stringify(after.value),
      supports_double_resolution: after.supportsDoubleResolution,
    }))
    .where('id', '=', after.id)
    .execute()
}

/** Deletes a variable with its overrides. */
export async function deleteVariable(tx: Db, id: string): Promise<void> {
  await tx.deleteFrom('project_variable').where('id', '=', id).execute()
}

/** Creates or updates the override of each environment id; the variable gets a new version. */
export async function putOverrides(
  tx: Db,
  variableId: string,
  values: readonly { readonly environmentId: string; readonly value: VariableValue }[],
): Promise<void> {
  if (values.length === 0) return
  await sql`
    with put as (
      insert into variable_override (variable_id, environment_id, value)
      select ${variableId}, "environmentId", value
        from jsonb_to_recordset(${JSON.stringify(values)}) as given ("environmentId" uuid, value jsonb)
      on conflict (variable_id, environment_id) do update set value = excluded.value)
    update project_variable set version = version + 1 where id = ${variableId}`.execute(tx)
}

/** Deletes the override of one environment; the variable gets a new version. */
export async function deleteOverride(tx: Db, variableId: string, environmentId: string): Promise<void> {
  await sql`
    with gone as (
      delete from variable_override where variable_id = ${variableId} and environment_id = ${environmentId})
    update project_variable set version = version + 1 where id = ${variableId}`.execute(tx)
}

/** A change to be remembered; absent `before`: it was created, absent `after`: deleted. */
export interface Change {
  readonly variableName: string
  readonly environmentName?: string | undefined
  readonly before?:
    | (Variable & { readonly overrides?: readonly Override[] })
    | { readonly value: VariableValue }
  readonly after?: Variable | { readonly value: VariableValue }
}

export async function recordChanges(tx: Db, grant: Grant, changes: readonly Change[]): Promise<void> {
  if (changes.length === 0) return
  const rows = changes.map((change) => ({ ...change, action: actionOf(change) }))
  await sql`
    insert into variable_change (project_id, variable_name, environment_name, action, changed_by, before, after)
    select ${grant.projectId}, "variableName", "environmentName", action, ${grant.caller.name}, before, after
      from jsonb_to_recordset(${JSON.stringify(rows)}) as given (
           "variableName" text, "environmentName" text, action text, before jsonb, after jsonb)`.execute(tx)
}

function actionOf({ before, after }: Change): 'CREATED' | 'UPDATED' | 'DELETED' {
  if (before === undefined) return 'CREATED'
  return after === undefined ? 'DELETED' : 'UPDATED'
}
