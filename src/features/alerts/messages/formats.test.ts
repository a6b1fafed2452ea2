import { expect, test } from 'vitest'
import { slackBody } from './formats.ts'

const textsOf = (body: string): string[] =>
  (JSON.parse(body) as { blocks: { type: string; text: { text: string } }[] }).blocks
    .filter(({ type }) => type === 'section')
    .map(({ text }) => text.text)

const title = 'Failed: P'
const link = 'https://headrace.test/executions/1'

test('a message for Slack has its facts, what the execution says and a link', () => {
  const facts = [
    ['Project', 'R&D'],
    ['Pipeline', 'P'],
  ] as const
  expect(textsOf(slackBody({ title, facts, detail: 'a < b', link }))).toEqual([
    '*Project:* R&amp;D\n*Pipeline:* P',
    'a &lt; b',
    '<https://headrace.test/executions/1|Open in Headrace>',
  ])
  expect(textsOf(slackBody({ title, facts: [], detail: undefined, link: undefined }))).toEqual([])
})

test.each(['<', '&', 'a<', 'ab<', 'abc<', 'x', '🙂', 'a🙂'])(
  'Slack takes texts of at most 3,000 characters, also of many %s',
  (piece) => {
    const long = piece.repeat(3_000)
    for (const text of textsOf(slackBody({ title, facts: [['Project', long]], detail: long, link }))) {
      expect(text.length).toBeLessThanOrEqual(3_000)
      expect(text.replaceAll(/&(amp|lt|gt);/g, '')).not.toContain('&')
      expect(text.isWellFormed()).toBe(true)
    }
  },
)
