import { type RootOperationNode, sql } from 'kysely'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { useDatabase } from '../../../../test/support/database.ts'
import { rowsRead } from '../../../../test/support/rows-read.ts'
import {
  aSchedulableProject,
  executionsOf,
  type ScheduleOptions,
  ticksOf,
} from '../../../../test/support/schedules.ts'
import { type Log, silent } from '../../../lib/log.ts'
import { createFiring } from './firing.ts'
import { listDueBatches, lockDueSchedules, moveSchedules, moveTo, OVER } from './firing-store.ts'
import { createLateness } from './lateness.ts'
import { createReplanner } from './replan.ts'

const t = useDatabase()
let project: Awaited<ReturnType<typeof aSchedulableProject>>
beforeAll(async () => {
  project = await aSchedulableProject(t.db)
})
beforeEach(() => sql`truncate schedule, schedule_tick, execution cascade`.execute(t.db))

const at = (text: string): Date => new Date(`2026-05-01T${text}Z`)

/** A server whose clock the test moves. */
function aServer(log: Log = silent, db = t.db) {
  let now = at('00:00:00')
  const clock = { now: () => now }
  const firing = createFiring({ db, log, lateness: createLateness(), clock })
  const { repair } = createReplanner({ db: t.db, log, clock })
  return {
    async passAt(time: Date | string) {
      now = typeof time === 'string' ? at(time) : time
      await repair()
      await firing.fireDue()
    },
  }
}

const schedule = (options: ScheduleOptions = {}) =>
  project.add({ nextDueAt: at('04:00:00'), plannedAt: at('00:00:00'), ...options })

const read = (id: string) =>
  t.db
    .selectFrom('schedule')
    .innerJoin('schedule_clock', 'schedule_id', 'id')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow()

const outcomes = async (id: string) =>
  (await ticksOf(t.db, id)).map(({ due_at, outcome }) => `${due_at.toISOString().slice(11, 16)} ${outcome}`)

