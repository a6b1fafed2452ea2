import type { Db } from '../../db/database.ts'
import type { Caller } from '../../http/caller.ts'
import type { Precondition } from '../../http/conditional.ts'
import type { PageRequest } from '../../http/page.ts'
import { badRequest, conflict, notFound, Problem, type ProblemKind } from '../../lib/problem.ts'
import { enterProject } from '../projects/access.ts'
import { filterObjections } from './rules.ts'
import {
  MAX_SHARED_VIEWS,
  MAX_VIEWS,
  type NewSavedView,
  type SavedViewPatch,
  type ViewedList,
} from './schema.ts'
import * as store from './store.ts'

/**
 * Views that callers save for themselves. Who may run pipelines in a project may share one there: all who see
 * its executions see it, its owner alone changes it, and an administrator of the project may delete it.
 */
export function createSavedViews(db: Db) {
  const see = (caller: Caller, projectId: string) => enterProject(db, caller, projectId, 'executions:read')
  const share = (caller: Caller, projectId: string) => enterProject(db, caller, projectId, 'executions:run')

  async function list(
    caller: Caller,
    wanted: { readonly list?: ViewedList | undefined; readonly projectId?: string | undefined },
    page: PageRequest,
  ) {
    if (wanted.projectId !== undefined) await see(caller, wanted.projectId)
    return store.listViews(db, caller, wanted, page)
  }

  /** A view that the caller may see; any other is reported like one that does not exist. */
  async function seen(caller: Caller, id: string, found: store.StoredView | undefined) {
    if (found === undefined) throw notFound('Saved view', id)
    const { isOwn, projectId } = found.view
    if (isOwn) return found
    if (projectId === undefined) throw notFound('Saved view', id)
    await see(caller, projectId).catch((error: unknown) => {
      throw error instanceof Problem && hidden.has(error.kind) ? notFound('Saved view', id) : error
    })
    return found
  }

  async function get(caller: Caller, id: string) {
    return seen(caller, id, await store.findView(db, caller, id))
  }

  async function create(caller: Caller, wanted: NewSavedView) {
    checkFilter(wanted.list, wanted.filter)
    const { projectId } = wanted
    if (projectId !== undefined) await share(caller, projectId)
    return db.transaction().execute(async (tx) => {
      await store.lockCount(tx, caller.principalId)
      if ((await store.countViews(tx, 'principal_id', caller.principalId)) >= MAX_VIEWS)
        throw conflict(`A user has at most ${MAX_VIEWS} saved views; delete one first`)
      if (projectId !== undefined) await checkShared(tx, projectId)
      return store.insertView(tx, caller, wanted)
    })
  }

  async function update(caller: Caller, id: string, patch: SavedViewPatch, precondition: Precondition) {
    const { projectId } = patch
    if (typeof projectId === 'string') await share(caller, projectId)
    return db.transaction().execute(async (tx) => {
      const { view, revision } = await seen(caller, id, await store.lockView(tx, caller, id))
      if (!view.isOwn)
        throw new Problem('forbidden', `Only ${view.owner} can change this view; save a view of your own`)
      precondition.check(revision)
      if (patch.filter !== undefined) checkFilter(view.list, patch.filter)
      if (typeof projectId === 'string' && projectId !== view.projectId) await checkShared(tx, projectId)
      return store.updateView(tx, caller, id, patch)
    })
  }

  async function remove(caller: Caller, id: string, precondition: Precondition): Promise<void> {
    await db.transaction().execute(async (tx) => {
      const { view, revision } = await seen(caller, id, await store.lockView(tx, caller, id))
      if (!view.isOwn) await enterProject(db, caller, view.projectId!, 'project:write')
      precondition.check(revision)
      await store.deleteView(tx, id)
    })
  }

  return { list, get, create, update, remove }
}

/** Why a project is not shown to a caller. */
const hidden: ReadonlySet<ProblemKind> = new Set(['not-found', 'forbidden'])

export type SavedViews = ReturnType<typeof createSavedViews>

function checkFilter(list: ViewedList, filter: NewSavedView['filter']): void {
  const objections = filterObjections(list, filter)
  if (objections.length > 0) throw badRequest(objections)
}

async function checkShared(tx: Db, projectId: string): Promise<void> {
  await store.lockCount(tx, projectId)
  if ((await store.countViews(tx, 'project_id', projectId)) >= MAX_SHARED_VIEWS)
    throw conflict(`A project has at most ${MAX_SHARED_VIEWS} shared views; delete one first`)
}
