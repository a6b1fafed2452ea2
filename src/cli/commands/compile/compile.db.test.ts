import { readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { openTerminal } from '../../testing/terminal.ts'

test('compiles for PostgreSQL with a server of its own, and leaves nothing behind', async () => {
  using terminal = openTerminal()
  const file = join(terminal.folder, 'a.tran.yaml')
  writeFileSync(
    file,
    `pipeline:
  components:
    Orders: { type: table-input, parameters: { schema: sales, targetTable: orders } }
    Result: { type: rewrite-table, sources: [Orders], parameters: { targetTable: result } }
`,
  )
  writeFileSync(join(terminal.folder, 't.yaml'), 'sales.orders: { id: INTEGER, tags: JSONB }\n')
  vi.stubEnv('TMPDIR', terminal.folder)
  const before = readdirSync(terminal.folder)
  const made = await terminal.run('compile', 'a.tran.yaml', '--warehouse', 'postgres', '--tables', 't.yaml')
  expect(made).toMatchObject({ code: 0, err: '' })
  expect(made.out).toContain('create temporary table headrace_rows on commit drop as')
  expect(made.out).toContain('from "sales"."orders"')
  expect(readdirSync(terminal.folder)).toEqual(before)
  vi.unstubAllEnvs()
})
