import { expect, test } from 'vitest'
import { violationsByField } from '../../api/problem.ts'
import { channelFieldNames, channelValuesOf } from './channel-fields.tsx'

const names: Readonly<Record<string, string>> = channelFieldNames

test('what is wrong with a mail server or quiet hours reaches its field', () => {
  const violations = ['body/mailServer/host must not be empty', 'body/quietHours/to must be a time of day']
  const detail = 'See violations'
  const problem = { type: 'about:blank', title: 'Bad request', status: 400, detail, instance: '', violations }
  const fields = Object.keys(violationsByField(problem)).map((path) => names[path])
  expect(fields).toEqual(['host', 'quietTo'])
  expect(Object.keys(channelValuesOf(undefined))).toEqual(expect.arrayContaining(Object.values(names)))
})
