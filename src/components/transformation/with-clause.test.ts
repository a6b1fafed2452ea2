import { expect, test } from 'vitest'
import type { Component } from '../../pipeline/model.ts'
import { createWithClause } from './with-clause.ts'

const component = { name: 'Orders', sources: [] as readonly string[] } as Component

function completed(query: string): string | undefined {
  const clause = createWithClause()
  clause.add(component, { sql: 'select 1 as n', columns: ['n'] })
  return clause.complete(['Orders'], query)?.sql
}

test('a WITH after comments is found, and one inside a comment is not', () => {
  const before = 'headrace_1 as ( /* Orders */\nselect 1 as n\n)'
  expect(completed('/* a * b */ -- c\n/***/with recursive x as (select 1) select 1')).toBe(
    `with recursive ${before}, x as (select 1) select 1`,
  )
  expect(completed('# of MySQL\nwith x as (select 1) select 1')).toBe(
    `with ${before}, x as (select 1) select 1`,
  )
  expect(completed('/* with */ select 1')).toBeUndefined()
})

test('a query without a WITH may have any number of comments', () => {
  expect(completed(`${'/* a */\n'.repeat(10_000)}select 1`)).toBeUndefined()
})