describe('a due time', () => {
  test('gives one execution in the name of the schedule, and the schedule moves on', async () => {
    const id = await schedule({ dueTimeVariable: 'due' })
    await aServer().passAt('04:00:01')
    const [execution, ...others] = await executionsOf(t.db, id)
    expect(others).toEqual([])
    expect(execution).toMatchObject({
      status: 'QUEUED',
      trigger: 'SCHEDULE',
      version_name: '1',
      runner_id: project.runnerId,
      priority: 0,
      scalar_variables: { due: '2026-05-01T04:00:00.000Z' },
    })
    const after = await read(id)
    expect(execution!.started_by).toBe(after.name)
    expect(after.next_run_at).toEqual(at('05:00:00'))
    expect(after.last_run_at).toEqual(at('04:00:01'))
  })

  test('has its execution in a statement that large grids do not make larger', async () => {
    const ids = await Promise.all(Array.from({ length: 10 }, () => schedule()))
    await sql`update schedule set grid_variables = jsonb_build_object('g', jsonb_build_array(
                jsonb_build_array(repeat('x', 1024 * 1024))))`.execute(t.db)
    const inserts: RootOperationNode[] = []
    const counted = t.db.withPlugin({
      transformQuery({ node }) {
        if (node.kind === 'RawNode' && node.sqlFragments.join('').includes('with added as'))
          inserts.push(node)
        return node
      },
      transformResult: async ({ result }) => result,
    })
    await aServer(silent, counted).passAt('04:00:01')
    for (const id of ids) expect(await outcomes(id)).toEqual(['04:00 FIRED'])
    expect(inserts).toHaveLength(4) // of 4 MiB at most, and the grids are a little more than one
  })

  test('fires once, however many servers look at once', async () => {
    const ids = await Promise.all(Array.from({ length: 50 }, () => schedule()))
    await Promise.all(Array.from({ length: 6 }, () => aServer().passAt('04:00:01')))
    for (const id of ids) expect(await outcomes(id)).toEqual(['04:00 FIRED'])
    expect(await t.db.selectFrom('execution').selectAll().execute()).toHaveLength(50)
  })

  test('that was decided before starts nothing again, whatever else is due with it', async () => {
    const decided = await schedule()
    const others = [await schedule(), await schedule()]
    const tick = {
      due_at: at('04:00:00'),
      run_at: at('04:00:00'),
      decided_at: at('04:00:00'),
      outcome: 'FIRED',
    }
    await t.db
      .insertInto('schedule_tick')
      .values({ ...tick, schedule_id: decided })
      .execute()
    await aServer().passAt('04:00:01')
    expect(await executionsOf(t.db, decided)).toEqual([])
    for (const id of others) expect(await executionsOf(t.db, id)).toHaveLength(1)
    expect((await read(decided)).next_run_at).toEqual(at('05:00:00'))
  })

  test('fires nothing before its time, nor while disabled', async () => {
    const early = await schedule()
    const disabled = await schedule({ enabled: false })
    await aServer().passAt('03:59:59')
    await aServer().passAt('04:00:01')
    expect(await outcomes(early)).toEqual(['04:00 FIRED'])
    expect(await outcomes(disabled)).toEqual([])
  })

  test('costs as much however many schedules there are, and however many are due', async () => {
    const one = await schedule({ nextDueAt: at('12:00:00') })
    await sql`
      with made as (
        insert into schedule select (jsonb_populate_record(s, jsonb_build_object('id', gen_random_uuid(), 'name', n))).*
          from schedule s cross join generate_series(1, 5000) as n where s.id = ${one} returning id)
      insert into schedule_clock
      select (jsonb_populate_record(c, jsonb_build_object('schedule_id', made.id))).* from schedule_clock c cross join made`.execute(
      t.db,
    )
    await sql`update schedule_clock set next_run_at = ${at('04:00:00')}
               where schedule_id in (select schedule_id from schedule_clock where schedule_id <> ${one} limit 500)`.execute(
      t.db,
    )
    await sql`vacuum analyze schedule, schedule_clock`.execute(t.db)
    let moved = 0
    const readRows = await rowsRead(t.db, 'schedule_clock', async (tx) => {
      for (const batch of await listDueBatches(tx, 100, 5, at('04:00:01'))) {
        const due = await lockDueSchedules(tx, batch, at('04:00:01'))
        const moves = due.map((schedule) => moveTo(schedule, at('05:00:00').getTime(), OVER))
        await moveSchedules(tx, moves, at('04:00:01'))
        moved += moves.length
      }
    })
    expect(moved).toBe(500)
    // No batch reads what those before it have moved: that would be 1,000 more.
    expect(readRows).toBeLessThan(2_000)
    const { rows } = await sql<{ moved: number }>`
      select count(*) as moved from schedule_clock where next_run_at = ${at('05:00:00')}`.execute(t.db)
    expect(rows).toEqual([{ moved: 500 }])
  })

  test('is not lost when the transaction that fires it fails', async () => {
    const id = await schedule()
    await sql`alter table execution add constraint broken check (schedule_id is null)`.execute(t.db)
    await expect(aServer().passAt('04:00:01')).rejects.toThrow(/broken/)
    await sql`alter table execution drop constraint broken`.execute(t.db)
    expect(await outcomes(id)).toEqual([])
    await aServer().passAt('04:00:02')
    expect(await outcomes(id)).toEqual(['04:00 FIRED'])
  })

  test('is not lost either where so many are due that several transactions are in flight, and all of them fail', async () => {
    await Promise.all(Array.from({ length: 1_200 }, () => schedule()))
    await sql`alter table execution add constraint broken check (schedule_id is null)`.execute(t.db)
    await expect(aServer().passAt('04:00:01')).rejects.toThrow(/broken/)
    await sql`alter table execution drop constraint broken`.execute(t.db)
    await aServer().passAt('04:00:02')
    const { rows } = await sql<{ outcome: string; schedules: number }>`
      select outcome, count(distinct schedule_id) as schedules from schedule_tick group by outcome`.execute(
      t.db,
    )
    expect(rows).toEqual([{ outcome: 'FIRED', schedules: 1_200 }])
  })
})

