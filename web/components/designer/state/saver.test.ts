import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Saver, type SaveState } from './saver.ts'
import type { FileKey, Saved, StoredText } from './stored.ts'

const key: FileKey = { projectId: 'p', branch: 'main', path: 'A.orch.yaml' }
const stored: StoredText = { text: 'a', baseCommit: 'c1', etag: '"0"' }

const on = (baseCommit: string, text: string) => ({ text, baseCommit })

/** A server that answers when it is told to. */
function aServer() {
  const asked: { stored: StoredText; answer: (saved: Saved) => void; fail: (error: unknown) => void }[] = []
  const states: SaveState['kind'][] = []
  const save = (_: FileKey, sent: StoredText) =>
    new Promise<Saved>((answer, fail) => asked.push({ stored: sent, answer, fail }))
  const saver = new Saver(key, stored, { save, changed: ({ kind }) => states.push(kind) })
  return { asked, states, saver }
}

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('what is typed is sent within two seconds, also while typing goes on, with the tag of what was read', async () => {
  const { asked, saver } = aServer()
  for (let at = 0; at < 20; at += 1) {
    saver.put(on('c1', `a${at}`))
    await vi.advanceTimersByTimeAsync(100)
  }
  expect(asked).toHaveLength(1)
  expect(asked[0]!.stored).toMatchObject({ baseCommit: 'c1', etag: '"0"' })
})

test('one request at a time: what is typed meanwhile follows with the new tag', async () => {
  const { asked, states, saver } = aServer()
  saver.put(on('c1', 'b'))
  await vi.advanceTimersByTimeAsync(2_000)
  saver.put(on('c1', 'c'))
  await vi.advanceTimersByTimeAsync(2_000)
  expect(asked.map(({ stored: { text } }) => text)).toEqual(['b'])
  asked[0]!.answer({ etag: '"1"' })
  await vi.advanceTimersByTimeAsync(10)
  expect(asked[1]!.stored).toEqual({ text: 'c', baseCommit: 'c1', etag: '"1"' })
  asked[1]!.answer({ etag: '"2"' })
  await vi.advanceTimersByTimeAsync(10)
  expect(states.at(-1)).toBe('saved')
  expect(await saver.flush()).toBe(true)
})

test('after a failure it tries again with the newest text', async () => {
  const { asked, states, saver } = aServer()
  saver.put(on('c1', 'b'))
  await vi.advanceTimersByTimeAsync(2_000)
  asked[0]!.fail(new TypeError('no network'))
  await vi.advanceTimersByTimeAsync(10)
  expect(states.at(-1)).toBe('failed')
  await vi.advanceTimersByTimeAsync(5_000)
  expect(asked).toHaveLength(2)
})

test('a conflict is sent again only when the user says so, with the tag of the other text', async () => {
  const { asked, saver } = aServer()
  saver.put(on('c1', 'b'))
  await vi.advanceTimersByTimeAsync(2_000)
  asked[0]!.answer({ conflict: { text: 'z', baseCommit: 'c1', etag: '"9"' } })
  await vi.advanceTimersByTimeAsync(10)
  saver.put(on('c1', 'c'))
  await vi.advanceTimersByTimeAsync(10_000)
  expect(asked).toHaveLength(1)
  expect(saver.state).toMatchObject({ kind: 'conflict', other: { text: 'z' } })
  void saver.overwrite()
  await vi.advanceTimersByTimeAsync(10)
  expect(asked[1]!.stored).toEqual({ text: 'c', baseCommit: 'c1', etag: '"9"' })
})

test('after a commit the next edit begins with it, and what is typed before it is read becomes a draft of it', async () => {
  const { asked, saver } = aServer()
  const save = async (baseCommit: string, text: string, etag: string) => {
    saver.put(on(baseCommit, text))
    await vi.advanceTimersByTimeAsync(2_000)
    asked.at(-1)!.answer({ etag })
    await vi.advanceTimersByTimeAsync(10)
  }
  await save('c1', 'b', '"1"')
  const begun: StoredText = { text: 'b', baseCommit: 'c2', etag: undefined }
  expect(await saver.follow(async () => begun)).toEqual({
    from: { text: 'b', baseCommit: 'c1', etag: '"1"' },
    to: begun,
  })
  expect(saver.state).toEqual({ kind: 'saved', isDraft: false })
  await save('c2', 'c', '"2"')
  expect(asked.at(-1)!.stored).toEqual({ text: 'c', baseCommit: 'c2', etag: undefined })

  const { promise: committed, resolve } = Promise.withResolvers<StoredText>()
  const followed = saver.follow(() => committed)
  saver.put(on('c2', 'd'))
  await vi.advanceTimersByTimeAsync(10_000)
  expect(asked).toHaveLength(2)
  resolve({ text: 'c', baseCommit: 'c3', etag: undefined })
  expect(await followed).toMatchObject({ from: { baseCommit: 'c2' }, to: { baseCommit: 'c3' } })
  saver.put(on('c3', 'd'))
  await vi.advanceTimersByTimeAsync(10)
  expect(asked.at(-1)!.stored).toEqual({ text: 'd', baseCommit: 'c3', etag: undefined })
})

test('what is typed while the branch gets another text stays a draft of the commit it was made from', async () => {
  const { asked, saver } = aServer()
  const merged: StoredText = { text: 'z', baseCommit: 'c2', etag: undefined }
  const followed = saver.follow(async () => {
    saver.put(on('c1', 'b'))
    return merged
  })
  expect(await followed).toBeUndefined()
  await vi.advanceTimersByTimeAsync(10)
  expect(asked[0]!.stored).toEqual({ text: 'b', baseCommit: 'c1', etag: undefined })
})

test('the caller learns that the branch could not be read, and what was typed is saved', async () => {
  const { asked, saver } = aServer()
  const followed = saver.follow(async () => {
    saver.put(on('c1', 'b'))
    throw new TypeError('no network')
  })
  await expect(followed).rejects.toThrow('no network')
  await vi.advanceTimersByTimeAsync(10)
  expect(asked[0]!.stored.text).toBe('b')
})

test('an older text that is undone to is a draft of the commit that it was made on', async () => {
  const { asked, saver } = aServer()
  const joined: StoredText = { text: 'a, theirs', baseCommit: 'c2', etag: undefined }
  expect(await saver.follow(async () => joined)).toEqual({ from: stored, to: joined })
  saver.put(on('c1', 'a'))
  await vi.advanceTimersByTimeAsync(2_000)
  expect(asked[0]!.stored).toEqual({ text: 'a', baseCommit: 'c1', etag: undefined })
  asked[0]!.answer({ etag: '"1"' })
  await vi.advanceTimersByTimeAsync(10)
  expect(saver.base).toEqual({ text: 'a', baseCommit: 'c1', etag: '"1"' })
  saver.put(on('c2', 'a, theirs'))
  await vi.advanceTimersByTimeAsync(2_000)
  expect(asked[1]!.stored).toEqual({ text: 'a, theirs', baseCommit: 'c2', etag: '"1"' })
})
