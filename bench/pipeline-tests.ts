import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

/** How long do 200 small tests take? Less than 20 seconds, or nobody runs them before each commit. */
const testCount = 200
const limitMs = 20_000

const pipeline = `type: "orchestration"
version: "1.0"
pipeline:
  components:
    Start: { type: "start", transitions: { unconditional: ["Sum"] } }
    Sum:
      type: "sql-executor"
      parameters:
        sqlScript: "create table totals as select region, sum(amount) as total from raw.orders group by region"
`

const test = `type: "test"
test:
  run: { orchestration: "Totals" }
  tables:
    raw.orders:
      columns: { region: VARCHAR, amount: "NUMBER(10,2)" }
      rows: [["EU", 1.5], ["EU", 2.25], ["US", 7]]
  expect:
    tables: { totals: { rows: [["EU", 3.75], ["US", 7]] } }
`

/** Bash says what its children have used. */
function run(warehouse: string) {
  const began = performance.now()
  const { status, stdout } = spawnSync(
    'bash',
    [
      '-c',
      '"$@"; code=$?; times; exit $code',
      'bash',
      process.execPath,
      program,
      'test',
      folder,
      '--warehouse',
      warehouse,
    ],
    { encoding: 'utf8' },
  )
  const wallMs = performance.now() - began
  const lines = stdout.trimEnd().split('\n')
  const used = [...(lines.at(-1) ?? '').matchAll(/(\d+)m([\d.]+)s/g)]
  const processorMs = used.reduce(
    (sum, [, minutes, left]) => sum + (Number(minutes) * 60 + Number(left)) * 1_000,
    0,
  )
  return { wallMs, processorMs, said: lines.at(-3), status }
}

const program = resolve('bin/headrace.mjs')
const folder = mkdtempSync(join(tmpdir(), 'headrace-bench-'))
let failed = false
try {
  writeFileSync(join(folder, 'Totals.orch.yaml'), pipeline)
  for (let n = 1; n <= testCount; n++) writeFileSync(join(folder, `Totals ${n}.test.yaml`), test)
  for (const warehouse of ['DUCKDB', 'POSTGRES']) {
    const { wallMs, processorMs, said, status } = run(warehouse)
    // The processors that others on the machine take away are no waiting of ours.
    const ms = Math.min(wallMs, processorMs)
    const seconds = (one: number) => (one / 1_000).toFixed(1)
    const cost = `${seconds(wallMs)} s, ${seconds(processorMs)} s of processors, with the start of the program`
    console.log(`${warehouse}: ${cost}: ${(ms / limitMs).toFixed(2)} of the limit. ${said}`)
    failed ||= status !== 0 || ms > limitMs
  }
} finally {
  rmSync(folder, { recursive: true, force: true })
}
if (failed) process.exitCode = 1
