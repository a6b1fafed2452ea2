import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { availableParallelism, homedir, tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import manifest from '../package.json' with { type: 'json' }
import { buildPackage } from '../scripts/build-package.ts'
import { airflow } from './support/peers/airflow.ts'
import { comparePeer, idleMemory, timed } from './support/peers/comparison.ts'
import { dagster } from './support/peers/dagster.ts'
import { openReceiver } from './support/peers/flights.ts'
import { openHeadrace } from './support/peers/headrace.ts'
import type { Figures, Measure } from './support/peers/measure.ts'
import { n8n } from './support/peers/n8n.ts'
import type { Peer } from './support/peers/peer.ts'
import { prefect } from './support/peers/prefect.ts'
import { memoryOf } from './support/peers/processes.ts'
import { type Column, setupsOf, tableOf, withSection } from './support/peers/table.ts'
import { temporal } from './support/peers/temporal.ts'
import { type BenchPlatform, startBenchPlatform } from './support/platform.ts'
import { percentile } from './support/statistics.ts'

/**
 * Question: how does Headrace compare with the tools that people know, each set up as its documentation does
 * it on one machine, with its default settings? The same steps and the same data task, in turns with ours.
 * What they guarantee differs: the table comes with what is started of each.
 */
const peers: readonly Peer[] = [prefect, airflow, dagster, temporal, n8n]
const HEADING = '## Beside other orchestrators'
const DOCUMENT = 'docs/comparison.md'
const READY_MS = 60_000
const SETUP =
  '`headrace start`: API, runner and PostgreSQL; every outcome is on disk before a step with outside effects begins'

const { values: options, positionals: names } = parseArgs({
  args: process.argv.slice(3),
  allowPositionals: true,
  options: { help: { type: 'boolean' }, write: { type: 'boolean' }, folder: { type: 'string' } },
})
const unknown = names.filter((name) => peers.every((peer) => peer.name !== name))
const chosen = names.length === 0 ? peers : peers.filter(({ name }) => names.includes(name))

if (options.help === true || unknown.length > 0) {
  if (unknown.length > 0) console.error(`There is no peer ${unknown.join(', ')}.\n`)
  console.log(`Usage: npm run bench -- peers [NAME…] [--write] [--folder FOLDER]

NAME is one of: ${peers.map(({ name }) => name).join(', ')}; all of them by default.
--write   writes the table into ${DOCUMENT}
--folder  where they are installed, from PyPI, npm and Go modules; kept for the next time (~/.cache/headrace/peers)

Needs python3 with venv (or HEADRACE_BENCH_PYTHON), npm and go. Takes some twelve minutes once all are installed.`)
  process.exitCode = unknown.length > 0 ? 2 : 0
} else {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1)) // stops the peers, too
  await timed('all of it', compare)
}

async function compare(): Promise<void> {
  const packed = resolve('dist')
  await timed('Headrace: build the package', () => buildPackage(packed))
  const scratch = await mkdtemp(join(tmpdir(), 'headrace-peers-'))
  const installed = resolve(options.folder ?? join(homedir(), '.cache/headrace/peers'))
  try {
    await using receiver = await openReceiver()
    const begun = performance.now()
    await using platform = await startBenchPlatform({}, join(packed, 'bin/headrace.mjs'))
    await untilRunnerIsReady(platform)
    const figures: Figures = { start: performance.now() - begun }
    Object.assign(figures, await idleMemory(() => memoryOf(new Set([platform.pid]))))
    await using headrace = await openHeadrace(platform, receiver.url)
    await headrace.run('chain of five') // warm
    const ours = new Map<Measure, number[]>()
    const columns: Column[] = []
    for (const peer of chosen)
      columns.push(await comparePeer(peer, { headrace, ours, receiver, installed, scratch }))
    for (const [measure, values] of ours) figures[measure] = percentile(values, 0.5)
    await show([
      { title: 'Headrace', version: manifest.version, setup: SETUP, figures, faults: [] },
      ...columns,
    ])
  } finally {
    await rm(scratch, { recursive: true, force: true, maxRetries: 5 })
  }
}

async function untilRunnerIsReady(platform: BenchPlatform): Promise<void> {
  for (const until = performance.now() + READY_MS; performance.now() < until; await sleep(5)) {
    const { results } = await platform.call<{ results: { agentStatus: string }[] }>('GET', '/v1/agents')
    if (results.some(({ agentStatus }) => agentStatus === 'running')) return
  }
  throw new Error(`No runner was ready within ${READY_MS / 1_000} s`)
}

async function show(columns: readonly Column[]): Promise<void> {
  const date = new Date().toISOString().slice(0, 10)
  const machine = `${availableParallelism()} cores, Node ${process.version}`
  const text = `Measured on ${date} on ${machine}, with \`npm run bench -- peers\`, which installs each of them: the same steps and the
same data task, in turns with ours, everything on one machine with default settings. Ours is the median beside all of them.

${tableOf(columns)}

What is started:

${setupsOf(columns)}`
  console.log(`\n${text}`)
  if (options.write !== true) return
  await writeFile(DOCUMENT, withSection(await readFile(DOCUMENT, 'utf8'), HEADING, text))
  console.log(`\nWritten to ${DOCUMENT}`)
}
