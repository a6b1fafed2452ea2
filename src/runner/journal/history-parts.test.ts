import { expect, test } from 'vitest'
import type { HistoryStep } from '../../protocol/messages.ts'
import { createHistoryParts } from './history-parts.ts'

const step = (execution: string, seq: number): HistoryStep => ({
  execution,
  seq,
  key: `${seq}`,
  name: 'x',
  type: 'bash-script',
  attempt: 1,
  startedAt: '',
})
const part = (root: string, number: number, ...seqs: number[]) => ({
  kind: 'history' as const,
  root,
  part: number,
  steps: seqs.map((seq) => step(root, seq)),
})

test('parts are handed out in order, to their execution and once', () => {
  const parts = createHistoryParts()
  parts.received(part('a', 0, 0, 1))
  parts.received(part('a', 1, 2))
  expect(parts.take('b')).toEqual([])
  expect(parts.take('a').map(({ seq }) => seq)).toEqual([0, 1, 2])
  expect(parts.take('a')).toEqual([])
})

test('a journal that is sent again replaces what arrived of it before', () => {
  const parts = createHistoryParts()
  parts.received(part('a', 0, 0, 1))
  parts.received(part('a', 0, 0))
  parts.received(part('a', 1, 1))
  expect(parts.take('a').map(({ seq }) => seq)).toEqual([0, 1])
})

test('what was not finished is forgotten: with the connection, or when another journal begins', () => {
  const parts = createHistoryParts()
  parts.received(part('a', 0, 0))
  parts.forget()
  parts.received(part('a', 1, 1))
  expect(parts.take('a')).toEqual([])
  parts.received(part('a', 0, 0))
  parts.received(part('b', 0, 0))
  parts.received(part('a', 1, 1))
  expect(parts.take('a')).toEqual([])
  expect(parts.take('b')).toHaveLength(1)
})
