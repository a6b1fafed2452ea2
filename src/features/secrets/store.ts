import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import { onUniqueViolation } from '../../db/errors.ts'
import { orderedBy } from '../../db/order.ts'
import type { Page, PageRequest } from '../../http/page.ts'
import { orderOf } from '../../http/sort.ts'
import { conflict } from '../../lib/problem.ts'
import type { Grant } from '../projects/access.ts'
import type { Secret, SecretSort } from './schema.ts'

export interface StoredSecret {
  readonly id: string
  readonly secret: Secret
  /** Entity tag of this state. */
  readonly revision: string
}

interface Row {
  id: string
  name: string
  description: string
  updated_at: Date
  updated_by: string
  version: number | string
}

const secretOf = ({ id, name, description, updated_at, updated_by, version }: Row): StoredSecret => ({
  id,
  secret: { name, description, updatedAt: updated_at.toISOString(), updatedBy: updated_by },
  revision: String(version),
})

const columns = ['id', 'name', 'description', 'updated_at', 'updated_by', 'version'] as const
/** Names are unique without regard to case. */
const named = (name: string) => sql<boolean>`lower(name) = lower(${name})`

/** For each order an index of the project's secrets; names are unique. */
const orders = { name: [sql`lower(name)`], updatedAt: [sql`updated_at`, sql`lower(name)`] } as const

/** A project's secrets without their values, by name unless another order is asked for. */
export async function listSecrets(
  db: Db,
  { projectId }: Grant<'secrets:read'>,
  page: PageRequest,
  sort?: SecretSort,
): Promise<Page<Secret>> {
  const order = orderOf(sort, 'name')
  const [rows, { total }] = await Promise.all([
    db
      .selectFrom('secret')
      .select(columns)
      .where('project_id', '=', projectId)
      .orderBy(orderedBy(order, orders[order.by]))
      .limit(page.size)
      .offset(page.offset)
      .execute(),
    db
      .selectFrom('secret')
      .select((eb) => eb.fn.countAll<number>().as('total'))
      .where('project_id', '=', projectId)
      .executeTakeFirstOrThrow(),
  ])
  return { page: page.page, results: rows.map((row) => secretOf(row).secret), size: page.size, total }
}

export async function findSecret(
  db: Db,
  { projectId }: Grant,
  name: string,
): Promise<StoredSecret | undefined> {
  const row = await db
    .selectFrom('secret')
    .select(columns)
    .where('project_id', '=', projectId)
    .where(named(name))
    .executeTakeFirst()
  return row && secretOf(row)
}

export interface SealedSecret {
  readonly id: string
  readonly name: string
  readonly description: string | undefined
  readonly valueEncrypted: Buffer
}

export async function insertSecret(
  db: Db,
  { projectId, caller }: Grant<'secrets:write'>,
  { id, name, description, valueEncrypted }: SealedSecret,
): Promise<StoredSecret> {
  const row = await db
    .insertInto('secret')
    .values({
      id,
      project_id: projectId,
      name,
      description: description ?? '',
      value_encrypted: valueEncrypted,
      updated_by: caller.name,
    })
    .returning(columns)
    .executeTakeFirstOrThrow()
    .catch(
      onUniqueViolation('secret_name', () =>
        conflict(
          `There is already a secret or a secret reference ${name} in this project; choose another name, or change the value with PUT`,
        ),
      ),
    )
  return secretOf(row)
}

/** Gives a secret another value; an absent description stays. Undefined when it is gone. */
export async function updateSecret(
  tx: Db,
  { projectId, caller }: Grant<'secrets:write'>,
  { id, description, valueEncrypted }: SealedSecret,
): Promise<StoredSecret | undefined> {
  const row = await tx
    .updateTable('secret')
    .set((eb) => ({
      value_encrypted: valueEncrypted,
      ...(description !== undefined && { description }),
      version: eb('version', '+', 1),
      updated_at: sql`now()`,
      updated_by: caller.name,
    }))
    .where('project_id', '=', projectId)
    .where('id', '=', id)
    .returning(columns)
    .executeTakeFirst()
  return row && secretOf(row)
}

/** Whether there was such a secret. */
export async function deleteSecret(
  tx: Db,
  { projectId }: Grant<'secrets:write'>,
  name: string,
): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('secret')
    .where('project_id', '=', projectId)
    .where(named(name))
    .executeTakeFirst()
  return numDeletedRows === 1n
}

/** The sealed value, for a runner that holds an execution of the project. */
export async function readSealedValue(
  db: Db,
  projectId: string,
  name: string,
): Promise<Pick<SealedSecret, 'id' | 'valueEncrypted'> | undefined> {
  return db
    .selectFrom('secret')
    .select(['id', 'value_encrypted as valueEncrypted'])
    .where('project_id', '=', projectId)
    .where(named(name))
    .executeTakeFirst()
}

/** Keeps the named secret from being changed until the transaction ends. */
export async function lockSecret(
  tx: Db,
  { projectId }: Grant,
  name: string,
): Promise<StoredSecret | undefined> {
  const row = await tx
    .selectFrom('secret')
    .select(columns)
    .where('project_id', '=', projectId)
    .where(named(name))
    .forUpdate()
    .executeTakeFirst()
  return row && secretOf(row)
}
