import type { Db } from '../../../db/database.ts'
import type { Caller } from '../../../http/caller.ts'
import { cursorPage, readCursor } from '../../../http/cursor.ts'
import { enterEnvironment } from '../../environments/access.ts'
import { effectiveAccess, enterProject } from '../../projects/access.ts'
import type { EnvironmentPath } from '../service.ts'
import { explainEnvironmentMember, explainMember } from './rules.ts'
import type { EffectiveMembersQuery } from './schema.ts'
import * as store from './store.ts'

const idOf = ({ id }: { readonly id: string }) => id
const wantedOf = ({ name, paginationToken }: EffectiveMembersQuery) => ({
  ...(name !== undefined && { part: name }),
  ...(paginationToken !== undefined && { after: readCursor(paginationToken) }),
})

/** Everyone with access to a project or an environment, and where each right comes from (decisions.md §2). */
export function createEffectiveMembers(db: Db) {
  /** For everyone who sees the project, like its direct members. */
  async function list(caller: Caller, projectId: string, query: EffectiveMembersQuery) {
    const grant = await enterProject(db, caller, projectId, 'project:read')
    const wanted = wantedOf(query)
    const read = (count: number) => store.listEffectiveMembers(db, grant, { ...wanted, count })
    return cursorPage(query.limit, async (count) => (await read(count)).map(explainMember), idOf)
  }

  /** For administrators of the environment, like its direct grants. */
  async function listOfEnvironment(
    caller: Caller,
    { projectId, environmentName }: EnvironmentPath,
    query: EffectiveMembersQuery,
  ) {
    const purpose = { project: 'environments:read', environment: 'environment:admin' } as const
    const grant = await enterEnvironment(db, caller, projectId, environmentName, purpose)
    const wanted = wantedOf(query)
    const read = (count: number) => store.listEffectiveEnvironmentMembers(db, grant, { ...wanted, count })
    return cursorPage(
      query.limit,
      async (count) =>
        (await read(count)).map(({ level, facts }) =>
          explainEnvironmentMember(facts, level, effectiveAccess),
        ),
      idOf,
    )
  }

  return { list, listOfEnvironment }
}

export type EffectiveMembers = ReturnType<typeof createEffectiveMembers>
