import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aFleet, type Fleet } from '../support/fleet.ts'
import { orchestration, start } from '../support/pipelines.ts'
import { type Running, waitFor } from '../support/platform.ts'
import { allEnded } from '../support/soundness.ts'

/** A component that prints very much. */
const PRINTED_MIB = 1_024
const KEPT_MIB = 2
let fleet: Fleet
let runner: Running

beforeAll(async () => {
  fleet = await aFleet(15)
  await fleet.startApi()
  runner = await fleet.startRunner({ HEADRACE_MAX_LOG_MIB: String(KEPT_MIB) })
  const line = 'x'.repeat(1_000)
  const script = `yes ${line} | head -c ${PRINTED_MIB}M; echo`
  await fleet.publish({
    'Loud.orch.yaml': orchestration({
      Start: start('Print'),
      Print: { type: 'bash-script', parameters: { script, timeout: '110' } },
    }),
    'Quiet.orch.yaml': orchestration({ Start: start() }),
  })
})
afterAll(() => fleet.stop())

const residentMib = (): number =>
  Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${runner.child.pid}/status`, 'utf8'))![1]) / 1024

test('F23: a component that prints a gigabyte neither fills the memory nor stops others, and its log is cut with a mark', async () => {
  const before = residentMib()
  const [loud] = await fleet.run('Loud', 1)
  await waitFor('it to print', async () => {
    const [row] = await fleet.query<{ n: number }>('select count(*)::integer as n from execution_log')
    return row!.n > 0
  })
  const begun = Date.now()
  const quiet = await fleet.run('Quiet', 20)
  let most = 0
  const watching = setInterval(() => {
    most = Math.max(most, residentMib())
  }, 50)
  await waitFor('the others to end', async () => {
    const rows = await fleet.query(
      'select from execution where id = any($1::uuid[]) and finished_at is null',
      [quiet],
    )
    return rows.length === 0
  })
  const took = Date.now() - begun
  await allEnded(fleet).finally(() => clearInterval(watching))
  expect(took).toBeLessThan(3_000)
  expect(most - before).toBeLessThan(250)
  const log = await (await fleet.client.send('GET', `/v1/pipeline-executions/${loud}/logs`)).text()
  const lines = log.trimEnd().split('\n')
  expect(JSON.parse(lines.at(-1)!).text).toContain(`no more than ${KEPT_MIB} MiB`)
  expect(log.length).toBeLessThan(KEPT_MIB * 1.5 * 1024 * 1024)
  const [execution] = await fleet.query<{ status: string }>('select status from execution where id = $1', [
    loud,
  ])
  expect(execution!.status).toBe('SUCCESS')
})
