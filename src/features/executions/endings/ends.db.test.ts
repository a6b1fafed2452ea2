import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { useApi } from '../../../../test/support/api.ts'
import { type ExecutionPlace, queuedExecutions } from '../../../../test/support/executions.ts'
import { aPublishedProject } from '../../../../test/support/factories.ts'
import type { Db } from '../../../db/database.ts'
import { newId } from '../../../lib/ids.ts'
import { countEnded, readNoted } from '../../statistics/counting/count-store.ts'

/** What follows from an end is recorded by a trigger, once for a statement that ends many. */
const api = useApi()

/** In a transaction that nobody else sees: passes of the server would count what ended. */
async function unseen(work: (tx: Db, place: ExecutionPlace) => Promise<void>): Promise<void> {
  const place = await aPublishedProject(api)
  const undone = new Error('Undone on purpose')
  const ended = api.db.transaction().execute(async (tx) => {
    await work(tx, place)
    throw undone
  })
  await expect(ended).rejects.toBe(undone)
}

async function running(tx: Db, place: ExecutionPlace, count: number): Promise<string[]> {
  const ids = await queuedExecutions(tx, place, count)
  await sql`update execution set status = 'RUNNING', session_id = ${newId()}, started_at = now()
             where id = any(${ids}::uuid[])`.execute(tx)
  return ids
}

const recorded = async (tx: Db, ids: readonly string[]): Promise<string[]> => {
  const rows = await tx.selectFrom('ended_executions').select('execution_ids').execute()
  return rows.flatMap(({ execution_ids }) => execution_ids).filter((id) => ids.includes(id))
}

test('a statement that ends some of its executions records each of those once', () =>
  unseen(async (tx, place) => {
    const ids = await running(tx, place, 300)
    const [first, ...others] = ids
    await sql`update execution set status = 'SUCCESS', finished_at = now() where id = ${first}`.execute(tx)
    expect(await recorded(tx, ids)).toEqual([first])
    const ending = others.slice(0, 200)
    await sql`update execution set last_report = 1,
                     status = case when id = any(${ending}::uuid[]) then 'FAILED' else status end
               where id = any(${ids}::uuid[])`.execute(tx)
    expect((await recorded(tx, ids)).toSorted()).toEqual([first, ...ending].toSorted())
  }))

test('an execution that has ended is not recorded again, nor one that never began', () =>
  unseen(async (tx, place) => {
    const ids = await running(tx, place, 1)
    await sql`update execution set status = 'SUCCESS', finished_at = now() where id = any(${ids}::uuid[])`.execute(
      tx,
    )
    await sql`update execution set message = 'late' where id = any(${ids}::uuid[])`.execute(tx)
    expect(await recorded(tx, ids)).toEqual(ids)
    const waiting = await queuedExecutions(tx, place, 2)
    await sql`update execution set status = 'CANCELLED' where id = any(${waiting}::uuid[])`.execute(tx)
    expect(await recorded(tx, waiting)).toEqual([])
  }))

test('the ends of one statement are counted together, and those of the next one wait once the limit is reached', () =>
  unseen(async (tx, place) => {
    await sql`delete from ended_executions`.execute(tx)
    await sql`delete from consumption_end`.execute(tx)
    for (const count of [3, 2, 4]) {
      const ids = await running(tx, place, count)
      await sql`update execution set status = 'SUCCESS', finished_at = now() where id = any(${ids}::uuid[])`.execute(
        tx,
      )
    }
    await sql`insert into consumption_end (execution_id) values (${newId()})`.execute(tx)
    const count = async () => countEnded(tx, await readNoted(tx, 4))
    expect(await count()).toBe(3 + 2 + 1)
    expect(await count()).toBe(4)
    expect(await count()).toBe(0)
    const left = [tx.selectFrom('ended_executions'), tx.selectFrom('consumption_end')]
    expect(await Promise.all(left.map((table) => table.selectAll().execute()))).toEqual([[], []])
  }))
