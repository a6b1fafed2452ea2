import { expect, test } from 'vitest'
import { type Bench, never } from './bench.ts'

const changes = (inserted: number, updated: number, deleted: number) => ({ inserted, updated, deleted })

/** Several statements at once: how they run, what they count, how they fail. */
export function scriptTests(bench: () => Bench): void {
  test('the counts of a script are the sum of what its statements changed, by kind', async () => {
    const { warehouse, numbers, queryId, countsCreated } = bench()
    const script = `create table t as select n as a from ${numbers(10)};
      insert into t values (10), (11);
      update t set a = a + 100 where a < 3;
      delete from t where a = 11;
      select * from t;`
    expect(await warehouse.execute(script, never)).toEqual({
      rowCount: countsCreated ? 16 : 6,
      changes: changes(countsCreated ? 12 : 2, 3, 1),
      queryId,
    })
  })

  test('only the last change is counted where that is meant', async () => {
    const { warehouse, numbers, queryId } = bench()
    const script = `create table t as select n as a from ${numbers(10)}; delete from t where a < 4; select 1`
    const counts = await warehouse.execute(script, { ...never, count: 'last' })
    expect(counts).toEqual({ rowCount: 4, changes: changes(0, 0, 4), queryId })
  })

  test('a query counts its rows, and a definition counts nothing', async () => {
    const { warehouse, numbers, queryId } = bench()
    const query = await warehouse.execute(`select * from ${numbers(7)}`, never)
    expect(query).toEqual({ rowCount: 7, changes: undefined, queryId })
    const definition = await warehouse.execute('create table t (a integer)', never)
    expect(definition).toEqual({ rowCount: 0, changes: undefined, queryId })
    expect(await warehouse.execute('delete from t', never)).toEqual({
      rowCount: 0,
      changes: changes(0, 0, 0),
      queryId,
    })
  })

  test('many statements of one script leave no listener behind', async () => {
    const { warehouse, rowsOf } = bench()
    const warnings: Error[] = []
    const note = (warning: Error) => void warnings.push(warning)
    process.on('warning', note)
    try {
      const inserts = Array.from({ length: 12 }, (_, n) => `insert into t values (${n})`)
      await warehouse.execute(['create table t (a integer)', ...inserts].join(';\n'), never)
    } finally {
      process.off('warning', note)
    }
    expect(warnings).toEqual([])
    expect(await rowsOf('select count(*) from t')).toEqual([['12']])
  })

  test('statements commit one by one, and a failed one ends the script and says which it was', async () => {
    const { warehouse, rowsOf } = bench()
    const script = `create table t (a integer not null);
      insert into t values (1); insert into t values (null); insert into t values (2)`
    await expect(warehouse.execute(script, never)).rejects.toMatchObject({
      name: 'WarehouseError',
      message: expect.stringMatching(/^Statement 3 of 4: .*null/is),
    })
    expect(await rowsOf('select a from t')).toEqual([['1']])
  })

  test('a statement alone fails in the words of the database', async () => {
    const { warehouse } = bench()
    for (const sql of ['select * from missing_table', 'selec 1']) {
      const failure = await warehouse.execute(sql, never).catch((error: Error) => error)
      expect(failure).toMatchObject({ name: 'WarehouseError' })
      expect(failure).not.toMatchObject({ message: expect.stringContaining('Statement') })
    }
    await expect(warehouse.execute('select * from missing_table', never)).rejects.toThrow(/missing_table/i)
  })

  test.each(['', '  \n', ' -- nothing', '/* nothing */ ;'])('%j has no statement', async (sql) => {
    await expect(bench().warehouse.execute(sql, never)).rejects.toMatchObject({
      name: 'WarehouseError',
      message: expect.stringContaining('There is no statement'),
    })
  })

  test('a semicolon in a text, a name or a comment does not end a statement', async () => {
    const { warehouse, rowsOf } = bench()
    await warehouse.execute(
      `create table "a;b" (c varchar(20)); -- one; two
       insert into "a;b" values ('it''s; here') /* ; */; insert into "a;b" values (';')`,
      never,
    )
    expect(await rowsOf('select c from "a;b" order by c')).toEqual([[';'], ["it's; here"]])
  })

  test('an unfinished transaction and temporary tables end with their script', async () => {
    const { warehouse, rowsOf } = bench()
    await warehouse.execute('create table t (a integer)', never)
    await warehouse.execute('create temporary table u (a integer); begin; insert into t values (1)', never)
    expect(await rowsOf('select * from t')).toEqual([])
    await expect(rowsOf('select * from u')).rejects.toThrow(/u/i)
  })
}
