import { setTimeout as sleep } from 'node:timers/promises'
import { type ApiProcess, aFleet, type Fleet } from '../support/fleet.ts'
import type { Running } from '../support/platform.ts'

/** What goes wrong in a soak, for as long as `forMs`. Each leaves everything as it found it. */
export interface Fault {
  readonly name: string
  /** The runner process ends, so that what it had in flight begins again and may be called twice. */
  readonly repeatsCalls?: boolean
  /** A process ends, and with it what it had in memory. */
  readonly endsProcess?: boolean
  readonly run: (forMs: number) => Promise<void>
}

/** A fleet with one API process and one runner, and what may happen to it. */
export interface Victim {
  readonly fleet: Fleet
  api(): ApiProcess
  runner(): Running
  readonly faults: readonly Fault[]
}

const LEASE_SECONDS = 15

export async function aVictim(): Promise<Victim> {
  const fleet = await aFleet(LEASE_SECONDS)
  let api = await fleet.startApi()
  let runner = await fleet.startRunner()

  async function during(begin: () => void, end: () => void, forMs: number) {
    begin()
    await sleep(forMs)
    end()
  }
  const healDatabase = () => {
    fleet.database.heal()
    fleet.database.endForlorn()
  }
  const healFront = () => {
    fleet.front.heal()
    fleet.front.endForlorn()
  }
  const { database, front } = fleet
  const faults: readonly Fault[] = [
    {
      name: 'the API is killed',
      endsProcess: true,
      run: async (forMs) => {
        api.child.kill('SIGKILL')
        await api.ended
        await sleep(forMs)
        api = await fleet.startApi()
      },
    },
    {
      name: 'the runner is killed',
      endsProcess: true,
      repeatsCalls: true,
      run: async (forMs) => {
        runner.child.kill('SIGKILL')
        await runner.ended
        await sleep(forMs)
        runner = await fleet.startRunner()
      },
    },
    {
      name: 'the runner stands still',
      run: (forMs) =>
        during(
          () => runner.child.kill('SIGSTOP'),
          () => runner.child.kill('SIGCONT'),
          forMs,
        ),
    },
    { name: 'PostgreSQL is killed', run: (forMs) => fleet.restartPostgres(forMs) },
    {
      name: 'PostgreSQL stands still',
      run: (forMs) =>
        during(
          () => fleet.freezePostgres(true),
          () => fleet.freezePostgres(false),
          forMs,
        ),
    },
    { name: 'the database stalls', run: (forMs) => during(() => database.stall(), healDatabase, forMs) },
    { name: 'the database vanishes', run: (forMs) => during(() => database.lose(), healDatabase, forMs) },
    {
      name: 'answers of the database vanish',
      run: (forMs) => during(() => database.lose('down'), healDatabase, forMs),
    },
    {
      name: 'answers of the database break off',
      run: async (forMs) => {
        for (const until = performance.now() + forMs; performance.now() < until; await sleep(150)) {
          database.loseAnswers(1)
        }
        database.loseAnswers(0)
      },
    },
    { name: 'the database is slow', run: (forMs) => during(() => database.delay(200), healDatabase, forMs) },
    { name: 'runner and clients stall', run: (forMs) => during(() => front.stall(), healFront, forMs) },
    { name: 'runner and clients vanish', run: (forMs) => during(() => front.lose(), healFront, forMs) },
  ]
  return { fleet, api: () => api, runner: () => runner, faults }
}
