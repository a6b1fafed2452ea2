import { expect, test } from 'vitest'
import { keepView, readViews, removeView } from './saved-views.ts'

function aStorage(first?: string) {
  const kept = new Map<string, string>()
  return {
    getItem: (key: string) => kept.get(key) ?? first ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  }
}

test('a view keeps its filter without the page, and one of the same name takes its place', () => {
  const storage = aStorage()
  keepView(storage, 'u', { name: 'Nightly', filter: { status: 'FAILED', page: 'token' } })
  keepView(storage, 'u', { name: 'Again', filter: {} })
  keepView(storage, 'u', { name: 'Nightly', filter: { status: 'RUNNING' } })
  expect(readViews(storage, 'u')).toEqual([
    { name: 'Again', filter: {} },
    { name: 'Nightly', filter: { status: 'RUNNING' } },
  ])
  expect(readViews(storage, 'somebody else')).toEqual([])
  expect(removeView(storage, 'u', 'Again')).toHaveLength(1)
})

test.each(['no JSON', '{}', '[1, {"name": ""}, {"name": "x"}, null]'])(
  'what is kept as %s is no view',
  (text) => {
    expect(readViews(aStorage(text), 'u')).toEqual([])
  },
)
