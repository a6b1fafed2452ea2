import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { useApi } from '../support/api.ts'
import type { Operation, Parameter } from '../support/document.ts'
import { undocumented } from '../support/documented.ts'
import { aProject } from '../support/factories.ts'
import { type Least, leastRoles, type Rank, ranks } from '../support/least-roles.ts'
import { minimalSampleOf, type SampleSchema } from '../support/minimal-sample.ts'
import { guarded as operations } from '../support/operations.ts'

/**
 * Who may do what (decisions.md §2): `test/support/least-roles.ts` has a row for every operation, and each is
 * tried by every role.
 */
const leastOf = new Map(Object.entries(leastRoles))

const api = useApi()
const callers = {} as Record<Rank, { token: string; principalId: string }>

beforeAll(async () => {
  for (const rank of ranks) {
    const accountRole = rank === 'SUPER_ADMIN' ? 'SUPER_ADMIN' : 'USER'
    const { token, clientId } = await api.credential({ accountRole })
    const row = await api.db
      .selectFrom('api_credential')
      .select('principal_id')
      .where('client_id', '=', clientId)
      .executeTakeFirstOrThrow()
    callers[rank] = { token, principalId: row.principal_id }
  }
})

/** A project in which every caller has its role, and the caller without one has none anywhere. */
async function aSharedProject() {
  const project = await aProject(api)
  const { principalId: withoutRole } = callers.NO_ROLE
  await api.db.deleteFrom('project_role').where('principal_id', '=', withoutRole).execute()
  await api.db
    .insertInto('project_role')
    .values(
      (['READ_ONLY', 'CONTRIBUTOR', 'ADMIN'] as const).map((role) => ({
        project_id: project.projectId,
        principal_id: callers[role].principalId,
        role,
      })),
    )
    .execute()
  return project
}

/** A request that is refused for nothing but a missing role, as far as its schema can tell. */
function requestOf(
  { method, path, parameters = [], requestBody }: Operation,
  project: { projectId: string; agentId: string },
) {
  const own: Record<string, unknown> = {
    projectId: project.projectId,
    defaultAgentId: project.agentId,
    environmentName: 'Development',
    id: randomUUID(),
    trackVersion: '1.0',
    accessTokenUrl: 'https://example.com/token',
    op: 'remove',
    name: `something-${randomUUID().slice(0, 8)}`,
  }
  const value = ({ name, schema = {} }: Parameter) =>
    String(own[name] ?? minimalSampleOf(schema as SampleSchema, own))
  const required = (where: string) => parameters.filter((one) => one.in === where && one.required === true)
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(value(parameters.find((one) => one.name === name)!)),
  )
  const query = required('query').map((one) => `${one.name}=${encodeURIComponent(value(one))}`)
  const headers = Object.fromEntries(required('header').map((one) => [one.name, value(one)]))
  const content = requestBody?.content
  const schema = content?.['application/json']?.schema
  const body = schema === undefined ? undefined : minimalSampleOf(schema as SampleSchema, own)
  const form = new FormData()
  form.append('a.txt', new Blob(['a']), 'a.txt')
  return {
    path: `${filled}?${query.join('&')}`,
    headers: { 'git-provider-access-token': 'a-token', ...headers },
    body: method === 'POST' && path.endsWith('/artifacts') ? form : body,
  }
}

async function statusesOf(operation: Operation): Promise<Record<Rank, number>> {
  const { path, headers, body } = requestOf(operation, await aSharedProject())
  const statuses = {} as Record<Rank, number>
  // The weakest first: the strongest may delete what it is about.
  for (const rank of ranks) {
    const { token } = callers[rank]
    const answer = await api.call(operation.method, path, {
      token,
      headers,
      ...(body !== undefined && { body }),
    })
    expect(undocumented(operation, answer)).toEqual([])
    statuses[rank] = answer.status
  }
  return statuses
}

/** Whether a caller of this rank may do what needs at least that much. */
function mayDo(rank: Rank, least: Least): boolean {
  if (least === 'A_PERSON') return false // callers here are credentials
  if (least === 'ANYONE') return true
  return ranks.indexOf(rank) >= ranks.indexOf(least === 'ANY_PROJECT' ? 'READ_ONLY' : least)
}

