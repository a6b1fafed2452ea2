import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import { onUniqueViolation } from '../../db/errors.ts'
import type { Page, PageRequest } from '../../http/page.ts'
import { newId } from '../../lib/ids.ts'
import { conflict } from '../../lib/problem.ts'
import type { NewWebhookTemplate, WebhookTemplate, WebhookTemplatePatch } from './schema.ts'

export interface StoredTemplate {
  readonly template: WebhookTemplate
  /** Entity tag of this state. */
  readonly revision: string
}

interface Row {
  id: string
  name: string
  payload: string
  updated_at: Date
  updated_by: string
  version: number | string
}

const templateOf = ({ id, name, payload, updated_at, updated_by, version }: Row): StoredTemplate => ({
  template: { id, name, payload, updatedAt: updated_at.toISOString(), updatedBy: updated_by },
  revision: String(version),
})

const columns = ['id', 'name', 'payload', 'updated_at', 'updated_by', 'version'] as const

/** The templates by name; with `name`, the one that has it. */
export async function listTemplates(
  db: Db,
  page: PageRequest,
  name?: string,
): Promise<Page<WebhookTemplate>> {
  const isNamed = name === undefined ? sql<boolean>`true` : sql<boolean>`lower(name) = lower(${name})`
  const [rows, { total }] = await Promise.all([
    db
      .selectFrom('webhook_template')
      .select(columns)
      .where(isNamed)
      .orderBy(sql`lower(name)`)
      .limit(page.size)
      .offset(page.offset)
      .execute(),
    db
      .selectFrom('webhook_template')
      .select((eb) => eb.fn.countAll<number>().as('total'))
      .where(isNamed)
      .executeTakeFirstOrThrow(),
  ])
  return { page: page.page, results: rows.map((row) => templateOf(row).template), size: page.size, total }
}

export async function findTemplate(db: Db, id: string): Promise<StoredTemplate | undefined> {
  const row = await db.selectFrom('webhook_template').select(columns).where('id', '=', id).executeTakeFirst()
  return row && templateOf(row)
}

/** Keeps the template from being changed until the transaction ends. */
export async function lockTemplate(tx: Db, id: string): Promise<StoredTemplate | undefined> {
  const row = await tx
    .selectFrom('webhook_template')
    .select(columns)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  return row && templateOf(row)
}

export async function insertTemplate(
  db: Db,
  { name, payload }: NewWebhookTemplate,
  updatedBy: string,
): Promise<StoredTemplate> {
  const row = await db
    .insertInto('webhook_template')
    .values({ id: newId(), name, payload, updated_by: updatedBy })
    .returning(columns)
    .executeTakeFirstOrThrow()
    .catch(onUniqueViolation('webhook_template_name', () => nameTaken(name)))
  return templateOf(row)
}

/** Changes a locked template; what is absent stays. */
export async function updateTemplate(
  tx: Db,
  id: string,
  { name, payload }: WebhookTemplatePatch,
  updatedBy: string,
): Promise<StoredTemplate> {
  const row = await tx
    .updateTable('webhook_template')
    .set((eb) => ({
      ...(name !== undefined && { name }),
      ...(payload !== undefined && { payload }),
      version: eb('version', '+', 1),
      updated_at: sql`now()`,
      updated_by: updatedBy,
    }))
    .where('id', '=', id)
    .returning(columns)
    .executeTakeFirstOrThrow()
    .catch(onUniqueViolation('webhook_template_name', () => nameTaken(name ?? '')))
  return templateOf(row)
}

export async function deleteTemplate(tx: Db, id: string): Promise<void> {
  await tx.deleteFrom('webhook_template').where('id', '=', id).execute()
}

const nameTaken = (name: string) =>
  conflict(`There is already a webhook template ${name}; choose another name`)
