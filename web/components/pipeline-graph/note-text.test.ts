import { expect, test } from 'vitest'
import { noteBlocks } from './note-text.ts'

test('headings, items, strong text and code are seen; the rest is as it is written', () => {
  expect(noteBlocks('## Why\n\n- one **big** `x`\n1. two\n<b>a * b</b>')).toEqual([
    { kind: 'heading', spans: [{ kind: 'plain', text: 'Why' }] },
    {
      kind: 'item',
      spans: [
        { kind: 'plain', text: 'one ' },
        { kind: 'strong', text: 'big' },
        { kind: 'plain', text: ' ' },
        { kind: 'code', text: 'x' },
      ],
    },
    { kind: 'item', spans: [{ kind: 'plain', text: 'two' }] },
    { kind: 'text', spans: [{ kind: 'plain', text: '<b>a * b</b>' }] },
  ])
  expect(noteBlocks(' \n')).toEqual([])
})
