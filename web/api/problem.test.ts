import { expect, test } from 'vitest'
import { explained, sentenceOf } from './problem.ts'

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

test.each([
  [
    'a page',
    new Response('<html>Bad gateway</html>', { status: 502, statusText: 'Bad Gateway' }),
    '502 Bad Gateway',
  ],
  ['a document of another kind', Response.json({ message: 'Too large' }, { status: 413 }), '413'],
  ['nothing', new Response('', { status: 500 }), '500'],
])('an error that is %s is said in a sentence with its status', async (_, answer, status) => {
  const { detail } = await (await explained(answer))!.json()
  expect(detail).toBe(`The server, or a proxy before it, answered ${status}.`)
})

test('what is right, or says what is wrong, stays as it is', async () => {
  expect(await explained(new Response('text'))).toBeUndefined()
  const refused = Response.json(problem, { status: 400 })
  expect(await explained(refused)).toBeUndefined()
  expect(await refused.json()).toEqual(problem)
})
