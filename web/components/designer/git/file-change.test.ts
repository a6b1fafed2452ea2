import { expect, test } from 'vitest'
import { compareFiles } from './file-change.ts'

const text = (content: string) => ({ content, encoding: 'utf-8' as const })
const binary = (content: string) => ({ content, encoding: 'base64' as const })
const deleted = { content: null }

test.each([
  ['new.bin', undefined, binary('AP8='), 'added'],
  ['old.bin', binary('AP8='), binary('AP7/'), 'changed'],
  ['same.bin', binary('AP8='), binary('AP8='), 'same'],
  ['gone.bin', binary('AP8='), deleted, 'deleted'],
  ['text.txt', binary('AP8='), text('now text'), 'changed'],
] as const)('%s is not text, so its lines are not compared', (path, old, fresh, kind) => {
  expect(compareFiles(path, old, fresh)).toMatchObject({ path, kind, lines: undefined, graph: undefined })
})

test('a text that is to be deleted shows its lines', () => {
  expect(compareFiles('a.txt', text('a\n'), deleted)).toMatchObject({
    kind: 'deleted',
    lines: [{ change: '-', text: 'a' }],
  })
})
