import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { useApi } from '../../../../test/support/api.ts'
import { queuedExecutions } from '../../../../test/support/executions.ts'
import { aPublishedProject } from '../../../../test/support/factories.ts'
import { READ_CHARACTERS, readLog } from './log-store.ts'

const api = useApi()
let place: Awaited<ReturnType<typeof aPublishedProject>>

beforeAll(async () => {
  place = await aPublishedProject(api)
})

/** A log of chunks of one line each, `length` characters long. */
async function aLog(chunks: number, length: number): Promise<string> {
  const [id] = (await queuedExecutions(api.db, place, 1)) as [string]
  await sql`
    insert into execution_log (root_id, first_line, line_count, lines)
    select ${id}::uuid, n, 1, rpad(n || ' ', ${length - 1}::int, 'x') || E'\\n'
      from generate_series(0, ${chunks - 1}::int) n`.execute(api.db)
  return id
}

async function readAll(id: string): Promise<{ text: string; longest: number; reads: number }> {
  let [text, longest, reads] = ['', 0, 0]
  for (let from = 0; ; reads++) {
    const stored = await readLog(api.db, id, from)
    if (stored === undefined) return { text, longest, reads }
    text += stored.text
    longest = Math.max(longest, stored.text.length)
    from = stored.nextLine
  }
}

const numbersIn = (text: string) =>
  text
    .trimEnd()
    .split('\n')
    .map((line) => Number.parseInt(line, 10))

test.each([
  ['large', 30, 100_000],
  ['larger than a read', 4, 1_000_000],
  ['small', 1_000, 50],
])('a log of %s chunks is read whole and in order, a bounded piece at a time', async (_, chunks, length) => {
  const { text, longest, reads } = await readAll(await aLog(chunks, length))
  expect(numbersIn(text)).toEqual(Array.from({ length: chunks }, (_, n) => n))
  expect(longest).toBeLessThan(READ_CHARACTERS + length)
  expect(reads).toBeLessThan((chunks * length) / READ_CHARACTERS + chunks / 100 + 2)
})

test('a download has every line', async () => {
  const id = await aLog(20, 60_000)
  const response = await fetch(`${api.url}/v1/pipeline-executions/${id}/logs`, {
    headers: { authorization: `Bearer ${await api.adminToken()}` },
  })
  expect(numbersIn(await response.text())).toEqual(Array.from({ length: 20 }, (_, n) => n))
})
