import { sql } from 'kysely'
import { expect, test, vi } from 'vitest'
import { run, useAgentTasks } from '../../../test/support/agent-tasks.ts'
import { modelKey } from '../../../test/support/recorded-model.ts'
import { newId } from '../../lib/ids.ts'
import type { AgentTask } from './schema.ts'
import { deleteOldTasks } from './store.ts'

/** The model, the database or the process fails in the middle of a task, or its creator goes. */
const { model, t, aWriter, aTask, ended, asked, messagesOf, textsOf, resultOf } = useAgentTasks()

test('a model that is away is asked again; another error ends the task in its words, and a message tries again', {
  timeout: 60_000,
}, async () => {
  const writer = await aWriter()
  let requests = 0
  model.record('stumbles', () => {
    requests++
    if (requests === 1) return { status: 429, message: 'slow down', retryAfter: '1' }
    if (requests === 2) return { status: 400, message: `no\0 credit for ${modelKey}` }
    return { text: 'Here I am.' }
  })
  const path = await aTask(writer, 'stumbles')
  expect(await ended(writer, path)).toMatchObject({
    status: 'ERRORED',
    error: expect.stringContaining('no credit for ***'),
  })
  const sent = await t.call('POST', `${path}/messages`, { token: writer.token, body: { message: 'Again' } })
  expect([sent.status, sent.body]).toMatchObject([202, { status: 'RUNNING' }])
  expect(await ended(writer, path)).toMatchObject({ status: 'STOPPED' })
  expect(requests).toBe(3)
  const page = await messagesOf(writer, path, 'limit=2')
  expect(page.results).toHaveLength(2)
  const rest = await messagesOf(writer, path, `paginationToken=${page.more}`)
  const texts = rest.results.map(({ data }) => data.text)
  expect([rest.more, texts]).toEqual([undefined, ['Again', 'Here I am.']])
  const polled = await messagesOf(writer, path, `paginationToken=${rest.next}`)
  expect(polled).toEqual({ results: [], next: rest.next })
})

test('a task whose model answered nothing continues with the next message', async () => {
  const writer = await aWriter()
  const answers = ['', 'Here I am.']
  model.record('falls silent', () => ({ text: answers.shift()! }))
  const path = await aTask(writer, 'falls silent')
  expect(await ended(writer, path)).toMatchObject({ status: 'STOPPED' })
  await t.call('POST', `${path}/messages`, { token: writer.token, body: { message: 'Again' } })
  expect(await ended(writer, path)).toMatchObject({ status: 'STOPPED' })
  expect((await textsOf(writer, path)).map(({ text }) => text)).toEqual([
    'falls silent',
    '',
    'Again',
    'Here I am.',
  ])
})

test('what the database keeps in no text is left out of what the model says', async () => {
  const writer = await aWriter()
  model.record('binary', (_, turn) =>
    turn === 0
      ? { calls: [{ id: 'call\0_1', name: 'list\0_files', input: 'a\0\ud800' }] }
      : { text: 'a\0b\ud800' },
  )
  const path = await aTask(writer, 'binary')
  expect(await ended(writer, path)).toMatchObject({ status: 'STOPPED' })
  const texts = await textsOf(writer, path)
  expect(texts[1]!.toolCalls).toEqual([{ toolId: 'call_1', toolName: 'list_files', toolInput: 'a\ufffd' }])
  expect(texts.at(-1)).toMatchObject({ type: 'assistant', text: 'ab\ufffd' })
})

test('a step that fails in Headrace itself is counted and tried again later, so that the model is not asked for ever', async () => {
  const writer = await aWriter()
  let requests = 0
  model.record('unkept', () => {
    requests++
    return { text: 'not kept' }
  })
  await sql`alter table agent_message add constraint kept check (data->>'text' <> 'not kept')`.execute(t.db)
  try {
    const path = await aTask(writer, 'unkept')
    const state = () =>
      t.db
        .selectFrom('agent_task')
        .select(['failures', 'lease_until', sql<boolean>`due_at > now() + interval '1 second'`.as('isLater')])
        .where('id', '=', path.split('/').at(-1)!)
        .executeTakeFirst()
    await expect.poll(state, { timeout: 10_000 }).toEqual({ failures: 1, lease_until: null, isLater: true })
    expect(requests).toBe(1)
  } finally {
    await sql`alter table agent_message drop constraint kept`.execute(t.db)
  }
})

test('what a dead process had begun is done by another: reads again, the rest is told to be unknown', {
  timeout: 60_000,
}, async () => {
  const writer = await aWriter()
  const { projectId } = writer
  model.record('dies', (_, turn) =>
    turn === 0
      ? {
          calls: [
            run('r', projectId, 'Development'),
            { id: 'l', name: 'list_branches', input: { project: projectId } },
          ],
        }
      : { text: 'Looked.' },
  )
  const path = await aTask(writer, 'dies')
  await asked(writer, path)
  const id = path.split('/').at(-1)!
  // As a process leaves it that was killed in the middle of both calls.
  await t.db.deleteFrom('agent_message').where('task_id', '=', id).where('seq', '>', 2).execute()
  await t.db
    .updateTable('agent_tool_call')
    .set({ state: 'BEGUN', approved: true })
    .where('task_id', '=', id)
    .execute()
  await t.db
    .updateTable('agent_task')
    .set({ due_at: new Date(), lease_id: newId(), lease_until: new Date(Date.now() + 1_000) })
    .where('id', '=', id)
    .execute()
  await ended(writer, path)
  expect(await resultOf(writer, path, 'r')).toMatchObject({
    isError: true,
    text: expect.stringContaining('unknown'),
  })
  expect(await resultOf(writer, path, 'l')).toMatchObject({ isError: false })
})

test('a task that waits for a decision ends when its creator is deleted, and is deleted when nobody decides', {
  timeout: 60_000,
}, async () => {
  const [leaver, idle] = [await aWriter(), await aWriter()]
  model.record('waiting', (_, turn) =>
    turn === 0 ? { calls: [run('r', leaver.projectId, 'Development')] } : { text: 'ok' },
  )
  const [path, other] = [await aTask(leaver, 'waiting'), await aTask(idle, 'waiting')]
  await asked(leaver, path)
  await asked(idle, other)
  const idOf = (one: string) => one.split('/').at(-1)!
  const isReleased = async (one: string) =>
    (await t.db.selectFrom('agent_task').selectAll().where('id', '=', idOf(one)).executeTakeFirstOrThrow())
      .lease_until === null
  await vi.waitUntil(() => isReleased(path), 20_000)
  await vi.waitUntil(() => isReleased(other), 20_000)
  expect((await t.call('DELETE', `/v1/api-credentials/${leaver.clientId}`)).status).toBe(204)
  const { rows } = await sql`
    update agent_task set due_at = now() where id = ${idOf(path)} and due_at < now() + interval '6 minutes'
    returning id`.execute(t.db)
  expect(rows).toHaveLength(1)
  const error = await vi.waitUntil(async () => (await t.call<AgentTask>('GET', path)).body.error, 20_000)
  expect(error).toContain('creator of this task was deleted')
  await deleteOldTasks(t.db, 90, 100)
  expect((await t.call('GET', other)).status).toBe(200)
  await sql`update agent_task set modified_at = now() - interval '91 days' where id = ${idOf(other)}`.execute(
    t.db,
  )
  await deleteOldTasks(t.db, 90, 100)
  expect((await t.call('GET', other)).status).toBe(404)
})
