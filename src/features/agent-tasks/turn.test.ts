import { expect, test } from 'vitest'
import { openDatabase } from '../../db/database.ts'
import { systemClock } from '../../lib/clock.ts'
import { newId } from '../../lib/ids.ts'
import { silent } from '../../lib/log.ts'
import { advance } from './turn.ts'

test('a task that is to stop while the database is away is given up, and not tried again and again', async () => {
  const { db, close } = openDatabase({ connectionString: 'postgres://127.0.0.1:1/none', log: silent })
  let looks = 0
  const turn = {
    id: newId(),
    leaseId: newId(),
    signal: AbortSignal.abort(),
    isLeaving: () => looks++ > 100,
  }
  const deps = {
    db,
    clock: systemClock,
    model: undefined,
    findCreator: async () => undefined,
    clientOf: () => expect.unreachable(),
  }
  await expect(advance(turn, deps)).rejects.toThrow()
  expect(looks).toBeLessThan(10)
  await close()
})
