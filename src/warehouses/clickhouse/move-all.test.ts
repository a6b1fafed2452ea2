import { expect, test } from 'vitest'
import { LostAnswerError, WarehouseError } from '../warehouse-error.ts'
import type { ClickHouseSession } from './connections.ts'
import { moveAll } from './move-all.ts'

/** A table of one partition; each move of it ends as `ends` says, and the last one is answered. */
function tableOf(...ends: readonly { readonly error: Error; readonly isDone: boolean }[]) {
  const left = [...ends]
  let isMoved = false
  const names: unknown[] = []
  const session: ClickHouseSession = {
    signal: new AbortController().signal,
    place: { database: 'shop' },
    rowsOf: async () => (isMoved ? [] : [['all']]),
    async run(_, { name }) {
      names.push(name)
      const end = left.shift()
      isMoved = end?.isDone ?? true
      if (end !== undefined) throw end.error
      return { id: 'query', columns: [], written: 0, rows: (async function* () {})() }
    },
    release: () => undefined,
  }
  return { session, names }
}

const lost = new LostAnswerError('It is unknown whether the statement was done')
const tables = { from: '"staged"', to: '"target"' }

test('a move whose answer is lost is asked for again where it was not done, and not where it was', async () => {
  const undone = tableOf({ error: lost, isDone: false })
  expect(await moveAll(undone.session, tables)).toBe('query')
  expect(undone.names).toEqual(Array(2).fill('headrace move "staged"'))
  const done = tableOf({ error: lost, isDone: true })
  expect(await moveAll(done.session, tables)).toBeUndefined()
  expect(done.names).toHaveLength(1)
})

test('a move that is refused is not asked for again', async () => {
  const { session, names } = tableOf({ error: new WarehouseError('Not enough privileges'), isDone: false })
  await expect(moveAll(session, tables)).rejects.toThrow('Not enough privileges')
  expect(names).toHaveLength(1)
})
