import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { beforeAll, expect, test, vi } from 'vitest'
import { useApi } from '../../../../test/support/api.ts'
import { aProject, publish } from '../../../../test/support/factories.ts'
import { ConnectionError } from '../../../db/errors.ts'
import { silent } from '../../../lib/log.ts'
import type { LookupResult } from '../../../protocol/lookup-messages.ts'
import { PROTOCOL_VERSION, REFERENCES_SINCE_PROTOCOL } from '../../../protocol/messages.ts'
import { createResponder, type RunnerLookups } from './runner-questions.ts'

const api = useApi()
const session = randomUUID() as never
let root: string
let projectId: string

beforeAll(async () => {
  const project = await aProject(api)
  projectId = project.projectId
  const text = 'type: orchestration\npipeline:\n  components:\n    Start: { type: start }\n'
  await publish(api, projectId, { 'p.orch.yaml': text })
  const body = { pipelineName: 'p', environmentName: 'Development' }
  const path = `/v1/projects/${projectId}/pipeline-executions`
  const started = await api.call<{ pipelineExecutionId: string }>('POST', path, { body })
  root = started.body.pipelineExecutionId
  await api.db
    .insertInto('runner_session')
    .values({
      id: session,
      runner_id: project.agentId,
      instance: 'test',
      agent_version: '1',
      capacity: 1,
    } as never)
    .execute()
})

const hold = (held: boolean) =>
  api.db
    .updateTable('execution')
    .set({ status: held ? 'RUNNING' : 'QUEUED', session_id: held ? session : null } as never)
    .where('id', '=', root)
    .execute()

interface Asked {
  readonly secret?: RunnerLookups['secret']
  readonly protocol?: number
  readonly isOpen?: boolean
}

const namedValue = async (project: string, name: string) => ({ value: `${name} of ${project}` })

function ask(asked: Asked = {}): Promise<LookupResult> {
  const { secret = namedValue, protocol = PROTOCOL_VERSION, isOpen = true } = asked
  return new Promise((resolve) => {
    const lookups = {
      secret,
      connection: async () => undefined,
      connector: async () => undefined,
      sharedPipeline: async () => ({ fault: 'there is none' }),
      oauthToken: async () => ({ fault: 'pending' }),
    }
    const responder = createResponder({
      db: api.db,
      log: silent,
      lookups,
      placeOf: async () => undefined,
      send: resolve,
      isOpen: () => isOpen,
      protocol,
    })
    responder.take(session, { kind: 'secret-wanted', ask: 7, root, name: 'token' })
  })
}

test('a session gets secrets of the projects whose executions it holds, and of no other', async () => {
  await hold(false)
  expect(await ask()).toMatchObject({ kind: 'unanswered', ask: 7 })
  await hold(true)
  expect(await ask()).toEqual({ kind: 'secret', ask: 7, value: `token of ${projectId}` })
})

test('a runner that does not know references is not told of one, but why it gets no secret', async () => {
  await hold(true)
  const reference = { secretName: 'orders', secretKey: 'password' }
  const secret = async () => ({ reference })
  expect(await ask({ secret, protocol: REFERENCES_SINCE_PROTOCOL })).toEqual({
    kind: 'secret',
    ask: 7,
    reference,
  })
  expect(await ask({ secret, protocol: REFERENCES_SINCE_PROTOCOL - 1 })).toMatchObject({
    kind: 'unanswered',
    reason: expect.stringMatching(/"token" is a secret reference.*update the runner/),
  })
})

test('F4: a question is answered when the database is there again, unless the runner asks elsewhere', async () => {
  await hold(true)
  const failing = (failures: number): RunnerLookups['secret'] => {
    let asked = 0
    return async (project, name) => {
      if (asked++ < failures) throw new ConnectionError(new Error('Connection terminated unexpectedly'))
      return namedValue(project, name)
    }
  }
  expect(await ask({ secret: failing(2) })).toMatchObject({ kind: 'secret', value: `token of ${projectId}` })
  expect(await ask({ secret: failing(1), isOpen: false })).toMatchObject({ kind: 'unanswered' })
})

const failed = (code: string) => Object.assign(new pg.DatabaseError('failed', 6, 'error'), { code })

test.each([['57014'], ['XX001']])(
  'a lookup that ends with %s each time is given up after a few attempts',
  async (code) => {
    await hold(true)
    let attempts = 0
    const secret = async () => {
      attempts++
      throw failed(code)
    }
    expect(await ask({ secret })).toMatchObject({
      kind: 'unanswered',
      reason: expect.stringContaining('log'),
    })
    expect(attempts).toBe(5)
  },
)

test('a lookup waits ten minutes for the database, and no longer', async () => {
  await hold(true)
  const start = performance.now()
  const minutes = [1, 9, 10]
  using now = vi.spyOn(performance, 'now')
  const secret = async () => {
    now.mockReturnValue(start + minutes.shift()! * 60_000 + 1_000)
    throw failed('57P03')
  }
  expect(await ask({ secret })).toMatchObject({ kind: 'unanswered', ask: 7 })
  expect(minutes).toEqual([])
})
