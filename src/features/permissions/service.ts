import type { Db } from '../../db/database.ts'
import type { Caller } from '../../http/caller.ts'
import { type Precondition, revisionOf } from '../../http/conditional.ts'
import type { PageRequest } from '../../http/page.ts'
import { notFound } from '../../lib/problem.ts'
import { enterEnvironment } from '../environments/access.ts'
import {
  effectiveAccess,
  enterProject,
  environmentAllows,
  permissionsIn,
  requireSuperAdmin,
} from '../projects/access.ts'
import { findPrincipal, listPrincipals } from './principals-store.ts'
import { explainProject } from './rules.ts'
import type { EnvironmentMember, Member, Permissions, PrincipalsQuery, Roles } from './schema.ts'
import * as store from './store.ts'

export interface EnvironmentPath {
  readonly projectId: string
  readonly environmentName: string
}
/** Administrators of an environment decide who may do what in it. */
const administer = { project: 'environments:read', environment: 'environment:admin' } as const
const nounOf = { USER: 'User', GROUP: 'Group', CREDENTIAL: 'API credential' } as const

export interface StoredRoles {
  readonly roles: Roles
  /**
   * Entity tag of this state. Several operations change roles, and none counts them: it is made of what they
   * are.
   */
  readonly revision: string
}

/**
 * What users, groups and API credentials may do (decisions.md §2): all can have roles, and a user has the
 * strongest of its own and those of its groups. Access to one environment that was granted to the user
 * directly takes precedence.
 */
export function createPermissions(db: Db) {
  async function list(caller: Caller, kind: 'USER' | 'GROUP', page: PageRequest, wanted?: PrincipalsQuery) {
    requireSuperAdmin(caller)
    return listPrincipals(db, kind, page, wanted)
  }

  async function find(caller: Caller, kind: 'USER' | 'GROUP', id: string) {
    requireSuperAdmin(caller)
    const principal = await findPrincipal(db, kind, id)
    if (principal === undefined) throw notFound(nounOf[kind], id)
    return principal
  }

  async function readRoles(caller: Caller, kind: store.Kind, id: string): Promise<StoredRoles> {
    requireSuperAdmin(caller)
    const roles = await store.readRoles(db, kind, id)
    if (roles === undefined) throw notFound(nounOf[kind], id)
    return { roles, revision: revisionOf(roles) }
  }

  async function writeRoles(
    caller: Caller,
    kind: store.Kind,
    id: string,
    wanted: Roles,
    precondition: Precondition,
  ): Promise<StoredRoles> {
    requireSuperAdmin(caller)
    return db.transaction().execute(async (tx) => {
      const principalId = await store.lockPrincipal(tx, kind, id)
      const before = await store.readRoles(tx, kind, id)
      if (principalId === undefined || before === undefined) throw notFound(nounOf[kind], id)
      precondition.check(revisionOf(before))
      await store.writeRoles(tx, principalId, wanted)
      const roles = (await store.readRoles(tx, kind, id))!
      return { roles, revision: revisionOf(roles) }
    })
  }

  /** What a person may do and why. For the person itself and for SUPER_ADMIN. */
  async function explain(caller: Caller, id: string, page: PageRequest): Promise<Permissions> {
    if (caller.principalId !== id) requireSuperAdmin(caller)
    const person = await store.readPerson(db, id)
    if (person === undefined) throw notFound('User', id)
    const admins = person.accountRoles.filter(({ value }) => value === 'SUPER_ADMIN')
    const isSuperAdmin = admins.length > 0
    const role = isSuperAdmin ? 'SUPER_ADMIN' : 'USER'
    const { total, facts } = await store.readProjects(db, id, isSuperAdmin, page)
    const judge = { permissionsIn, effectiveAccess, environmentAllows }
    const adminFrom = admins.map(({ from }) => from)
    return {
      userId: id,
      active: person.active,
      accountRole: role,
      accountRoleFrom: person.accountRoles.filter(({ value }) => value === role).map(({ from }) => from),
      accountPermissions: isSuperAdmin ? ['PROJECT_CREATOR'] : [...person.accountPermissions],
      projects: {
        page: page.page,
        results: facts
          .map((project) => explainProject(project, isSuperAdmin, adminFrom, judge))
          .filter((project) => project !== undefined),
        size: page.size,
        total,
      },
    }
  }

  async function listMembers(caller: Caller, projectId: string, page: PageRequest) {
    return store.listMembers(db, await enterProject(db, caller, projectId, 'project:read'), page)
  }

  async function findMember(caller: Caller, projectId: string, id: string): Promise<Member> {
    const grant = await enterProject(db, caller, projectId, 'project:read')
    const member = await store.findMember(db, grant, id)
    if (member === undefined) throw notFound('Member', id)
    return member
  }

  /**
   * The principals an administrator of the project can give a role in it: active users, groups, credentials.
   */
  async function listCandidates(caller: Caller, projectId: string, part: string, page: PageRequest) {
    await enterProject(db, caller, projectId, 'project:write')
    return store.listCandidates(db, part, page)
  }

  async function putMember(
    caller: Caller,
    projectId: string,
    id: string,
    role: Member['role'],
  ): Promise<void> {
    await store.putMember(db, await enterProject(db, caller, projectId, 'project:write'), id, role)
  }

  async function removeMember(caller: Caller, projectId: string, id: string): Promise<void> {
    const grant = await enterProject(db, caller, projectId, 'project:write')
    if (!(await store.deleteMember(db, grant, id))) throw notFound('Member', id)
  }

  const enter = (caller: Caller, { projectId, environmentName }: EnvironmentPath) =>
    enterEnvironment(db, caller, projectId, environmentName, administer)

  async function listEnvironmentMembers(caller: Caller, path: EnvironmentPath, page: PageRequest) {
    return store.listEnvironmentMembers(db, await enter(caller, path), page)
  }

  /**
   * The principals that an administrator of the environment can grant access to it: the same as for the
   * project.
   */
  async function listEnvironmentCandidates(
    caller: Caller,
    path: EnvironmentPath,
    part: string,
    page: PageRequest,
  ) {
    await enter(caller, path)
    return store.listCandidates(db, part, page)
  }

  async function findEnvironmentMember(
    caller: Caller,
    path: EnvironmentPath,
    id: string,
  ): Promise<EnvironmentMember> {
    const member = await store.findEnvironmentMember(db, await enter(caller, path), id)
    if (member === undefined) throw notFound('Member', id)
    return member
  }

  async function putEnvironmentMember(
    caller: Caller,
    path: EnvironmentPath,
    id: string,
    access: EnvironmentMember['access'],
  ): Promise<void> {
    await store.putEnvironmentMember(db, await enter(caller, path), id, access)
  }

  async function removeEnvironmentMember(caller: Caller, path: EnvironmentPath, id: string): Promise<void> {
    const grant = await enter(caller, path)
    if (!(await store.deleteEnvironmentMember(db, grant, id))) throw notFound('Member', id)
  }

  return {
    list,
    find,
    findMember,
    findEnvironmentMember,
    readRoles,
    writeRoles,
    explain,
    listMembers,
    listCandidates,
    putMember,
    removeMember,
    listEnvironmentMembers,
    listEnvironmentCandidates,
    putEnvironmentMember,
    removeEnvironmentMember,
  }
}

export type PermissionsService = ReturnType<typeof createPermissions>
