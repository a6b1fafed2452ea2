import { readdir, readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'

/**
 * Numbers that no migration has: these were withdrawn before anybody applied them, and are not used again.
 */
const WITHDRAWN = [12]

test('migrations are numbered without gaps and without duplicates', async () => {
  const files = (await readdir('db/migrations')).sort()
  for (const file of files) expect(file).toMatch(/^\d{4}-[a-z-]+\.sql$/)
  const numbers = files.map((file) => Number(file.slice(0, 4)))
  const expected = Array.from({ length: numbers.at(-1)! }, (_, i) => i + 1)
  expect(numbers).toEqual(expected.filter((number) => !WITHDRAWN.includes(number)))
})

/** Those before it came before servers of two versions were promised to run side by side. */
const FIRST_CHECKED = 35
/**
 * A reason for what is more than an addition: why older servers go on, or from which migration on they must
 * know.
 */
const REASON = /^-- (Older servers: |Oldest server: \d{4}\. )\S/m

/** Statements that may refuse or break what a server does that does not know them. */
function changesOf(sql: string): string[] {
  const text = sql.replace(/--.*$/gm, '').replace(/\$(\w*)\$.*?\$\1\$/gs, "''")
  const statements = text.split(';').map((one) => one.replace(/\s+/g, ' ').trim().toLowerCase())
  const made = new Set(statements.flatMap((one) => /^create (?:unlogged )?table (\w+)/.exec(one)?.[1] ?? []))
  const isAddition = (one: string): boolean => {
    const [, indexed] = /^create (?:unique )?index (?:\w+ )?on (\w+)/.exec(one) ?? []
    if (indexed !== undefined) return made.has(indexed) || !one.startsWith('create unique')
    const [, table, change = ''] = /^(?:alter table|insert into|update) (\w+) ?(.*)$/.exec(one) ?? []
    if (table !== undefined) return made.has(table) || (one.startsWith('alter') && addsColumns(change))
    return /^(create (unlogged table|table|function|view|type|sequence) |comment on |$)/.test(one)
  }
  return statements.filter((one) => !isAddition(one))
}

/** Each may be left out by a server that does not know it. */
const addsColumns = (change: string): boolean =>
  change
    .split(/, (?=add |drop |alter |rename )/)
    .every((one) => one.startsWith('add column ') && (!one.includes('not null') || one.includes(' default ')))

test('a migration only adds, or says what becomes of servers of the version before', async () => {
  for (const file of (await readdir('db/migrations')).sort()) {
    if (Number(file.slice(0, 4)) < FIRST_CHECKED) continue
    const sql = await readFile(`db/migrations/${file}`, 'utf8')
    if (!REASON.test(sql)) expect({ file, changes: changesOf(sql) }).toEqual({ file, changes: [] })
  }
})

test.each([
  'alter table runner drop column version',
  'alter table runner rename column version to release',
  'alter table runner add column region text not null',
  'alter table runner add column region text, alter column version set not null',
  'alter table runner add constraint named check (name <> $$$$)',
  'create unique index runner_name on runner (name)',
  'delete from runner',
  "update runner set version = '1'",
  'create or replace function runner_may_serve(id uuid) returns boolean return true',
  'create trigger t before insert on runner for each row execute function f()',
])('more than an addition: %s', (statement) => {
  expect(changesOf(`-- Why.\n${statement};\n`)).toHaveLength(1)
})

test('additions are new tables, new columns that may be left out, indexes and functions', () => {
  const sql = `
    create table region (id uuid primary key, name text not null);
    create unique index region_name on region (name); -- of a new table
    insert into region (id, name) values (gen_random_uuid(), 'Mars');
    create index runner_by_region on runner (region_id);
    alter table runner add column region_id uuid references region, add column weight integer not null default 1;
    create function regions() returns void language plpgsql as $$ begin delete from region; end $$;`
  expect(changesOf(sql)).toEqual([])
})

test('decisions are numbered without gaps and without duplicates, and bear their number', async () => {
  const files = (await readdir('docs/adr')).filter((file) => /^\d{4}-/.test(file)).sort()
  expect(files.map((file) => Number(file.slice(0, 4)))).toEqual(files.map((_, index) => index + 1))
  for (const file of files) {
    const [title = ''] = (await readFile(`docs/adr/${file}`, 'utf8')).split('\n', 1)
    expect(title).toMatch(new RegExp(`^# ${Number(file.slice(0, 4))}\\. `))
  }
})
