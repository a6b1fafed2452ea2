import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { useApi } from '../support/api.ts'
import { queuedExecutions } from '../support/executions.ts'
import { aPublishedProject } from '../support/factories.ts'
import { everything, guarded, requestOf, restless } from '../support/operations.ts'
import { connectAs } from '../support/wire-runner.ts'

/**
 * Identifiers are the same in any case (RFC 9562 §4): programs of other vendors send them in capital letters.
 */
const api = useApi()
let existing: Awaited<ReturnType<typeof everything>>

beforeAll(async () => {
  existing = await everything(api)
})

const reads = guarded.filter(({ method, operationId }) => method === 'GET' && !restless.includes(operationId))

describe.each(reads.map((operation) => [operation.operationId, operation] as const))('%s', (_, operation) => {
  const identifiers = (operation.parameters ?? []).filter(({ schema }) => schema?.format === 'uuid')

  test.runIf(identifiers.length > 0)('answers the same for an identifier in capital letters', async () => {
    const named: Readonly<Record<string, string>> = { id: existing.agentId, ...existing }
    for (const { name, in: place } of identifiers) {
      const id = named[name] ?? existing.projectId
      const answers = []
      for (const spelled of [id, id.toUpperCase()]) {
        const { path, headers } = requestOf(operation, { ...existing, [name]: spelled })
        const query = place === 'query' ? `${path.includes('?') ? '&' : '?'}${name}=${spelled}` : ''
        const { status, body } = await api.call<unknown>('GET', path + query, { headers })
        // A problem repeats the identifier.
        answers.push({ status, body: status < 400 && body })
      }
      expect(answers[1], name).toEqual(answers[0])
    }
  })
})

test('an execution begun with capital letters runs at once, where the others of its project run', async () => {
  const { projectId, agentId } = await aPublishedProject(api)
  const runner = await connectAs(api, agentId)
  await runner.heard('welcome')
  runner.say({ kind: 'credit', total: 1 })
  const body = { pipelineName: 'P', environmentName: 'Development', agentId: agentId.toUpperCase() }
  const path = `/v1/projects/${projectId.toUpperCase()}/pipeline-executions`
  const { body: made } = await api.call('POST', path, { body })
  const run = await runner.heard('run')
  runner.socket.close()
  expect(run).toMatchObject({ project: projectId, execution: made['pipelineExecutionId'] })
})

test.each(['schedule', 'trigger'] as const)(
  'a %s named in capital letters starts no second run beside one that has not ended',
  async (kind) => {
    const id = existing[`${kind}Id`]
    const path = `/v1/projects/${existing.projectId}/${kind}s/${id.toUpperCase()}`
    await api.call('PATCH', path, { body: { allowConcurrentExecutions: false } })
    const first = await api.call('POST', `${path}/executions`)
    const second = await api.call('POST', `${path}/executions`)
    expect([first.status, second.status]).toEqual([201, 409])
  },
)

test('the log of a child execution has its lines, whatever the case of its identifier', async () => {
  const place = await aPublishedProject(api)
  const [root, child] = (await queuedExecutions(api.db, place, 2)) as [string, string]
  const own = { parent_id: root, root_id: root }
  await api.db.updateTable('execution').set(own).where('id', '=', child).execute()
  const line = JSON.stringify({ execution: child, message: 'Hello' })
  await sql`
    insert into execution_log (root_id, first_line, line_count, lines)
    values (${root}, 0, 1, ${`${line}\n`})`.execute(api.db)
  const { body } = await api.call<unknown>('GET', `/v1/pipeline-executions/${child.toUpperCase()}/logs`)
  expect(body).toBe(`${line}\n`)
})
