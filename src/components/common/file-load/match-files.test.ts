import { expect, test } from 'vitest'
import type { FileStore } from '../object-stores/file-store.ts'
import { findFiles } from './match-files.ts'

const storeOf = (...names: readonly string[]): FileStore => ({
  path: 'in/',
  shown: (name) => name,
  async *list() {
    yield names.map((name) => ({ name, bytes: 1, version: '1', modified: undefined }))
  },
  async *read() {},
  async remove() {},
})

test('a pattern finds names however their letters are written, and they stay as they are', async () => {
  const composed = 'in/Umsätze.csv'.normalize('NFC')
  const taken = composed.normalize('NFD') // as macOS writes it
  for (const pattern of [composed.slice(3), taken.slice(3), taken]) {
    const { files } = await findFiles(storeOf(taken, composed, 'in/Umsatze.csv'), pattern)
    expect(files.map(({ name }) => name)).toEqual([taken, composed])
  }
})