interface Faulty {
  readonly body: unknown
  readonly headers?: Readonly<Record<string, string>>
}

/** What anybody can get wrong, whoever it is; only the first body still says which environment is meant. */
const faulty = {
  'an unknown member': (body: object) => ({ body: { ...body, thisIsNoFieldOfOurs: 1 } }),
  'no object': () => ({ body: '[]' }),
  'broken JSON': () => ({ body: '{"a":' }),
  'another media type': () => ({ body: '<a/>', headers: { 'content-type': 'text/xml' } }),
} satisfies Record<string, (body: object) => Faulty>

/** A query that has a value of another type than it must. */
function queryWithFaultOf({ parameters = [] }: Operation): string | undefined {
  const isFaulty = ({ type = '', format = '' }: NonNullable<Parameter['schema']>) =>
    ['integer', 'boolean'].includes(type) || ['date-time', 'uuid'].includes(format)
  const one = parameters.find((parameter) => parameter.in === 'query' && isFaulty(parameter.schema ?? {}))
  return one && `${one.name}=neither`
}

/** Here a contributor may not in the environment that the body names; without one nothing can be decided. */
const decidedByBody = [
  'automatePublication',
  'createOrUpdateConnectionOverride',
  'createPipelineExecution',
  'createSchedule',
  'createTestExecution',
  'createTrigger',
  'listDatabaseTables',
  'previewTrigger',
  'replaceConnectionOverride',
  'takeSample',
]
/** Whoever sees the project may ask; each environment in the body is decided alone (`failedOverride`). */
const decidedByParts = 'createOrUpdateEnvironmentOverrides'

test('every operation has a row, and every row an operation', () => {
  expect([...leastOf.keys()].sort()).toEqual(operations.map(({ operationId }) => operationId).sort())
})

describe.each(operations.map((operation) => ({ operation, id: operation.operationId })))(
  '$id',
  ({ operation, id }) => {
    test(`needs ${leastOf.get(id)}`, async () => {
      const statuses = await statusesOf(operation)
      const least = leastOf.get(id)!
      for (const rank of ranks) {
        const status = statuses[rank]
        if (mayDo(rank, least)) expect([rank, status], 'is let in').not.toEqual([rank, 403])
        else if (rank === 'NO_ROLE' || statuses.SUPER_ADMIN === 404)
          expect([403, 404], `${rank} is rejected, or gets 404`).toContain(status)
        else expect([rank, status], 'is refused').toEqual([rank, 403])
        expect(status).not.toBe(401)
        if (status !== 501) expect(status).toBeLessThan(500)
      }
    })

    const faultyQuery = queryWithFaultOf(operation)
    test.runIf(faultyQuery !== undefined)('decides permission before it looks at the query', async () => {
      const { path, headers, body } = requestOf(operation, await aSharedProject())
      for (const rank of ranks.filter((one) => !mayDo(one, leastOf.get(id)!))) {
        if (rank === 'READ_ONLY' && id === decidedByParts) continue
        const sent = { token: callers[rank].token, headers, ...(body !== undefined && { body }) }
        const { status } = await api.call(operation.method, `${path}&${faultyQuery}`, sent)
        expect([403, 404], `${rank} with ${faultyQuery}`).toContain(status)
      }
    })

    test.runIf(['POST', 'PUT', 'PATCH'].includes(operation.method))(
      'decides permission before it looks at the body',
      async () => {
        const { path, headers, body } = requestOf(operation, await aSharedProject())
        for (const rank of ranks.filter((one) => !mayDo(one, leastOf.get(id)!)))
          for (const [fault, requestWith] of Object.entries(faulty)) {
            const isNamed = fault === 'an unknown member'
            if (rank === 'CONTRIBUTOR' && decidedByBody.includes(id) && !isNamed) continue
            if (rank === 'READ_ONLY' && id === decidedByParts) continue
            const { token } = callers[rank]
            const request: Faulty = requestWith(Object(body))
            const sent = { ...request, token, headers: { ...headers, ...request.headers } }
            const { status } = await api.call(operation.method, path, sent)
            expect([403, 404], `${rank} with ${fault}`).toContain(status)
          }
      },
    )
  },
)
