import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { useApi } from '../../../../test/support/api.ts'
import { queuedExecutions } from '../../../../test/support/executions.ts'
import { aProject, aPublishedProject, publish } from '../../../../test/support/factories.ts'
import { orchestration, start } from '../../../../test/support/pipelines.ts'
import { rowsRead } from '../../../../test/support/rows-read.ts'
import type { Db } from '../../../db/database.ts'
import type { Caller } from '../../../http/caller.ts'
import { type ClientId, newId } from '../../../lib/ids.ts'
import { enterProject } from '../../projects/access.ts'
import { cancelExecutions } from './cancel-store.ts'

const api = useApi()
let executions: string
let projectId: string

beforeAll(async () => {
  projectId = (await aProject(api)).projectId
  executions = `/v1/projects/${projectId}/pipeline-executions`
  const files = {
    'P.orch.yaml': orchestration({ Start: start() }),
    'Q.orch.yaml': orchestration({ Start: start() }),
  }
  await publish(api, projectId, files)
})

async function queue(pipelineName: string, status?: 'RUNNING'): Promise<string> {
  const answer = await api.call('POST', executions, {
    body: { pipelineName, environmentName: 'Development' },
  })
  const id = String(answer.body['pipelineExecutionId'])
  if (status !== undefined)
    await api.db.updateTable('execution').set({ status, session_id: newId() }).where('id', '=', id).execute()
  return id
}
const cancel = async (body: object) => (await api.call('POST', `${executions}/cancellations`, { body })).body
const statusOf = async (id: string) => (await api.call('GET', `/v1/pipeline-executions/${id}`)).body['status']

test('matching queued executions are cancelled, running ones end later, others continue', async () => {
  const [waiting, running, other] = [await queue('P'), await queue('P', 'RUNNING'), await queue('Q')]
  expect(await cancel({ pipelineName: 'p' })).toEqual({ cancelled: 1, cancelling: 1, more: false })
  expect(await Promise.all([waiting, running, other].map(statusOf))).toEqual([
    'CANCELLED',
    'CANCELLING',
    'QUEUED',
  ])
  expect(await cancel({ pipelineName: 'P' })).toEqual({ cancelled: 0, cancelling: 0, more: false })
  expect(await cancel({ forceUpdate: true })).toEqual({ cancelled: 2, cancelling: 0, more: false })
})

test('F21: one request cancels no more than it may, and says that there is more', async () => {
  for (let i = 0; i < 3; i++) await queue('P')
  expect(await cancel({ limit: 2 })).toMatchObject({ cancelled: 2, more: true })
  expect(await cancel({ limit: 2 })).toMatchObject({ cancelled: 1, more: false })
})

test('another project and a reader are left out', async () => {
  const other = await aProject(api)
  const id = await queue('P')
  const path = `/v1/projects/${other.projectId}/pipeline-executions/cancellations`
  expect((await api.call('POST', path, { body: {} })).body).toMatchObject({ cancelled: 0 })
  const { token } = await api.credential({ projectRoles: [{ projectId, role: 'READ_ONLY' }] })
  expect((await api.call('POST', `${executions}/cancellations`, { body: {}, token })).status).toBe(403)
  expect(await statusOf(id)).toBe('QUEUED')
})

test.each<{ readonly status?: readonly ['QUEUED'] }>([{}, { status: ['QUEUED'] }])(
  'F21: cancelling some with %j reads little more than those, whatever has ended before and however many wait',
  async (status) => {
    const place = await aPublishedProject(api)
    await queuedExecutions(api.db, place, 6_000)
    const principalId = newId()
    const caller: Caller = {
      kind: 'CREDENTIAL',
      principalId,
      clientId: principalId as ClientId,
      name: 'test',
      accountRole: 'SUPER_ADMIN',
    }
    const grant = await enterProject(api.db, caller, place.projectId, 'executions:cancel')
    const some = { environmentName: 'Development', ...status }
    const cancel = (limit: number) => (tx: Db) => cancelExecutions(tx, grant, some, false, limit)
    // What the planner knows is of the time before: cancelling is quicker than autovacuum.
    await sql`vacuum analyze execution`.execute(api.db)
    await api.db.transaction().execute(cancel(3_000))
    // Who comes across entries of old versions of rows marks them, unless some transaction may still see
    // those: then one is read for each that has ended, and nothing more. Passing what ended reads several.
    await api.db.transaction().execute(cancel(100))
    const read = await rowsRead(api.db, 'execution', cancel(100))
    expect(read).toBeLessThan(5_000)
  },
)

test('F21: what was queued by mistake is cancelled by filter, as many a request as it says, and nothing else is', async () => {
  const place = await aPublishedProject(api)
  await queuedExecutions(api.db, place, 5_000)
  const other = await queue('Q')
  const path = `/v1/projects/${place.projectId}/pipeline-executions/cancellations`
  const parts: unknown[] = []
  for (let more = true; more; ) {
    const { body } = await api.call<{ more: boolean }>('POST', path, {
      body: { status: 'QUEUED', pipelineName: 'P', limit: 1_000 },
    })
    parts.push(body)
    more = body.more
  }
  const full = { cancelled: 1_000, cancelling: 0, more: true }
  expect(parts).toEqual([full, full, full, full, full, { cancelled: 0, cancelling: 0, more: false }])
  const left = await api.db
    .selectFrom('execution')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('project_id', '=', place.projectId)
    .where('status', '<>', 'CANCELLED')
    .executeTakeFirstOrThrow()
  expect(Number(left.count)).toBe(0)
  expect(await statusOf(other)).toBe('QUEUED')
})
