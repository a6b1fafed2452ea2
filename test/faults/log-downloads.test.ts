import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ApiProcess, aFleet, type Fleet } from '../support/fleet.ts'
import { orchestration, start } from '../support/pipelines.ts'

/** A log as large as a component that prints without end makes it. */
const CHUNKS = 32
const LINES = 200
const LINE_CHARACTERS = 10_000
/** Much for a few reads and what the collector has not freed yet, little for a tenfold of the log. */
const MOST_MIB = 200
let fleet: Fleet
let api: ApiProcess

beforeAll(async () => {
  fleet = await aFleet(15)
  api = await fleet.startApi()
  await fleet.publish({ 'Quiet.orch.yaml': orchestration({ Start: start() }) })
})
afterAll(() => fleet.stop())

const residentMib = (): number =>
  Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${api.child.pid}/status`, 'utf8'))![1]) / 1024

test.runIf(process.platform === 'linux')(
  'two downloads of a large log, by clients that stall and then read, leave the memory of the API flat',
  async () => {
    const [id] = await fleet.run('Quiet', 1)
    await fleet.query(
      `insert into execution_log (root_id, first_line, line_count, lines)
       select $1::uuid, n * $3::int, $3::int, repeat(rpad('{"text":"' || n, $4::int - 3, 'x') || '"}' || E'\\n', $3::int)
         from generate_series(0, $2::int - 1) n`,
      [id, CHUNKS, LINES, LINE_CHARACTERS],
    )
    const before = residentMib()
    let most = before
    const watching = setInterval(() => {
      most = Math.max(most, residentMib())
    }, 20)
    const path = `/v1/pipeline-executions/${id}/logs`
    const downloads = await Promise.all([fleet.client.send('GET', path), fleet.client.send('GET', path)])
    await sleep(1_500) // what is read ahead while nobody takes it, is read now
    const lengths = await Promise.all(downloads.map(lengthOf)).finally(() => clearInterval(watching))
    expect(lengths).toEqual(Array(2).fill(CHUNKS * LINES * LINE_CHARACTERS))
    expect(most - before).toBeLessThan(MOST_MIB)
  },
)

async function lengthOf(response: Response): Promise<number> {
  let length = 0
  for await (const chunk of response.body!) length += chunk.length
  return length
}
