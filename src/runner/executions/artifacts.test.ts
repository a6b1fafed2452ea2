import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { orchestration, start } from '../../../test/support/pipelines.ts'
import type { FromRunner } from '../../protocol/messages.ts'
import { createArtifacts } from './artifacts.ts'

const content = orchestration({ Start: start() })
const file = (path: string, text = content) => ({ path, content: text })

function artifacts(max?: number) {
  const sent: FromRunner[] = []
  return { store: createArtifacts((message) => sent.push(message), max), sent }
}

test('many who want one artifact at once cause one request, and it is kept', async () => {
  const { store, sent } = artifacts()
  const artifact = randomUUID()
  const wanted = [store.get(artifact), store.get(artifact)]
  expect(sent).toEqual([{ kind: 'artifact-wanted', artifact }])
  store.received({ kind: 'artifact', artifact, files: [file('a.orch.yaml')], last: false })
  store.received({
    kind: 'artifact',
    artifact,
    files: [file('b/c.orch.yaml'), file('README.md', '#')],
    last: true,
  })
  for (const set of await Promise.all([...wanted, store.get(artifact)])) {
    expect(set.find('a')?.name).toBe('a')
    expect(set.find('./b/c.orch.yaml')?.name).toBe('b/c')
    expect(set.find('README')).toBeUndefined()
  }
  expect(sent.length).toBe(1)
})

test('what had half arrived when the connection broke is asked for again, whole', async () => {
  const { store, sent } = artifacts()
  const artifact = randomUUID()
  const wanted = store.get(artifact)
  store.received({ kind: 'artifact', artifact, files: [file('a.orch.yaml')], last: false })
  store.resend()
  expect(sent.length).toBe(2)
  store.received({ kind: 'artifact', artifact, files: [file('b.orch.yaml')], last: true })
  expect((await wanted).find('a')).toBeUndefined()
  expect((await wanted).find('b')).toBeDefined()
})

test('a refusal ends those who asked; for one that joined them it is asked once more', async () => {
  const { store, sent } = artifacts()
  const artifact = randomUUID()
  const refusal = { kind: 'artifact-refused' as const, artifact, reason: 'not held' }
  const alone = store.get(artifact)
  store.refused(refusal)
  await expect(alone).rejects.toThrow('not held')
  const wanted = [store.get(artifact), store.get(artifact)]
  store.refused(refusal)
  expect(sent.length).toBe(3)
  store.received({ kind: 'artifact', artifact, files: [file('a.orch.yaml')], last: true })
  for (const set of await Promise.all(wanted)) expect(set.find('a')).toBeDefined()
})

test('of more artifacts than are kept, the one used last stays', async () => {
  const { store, sent } = artifacts(1)
  const [first, second] = [randomUUID(), randomUUID()]
  for (const artifact of [first, second]) {
    const wanted = store.get(artifact)
    store.received({ kind: 'artifact', artifact, files: [], last: true })
    await wanted
  }
  void store.get(second)
  expect(sent.length).toBe(2)
  void store.get(first)
  expect(sent.length).toBe(3)
})

test('a file that cannot be read says why, with its line', async () => {
  const { store } = artifacts()
  const artifact = randomUUID()
  const wanted = store.get(artifact)
  store.received({
    kind: 'artifact',
    artifact,
    files: [file('a.orch.yaml', 'type: "orchestration"\n: [')],
    last: true,
  })
  const set = await wanted
  expect(set.find('a')).toBeUndefined()
  expect(set.faults('a')).toMatchObject([{ file: 'a.orch.yaml', severity: 'error' }])
})

test('of two files with one name the ending of a reference decides, else the kind that is called', async () => {
  const { store } = artifacts()
  const artifact = randomUUID()
  const wanted = store.get(artifact)
  const transformation = 'type: "transformation"\npipeline: {}'
  const files = [
    file('a.orch.yaml'),
    file('a.tran.yaml', transformation),
    file('b.tran.yaml', transformation),
  ]
  store.received({ kind: 'artifact', artifact, files, last: true })
  const set = await wanted
  const kindOf = (...meant: Parameters<typeof set.find>) => set.find(...meant)?.kind
  expect(kindOf('a')).toBe('orchestration')
  expect(kindOf('a', 'transformation')).toBe('transformation')
  expect(kindOf('./a.orch.yaml', 'transformation')).toBe('orchestration')
  expect(kindOf('a.tran.yaml')).toBe('transformation')
  expect(kindOf('b')).toBe('transformation')
  expect(set.faults('a', 'transformation')).toEqual([])
})
