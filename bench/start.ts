import { spawn } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { availableParallelism, tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { buildPackage } from '../scripts/build-package.ts'

/**
 * Question: how long does it take until a fresh installation of the package answers, how much memory do API
 * and runner need when idle, and how much of a core do they take with PostgreSQL? Limits: 2 s at the first
 * start, 1.2 s later, 150 MB together without PostgreSQL, 0.5 %. HEADRACE_BENCH_IDLE_SECONDS: how long the
 * idle installation is watched (60).
 */
const LIMIT_FIRST_MS = 2_000
const LIMIT_LATER_MS = 1_200
const LIMIT_MB = 150
const LIMIT_IDLE_PERCENT = 0.5
/** What follows from the start is over by then, and the room that it took is given back. */
const SETTLED_MS = 65_000
const WATCHED_MS = Number(process.env['HEADRACE_BENCH_IDLE_SECONDS'] ?? 60) * 1_000

const packed = resolve('dist')
await buildPackage(packed)
const folder = await mkdtemp(join(tmpdir(), 'headrace-bench-'))
try {
  const cold = await start('first start: database made')
  await cold.stop()
  const warm = await start('second start')
  await sleep(SETTLED_MS)
  const memory = await memoryOf(warm.pid)
  const before = await runningMsOf(warm.pid)
  await sleep(WATCHED_MS)
  const after = await runningMsOf(warm.pid)
  await warm.stop()
  console.log(`\nOn ${availableParallelism()} cores, Node ${process.version}`)
  report('from cold to ready', cold.readyMs, LIMIT_FIRST_MS, 'ms')
  report('started again to ready', warm.readyMs, LIMIT_LATER_MS, 'ms')
  report('API and runner, idle', memory.api + memory.runner, LIMIT_MB, 'MB')
  console.log(`  (API ${memory.api.toFixed(0)} MB, runner ${memory.runner.toFixed(0)} MB)`)
  console.log(`  (what both share counted once: ${memory.once.toFixed(0)} MB)`)
  const idle = shares(before, after)
  report('idle', idle.api + idle.postgres + idle.runner, LIMIT_IDLE_PERCENT, '%', 2)
  console.log(
    `  (API ${idle.api.toFixed(2)} %, PostgreSQL ${idle.postgres.toFixed(2)} %, runner ${idle.runner.toFixed(2)} % of a core)`,
  )
} finally {
  await rm(folder, { recursive: true, force: true, maxRetries: 5 })
}

function report(what: string, value: number, limit: number, unit: string, digits = 0): void {
  const ratio = (value / limit).toFixed(2)
  console.log(
    `${what.padEnd(26)} ${value.toFixed(digits)} ${unit}, ${ratio} of the limit of ${limit} ${unit}`,
  )
}

/** Starts the platform and waits until API and runner are both there. */
async function start(what: string) {
  console.log(what)
  const begun = performance.now()
  const child = spawn(join(packed, 'bin/headrace.mjs'), ['start'], {
    env: { PATH: process.env['PATH'], HEADRACE_DATA_DIR: folder, HEADRACE_PORT: '0' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let output = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text
  })
  while (!output.includes('Headrace is ready') || !output.includes('Runner connected')) {
    if (child.exitCode !== null) throw new Error(`The start ended: ${output}`)
    await sleep(5)
  }
  const readyMs = performance.now() - begun
  const ended = new Promise((done) => child.once('exit', done))
  const stop = async () => {
    child.kill('SIGTERM')
    await ended
  }
  return { pid: child.pid!, readyMs, stop }
}

/**
 * Resident memory of the API process and of the runner it supervises, in MB; the program itself, Node, is in
 * both.
 */
async function memoryOf(api: number): Promise<{ api: number; runner: number; once: number }> {
  const children = (await readFile(`/proc/${api}/task/${api}/children`, 'utf8')).trim().split(' ').map(Number)
  for (const pid of children) {
    const command = await readFile(`/proc/${pid}/cmdline`, 'utf8')
    if (!command.includes('runner')) continue
    const [first, second] = await Promise.all([residentMb(api), residentMb(pid)])
    const once = first.own + second.own + Math.max(first.files, second.files)
    return { api: first.own + first.files, runner: second.own + second.files, once }
  }
  throw new Error('The runner was not found')
}

type Part = 'api' | 'postgres' | 'runner'

/** Percent of a core between two looks. Processes that ended in between are left out. */
function shares(
  before: ReadonlyMap<number, readonly [Part, number]>,
  after: ReadonlyMap<number, readonly [Part, number]>,
): Record<Part, number> {
  const sums = { api: 0, postgres: 0, runner: 0 }
  for (const [pid, [part, ms]] of after) sums[part] += ((ms - (before.get(pid)?.[1] ?? 0)) / WATCHED_MS) * 100
  return sums
}

/**
 * How long each process of the installation has been running on a processor, in ms, as the scheduler counts
 * it.
 */
async function runningMsOf(api: number): Promise<Map<number, readonly [Part, number]>> {
  const all = new Map<number, readonly [Part, number]>()
  async function add(pid: number): Promise<void> {
    const place = `/proc/${pid}/task`
    const command = await readFile(`/proc/${pid}/cmdline`, 'utf8')
    const part = pid === api ? 'api' : command.includes('headrace.mjs') ? 'runner' : 'postgres'
    let ms = 0
    for (const thread of await readdir(place)) {
      ms += Number((await readFile(`${place}/${thread}/schedstat`, 'utf8')).split(' ')[0]) / 1e6
      const children = (await readFile(`${place}/${thread}/children`, 'utf8')).trim().split(' ')
      for (const child of children.filter((one) => one !== ''))
        await add(Number(child)).catch(() => undefined)
    }
    all.set(pid, [part, ms])
  }
  await add(api)
  return all
}

async function residentMb(pid: number): Promise<{ own: number; files: number }> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  const mb = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(status)![1]) / 1024
  return { own: mb('RssAnon'), files: mb('RssFile') + mb('RssShmem') }
}
