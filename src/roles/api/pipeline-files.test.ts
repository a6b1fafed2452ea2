import { expect, test, vi } from 'vitest'
import { orchestration, start } from '../../../test/support/pipelines.ts'
import { versionKey } from '../../features/pipelines/service.ts'
import { parsePipelineFile } from '../../pipeline/parse.ts'
import { createPipelineFiles } from './pipeline-files.ts'

vi.setConfig({ testTimeout: 60_000 }) // threads load the language first

const files = [
  { path: 'B.orch.yaml', content: orchestration({ Start: start('Odd'), Odd: { type: 'from-the-future' } }) },
  { path: 'A.orch.yaml', content: 'a: [' },
  { path: 'notes.txt', content: 'a: [' },
]
const facts = { warehouse: 'DUCKDB' }
const unread = () => Promise.reject(new Error('This was to be known without reading it'))

test('a version that was validated to be published is not read again to be shown', async () => {
  const { checkFiles, analyses } = createPipelineFiles()
  const { faults, publishedAs } = await checkFiles(files, facts)
  publishedAs('one')
  expect(new Set(faults.map(({ file }) => file))).toEqual(new Set(['A.orch.yaml', 'B.orch.yaml']))
  const shown = await analyses.of({ key: versionKey('one'), facts, read: unread })
  expect(shown.map(({ summary }) => summary.name)).toEqual(['A', 'B'])
  expect(shown.flatMap((file) => file.faults)).toEqual(faults)
})

test('files that are no version are validated and forgotten', async () => {
  const { checkFiles, analyses } = createPipelineFiles()
  expect((await checkFiles(files, facts)).faults).not.toEqual([])
  await expect(analyses.of({ key: versionKey('one'), facts, read: unread })).rejects.toThrow(
    'without reading',
  )
})

const text = orchestration({ Start: start('Odd'), Odd: { type: 'from-the-future' } })

test('a file is parsed and drawn as it is without a thread', async () => {
  const { parsePipeline, drawPipeline } = createPipelineFiles()
  expect(await parsePipeline('B.orch.yaml', text)).toEqual(parsePipelineFile('B.orch.yaml', text).pipeline)
  expect(await parsePipeline('B.orch.yaml', 'a: [')).toBeUndefined()
  expect((await drawPipeline('B.orch.yaml', text))?.components.map(({ name }) => name)).toEqual([
    'Start',
    'Odd',
  ])
})

test('the thread goes on with its turns while a large project is validated', async () => {
  const { checkFiles } = createPipelineFiles()
  const large = Array.from({ length: 500 }, (_, n) => ({ path: `p${n}.orch.yaml`, content: text }))
  let turns = 0
  const turn = setInterval(() => turns++, 1)
  await checkFiles(large, facts)
  clearInterval(turn)
  expect(turns).toBeGreaterThan(20)
})

test('a file that needs too much time is named, and the next work gets a new thread', async () => {
  const { checkFiles } = createPipelineFiles({ stepMs: 100 })
  const slow = { path: 'slow.orch.yaml', content: `pipeline: [${'a, '.repeat(250_000)}]` }
  await expect(checkFiles([...files, slow], facts)).rejects.toMatchObject({
    kind: 'payload-too-large',
    message: expect.stringMatching(/^slow\.orch\.yaml: reading/),
  })
  expect((await checkFiles(files, facts)).faults).not.toEqual([])
})

test('a file that needs too much memory is named, and the next work gets a new thread', async () => {
  const { checkFiles } = createPipelineFiles({ memoryMiB: 64 })
  const large = { path: 'large.orch.yaml', content: `pipeline: [${'a, '.repeat(250_000)}]` }
  await expect(checkFiles([...files, large], facts)).rejects.toMatchObject({
    kind: 'payload-too-large',
    message: expect.stringMatching(/^large\.orch\.yaml: .* MiB of memory/),
  })
  expect((await checkFiles(files, facts)).faults).not.toEqual([])
})

test('beyond the queue a caller is told when to come again', async () => {
  const { checkFiles } = createPipelineFiles({ size: 1, maxQueued: 1 })
  const [first, second, third] = await Promise.allSettled([1, 2, 3].map(() => checkFiles(files, facts)))
  expect([first?.status, second?.status]).toEqual(['fulfilled', 'fulfilled'])
  expect(third).toMatchObject({ reason: { kind: 'service-unavailable', retryAfterSeconds: 5 } })
})

test('a project that asks for much keeps no other one out', async () => {
  const { checkFiles } = createPipelineFiles({ size: 1, maxQueued: 2 })
  const of = (project: string) => checkFiles(files, { ...facts, project })
  const busy = [1, 2, 3].map(() => of('busy'))
  const other = of('other')
  const outcomes = await Promise.allSettled([...busy, other])
  expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'fulfilled'])
})
