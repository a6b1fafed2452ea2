import { describe, expect, test } from 'vitest'
import { readYaml } from './parse-yaml.ts'

const faultsOf = (text: string) =>
  readYaml(text).faults.map(({ line, message }) => `${line} ${message.split(': ').slice(1).join(': ')}`)

describe('what is never closed', () => {
  test.each([
    [
      'a list over many lines',
      'a:\n  b: [\n    x,\n\n    y\n  c: 1\n',
      '2 The "[" is never closed: line 6 begins before its "]"',
    ],
    [
      'a list in a list of blocks',
      'a:\n  - [ x\n  - [ y ]\n',
      '2 The "[" is never closed: line 3 begins before its "]"',
    ],
    ['a map at the end', 'a:\n  b: { c: 1\n', '2 The "{" is never closed: the file ends before its "}"'],
    [
      'a map in a list that is closed',
      'a:\n  b: [x,\n    { y: 1\n    ]\nc: 2\n',
      '3 The "{" is never closed: the "]" of line 4 closes the bracket of line 2',
    ],
    ['a bracket too many', 'a: [1]\nb: [2]]\n', '2 The "]" closes nothing: no bracket is open'],
    ['a text', 'a: 1\nb: "x\nc: 2\n', '2 The text that begins with " here has no closing "'],
    [
      'a text that ends with an escaped quote',
      'a: 1\nb: "x\\"\n',
      '2 The text that begins with " here has no closing "',
    ],
  ])('%s is reported where it was opened', (_what, text, expected) => {
    expect(faultsOf(text)).toEqual([expected])
  })

  test('brackets and quotes in texts and comments open nothing', () => {
    const text = "a: \"[ {\"\nb: it's [x\n# [ \" {\nc: |\n  [ \"\nd: 'it''s {'\ne: [1\n"
    expect(faultsOf(text)).toEqual(['7 The "[" is never closed: the file ends before its "]"'])
  })

  test('other faults of the syntax keep their words', () => {
    expect(faultsOf('a: b: c\n')).toEqual([expect.stringMatching(/^1 .*nested mappings/i)])
  })
})
