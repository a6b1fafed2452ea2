import { expect, test } from 'vitest'
import { mergeSql } from './merge.ts'

test('a condition of an update is asked before anything is assigned, for MySQL assigns from left to right', () => {
  const sets = [
    { target: '`amount`', value: '`i`.`amount`' },
    { target: '`note`', value: '`i`.`note`' },
  ]
  const sql = mergeSql({
    sql: '',
    table: 'orders',
    target: 'orders as `t`',
    source: '(select 1) as `i`',
    alias: '`t`',
    sourceAlias: '`i`',
    on: '`t`.`id` = `i`.`id`',
    changes: undefined,
    matched: [
      { condition: '`t`.`amount` <> `i`.`amount`', sets },
      { condition: '`i`.`force`', sets },
    ],
    insert: undefined,
  })
  expect(sql).toContain(
    `set \`t\`.\`amount\` = \`i\`.\`amount\`,
  \`t\`.\`note\` = \`i\`.\`note\`
where case when (\`t\`.\`amount\` <> \`i\`.\`amount\`) then 1 when (\`i\`.\`force\`) then 1 else 0 end = 1`,
  )
})

test('no query stands within SET, where MariaDB compares each row of one table with each of the other', () => {
  const sql = mergeSql({
    sql: '',
    table: 'orders',
    target: 'orders as `t`',
    source: '(select 1 as `id`) as `i`',
    alias: '`t`',
    sourceAlias: '`i`',
    on: '`t`.`id` = `i`.`id`',
    changes: '`t`.`id` = `i`.`id`',
    matched: [{ condition: undefined }],
    insert: { columns: ['`id`'], values: ['`i`.`id`'] },
  })
  expect(sql).toContain('into @headrace_targets from orders')
  expect(sql).not.toMatch(/set @[^;]*select/)
})
