import { afterAll, beforeAll, expect, test } from 'vitest'
import { aFleet, type Fleet } from '../support/fleet.ts'
import { orchestration, start } from '../support/pipelines.ts'
import { waitFor } from '../support/platform.ts'
import { allEnded } from '../support/soundness.ts'

/** A runner that may have one process, as it is restarted in every way. */
let fleet: Fleet
const LEASE_SECONDS = 4

beforeAll(async () => {
  fleet = await aFleet(LEASE_SECONDS)
  await fleet.startApi()
  await fleet.client.call('PATCH', `/v1/agents/${fleet.agentId}`, { json: { maxInstances: 1 } })
  await fleet.publish({
    'Wait.orch.yaml': orchestration({
      Start: start('Sleep'),
      Sleep: { type: 'bash-script', parameters: { script: 'sleep 12', timeout: '60' } },
    }),
  })
})
afterAll(() => fleet.stop())

const running = () =>
  waitFor('an execution to run', async () => {
    const found = await fleet.query("select from step where finished_at is null and type = 'bash-script'")
    return found.length > 0
  })

async function expectSuccess(id: string): Promise<void> {
  await allEnded(fleet)
  expect(await fleet.query('select status from execution where id = $1', [id])).toEqual([
    { status: 'SUCCESS' },
  ])
}

test('the next process starts while the one before drains', async () => {
  const runner = await fleet.startRunner()
  const [id] = await fleet.run('Wait', 1)
  await running()
  runner.child.kill('SIGTERM')
  const next = await fleet.startRunner()
  expect(runner.child.exitCode).toBeNull() // it is still there and finishes what it has
  expect(await runner.ended).toBe(0)
  await expectSuccess(id!)
  next.child.kill('SIGTERM')
  await next.ended
})

test('a process that was killed is followed by the next one when its lease is over, which does its work', async () => {
  const runner = await fleet.startRunner()
  const [id] = await fleet.run('Wait', 1)
  await running()
  runner.child.kill('SIGKILL')
  await runner.ended
  const killedAt = Date.now()
  const next = await fleet.startRunner()
  expect(next.output()).toContain('maxInstances is 1')
  expect(Date.now() - killedAt).toBeLessThan(20_000)
  await expectSuccess(id!)
  next.child.kill('SIGTERM')
  await next.ended
})
