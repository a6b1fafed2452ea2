import { spawn } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { availableParallelism, tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { buildPackage } from '../scripts/build-package.ts'

/**
 * Question: how long does it take until a fresh installation of the package answers, and how much memory do API and
 * runner need when idle? Limits: 2 s at the first start, 1.2 s later, 150 MB together without PostgreSQL.
 */
const LIMIT_FIRST_MS = 2_000
const LIMIT_LATER_MS = 1_200
const LIMIT_MB = 150
const IDLE_MS = 5_000

const packed = resolve('dist')
await buildPackage(packed)
const folder = await mkdtemp(join(tmpdir(), 'headrace-bench-'))
try {
  const cold = await start('first start: database made')
  await cold.stop()
  const warm = await start('second start')
  await sleep(IDLE_MS)
  const memory = await memoryOf(warm.pid)
  await warm.stop()
  console.log(`\nOn ${availableParallelism()} cores, Node ${process.version}`)
  report('from cold to ready', cold.readyMs, LIMIT_FIRST_MS, 'ms')
  report('started again to ready', warm.readyMs, LIMIT_LATER_MS, 'ms')
  report('API and runner, idle', memory.api + memory.runner, LIMIT_MB, 'MB')
  console.log(`  (API ${memory.api.toFixed(0)} MB, runner ${memory.runner.toFixed(0)} MB)`)
  console.log(`  (what both share counted once: ${memory.once.toFixed(0)} MB)`)
} finally {
  await rm(folder, { recursive: true, force: true, maxRetries: 5 })
}

function report(what: string, value: number, limit: number, unit: string): void {
  const ratio = (value / limit).toFixed(2)
  console.log(`${what.padEnd(26)} ${value.toFixed(0)} ${unit}, ${ratio} of the limit of ${limit} ${unit}`)
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

/** Resident memory of the API process and of the runner it supervises, in MB; the program itself, Node, is in both. */
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

async function residentMb(pid: number): Promise<{ own: number; files: number }> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  const mb = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(status)![1]) / 1024
  return { own: mb('RssAnon'), files: mb('RssFile') + mb('RssShmem') }
}
