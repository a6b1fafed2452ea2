import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import { orderedBy } from '../../db/order.ts'
import type { Page, PageRequest } from '../../http/page.ts'
import { orderOf } from '../../http/sort.ts'
import type { VariableType } from '../../pipeline/model.ts'
import type { ProjectVariables } from '../../pipeline/validate-variables.ts'
import type { RunVariable } from '../../pipeline/variables.ts'
import { visibleEnvironment } from '../permissions/access-sql.ts'
import type { EnvironmentGrant, Grant } from '../projects/access.ts'
import { nameViolation } from './rules.ts'
import type { Override, Variable, VariableListQuery, VariableValue } from './schema.ts'

/** A variable with what tells its states apart. */
export interface StoredVariable {
  readonly variable: Variable
  /**
   * Names this state of the variable and its overrides. Every change of either counts the version up; an
   * environment that is deleted with its override changes the number of overrides.
   */
  readonly revision: string
}

export interface StoredOverride extends Override {
  /** Whether the caller may see the environment. */
  readonly visible: boolean
}

export const variableJson = sql`jsonb_strip_nulls(jsonb_build_object(
  'id', v.id, 'name', v.name, 'type', v.type, 'behaviour', v.behaviour, 'description', v.description,
  'value', v.value, 'columns', case when v.type = 'GRID' then to_jsonb(v.columns) end,
  'supportsDoubleResolution', v.supports_double_resolution))`

const revision = sql`v.id || '-' || v.version || '-' ||
  (select count(*) from variable_override n where n.variable_id = v.id)`

const overridesJson = (grant: Grant) => sql`
  (select coalesce(jsonb_agg(jsonb_build_object('environmentName', e.name, 'value', o.value)
                             order by e.name collate "C"), '[]')
     from variable_override o join environment e on e.id = o.environment_id
    where o.variable_id = v.id and ${visibleEnvironment(grant)})`

/** Variables by name. The page is found in the index alone; only its rows are read. */
export async function listVariables(
  db: Db,
  grant: Grant<'variables:read'>,
  page: PageRequest,
  { include, nameContains, sort }: Pick<VariableListQuery, 'include' | 'nameContains' | 'sort'> = {},
): Promise<Page<Variable & { overrides?: Override[] }>> {
  const item =
    include === 'overrides'
      ? sql`${variableJson} || jsonb_build_object('overrides', ${overridesJson(grant)})`
      : variableJson
  const wanted =
    nameContains === undefined
      ? sql`project_id = ${grant.projectId}`
      : sql`project_id = ${grant.projectId} and strpos(lower(name), lower(${nameContains})) > 0`
  const order = orderedBy(orderOf(sort, 'name'), [sql`lower(name)`])
  const { rows } = await sql<{ total: number; results: Variable[] }>`
    select (select count(*) from project_variable where ${wanted}) as total,
           (select coalesce(jsonb_agg(${item} order by ${order}), '[]')
              from project_variable v
             where v.id = any(array(select id from project_variable where ${wanted}
                                     order by ${order} limit ${page.size} offset ${page.offset}))) as results`.execute(
    db,
  )
  return { page: page.page, results: rows[0]!.results, size: page.size, total: rows[0]!.total }
}

const named = (projectId: string, name: string) =>
  sql`v.project_id = ${projectId} and lower(v.name) = lower(${name}) and v.name = ${name}`

/** Variables of a project by name, as a run begins with them but for their values. */
export async function readVariableShapes(
  db: Db,
  projectId: string,
  names: readonly string[],
): Promise<RunVariable[]> {
  const { rows } = await sql<RunVariable>`
    select name, type, behaviour as scope, columns, '' as value
      from project_variable where project_id = ${projectId} and name = any(${names})`.execute(db)
  return rows
}

/** All variables of a project, as validation knows them. */
export async function readProjectVariables(db: Db, projectId: string): Promise<ProjectVariables> {
  const { rows } = await sql<{ name: string; type: VariableType; columns: string[] }>`
    select name, type, columns from project_variable where project_id = ${projectId} order by name`.execute(
    db,
  )
  return new Map(rows.map(({ name, type, columns }) => [name, { type, columns }]))
}

/** The variable of this name, or undefined. */
export async function findVariable(
  db: Db,
  { projectId }: Grant,
  name: string,
): Promise<StoredVariable | undefined> {
  if (nameViolation(name) !== undefined) return undefined
  const { rows } = await sql<StoredVariable>`
    select ${variableJson} as variable, ${revision} as revision
      from project_variable v where ${named(projectId, name)}`.execute(db)
  return rows[0]
}

/**
 * The same, locked until the transaction ends. It is locked before it is read: a statement that waits for a
 * lock continues with what it saw of the other tables before.
 */
export async function lockVariable(tx: Db, grant: Grant, name: string): Promise<StoredVariable | undefined> {
  if (nameViolation(name) !== undefined) return undefined
  await sql`select from project_variable v where ${named(grant.projectId, name)} for no key update`.execute(
    tx,
  )
  return findVariable(tx, grant, name)
}

/** Overrides by environment name, those the caller may not see included and marked. */
export async function readOverrides(db: Db, grant: Grant, variableId: string): Promise<StoredOverride[]> {
  const { rows } = await sql<StoredOverride>`
    select e.name as "environmentName", o.value, ${visibleEnvironment(grant)} as visible
      from variable_override o join environment e on e.id = o.environment_id
     where o.variable_id = ${variableId}
     order by e.name collate "C"`.execute(db)
  return rows
}

/** The override in an environment the caller entered, or undefined. */
export async function findOverride(
  db: Db,
  { environmentId }: EnvironmentGrant,
  variableId: string,
): Promise<VariableValue | undefined> {
  const row = await db
    .selectFrom('variable_override')
    .select('value')
    .where('variable_id', '=', variableId)
    .where('environment_id', '=', environmentId)
    .executeTakeFirst()
  return row?.value as VariableValue | undefined
}

/**
 * Names of the project's environments that the caller may see, and since when there are those environments.
 */
export async function visibleEnvironments(db: Db, grant: Grant): Promise<ReadonlyMap<string, Date>> {
  const { rows } = await sql<{ name: string; since: Date }>`
    select e.name, e.created_at as since from environment e where e.project_id = ${grant.projectId} and ${visibleEnvironment(grant)}`.execute(
    db,
  )
  return new Map(rows.map(({ name, since }) => [name, since]))
}