describe('the clock', () => {
  test.each([1, 24])(
    'jumping %i hours forward and back fires no due time twice and leaves none out',
    async (hours) => {
      const id = await schedule()
      const server = aServer()
      await server.passAt('04:00:01')
      await server.passAt(new Date(at('04:10:00').getTime() + hours * 3_600_000))
      await server.passAt('04:10:01')
      for (let hour = 5; hour <= 8; hour++) await server.passAt(`0${hour}:00:01`)
      const due = (await ticksOf(t.db, id)).map(({ due_at }) => due_at.getTime())
      for (const hour of [4, 5, 6, 7, 8]) {
        expect(due.filter((time) => time === at(`0${hour}:00:00`).getTime())).toHaveLength(1)
      }
      const executions = await executionsOf(t.db, id)
      expect(executions).toHaveLength(due.length)
    },
  )

  test.each([1, 24])('jumping %i hours back and forward fires no due time twice', async (hours) => {
    const id = await schedule()
    const server = aServer()
    await server.passAt('04:00:01')
    const back = new Date(at('04:00:02').getTime() - hours * 3_600_000)
    await server.passAt(back)
    await server.passAt('04:00:05')
    await server.passAt('05:00:01')
    const due = (await ticksOf(t.db, id)).map(({ due_at }) => due_at.toISOString())
    expect(new Set(due).size).toBe(due.length)
    expect(await executionsOf(t.db, id)).toHaveLength(due.length)
    expect(due).toContain(at('05:00:00').toISOString())
  })

  test('wandering at random under several servers: each full hour that is reached is decided once', async () => {
    // As a server would have left it: a clock that is set back by an hour is behind this.
    const id = await schedule({ plannedAt: at('03:30:00') })
    let now = at('03:59:00').getTime()
    const clock = { now: () => new Date(now) }
    const servers = Array.from({ length: 4 }, () => {
      const fire = createFiring({ db: t.db, log: silent, lateness: createLateness(), clock }).fireDue
      return { fire, ...createReplanner({ db: t.db, log: silent, clock }) }
    })
    const HOUR = 3_600_000
    const jumps = [HOUR, -HOUR, 24 * HOUR, -24 * HOUR, 0, 0, 0]
    const pass = () => Promise.all(servers.flatMap(({ fire, repair }) => [repair(), fire()]))
    const isDecided = async (due: number) =>
      (await ticksOf(t.db, id)).some(({ due_at }) => due_at.getTime() === due)
    await pass()
    for (let step = 0; step < 40; step++) {
      now += jumps[Math.floor(Math.random() * jumps.length)]!
      await pass()
      const next = Math.ceil((now + 1) / HOUR) * HOUR
      now = next + 1_000
      // A pass skips locked rows: a few passes may run until one has replanned the schedule and one fired it.
      for (let passes = 0; passes < 10 && !(await isDecided(next)); passes++) await pass()
      expect(await isDecided(next)).toBe(true)
    }
    const ticks = await ticksOf(t.db, id)
    const executions = await executionsOf(t.db, id)
    expect(executions.map((execution) => execution.id).sort()).toEqual(
      ticks.map((tick) => tick.execution_id).sort(),
    )
  })
})

describe('F10: the rules of a time zone that change while a schedule is planned', () => {
  /** A server with newer data sees another offset behind the name: to it, it is another zone. */
  const change = (id: string, zone: string) =>
    t.db.updateTable('schedule').set({ time_zone: zone }).where('id', '=', id).execute()

  test.each([
    // 02:30 is 01:30 UTC before; 00:30 UTC, or 02:30 UTC, under the new rules.
    ['to an earlier instant', 'Etc/GMT-2', ['2026-05-01T00:30', '2026-05-02T00:30', '2026-05-03T00:30']],
    ['to a later instant', 'UTC', ['2026-05-01T02:30', '2026-05-02T02:30', '2026-05-03T02:30']],
  ])('move the next time %s, and each day fires once', async (_, zone, expected) => {
    const id = await schedule({ cron: '30 2 * * *', nextDueAt: at('01:30:00') })
    await change(id, 'Etc/GMT-1')
    await aServer().passAt('00:10:00')
    await change(id, zone)
    for (let minute = 15; minute < 3 * 1_440; minute += 15)
      await aServer().passAt(new Date(at('00:00:05').getTime() + minute * 60_000))
    const fired = (await ticksOf(t.db, id)).map(({ due_at }) => due_at.toISOString().slice(0, 16))
    expect(fired).toEqual(expected)
    expect(await executionsOf(t.db, id)).toHaveLength(expected.length)
  })
})

