import { expect, test, vi } from 'vitest'
import { parsePipelineFile } from '../../src/pipeline/parse.ts'
import { useApi } from '../support/api.ts'
import { aProject, publish } from '../support/factories.ts'
import { orchestration, start } from '../support/pipelines.ts'

vi.setConfig({ testTimeout: 120_000 })
const api = useApi()
const good = orchestration({ Start: start() })

/** Well-formed, small enough to be read, and expensive: nothing but marks. */
const dense = `pipeline:\n${'- a\n'.repeat(30_000)}`

/** The longest wait for an answer to a request that needs nothing, as long as `work` lasts. */
async function longestWaitDuring(work: Promise<unknown>): Promise<number> {
  let over = false
  void work.finally(() => {
    over = true
  })
  let longest = 0
  while (!over) {
    const began = performance.now()
    expect((await fetch(`${api.origin}/livez`)).status).toBe(200)
    longest = Math.max(longest, performance.now() - began)
  }
  return longest
}

test.each([
  ['brackets', '['.repeat(1_000_000), 1],
  ['lists in lists', `a: 1\n${'- '.repeat(300_000)}`, 2],
  ['blocks in blocks', Array.from({ length: 1_000 }, (_, n) => `${' '.repeat(n)}a:`).join('\n'), 103],
  ['more words than anyone writes', `a: [${'b,'.repeat(450_000)}]`, 1],
])('a file of %s is refused when it is published, with its name and line', async (_, text, line) => {
  const { projectId } = await aProject(api)
  const { status, body } = await publish(api, projectId, { 'bad/one.orch.yaml': text, 'a.orch.yaml': good })
  expect(status).toBe(400)
  expect(body['violations']).toEqual([
    expect.stringMatching(new RegExp(`^body: bad/one\\.orch\\.yaml, line ${line}: The file `)),
  ])
  const list = await api.call('GET', `/v1/projects/${projectId}/artifacts?environmentName=Development`)
  expect(list.body['total']).toBe(0)
})

test('a pipeline file that no runner would read is refused when it is published', async () => {
  const { projectId } = await aProject(api)
  const large = `${good}\n# ${'x'.repeat(1024 * 1024)}`
  expect(parsePipelineFile('large.orch.yaml', large).pipeline).toBeUndefined()
  const { status, body } = await publish(api, projectId, { 'large.orch.yaml': large })
  expect([status, body['violations']]).toEqual([
    400,
    [expect.stringMatching(/^body: large\.orch\.yaml, line 1: The file is larger than 1 MiB/)],
  ])
  const notes = await publish(api, projectId, { 'notes.txt': large, 'a.orch.yaml': good }, { name: 'notes' })
  expect(notes.status).toBe(201)
})

test('others are answered while ten files are read of which each would hold the thread', async () => {
  const began = performance.now()
  parsePipelineFile('dense.orch.yaml', dense)
  const inThisThread = performance.now() - began
  const { projectId } = await aProject(api)
  const files = Object.fromEntries(Array.from({ length: 5 }, (_, n) => [`p${n}.orch.yaml`, dense]))
  const publishing = Promise.all(
    [1, 2].map((n) => publish(api, projectId, { ...files, 'a.orch.yaml': good }, { name: `v${n}` })),
  )
  const longest = await longestWaitDuring(publishing)
  expect((await publishing).map(({ status }) => status)).toEqual([201, 201])
  expect(longest).toBeLessThan(inThisThread / 2)
})
