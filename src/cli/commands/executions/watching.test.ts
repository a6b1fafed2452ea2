import type { ServerResponse } from 'node:http'
import { expect, test } from 'vitest'
import { type Answer, credential, json, paged, startApi } from '../../testing/loopback-api.ts'
import { loginTo, openTerminal, type TestTerminalOptions } from '../../testing/terminal.ts'

const id = (n: number) => `0195b1c2-0000-7000-8000-00000000000${n}`
const [projectId, executionId] = [id(1), id(5)]
const executionPath = `/v1/pipeline-executions/${executionId}`
const below = `/v1/projects/${projectId}/pipeline-executions`
const runArguments = ['run', 'load', '-p', 'Demo', '-e', 'Development', '--follow']
const execution = { pipelineExecutionId: executionId, projectId, pipelineName: 'load' }
const ended = { ...execution, status: 'SUCCESS' }
const steps = Array.from({ length: 101 }, (_, i) => ({ id: `${i}`, name: `Step ${i}`, result: 'SUCCESS' }))
const started = {
  'GET /v1/projects': paged([{ id: projectId, name: 'Demo' }]),
  [`POST ${below}`]: ((_, response) =>
    json(response, 201, { pipelineExecutionId: executionId })) satisfies Answer,
}

const open = (api: { url: string }, options: TestTerminalOptions = {}) =>
  openTerminal({ ...options, env: loginTo(api, credential) })

const breakOff = (response: ServerResponse) => void response.destroy()
const restart = (response: ServerResponse) => void response.writeHead(503).end()

/** Each request has the next of these fates; those that follow get `answer`. */
const after =
  (fates: ((response: ServerResponse) => void)[], answer: Answer): Answer =>
  (request, response) => {
    const fate = fates.shift()
    return fate === undefined ? answer(request, response) : fate(response)
  }

test('--follow goes on while the server is away, says so once, and shows every step once', async () => {
  const page = paged(steps)
  const read = after([breakOff, restart], (_, response) => json(response, 200, ended))
  // Only what outlasts the repeats of a read is worth a line.
  const second = after(Array<typeof restart>(5).fill(restart), page)
  await using api = await startApi({
    ...started,
    [`GET ${executionPath}`]: read,
    [`GET ${below}/${executionId}/steps`]: (request, response) =>
      (request.path.includes('page=1') ? second : page)(request, response),
  })
  using terminal = open(api)
  const { code, out, err } = await terminal.run(...runArguments)
  expect(code).toBe(0)
  expect(out.match(/^✔ Step/gm)).toHaveLength(101)
  expect(err.match(/Waiting up to 10 minutes for the server: .*does not answer/g)).toHaveLength(1)
  expect(err.match(/Waiting up to .*failed with 503/g)).toHaveLength(1)
})

test('the steps of child pipelines are read several at a time, and shown below the steps that run them', async () => {
  const children = Array.from({ length: 20 }, (_, i) => ({
    id: `0195b1c2-0000-7000-8000-0000000001${i + 10}`,
  }))
  const calls = children.map(({ id }, i) => ({
    id: `${i}`,
    name: `Call ${i}`,
    result: 'SUCCESS',
    childPipeline: { id, name: 'child' },
  }))
  const waiting: (() => void)[] = []
  let isTogether = false
  const together =
    (answer: Answer): Answer =>
    (request, response) => {
      waiting.push(() => void answer(request, response))
      isTogether ||= waiting.length === 8
      if (isTogether) for (const one of waiting.splice(0).reverse()) one()
    }
  const inside = (i: number) => paged([{ id: `in ${i}`, name: `Inside ${i}`, result: 'SUCCESS' }])
  await using api = await startApi({
    ...started,
    [`GET ${executionPath}`]: (_, response) => json(response, 200, ended),
    [`GET ${below}/${executionId}/steps`]: paged(calls),
    ...Object.fromEntries(children.map(({ id }, i) => [`GET ${below}/${id}/steps`, together(inside(i))])),
  })
  using terminal = open(api)
  const { code, out } = await terminal.run(...runArguments)
  expect(code).toBe(0)
  const shown = out.split('\n').flatMap((line) => /(Call|Inside) \d+/.exec(line)?.[0] ?? [])
  expect(shown).toEqual(calls.flatMap((_, i) => [`Call ${i}`, `Inside ${i}`, `Call ${i}`]))
})

test('a followed log goes on when the server is away after the connection broke', async () => {
  const event = (text: string) => `data: ${JSON.stringify({ text })}\n\n`
  const begin: Answer = (_, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    response.write(event('first'), () => response.destroy())
  }
  const fates = [(response: ServerResponse) => void begin({} as never, response), breakOff, restart]
  await using api = await startApi({
    [`GET ${executionPath}/logs`]: after(fates, (_, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      response.end(`${event('first')}${event('last')}event: end\ndata: {}\n\n`)
    }),
  })
  using terminal = open(api)
  const { code, out } = await terminal.run('logs', '-f', executionId)
  expect({ code, out }).toEqual({ code: 0, out: 'first\nlast\n' })
})

test('a log whose server does not answer at all is not waited for', async () => {
  await using api = await startApi({ [`GET ${executionPath}/logs`]: (_, response) => breakOff(response) })
  using terminal = open(api)
  expect(await terminal.run('logs', '-f', executionId)).toMatchObject({ code: 1 })
  expect(terminal.waits).toEqual([])
})

test('a server that stays away is given up after ten minutes, and Ctrl-C ends the waiting before', async () => {
  await using api = await startApi({
    ...started,
    [`GET ${executionPath}`]: (_, response) => restart(response),
  })
  using terminal = open(api)
  const { code, err } = await terminal.run(...runArguments)
  expect([code, err]).toEqual([1, expect.stringContaining('failed with 503')])
  const waitedMs = terminal.waits.reduce((sum, ms) => sum + ms, 0)
  expect(waitedMs).toBeGreaterThanOrEqual(600_000)
  using interrupted = open(api, { onWait: () => interrupted.interrupt() })
  const left = await interrupted.run(...runArguments)
  expect([left.code, left.err]).toEqual([1, expect.stringContaining('The execution continues')])
  expect(interrupted.waits).toHaveLength(1)
})
