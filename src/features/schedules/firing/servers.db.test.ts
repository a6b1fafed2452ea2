import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { useDatabase } from '../../../../test/support/database.ts'
import { aDataFolder, headrace, type Running, removeFolder } from '../../../../test/support/platform.ts'
import { aSchedulableProject, executionsOf, ticksOf } from '../../../../test/support/schedules.ts'

const SERVERS = 3
const KILLS = 8
const t = useDatabase()
const masterKey = randomBytes(32).toString('base64')
let folder: string
const servers: Running[] = []

beforeAll(async () => {
  folder = await aDataFolder()
})
afterAll(async () => {
  for (const { child } of servers) child.kill('SIGKILL')
  await Promise.all(servers.map(({ ended }) => ended))
  await removeFolder(folder)
})

/** A real API process over the database of this test. */
function startServer(): Running {
  const env = {
    DATABASE_URL: t.url,
    HEADRACE_PORT: '0',
    HEADRACE_DATA_DIR: folder,
    HEADRACE_MASTER_KEY: masterKey,
    HEADRACE_LOG_LEVEL: 'warn',
  }
  const server = headrace(['api'], env)
  servers.push(server)
  return server
}

const tickCount = async () =>
  (await sql<{ count: number }>`select count(*) as count from schedule_tick`.execute(t.db)).rows[0]!.count

/** Resolves once some server has fired again. */
async function untilFiring(): Promise<void> {
  const before = await tickCount()
  await expect.poll(tickCount, { timeout: 60_000, interval: 20 }).toBeGreaterThan(before)
}

test('servers that are killed at random leave no due time out and fire none twice', {
  timeout: 600_000,
}, async () => {
  const project = await aSchedulableProject(t.db)
  const began = new Date(Math.ceil(Date.now() / 1000) * 1000)
  const options = { cron: '* * * * * ?', nextDueAt: began, plannedAt: new Date() }
  const ids = await Promise.all(Array.from({ length: 40 }, () => project.add(options)))
  const running = Array.from({ length: SERVERS }, startServer)
  for (let kill = 0; kill < KILLS; kill++) {
    await untilFiring()
    await sleep(Math.random() * 300) // anywhere in a pass
    const victim = Math.floor(Math.random() * SERVERS)
    running[victim]!.child.kill('SIGKILL')
    await running[victim]!.ended
    running[victim] = startServer()
  }
  await untilFiring()
  await sql`update schedule_clock set enabled = false, next_due_at = null, next_run_at = null`.execute(t.db)

  for (const id of ids) {
    const due = (await ticksOf(t.db, id)).map(({ due_at }) => due_at.getTime())
    expect(due[0]).toBe(began.getTime())
    expect(due.every((time, i) => time === began.getTime() + i * 1000)).toBe(true)
    const ticks = await ticksOf(t.db, id)
    expect(ticks.every(({ outcome }) => outcome === 'FIRED')).toBe(true)
    const executions = await executionsOf(t.db, id)
    expect(executions.map(({ id: execution }) => execution).sort()).toEqual(
      ticks.map(({ execution_id }) => execution_id).sort(),
    )
  }
})
