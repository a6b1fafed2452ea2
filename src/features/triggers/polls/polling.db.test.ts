import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { useDatabase } from '../../../../test/support/database.ts'
import { aSchedulableProject } from '../../../../test/support/schedules.ts'
import { newId } from '../../../lib/ids.ts'
import { createPolling } from './polling.ts'

const t = useDatabase()

async function dueFor(seconds: number, count: number): Promise<string> {
  const { projectId, environmentId } = await aSchedulableProject(t.db)
  for (let n = 0; n < count; n++) {
    const id = newId()
    await sql`
      insert into data_trigger (id, project_id, environment_id, name, pipeline_name, pipeline_type, condition_type,
                                condition, created_by)
      values (${id}, ${projectId}, ${environmentId}, ${id}, 'Main', 'orchestration', 'FILE', '{"type": "FILE"}', 'test')`.execute(
      t.db,
    )
    await sql`
      insert into trigger_poll (trigger_id, next_at) values (${id}, now() - make_interval(secs => ${seconds}))`.execute(
      t.db,
    )
  }
  return projectId
}

test('a project whose runner does not answer leaves room for the looks of others', async () => {
  const [slow, other] = [await dueFor(60, 10), await dueFor(1, 2)]
  const looked: string[] = []
  const polling = createPolling({
    db: t.db,
    log: console as never,
    wake: () => undefined,
    look: ({ projectId }, _, signal) => {
      looked.push(projectId)
      return new Promise((_resolve, reject) =>
        signal!.addEventListener('abort', () => reject(signal!.reason)),
      )
    },
  })
  await polling.lookDue()
  expect(looked.toSorted()).toEqual([slow, slow, slow, slow, other, other].toSorted())
  await polling.lookDue()
  expect(looked).toHaveLength(6)
  await polling.close()
})

test('a file whose path is very long starts its trigger, and does not stop it', async () => {
  const projectId = await dueFor(1, 1)
  await sql`
    update trigger_poll set seen = '{"files": {}}' where trigger_id in (
      select id from data_trigger where project_id = ${projectId})`.execute(t.db)
  const name = randomBytes(2_900).toString('base64url')
  const polling = createPolling({
    db: t.db,
    log: console as never,
    wake: () => undefined,
    look: async () => ({ files: [{ name, bytes: 1, version: '1' }], isAtomic: true }),
  })
  await polling.lookDue()
  await polling.close()
  const { rows } = await sql<{ name: string; cause: string }>`
    select f.facts -> 'file' ->> 'name' as name, f.cause from trigger_fire f
      join data_trigger d on d.id = f.trigger_id where d.project_id = ${projectId}`.execute(t.db)
  expect(rows).toEqual([{ name, cause: expect.stringContaining(`file ${name.slice(0, 200)}… `) }])
})
