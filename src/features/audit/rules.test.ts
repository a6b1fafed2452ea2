import { createHash, randomUUID } from 'node:crypto'
import { expect, onTestFinished, test, vi } from 'vitest'
import { auditable } from './rules.ts'

test('secrets are masked by name, however deep, and by the name that accompanies a value', () => {
  const given = {
    password: 'p',
    nested: [{ clientSecret: 's', keyValue: 'k', deeper: { access_token: 't' } }],
    Operations: [
      { op: 'replace', path: 'password', value: 'p' },
      { op: 'replace', path: 'title', value: 'Dr' },
    ],
    headers: [{ name: 'Authorization', value: 'Bearer t' }],
    connection: { user: 'u', passwordSecret: 'name_of_it' },
  }
  expect(auditable(given, 'updateThing')).toEqual({
    password: '***',
    nested: [{ clientSecret: '***', keyValue: '***', deeper: { access_token: '***' } }],
    Operations: [
      { op: 'replace', path: 'password', value: '***' },
      { op: 'replace', path: 'title', value: 'Dr' },
    ],
    headers: [{ name: 'Authorization', value: '***' }],
    connection: { user: 'u', passwordSecret: 'name_of_it' },
  })
})

test('values are kept for variables and masked for secrets', () => {
  const given = { name: 'region', value: 'emea' }
  expect(auditable(given, 'createProjectVariable')).toEqual(given)
  expect(auditable(given, 'createSecret')).toEqual({ name: 'region', value: '***' })
})

test('values of a variable that is named like a secret are masked in every environment', () => {
  const overrides = [{ environmentName: 'prod', value: 'b' }]
  const masked = [{ environmentName: 'prod', value: '***' }]
  const given = {
    variables: [
      { name: 'db_password', value: 'a', overrides },
      { name: 'region', overrides },
    ],
  }
  expect(auditable(given, 'importProjectVariables')).toEqual({
    variables: [
      { name: 'db_password', value: '***', overrides: masked },
      { name: 'region', overrides },
    ],
  })
  expect(auditable({ overrides }, 'setOverrides', 'db_password')).toEqual({ overrides: masked })
  const change = { variableName: 'db_password', before: { value: 'a' }, after: { value: 'b' } }
  expect(auditable({ changes: [change] }, 'importProjectVariables')).toEqual({
    changes: [{ variableName: 'db_password', before: { value: '***' }, after: { value: '***' } }],
  })
})

test('what is very large is shortened, and depth is limited', () => {
  expect(auditable({ text: 'x'.repeat(20_000) }, 'x')).toEqual({
    shortenedFrom: expect.stringMatching(/^200\d\d char/),
    kept: { text: `${'x'.repeat(1_000)}…` },
  })
  expect(auditable({ text: '\u0001'.repeat(5_000) }, 'x')).toMatchObject({
    shortenedFrom: expect.stringMatching(/^300\d\d char/),
  })
  expect(auditable({ text: 'x'.repeat(16_000) }, 'x')).toEqual({ text: 'x'.repeat(16_000) })
  let deep: object = { password: 'p' }
  for (let i = 0; i < 100; i++) deep = { deep }
  expect(JSON.stringify(auditable(deep, 'x'))).not.toContain('"p"')
})

test('who is put into a group is recorded, however often, or however far behind others, the request names them', () => {
  const [one, other] = [randomUUID(), randomUUID()]
  const repeated = Array.from({ length: 500 }, () => ({ value: one }))
  const adding = { Operations: [{ op: 'add', path: 'members', value: repeated }] }
  expect(auditable(adding, 'updateScimGroup')).toMatchObject({
    kept: { Operations: [{ op: 'add', value: [{ value: one }, { omitted: '499 elements' }] }] },
    ids: [one],
  })
  const filling = Array.from({ length: 30_000 }, (_, i) => ({
    op: 'replace',
    path: 'displayName',
    value: `${i}`,
  }))
  const hidden = {
    Operations: [...filling, { op: 'add', path: `members[value eq "${other.toUpperCase()}"]` }],
  }
  const { ids, kept } = auditable(hidden, 'updateScimGroup') as { ids: string[]; kept: object }
  expect(ids).toEqual([other])
  expect(JSON.stringify(kept).length).toBeLessThan(262_144)
})

