import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import { onUniqueViolation } from '../../db/errors.ts'
import type { Page, PageRequest } from '../../http/page.ts'
import { newId } from '../../lib/ids.ts'
import { conflict } from '../../lib/problem.ts'
import type { Grant } from '../projects/access.ts'
import type { NewSecretReference, SecretReference } from './reference-schema.ts'

export interface StoredReference {
  readonly reference: SecretReference
  /** Entity tag: a reference never changes, and another one of its name is another state. */
  readonly revision: string
}

interface Row {
  id: string
  name: string
  description: string
  runner_id: string | null
  agent_type: string | null
  secret_name: string
  secret_key: string | null
  created_at: Date
  created_by: string
}

const columns = [
  'id',
  'name',
  'description',
  'runner_id',
  'agent_type',
  'secret_name',
  'secret_key',
  'created_at',
  'created_by',
] as const

const referenceOf = (row: Row): StoredReference => ({
  reference: {
    name: row.name,
    description: row.description,
    secretReferenceType: 'PASSWORD',
    secretName: row.secret_name,
    ...(row.secret_key !== null && { secretKey: row.secret_key }),
    ...(row.runner_id !== null && { agentId: row.runner_id }),
    ...(row.agent_type !== null && { agentType: row.agent_type as SecretReference['agentType'] & string }),
    createdAt: row.created_at.toISOString(),
    createdBy: row.created_by,
  },
  revision: row.id,
})

/** Names are unique without regard to case. */
const named = (name: string) => sql<boolean>`lower(name) = lower(${name})`

/** A project's secret references by name. */
export async function listReferences(
  db: Db,
  { projectId }: Grant<'secrets:read'>,
  page: PageRequest,
): Promise<Page<SecretReference>> {
  const own = db.selectFrom('secret_reference').where('project_id', '=', projectId)
  const [rows, { total }] = await Promise.all([
    own.select(columns).orderBy(sql`lower(name)`).limit(page.size).offset(page.offset).execute(),
    own.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow(),
  ])
  return { page: page.page, results: rows.map((row) => referenceOf(row).reference), size: page.size, total }
}

const findRow = (db: Db, projectId: string, name: string) =>
  db.selectFrom('secret_reference').select(columns).where('project_id', '=', projectId).where(named(name))

/** For callers that entered the project, and for runners that hold an execution of it. */
export async function findReference(
  db: Db,
  projectId: string,
  name: string,
): Promise<StoredReference | undefined> {
  const row = await findRow(db, projectId, name).executeTakeFirst()
  return row && referenceOf(row)
}

/** Keeps the reference from being deleted until the transaction ends. */
export async function lockReference(
  tx: Db,
  { projectId }: Grant<'secrets:write'>,
  name: string,
): Promise<StoredReference | undefined> {
  const row = await findRow(tx, projectId, name).forUpdate().executeTakeFirst()
  return row && referenceOf(row)
}

export async function insertReference(
  db: Db,
  { projectId, caller }: Grant<'secrets:write'>,
  name: string,
  { description, agentId, agentType, secretName, secretKey }: NewSecretReference,
): Promise<StoredReference> {
  const row = await db
    .insertInto('secret_reference')
    .values({
      id: newId(),
      project_id: projectId,
      name,
      description: description ?? '',
      runner_id: agentId ?? null,
      agent_type: agentType ?? null,
      secret_name: secretName,
      secret_key: secretKey ?? null,
      created_by: caller.name,
    })
    .returning(columns)
    .executeTakeFirstOrThrow()
    .catch(
      onUniqueViolation('secret_reference_name', () =>
        conflict(
          `There is already a secret or a secret reference ${name} in this project; choose another name`,
        ),
      ),
    )
  return referenceOf(row)
}

export async function deleteReference(
  tx: Db,
  { projectId }: Grant<'secrets:write'>,
  name: string,
): Promise<void> {
  await tx.deleteFrom('secret_reference').where('project_id', '=', projectId).where(named(name)).execute()
}

export async function runnerExists(db: Db, id: string): Promise<boolean> {
  const row = await db.selectFrom('runner').select('id').where('id', '=', id).executeTakeFirst()
  return row !== undefined
}
