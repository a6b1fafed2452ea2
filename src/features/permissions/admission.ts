import type { FastifyRequest } from 'fastify'
import type { Db } from '../../db/database.ts'
import { callerOf } from '../../http/bearer.ts'
import type { AccountPermission } from '../../http/caller.ts'
import { Problem } from '../../lib/problem.ts'
import { enterEnvironment } from '../environments/access.ts'
import {
  type EnvironmentPermission,
  enterProject,
  type ProjectPermission,
  requireAccountPermission,
  requireSuperAdmin,
} from '../projects/access.ts'

interface ProjectNeed {
  readonly project: ProjectPermission
  readonly environment?: EnvironmentPermission
  /** The environment, for operations that do not name it in their path. */
  readonly environmentName?: (request: FastifyRequest) => unknown
}

/** What an operation needs; a function throws unless the caller has it. */
export type Needs =
  | { readonly account: 'SUPER_ADMIN' | AccountPermission }
  | ProjectNeed
  | ((request: FastifyRequest) => unknown)

declare module 'fastify' {
  interface FastifyContextConfig {
    /**
     * What the caller needs, decided before body and query are validated (decisions.md §2). Without it, an
     * operation of a project needs that the caller sees the project, and others nothing.
     */
    needs?: Needs
  }
}

/** Throws unless the caller of a request has what its operation needs. */
export const createAdmission =
  (db: Db) =>
  async (request: FastifyRequest): Promise<void> => {
    const needs = request.routeOptions.config.needs ?? leastNeeds(request)
    if (needs === undefined) return
    if (typeof needs === 'function') await needs(request)
    else if ('project' in needs) await admitToProject(db, request, needs)
    else if (needs.account === 'SUPER_ADMIN') requireSuperAdmin(callerOf(request))
    else await requireAccountPermission(db, callerOf(request), needs.account)
  }

/** What every operation of a project needs at least. */
const leastNeeds = ({ params }: FastifyRequest): Needs | undefined =>
  Object.hasOwn(Object(params), 'projectId') ? { project: 'project:read' } : undefined

async function admitToProject(
  db: Db,
  request: FastifyRequest,
  { project, environment, environmentName = namedInContent }: ProjectNeed,
): Promise<void> {
  const caller = callerOf(request)
  const { projectId, environmentName: inPath } = request.params as Record<string, string>
  await enterProject(db, caller, projectId!, project)
  const name = inPath ?? environmentName(request)
  if (environment === undefined || typeof name !== 'string') return
  await enterEnvironment(db, caller, projectId!, name, { project, environment }).catch((error: unknown) => {
    // A name in the content may itself be one of its faults.
    if (inPath !== undefined || (error instanceof Problem && error.kind === 'forbidden')) throw error
  })
}

const namedInContent = ({ body, headers }: FastifyRequest): unknown =>
  (body as { environmentName?: unknown } | null | undefined)?.environmentName ?? headers['environmentname']
