import fc from 'fast-check'
import { expect, test } from 'vitest'
import { useDatabase } from '../../../../test/support/database.ts'
import { newId } from '../../../lib/ids.ts'
import type { DirectoryGrant } from '../grant.ts'
import { findAttribute, userModel } from '../scim/attributes.ts'
import type { Members } from '../scim/canonical.ts'
import { parseElementFilter } from '../scim/filter.ts'
import { listRequestOfQuery } from '../scim/list.ts'
import { matches } from '../scim/matches.ts'
import { insertUser, listUsers } from '../users/store.ts'

const database = useDatabase()
const emails = findAttribute(userModel.attributes, 'emails')!

const texts = ['work', 'Home', 'a"b\\c', "o'clock", '100%_x', 'Ünï', '', ' ', 'ünï', 'z']
const text = fc.constantFrom(...texts)
const email = fc.record({ type: text, value: text, primary: fc.boolean() }, { requiredKeys: [] })
const user = fc
  .array(email, { maxLength: 3 })
  .map((list) => list.filter((one) => Object.keys(one).length > 0))

const comparison = fc.oneof(
  fc
    .tuple(
      fc.constantFrom('type', 'VALUE', 'display'),
      fc.constantFrom('eq', 'ne', 'co', 'sw', 'ew', 'gt', 'ge', 'lt', 'le'),
      text,
    )
    .map(([name, operator, value]) => `${name} ${operator} ${JSON.stringify(value)}`),
  fc
    .tuple(fc.constantFrom('eq', 'ne'), fc.constantFrom('true', 'false', '"True"'))
    .map(([operator, value]) => `primary ${operator} ${value}`),
  fc.constantFrom('type pr', 'value pr', 'display pr', 'type eq null', 'value ne null'),
)
const { filter } = fc.letrec<{ filter: string }>((tie) => ({
  filter: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    comparison,
    fc
      .tuple(tie('filter'), fc.constantFrom('and', 'or'), tie('filter'))
      .map(([a, word, b]) => `(${a} ${word} ${b})`),
    tie('filter').map((inner) => `not (${inner})`),
  ),
}))

/** An administrator reaches all of them. */
const everyone = { byDirectory: false } as DirectoryGrant

async function found(text: string): Promise<string[]> {
  const request = listRequestOfQuery(userModel, { filter: text, count: 1_000 })
  const { rows, total } = await listUsers(database.db, everyone, request, false)
  expect(total).toBe(rows.length)
  return rows.map(({ id }) => id).sort()
}

test('SQL selects the same elements as the rules in memory, whatever the filter', async () => {
  const users = fc
    .sample(user, { numRuns: 60, seed: 7 })
    .map((list) => ({ id: newId(), emails: list as Members[] }))
  for (const { id, emails: list } of users) {
    const attributes = { active: true, ...(list.length > 0 && { emails: list }) }
    await insertUser(database.db, id, { attributes, passwordHash: undefined })
  }
  await fc.assert(
    fc.asyncProperty(filter, async (inner) => {
      const condition = parseElementFilter(emails, inner)
      const expected = users.filter((one) => one.emails.some((element) => matches(element, condition)))
      expect(await found(`emails[${inner}]`)).toEqual(expected.map(({ id }) => id).sort())
      const without = users.filter((one) => !expected.includes(one))
      expect(await found(`not (emails[${inner}])`)).toEqual(without.map(({ id }) => id).sort())
    }),
    { numRuns: 150, seed: 11 },
  )
  for (const is of [true, false])
    expect(await found(`emails.primary eq ${is}`)).toEqual(await found(`emails[primary eq ${is}]`))
})

test('no text in a filter is anything but text', async () => {
  const hostile = ["'; drop table directory_user; --", '"}', '$.**', '{"a":1}', '\\', '%', '\u0001', '${x}']
  for (const value of hostile) {
    const id = newId()
    const attributes = { userName: value, title: value, emails: [{ value }], active: true }
    await insertUser(database.db, id, { attributes, passwordHash: undefined })
    for (const name of ['userName', 'title', 'emails.value'])
      for (const operator of ['eq', 'sw', 'co', 'ew', 'ge'])
        expect(await found(`id eq "${id}" and ${name} ${operator} ${JSON.stringify(value)}`)).toEqual([id])
    await database.db.deleteFrom('principal').where('id', '=', id).execute()
  }
})