describe('policies', () => {
  test('executions that must not overlap: the due run is recorded and names the one that blocks it', async () => {
    const id = await schedule({ allowConcurrent: false })
    const server = aServer()
    await server.passAt('04:00:01')
    await server.passAt('05:00:01')
    const [first, second] = await executionsOf(t.db, id)
    expect(second).toMatchObject({ status: 'SKIPPED', trigger: 'SCHEDULE' })
    expect(second!.message).toContain(first!.id)
    expect(second!.finished_at).not.toBeNull()
    await t.db.updateTable('execution').set({ status: 'CANCELLED' }).where('id', '=', first!.id).execute()
    await server.passAt('06:00:01')
    expect(await outcomes(id)).toEqual(['04:00 FIRED', '05:00 SKIPPED', '06:00 FIRED'])
  })

  test('after downtime, as the schedule says', async () => {
    const once = await schedule()
    const skip = await schedule({ missedRunPolicy: 'SKIP' })
    const all = await schedule({ missedRunPolicy: 'RUN_ALL' })
    await aServer().passAt('06:30:00')
    expect(await outcomes(once)).toEqual(['06:00 FIRED'])
    expect(await outcomes(skip)).toEqual(['06:00 MISSED'])
    expect(await outcomes(all)).toEqual(['04:00 FIRED', '05:00 FIRED', '06:00 FIRED'])
    expect((await ticksOf(t.db, once))[0]!.missed_count).toBe(2)
    for (const id of [once, skip, all]) expect((await read(id)).next_run_at).toEqual(at('07:00:00'))
  })

  test('after downtime the latest of all missed times runs where executions must not overlap', async () => {
    const id = await schedule({ missedRunPolicy: 'RUN_ALL', allowConcurrent: false })
    await aServer().passAt('06:30:00')
    expect(await outcomes(id)).toEqual(['04:00 SKIPPED', '05:00 SKIPPED', '06:00 FIRED'])
    const executions = await executionsOf(t.db, id)
    const queued = executions.find(({ status }) => status === 'QUEUED')!
    for (const { status, message } of executions)
      if (status === 'SKIPPED') expect(message).toContain(queued.id)
  })

  test.each([
    [{ pipelineName: 'Gone' }, 'The version 1 in Development has no pipeline Gone'],
    [{ versionName: '9' }, 'Development has no version 9'],
    [{ runnerId: '0198f0b8-0000-7000-8000-000000000000' }, 'no longer exists'],
  ])('what cannot run fails and says why: %j', async (options, message) => {
    const id = await schedule(options)
    await aServer().passAt('04:00:01')
    const [execution] = await executionsOf(t.db, id)
    expect(execution).toMatchObject({ status: 'FAILED' })
    expect(execution!.message).toContain(message)
    expect((await read(id)).next_run_at).toEqual(at('05:00:00'))
  })

  test('a schedule whose times are over is disabled and says so', async () => {
    const id = await schedule({ cron: '0 0 4 1 5 ? 2026' })
    await aServer().passAt('04:00:01')
    expect(await outcomes(id)).toEqual(['04:00 FIRED'])
    expect(await read(id)).toMatchObject({
      enabled: false,
      next_run_at: null,
      disabled_reason: 'The schedule has no later due time',
    })
  })
})

describe('repair', () => {
  test('gives an enabled schedule without a next time one, and reports it', async () => {
    const reported: unknown[] = []
    const log = { ...silent, warn: (fields: object) => void reported.push(fields) }
    const id = await schedule({ nextDueAt: null })
    await aServer(log).passAt('04:30:00')
    expect((await read(id)).next_run_at).toEqual(at('05:00:00'))
    expect(reported).toEqual([{ schedules: [id] }])
  })

  test('disables a schedule whose expression cannot be evaluated, and fires the others', async () => {
    const broken = await schedule({ cron: 'broken' })
    const well = await schedule()
    await aServer().passAt('04:00:01')
    expect(await outcomes(well)).toEqual(['04:00 FIRED'])
    expect(await read(broken)).toMatchObject({ enabled: false })
    expect((await read(broken)).disabled_reason).toContain('The expression has 1 fields')
  })
})
