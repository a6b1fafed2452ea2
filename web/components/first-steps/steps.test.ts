import { expect, test } from 'vitest'
import { doneSteps, hide, isHidden } from './steps.ts'

const none = { environments: 0, drafts: 0, branches: 0, versions: 0, executions: 0, schedules: 0 }

test('each step is done by what the project has', () => {
  expect([...doneSteps(none)!]).toEqual([])
  expect([...doneSteps({ ...none, environments: 1, drafts: 1 })!]).toEqual(['environment', 'pipeline'])
  expect([...doneSteps({ ...none, versions: 2 })!]).toEqual(['pipeline', 'publish'])
  expect([...doneSteps({ ...none, executions: 1, schedules: 1 })!]).toEqual(['pipeline', 'run', 'schedule'])
})

test('nothing is said while something is not known', () => {
  expect(doneSteps({ ...none, branches: undefined })).toBeUndefined()
})

test('a guide that was hidden stays hidden for that user and project', () => {
  const kept = new Map<string, string>()
  const storage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  }
  hide(storage, 'ann', 'one')
  expect(isHidden(storage, 'ann', 'one')).toBe(true)
  expect(isHidden(storage, 'ann', 'two')).toBe(false)
  expect(isHidden(storage, 'bob', 'one')).toBe(false)
})
