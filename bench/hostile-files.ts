import { setTimeout as sleep } from 'node:timers/promises'
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads'
import { type BenchPlatform, startBenchPlatform } from './support/platform.ts'
import { percentile } from './support/statistics.ts'

/**
 * What do files made to do harm take from everybody else? While they are published without a pause, each by
 * two callers at once, other requests must stay below 100 ms at the 99th percentile.
 */
const limitMs = 100
const secondsEach = Number(process.argv[3] ?? 10)
const CALLERS = 2

/** The first is a measure: as many bytes that are no pipeline. The last one is read to its end. */
const hostile = {
  'harmless text of the same size': ' '.repeat(1_000_000),
  'a million brackets': '['.repeat(1_000_000),
  'marks without end': `pipeline: [${','.repeat(1_000_000)}]`,
  'as many words as are read': `pipeline:\n${'- a\n'.repeat(110_000)}`,
}

interface Asking {
  readonly url: string
  readonly headers: { readonly authorization: string }
  readonly ms: number
}

if (isMainThread) await main()
else parentPort!.postMessage(await waits(workerData as Asking))

async function main() {
  await using platform = await startBenchPlatform()
  const projectId = await platform.project({ 'a.orch.yaml': 'pipeline: {}' })
  const url = `${platform.origin}/api/v1/projects/${projectId}`
  const asking: Asking = { url, headers: platform.headers, ms: secondsEach * 1_000 }
  await waits({ ...asking, ms: 2_000 })
  const idle = percentile(await waitsInThread(asking), 0.99)
  console.log(`nobody publishes: p99 ${idle.toFixed(1)} ms`)
  for (const [what, text] of Object.entries(hostile)) {
    const until = performance.now() + asking.ms
    const attacks = Promise.all(Array.from({ length: CALLERS }, () => attack(platform, text, until)))
    const each = await waitsInThread(asking)
    const p99 = percentile(each, 0.99)
    const answered = (await attacks).reduce((sum, count) => sum + count, 0)
    console.log(
      `${what}: p99 ${p99.toFixed(1)} ms of ${each.length} requests, ${(p99 / limitMs).toFixed(2)} of the limit of ` +
        `${limitMs} ms; the longest ${Math.max(...each).toFixed(0)} ms; ${answered} publications`,
    )
    if (p99 > limitMs) process.exitCode = 1
  }
}

/** Measured apart: the attackers' own work must not count. */
function waitsInThread(asking: Asking): Promise<number[]> {
  const worker = new Worker(new URL(import.meta.url), { workerData: asking, argv: process.argv.slice(2) })
  return new Promise((resolve, reject) => worker.once('message', resolve).once('error', reject))
}

/** Milliseconds of each request of an ordinary reader. */
async function waits({ url, headers, ms }: Asking): Promise<number[]> {
  const each: number[] = []
  for (const until = performance.now() + ms; performance.now() < until; await sleep(5)) {
    const began = performance.now()
    await (await fetch(url, { headers })).arrayBuffer()
    each.push(performance.now() - began)
  }
  return each
}

/** Publishes eight such files at a time, again and again; what is answered does not matter. */
async function attack(platform: BenchPlatform, text: string, until: number): Promise<number> {
  let published = 0
  for (; performance.now() < until; published++) {
    const files = Object.fromEntries(
      Array.from({ length: 8 }, (_, n) => [`p${n}${text.startsWith(' ') ? '.txt' : '.orch.yaml'}`, text]),
    )
    await platform.project(files).catch(() => undefined)
  }
  return published
}
