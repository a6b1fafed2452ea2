import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import { newId } from '../../lib/ids.ts'
import { inPortions } from '../../lib/portions.ts'
import { visibleEnvironment } from '../permissions/access-sql.ts'
import type { Grant } from '../projects/access.ts'
import { type Change, recordChanges } from './change-store.ts'
import type { Override, Variable, VariableValue } from './schema.ts'
import { variableJson } from './store.ts'
import type { PlannedChange, PresentVariable } from './transfer-rules.ts'

/** Every variable of the project with its overrides, by name; those the caller may not see are marked. */
export const readAllVariables = (db: Db, grant: Grant): Promise<PresentVariable[]> =>
  readVariables(db, grant, sql`project_id = ${grant.projectId}`)

interface Sized {
  readonly id: string
  readonly characters: number
}

const PORTION_VARIABLES = 200
const PORTION_CHARACTERS = 1024 * 1024

/**
 * The same in portions, each of which is read when it is asked for: all variables of a project may be more
 * than memory holds.
 */
export async function* readInPortions(db: Db, grant: Grant): AsyncGenerator<PresentVariable[]> {
  const { rows } = await sql<Sized>`
    select v.id, (length(v.value::text) + coalesce(
             (select sum(length(o.value::text)) from variable_override o where o.variable_id = v.id), 0))::float8 as characters
      from project_variable v where v.project_id = ${grant.projectId} order by lower(v.name)`.execute(db)
  const portion = {
    items: PORTION_VARIABLES,
    size: PORTION_CHARACTERS,
    sizeOf: ({ characters }: Sized) => characters,
  }
  for (const some of inPortions(rows, portion)) {
    const ids = some.map(({ id }) => id)
    const read = await readVariables(db, grant, sql`id = any(${ids}::uuid[])`)
    if (read.length > 0) yield read
  }
}

async function readVariables(db: Db, grant: Grant, wanted: RawBuilder<unknown>): Promise<PresentVariable[]> {
  const { rows } = await sql<PresentVariable>`
    with wanted as materialized (select * from project_variable where ${wanted}),
    mine as (
      select o.variable_id, jsonb_agg(jsonb_build_object(
               'environmentName', e.name, 'value', o.value, 'visible', ${visibleEnvironment(grant)})
               order by e.name collate "C") as overrides
        from environment e join variable_override o on o.environment_id = e.id
       where e.project_id = ${grant.projectId} and o.variable_id in (select id from wanted) group by o.variable_id)
    select ${variableJson} as variable, coalesce(m.overrides, '[]') as overrides
      from wanted v left join mine m on m.variable_id = v.id
     order by lower(v.name)`.execute(db)
  return rows
}

/** Names the state that all variables of the project are in together. */
export async function readProjectRevision(db: Db, { projectId }: Grant): Promise<string> {
  const { rows } = await sql<{ revision: string }>`
    select md5(coalesce(string_agg(v.id || '-' || v.version || '-' || coalesce(n.count, 0), ',' order by v.id),
                        '')) as revision
      from project_variable v
      left join (select o.variable_id, count(*) from environment e join variable_override o on o.environment_id = e.id
                  where e.project_id = ${projectId} group by o.variable_id) n on n.variable_id = v.id
     where v.project_id = ${projectId}`.execute(db)
  return rows[0]!.revision
}

/** Names of the project's environments. */
export async function environmentNames(db: Db, { projectId }: Grant): Promise<string[]> {
  const rows = await db.selectFrom('environment').select('name').where('project_id', '=', projectId).execute()
  return rows.map(({ name }) => name)
}

