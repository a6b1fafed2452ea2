import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
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