test('of a thousand bulk operations each is recorded with what it does and where, and how it ended', () => {
  const data = { userName: 'x', emails: [{ value: 'y'.repeat(200) }] }
  const wanted = Array.from({ length: 1_000 }, (_, i) => ({
    method: 'POST',
    path: '/Users',
    bulkId: `b${i}`,
    data,
  }))
  const { kept } = auditable({ Operations: wanted }, 'bulkScim') as { kept: { Operations: object[] } }
  expect(kept.Operations).toHaveLength(1_000)
  expect(kept.Operations[999]).toMatchObject({ method: 'POST', path: '/Users', bulkId: 'b999' })
  const ended = wanted.map(({ method, bulkId }) => ({
    method,
    bulkId,
    status: '201',
    location: `/Users/${randomUUID()}`,
  }))
  expect(auditable({ Operations: ended }, 'bulkScim')).toMatchObject({ kept: { Operations: ended } })
})

test('of very many ids the first thousand are listed, and the others counted and hashed', () => {
  const members = Array.from({ length: 20_000 }, () => ({ value: randomUUID() }))
  const adding = { Operations: [{ op: 'add', path: 'members', value: members }] }
  const entry = auditable(adding, 'updateScimGroup') as { kept: typeof adding }
  const ids = members.map(({ value }) => value)
  const sha256 = createHash('sha256').update(ids.slice(1_000).join('\n')).digest('hex')
  expect(entry).toMatchObject({ ids: ids.slice(0, 1_000), otherIds: { count: 19_000, sha256 } })
  const { value } = entry.kept.Operations[0]!
  expect(value.slice(0, 2_000)).toEqual(members.slice(0, 2_000))
  expect(value.at(-1)).toEqual({ omitted: `${20_001 - value.length} elements` })
  expect(JSON.stringify(entry).length).toBeLessThan(300_000)
})

const listsOf = (width: number, depth: number): unknown =>
  depth === 0 ? randomUUID() : Array.from({ length: width }, () => listsOf(width, depth - 1))
const membersOf = (count: number, name: (index: number) => string, value: unknown) =>
  Object.fromEntries(Array.from({ length: count }, (_, i) => [name(i), value]))

test.each<[string, () => unknown]>([
  ['lists in lists', () => ({ nested: listsOf(3, 9) })],
  ['lists in lists, very deep', () => ({ nested: listsOf(2, 14) })],
  ['a list of texts', () => Array.from({ length: 80_000 }, (_, i) => `text ${i}`)],
  ['a list of numbers', () => Array.from({ length: 150_000 }, (_, i) => i)],
  ['a list of empty lists', () => Array(100_000).fill([])],
  ['an object with many members', () => membersOf(50_000, (i) => `member ${i}`, '')],
  ['names that are long', () => membersOf(9, (i) => `${i}${'n'.repeat(100_000)}`, [])],
  [
    'texts of characters that are escaped',
    () => Array.from({ length: 1_000 }, (_, i) => `${i}${'\u0001'.repeat(150)}`),
  ],
])('the entry and the work of a large value are bounded: %s', (_, make) => {
  const value = make()
  const { length } = JSON.stringify(value)
  const stringify = vi.spyOn(JSON, 'stringify')
  onTestFinished(() => void stringify.mockRestore())
  const entry = auditable(value, 'x')
  const written = stringify.mock.results.reduce((sum, { value: text }) => sum + text.length, 0)
  expect(written).toBeLessThan(3 * length)
  expect(JSON.stringify(entry).length).toBeLessThan(300_000)
})

test('what is left out for its size is counted, and names of members are kept whatever they are', () => {
  const large = JSON.parse(
    `{"__proto__": ["${'x'.repeat(300_000)}"], "many": ${JSON.stringify(membersOf(9_000, (i) => `m${i}`, 1))}}`,
  )
  const { kept } = auditable(large, 'x') as { kept: { many: Record<string, unknown> } }
  expect(JSON.stringify(kept)).toContain(`{"__proto__":["${'x'.repeat(100)}…"],"many":{"m0":1,`)
  expect(kept.many['…']).toBe(`${9_001 - Object.keys(kept.many).length} members omitted`)
})
