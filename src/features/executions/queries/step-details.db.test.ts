import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { useApi } from '../../../../test/support/api.ts'
import { queuedExecutions } from '../../../../test/support/executions.ts'
import { aPublishedProject, publish } from '../../../../test/support/factories.ts'
import { orchestration, start } from '../../../../test/support/pipelines.ts'
import type { StepDetails } from '../schema.ts'

const api = useApi()
let steps: string
let id: string

const script = "select '${shop}'"
const long = 'x'.repeat(10_000)

beforeAll(async () => {
  const place = await aPublishedProject(api)
  const work = { type: 'sql-executor', parameters: { scriptLocation: 'Component', sqlScript: script } }
  const file = orchestration(
    { Start: start('Work'), Work: work },
    { password: { type: 'TEXT', defaultValue: 'hush-hush' } },
  )
  await publish(api, place.projectId, { 'P.orch.yaml': file })
  const [queued] = await queuedExecutions(api.db, place, 1)
  id = queued!
  await sql`
    with snapshot as (
      insert into variable_snapshot (hash, variables, overridden)
      values (sha256('details'), '[]', '{}') returning hash)
    update execution set status = 'CANCELLED', started_at = now(), finished_at = now(),
           variable_snapshot = (select hash from snapshot),
           artifact_id = (select id from artifact where project_id = ${place.projectId} order by id desc limit 1)
     where id = ${id}`.execute(api.db)
  const executed = {
    parameters: [{ name: 'sqlScript', value: `select 'hush-hush' -- ${long}` }],
    statements: [{ text: 'select 1' }, { text: 'cut', characters: 90_000 }],
    moreStatements: 7,
  }
  await sql`
    insert into step (execution_id, seq, key, name, type, result, started_at, executed)
    values (${id}, 0, 'Start', 'Start', 'start', 'SUCCESS', now(), null),
           (${id}, 1, 'Work', 'Work', 'sql-executor', 'FAILED', now(), ${JSON.stringify(executed)})`.execute(
    api.db,
  )
  steps = `/v1/projects/${place.projectId}/pipeline-executions/${id}/steps`
})

const read = async (stepId: string, query = '') =>
  (await api.call<StepDetails>('GET', `${steps}/${stepId}${query}`)).body

test('a step has the parameters that were resolved, the others from its file, and its statements', async () => {
  const { name, result, parameters, statements, moreStatements } = await read(`${id}-1`)
  expect({ name, result }).toEqual({ name: 'Work', result: 'FAILED' })
  expect(parameters).toEqual([
    { name: 'scriptLocation', value: 'Component' },
    {
      name: 'sqlScript',
      value: expect.stringMatching(/^select '\*\*\*' -- x+$/),
      resolved: true,
      characters: `select '***' -- ${long}`.length,
    },
  ])
  expect(parameters[1]!.value).toHaveLength(4_000)
  expect(statements).toEqual([{ text: 'select 1' }, { text: 'cut', characters: 90_000 }])
  expect(moreStatements).toBe(7)
})

test('all of a long value is there on request', async () => {
  const { parameters } = await read(`${id}-1`, '?full=true')
  expect(parameters[1]).toEqual({ name: 'sqlScript', value: `select '***' -- ${long}`, resolved: true })
})

test('a step that recorded nothing is shown as its file has it', async () => {
  expect(await read(`${id}-0`)).toMatchObject({ name: 'Start', parameters: [], statements: [] })
})

test.each(['2', '01', '-1', '', 'x', '99999999999'])('there is no step %j', async (seq) => {
  const { status } = await api.call('GET', `${steps}/${id}-${seq}`)
  expect(status).toBe(404)
})

test('the step of another execution is not found below this one', async () => {
  const { status } = await api.call('GET', `${steps}/00000000-0000-7000-8000-000000000000-1`)
  expect(status).toBe(404)
})
