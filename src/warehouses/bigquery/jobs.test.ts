import { expect, onTestFinished, test } from 'vitest'
import { type Answer, startLoopbackService } from '../../../test/support/bigquery-service.ts'
import { createBigQueryClient } from './client.ts'
import { createTokenSource } from './credentials.ts'
import { createJobs, type Jobs } from './jobs.ts'
import { keyPair } from './testing/key-pair.ts'

const { signal } = new AbortController()
const refused = () =>
  new TypeError('fetch failed', { cause: Object.assign(new Error('refused'), { code: 'ECONNREFUSED' }) })

/** Jobs of a service whose requests `fault` may keep from arriving, or from being answered. */
async function jobsWith(
  fault: (called: string) => Response | Error | undefined,
  { answer = {}, patienceMs = 60_000 }: { answer?: Answer; patienceMs?: number } = {},
) {
  const { publicKey, keyFile } = keyPair()
  const service = await startLoopbackService({ publicKey, answer: () => answer })
  onTestFinished(() => service[Symbol.asyncDispose]())
  const send: typeof fetch = async (url, init) => {
    const failed = fault(`${init?.method} ${new URL(String(url)).pathname}`)
    if (failed instanceof Error) throw failed
    return failed ?? fetch(url, init)
  }
  const token = createTokenSource({ keyFile: keyFile(service.endpoint) }, send)
  const client = createBigQueryClient(service.endpoint, token, send, patienceMs)
  return { jobs: createJobs(client, { project: 'p', dataset: 'd' }), service }
}

async function run(jobs: Jobs) {
  const job = await jobs.start('insert into t values (1)', { signal, location: 'EU' })
  return jobs.rows(job, { maxRows: 0 }, signal)
}

test('a job that runs outlasts a network that is away, and a token server that is busy', async () => {
  let busy = 1
  let away = 3
  const { jobs, service } = await jobsWith((called) => {
    if (/token$/.test(called) && busy-- > 0) return new Response('busy', { status: 503 })
    return /^GET .*\/(jobs|queries)\//.test(called) && away-- > 0 ? refused() : undefined
  })
  expect(await run(jobs)).toMatchObject({ jobComplete: true })
  expect(service.arrived).toHaveLength(1)
})

test('a job that is given up is cancelled, and said to be unknown', async () => {
  const { jobs, service } = await jobsWith((called) => (called.startsWith('GET') ? refused() : undefined), {
    patienceMs: 300,
  })
  await expect(run(jobs)).rejects.toThrow(/refused\n.*\nIt is unknown whether the job p:EU\.\S+ was done/)
  expect(service.cancelled).toEqual([service.arrived[0]?.jobId])
})

test('a job that has failed is not waited for, although its answer is that of a busy service', async () => {
  const fault = { status: 503, reason: 'jobBackendError', message: 'Retry the job' }
  const { jobs, service } = await jobsWith(
    (called) => (/^GET .*\/jobs\//.test(called) ? Response.json({ status: { state: 'DONE' } }) : undefined),
    { answer: { fault } },
  )
  await expect(run(jobs)).rejects.toThrow(/^Retry the job$/)
  expect(service.cancelled).toEqual([])
}, 20_000)

test('all statements of a script are read, page after page', async () => {
  const pages = [
    { jobs: [{}, {}], nextPageToken: 'next' },
    { jobs: [{}], nextPageToken: null },
  ]
  const asked: unknown[] = []
  const get = async (_: string, { pageToken }: { readonly pageToken?: unknown }) => {
    asked.push(pageToken)
    return pages[asked.length - 1]
  }
  const jobs = createJobs({ get, post: get } as unknown as Parameters<typeof createJobs>[0], {
    project: 'p',
    dataset: 'd',
  })
  const job = { id: 'script', shownId: 'script', location: 'EU' }
  expect(await jobs.children(job, signal)).toHaveLength(3)
  expect(asked).toEqual([undefined, 'next'])
})
