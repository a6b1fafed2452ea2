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
