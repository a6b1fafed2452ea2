import type { Db } from '../../db/database.ts'
import type { Caller } from '../../http/caller.ts'
import type { Precondition } from '../../http/conditional.ts'
import type { PageRequest } from '../../http/page.ts'
import { conflict, notFound } from '../../lib/problem.ts'
import { requireAnyRole, requireSuperAdmin } from '../projects/access.ts'
import type { NewWebhookTemplate, WebhookTemplatePatch } from './schema.ts'
import * as store from './store.ts'

/**
 * The component's default, a payload written from scratch. No row holds it, so nobody can change or delete
 * it.
 */
const BUILT_IN = '[Custom]'

/** Templates of decisions.md §13: everyone with a role reads them, a SUPER_ADMIN changes them. */
export function createWebhookTemplates(db: Db) {
  const admitToRead = (caller: Caller) => requireAnyRole(db, caller, 'webhook-templates:read')

  async function list(caller: Caller, page: PageRequest, name?: string) {
    await admitToRead(caller)
    return store.listTemplates(db, page, name)
  }

  async function get(caller: Caller, id: string) {
    await admitToRead(caller)
    return present(await store.findTemplate(db, id), id)
  }

  async function create(caller: Caller, wanted: NewWebhookTemplate) {
    requireSuperAdmin(caller)
    checkName(wanted.name)
    return store.insertTemplate(db, wanted, caller.name)
  }

  async function update(caller: Caller, id: string, patch: WebhookTemplatePatch, precondition: Precondition) {
    requireSuperAdmin(caller)
    if (patch.name !== undefined) checkName(patch.name)
    return db.transaction().execute(async (tx) => {
      precondition.check(present(await store.lockTemplate(tx, id), id).revision)
      return store.updateTemplate(tx, id, patch, caller.name)
    })
  }

  async function remove(caller: Caller, id: string, precondition: Precondition) {
    requireSuperAdmin(caller)
    await db.transaction().execute(async (tx) => {
      precondition.check(present(await store.lockTemplate(tx, id), id).revision)
      await store.deleteTemplate(tx, id)
    })
  }

  return { admitToRead, list, get, create, update, remove }
}

export type WebhookTemplates = ReturnType<typeof createWebhookTemplates>

function checkName(name: string): void {
  if (name.trim().toLowerCase() === BUILT_IN.toLowerCase())
    throw conflict(`The template ${BUILT_IN} is built in; choose another name`)
}

function present(found: store.StoredTemplate | undefined, id: string): store.StoredTemplate {
  if (found === undefined) throw notFound('Webhook template', id)
  return found
}
