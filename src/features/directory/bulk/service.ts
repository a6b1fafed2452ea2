import type { Db } from '../../../db/database.ts'
import { type Precondition, preconditionOf } from '../../../http/conditional.ts'
import { faultFinder } from '../../../http/validation.ts'
import { badRequest, conflict, Problem } from '../../../lib/problem.ts'
import { type DirectoryUser, enterDirectory } from '../access.ts'
import type { ScimResource } from '../resources/service.ts'
import {
  type BulkRequest,
  type BulkResponse,
  MAX_BULK_OPERATIONS,
  messageUrns,
  PatchRequest,
} from '../schema.ts'
import type { Location, Tagged } from '../scim/resource.ts'
import { scimFault } from '../scim/scim-problem.ts'
import { referencesIn, resolved, type Target, targetOf } from './rules.ts'

export interface BulkDependencies {
  readonly db: Db
  readonly users: ScimResource
  readonly groups: ScimResource
  readonly location: Location
  /** How a failed operation is reported. */
  readonly errorOf: (error: unknown) => {
    readonly problem: Problem
    readonly body: { readonly status: string }
  }
}

type Operation = BulkRequest['Operations'][number]
type Outcome = BulkResponse['Operations'][number]
interface Done {
  readonly status: '200' | '201' | '204'
  readonly id: string
  readonly version?: string | undefined
}

const faultsOfPatch = faultFinder(PatchRequest, 'data')
const allNames = {}

/**
 * RFC 7644 §3.7: many changes in one request, in the order given, except that an operation waits for those
 * whose `bulkId` it names. Each is a change of its own: what succeeded stays when another fails.
 */
export function createBulk({ db, users, groups, location, errorOf }: BulkDependencies) {
  async function run(
    caller: DirectoryUser,
    { Operations, failOnErrors }: BulkRequest,
  ): Promise<BulkResponse> {
    await enterDirectory(db, caller)
    if (Operations.length > MAX_BULK_OPERATIONS) throw tooMany(Operations.length)
    const ids = new Map<string, string>()
    const outcomes: Outcome[] = []
    let errors = 0
    let waiting = [...Operations]
    const enough = () => failOnErrors !== undefined && errors >= failOnErrors

    async function attempt(operation: Operation, unresolved: readonly string[]): Promise<void> {
      const target = targetOf(operation.path.replace(/bulkId:[^/]+/, (name) => String(resolved(name, ids))))
      try {
        if (unresolved.length > 0)
          throw conflict(`No operation that succeeded has the bulkId ${unresolved.join(', ')}`)
        if (target === undefined) throw notTaken(operation)
        const done = await perform(caller, operation, target, ids)
        if (operation.bulkId !== undefined) ids.set(operation.bulkId, done.id)
        outcomes.push(succeeded(operation, target, done))
      } catch (error) {
        errors++
        outcomes.push(failed(operation, target, error))
      }
    }

    while (waiting.length > 0 && !enough()) {
      const later: Operation[] = []
      const before = waiting.length
      for (const operation of waiting) {
        if (enough()) break
        const missing = referencesOf(operation).filter((name) => !ids.has(name))
        if (missing.length > 0) later.push(operation)
        else await attempt(operation, [])
      }
      waiting = later
      if (later.length === before) {
        // What is left waits for itself, for each other, or for something that failed.
        const operation = waiting.shift()!
        await attempt(
          operation,
          referencesOf(operation).filter((name) => !ids.has(name)),
        )
      }
    }
    return { schemas: [messageUrns.bulkResponse], Operations: outcomes }
  }

  async function perform(
    caller: DirectoryUser,
    operation: Operation,
    target: Target,
    ids: ReadonlyMap<string, string>,
  ): Promise<Done> {
    const data = resolved(operation.data, ids)
    const precondition = preconditionOf(operation.version)
    return change(caller, operation.method.toUpperCase(), target, data, precondition)
  }

  async function change(
    caller: DirectoryUser,
    method: string,
    { type, id }: Target,
    data: unknown,
    precondition: Precondition,
  ): Promise<Done> {
    const slice = type === 'Users' ? users : groups
    if (method === 'POST' && id === undefined) {
      const created = await slice.create(caller, data, allNames)
      return { status: '201', id: created.id, version: versionOf(created) }
    }
    if (id === undefined || method === 'POST')
      throw scimFault('invalidSyntax', `method: ${method} is not allowed here; create with POST to /${type}`)
    if (method === 'PUT') {
      const version = versionOf(await slice.replace(caller, id, data, precondition, allNames))
      return { status: '200', id, version }
    }
    if (method === 'PATCH') {
      const faults = faultsOfPatch(data)
      if (faults.length > 0) throw badRequest(faults)
      await slice.patch(caller, id, data as PatchRequest, precondition, undefined)
      return { status: '200', id }
    }
    if (method !== 'DELETE')
      throw scimFault('invalidSyntax', `method: ${method} is not POST, PUT, PATCH or DELETE`)
    await slice.remove(caller, id, precondition)
    return { status: '204', id }
  }

  const head = ({ method, bulkId }: Operation) => ({ method, ...(bulkId !== undefined && { bulkId }) })

  const locationOf = (type: Target['type'], id: string) => `${location()}/${type}/${id}`

  const succeeded = (operation: Operation, { type }: Target, { status, id, version }: Done): Outcome => ({
    ...head(operation),
    ...(version !== undefined && { version }),
    location: locationOf(type, id),
    status,
  })

  /** Has the location of what was to be changed; what was to be created has none. */
  function failed(operation: Operation, target: Target | undefined, error: unknown): Outcome {
    const { problem, body } = errorOf(error)
    // An internal error is no answer to one operation: the whole request may be sent again.
    if (problem.kind === 'internal-server-error' || problem.kind === 'service-unavailable') throw error
    const id = target?.id
    return {
      ...head(operation),
      ...(id !== undefined && referencesIn(id).length === 0 && { location: locationOf(target!.type, id) }),
      status: body.status,
      response: body,
    }
  }

  return { run }
}

export type Bulk = ReturnType<typeof createBulk>

/** RFC 7644 §3.7.4: the response names the limit. */
const tooMany = (count: number) =>
  new Problem(
    'payload-too-large',
    `The request has ${count} operations; maxOperations is ${MAX_BULK_OPERATIONS}: send several requests`,
  )

const notTaken = ({ path }: Operation) =>
  scimFault('invalidPath', `path: ${path} is not /Users, /Groups or a resource below them`)

const versionOf = ({ resource }: Tagged): string | undefined =>
  (resource['meta'] as { version?: string } | undefined)?.version

const referencesOf = ({ path, data }: Operation): string[] => [
  ...referencesIn(/bulkId:[^/]+/.exec(path)?.[0]),
  ...referencesIn(data),
]