/** Makes all planned changes and records them, in as many statements for a thousand variables as for one. */
export async function applyChanges(
  tx: Db,
  grant: Grant<'variables:write'>,
  present: readonly PresentVariable[],
  changes: readonly PlannedChange[],
  environmentIds: ReadonlyMap<string, string>,
): Promise<void> {
  const ids = new Map(present.map(({ variable }) => [variable.name, variable.id]))
  const own = changes.filter(({ environmentName }) => environmentName === undefined)
  const created = own.filter(({ action }) => action === 'CREATED').map(({ after }) => after as Variable)
  for (const variable of created) ids.set(variable.name, newId())
  const updated = own.filter(({ action }) => action === 'UPDATED').map(({ after }) => after as Variable)
  const deleted = own
    .filter(({ action }) => action === 'DELETED')
    .map(({ variableName }) => ids.get(variableName)!)
  await insertAll(
    tx,
    grant,
    created.map((variable) => ({ ...variable, id: ids.get(variable.name)! })),
  )
  await updateAll(tx, updated)
  if (deleted.length > 0)
    await tx
      .deleteFrom('project_variable')
      .where('id', 'in', sql<string>`(select unnest(${deleted}::uuid[]))`)
      .execute()
  const overrides = changes.flatMap(({ variableName, environmentName, after }) => {
    if (environmentName === undefined) return []
    const value = (after as { value: VariableValue } | undefined)?.value
    return [
      { variableId: ids.get(variableName)!, environmentId: environmentIds.get(environmentName)!, value },
    ]
  })
  await changeOverrides(tx, overrides)
  await recordChanges(
    tx,
    grant,
    changes.map((change) => recorded(change, ids)),
  )
}

/** History holds a new variable with the id it was given. */
function recorded({ action: _, ...change }: PlannedChange, ids: ReadonlyMap<string, string>): Change {
  const { after, environmentName, variableName } = change
  if (environmentName !== undefined || after === undefined) return change as Change
  return { ...change, after: { ...(after as Variable), id: ids.get(variableName)! } } as Change
}

const fields = sql`id uuid, name text, type text, behaviour text, description text, columns jsonb, value jsonb,
  "supportsDoubleResolution" boolean`
const columns = sql`coalesce(array(select jsonb_array_elements_text(g.columns)), '{}')`

async function insertAll(tx: Db, { projectId }: Grant, variables: readonly Variable[]): Promise<void> {
  if (variables.length === 0) return
  await sql`
    insert into project_variable (id, project_id, name, type, behaviour, description, columns, value,
           supports_double_resolution)
    select id, ${projectId}, name, type, behaviour, description, ${columns}, value, "supportsDoubleResolution"
      from jsonb_to_recordset(${JSON.stringify(variables)}) as g (${fields})`.execute(tx)
}

async function updateAll(tx: Db, variables: readonly Variable[]): Promise<void> {
  if (variables.length === 0) return
  await sql`
    update project_variable v
       set version = v.version + 1, type = g.type, behaviour = g.behaviour, description = g.description,
           columns = ${columns}, value = g.value, supports_double_resolution = g."supportsDoubleResolution"
      from jsonb_to_recordset(${JSON.stringify(variables)}) as g (${fields})
     where v.id = g.id`.execute(tx)
}

/** Puts overrides that have a value and deletes the others; their variables get a new version. */
async function changeOverrides(
  tx: Db,
  overrides: readonly { variableId: string; environmentId: string; value: Override['value'] | undefined }[],
): Promise<void> {
  if (overrides.length === 0) return
  await sql`
    with given as materialized (
      select * from jsonb_to_recordset(${JSON.stringify(overrides)})
        as g ("variableId" uuid, "environmentId" uuid, value jsonb)),
    put as (
      insert into variable_override (variable_id, environment_id, value)
      select "variableId", "environmentId", value from given where value is not null
      on conflict (variable_id, environment_id) do update set value = excluded.value),
    gone as (
      delete from variable_override o using given g
       where g.value is null and o.variable_id = g."variableId" and o.environment_id = g."environmentId")
    update project_variable set version = version + 1 where id in (select "variableId" from given)`.execute(
    tx,
  )
}
