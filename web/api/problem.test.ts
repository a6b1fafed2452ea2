import { expect, test } from 'vitest'
import { sentenceOf } from './problem.ts'

const problem = {
  type: 'about:blank',
  title: 'Bad request',
  status: 400,
  detail: 'See violations',
  instance: '',
}

test('of a request that is not valid everything that is wrong is said', () => {
  const violations = [
    'body/pipeline/agentId: runner 7 does not exist',
    'body/name is required',
    'nothing to run',
  ]
  const sentence = 'runner 7 does not exist; name is required; nothing to run'
  expect(sentenceOf({ ...problem, violations })).toBe(sentence)
})

test('other refusals are said in their detail, and what else was thrown in its message', () => {
  expect(sentenceOf({ ...problem, status: 409, detail: 'It runs', violations: [] })).toBe('It runs')
  expect(sentenceOf({ detail: 'Of SCIM' })).toBe('Of SCIM')
  expect(sentenceOf(new Error('Broken'))).toBe('Broken')
})
