import type { Db } from '../../db/database.ts'
import type { Caller } from '../../http/caller.ts'
import { type Precondition, revisionOf } from '../../http/conditional.ts'
import type { PageRequest } from '../../http/page.ts'
import { conflict, notFound } from '../../lib/problem.ts'
import { enterProject, type Grant, requireAccountPermission } from './access.ts'
import type { NewProject, Project, ProjectPatch } from './schema.ts'
import * as store from './store.ts'

/** Use cases of decisions.md §5, projects. */
export function createProjects(db: Db) {
  async function get(caller: Caller, id: string): Promise<Project> {
    const project = await store.findProject(db, await enterProject(db, caller, id, 'project:read'))
    if (project === undefined) throw notFound('Project', id)
    return project
  }

  async function create(caller: Caller, project: NewProject) {
    await requireAccountPermission(db, caller, 'PROJECT_CREATOR')
    const projectId = await store.insertProject(db, caller, project)
    return { projectId, ...(await get(caller, projectId)) }
  }

  /** Does `work` with the project locked, when it is still as the caller has read it. */
  const changing = <T>(
    grant: Pick<Grant, 'projectId'>,
    precondition: Precondition,
    work: (tx: Db) => Promise<T>,
  ): Promise<T> =>
    db.transaction().execute(async (tx) => {
      const present = await store.lockProject(tx, grant)
      if (present === undefined) throw notFound('Project', grant.projectId)
      precondition.check(revisionOf(present))
      return work(tx)
    })

  async function update(caller: Caller, id: string, patch: ProjectPatch, precondition: Precondition) {
    const grant = await enterProject(db, caller, id, 'project:write')
    await changing(grant, precondition, (tx) => store.updateProject(tx, grant, patch))
    return get(caller, id)
  }

  async function remove(caller: Caller, id: string, precondition: Precondition): Promise<void> {
    const grant = await enterProject(db, caller, id, 'project:delete')
    if (await changing(grant, precondition, (tx) => store.deleteProject(tx, grant))) return
    throw conflict(
      'Executions of this project are queued or running; cancel them or wait for them, then delete the project',
    )
  }

  return {
    list: (caller: Caller, page: PageRequest, name?: string) => store.listProjects(db, caller, page, name),
    get,
    create,
    update,
    remove,
  }
}

export type Projects = ReturnType<typeof createProjects>
