import { expect, test } from 'vitest'
import type { ParameterValue } from '../../../pipeline/model.ts'
import { column } from '../../../warehouses/conformance/tables.ts'
import type { Warehouse } from '../../../warehouses/warehouse.ts'
import { columnDeviations } from '../../common/column-deviations.ts'
import { calculate, options, orders, rewrite, sql } from './pieces.ts'
import { nameIn, type Piece, parameterFaults, rowsOf, runPieces, speakerOf } from './run.ts'

/** What components do that compare, transpose and assert whole tables, the same on every database. */
export function tableTests(open: () => Promise<Warehouse>): void {
  const piece = (
    type: string,
    sources: readonly string[],
    parameters: Readonly<Record<string, ParameterValue>>,
  ): Piece => ({ type, sources, parameters })
  const numbers = sql('select 1 as x, cast(2.5 as decimal(9, 1)) as y')
  const texts = sql(`select cast('1' as varchar(5)) as x, cast('a' as varchar(5)) as y`)

  /** The rows of the last piece, or what is wrong with it. */
  async function outcome(pieces: Readonly<Record<string, Piece>>) {
    const warehouse = await open()
    const last = Object.keys(pieces).at(-1) ?? ''
    const { failed } = await runPieces(warehouse, { ...pieces, Result: rewrite(last, 'outcome') })
    return failed[last] ?? (await rowsOf(warehouse, 'select * from outcome')).rows
  }

  test('a pattern of tables ignores letter case, but its escapes keep theirs', async () => {
    const warehouse = await open()
    const read = async (pattern: string) => {
      const parameters = { patternType: 'Regex', pattern, columns: ['id'], addSourceTable: 'Yes' }
      const Tables = { type: 'multi-table-input', parameters }
      const run = await runPieces(warehouse, { Tables, Result: rewrite('Tables', 'united') })
      return Object.values(run.failed)
    }
    expect(await read(String.raw`CUSTOM\D\w\S`)).toEqual([])
    expect(await read(String.raw`custom\d+`)).toEqual([expect.stringContaining('No table matches')])
  })

  test('a table that is made of stated columns has those columns', async () => {
    const warehouse = await open()
    const stated = [
      ...['VARCHAR', 'TEXT', 'STRING', 'NUMBER', 'FLOAT', 'INTEGER', 'BIGINT', 'BOOLEAN', 'DATE', 'TIME'],
      ...['DATETIME', 'TIMESTAMP', 'TIMESTAMP_TZ', 'BINARY', 'VARIANT'],
    ].map((type) => [`c_${type.toLowerCase()}`, type])
    const sized = [...stated, ['price', 'NUMBER', '12', '2']]
    const plain = { defaultValue: undefined, notNull: false, unique: false, comment: undefined }
    const defined = sized.map(([name = '', type = '', size, precision]) => ({
      name,
      type,
      size,
      precision,
      ...plain,
    }))
    const table = { table: 'stated' }
    await warehouse.execute(
      warehouse.createTableSql(table, { mode: 'create', columns: defined, primaryKeys: [] }),
      options,
    )
    const described = (await warehouse.describe(table, options)) ?? []
    const queried = await warehouse.describeQuery(`select * from ${warehouse.quoteTable(table)}`, options)
    for (const columns of [described, queried]) {
      expect(columnDeviations(warehouse, sized, columns)).toEqual([])
      expect(columnDeviations(warehouse, [...stated.slice(1), ['price', 'DATE']], columns)).toEqual([
        expect.stringMatching(/^Column "price" is .*, not DATE$/),
        `Column "${nameIn(warehouse)('c_varchar')}" is not among the expected columns`,
      ])
    }
    expect(columnDeviations(warehouse, [...stated, ['price', 'DECIMAL', '9', '3']], described)).toEqual(
      described.at(-1)?.size === undefined
        ? []
        : ['Column "price" has the size 12, not 9', 'Column "price" has the precision 2, not 3'],
    )
  })

  test('text beside numbers is refused where rows meet, unless it is made text', async () => {
    const meet = (type: string, castTypes: string) =>
      outcome({ Numbers: numbers, Texts: texts, Meet: piece(type, ['Numbers', 'Texts'], { castTypes }) })
    for (const type of ['unite', 'except', 'intersect']) {
      const x = nameIn(await open())('x')
      expect
        .soft(await meet(type, 'No'), type)
        .toBe(
          `Column "${x}" is a number in "Numbers" and text in "Texts": make it text with Cast Types ("castTypes"), or convert one of them first`,
        )
    }
    expect(await meet('unite', 'Yes')).toEqual([
      ['1', '2.5'],
      ['1', 'a'],
    ])
    expect(await meet('except', 'Yes')).toEqual([['1', '2.5']])
    expect(await meet('intersect', 'Yes')).toEqual([])
  })

  test('text beside numbers is refused where columns become one, and days go with moments', async () => {
    const source = sql(
      `select 1 as n, cast('a' as varchar(5)) as t, cast('2024-01-31' as date) as d, cast('2024-02-01 12:00:00' as timestamp) as m`,
    )
    const unpivot = (...columnsToNarrow: string[]) =>
      piece('unpivot', ['Rows'], {
        columnsToNarrow,
        outputNamesColumnName: 'name',
        outputValuesColumnName: 'value',
      })
    const [n, t] = ['n', 't'].map(nameIn(await open()))
    const fault = `"${n}" contains a number and "${t}" text, which cannot become one column: convert one of them first`
    expect(await outcome({ Rows: source, Narrow: unpivot('n', 't') })).toBe(fault)
    const transposed = piece('transpose-columns', ['Rows'], {
      rowLabelName: 'label',
      outputColumns: ['value'],
      columnToRowMapping: [
        ['a', 'n'],
        ['b', 't'],
      ],
    })
    expect(await outcome({ Rows: source, Transposed: transposed })).toBe(fault)
    const together = await outcome({
      Rows: source,
      Days: {
        type: 'rename',
        sources: ['Rows'],
        parameters: { columnMapping: ['d', 'm'].map((c) => [c, c]) },
      },
      Narrow: { ...unpivot('d', 'm'), sources: ['Days'] },
    })
    expect(together).toEqual([
      ['d', '2024-01-31 00:00:00'],
      ['m', '2024-02-01 12:00:00'],
    ])
  })

  test('truth values of tables are united with computed ones', async () => {
    const warehouse = await open()
    const columns = [column('flag', 'BOOLEAN')]
    const create = warehouse.createTableSql({ table: 'flags' }, { mode: 'replace', columns, primaryKeys: [] })
    await warehouse.execute(create, options)
    const pieces = {
      Kept: { type: 'table-input', parameters: { targetTable: 'flags' } },
      Computed: {
        type: 'fixed-flow',
        parameters: { columns: [['flag', 'BOOLEAN', '', '']], values: [['yes']] },
      },
      Both: piece('unite', ['Kept', 'Computed'], {}),
    }
    expect(await outcome(pieces)).toEqual([[warehouse.parts.truthsAreNumbers ? '1' : 'true']])
  })

  test('arrays and objects of JSON keep every digit, quote and JSON inside them, and leave nulls out', async () => {
    const source = sql(
      `select 1 as g, cast('it''s "x"\\ ä' as varchar(20)) as t, cast('1234567890123456789012345.6' as decimal(38, 1)) as n,
        1 = 1 as b, cast('2024-01-31 12:30:00' as timestamp) as m, cast(null as integer) as z`,
    )
    const made = await outcome({
      Rows: source,
      Object: piece('construct-variant', ['Rows'], {
        columnMappings: [...['t', 'n', 'b', 'z'].map((name) => [name, '']), ['m', `it's "m"`]],
        outputSlot: 'data',
      }),
      Array: piece('transpose-rows', ['Object'], { aggregations: ['data'] }),
      Text: piece('convert-type', ['Array'], { conversions: [['data', 'VARCHAR', '', '']] }),
      // Behind a sign that no JSON has, `rowsOf` leaves it as the database wrote it.
      Marked: calculate('Text', [`'=' || "data"`, 'data']),
    })
    const text = String((made as readonly (readonly unknown[])[])[0]?.[0]).slice(1)
    const { truths, isLooseWithJson = false } = speakerOf(await open())
    if (!isLooseWithJson) expect(text).toContain('1234567890123456789012345.6')
    const [yes] = truths
    const [t, n, b] = ['t', 'n', 'b'].map(nameIn(await open())) as [string, string, string]
    const { [n]: _, ...others } = (JSON.parse(text) as Record<string, unknown>[])[0]!
    expect(others).toEqual({ [t]: `it's "x"\\ ä`, [b]: JSON.parse(yes), [`it's "m"`]: '2024-01-31 12:30:00' })
  })

  test('bounds of a window need an order and their offsets, and functions that windows have', async () => {
    const window = (more: Readonly<Record<string, ParameterValue>>, word = 'Sum') =>
      piece('window-calculation', ['Orders'], { functions: [[word, 'amount', 'out']], ...more })
    const run = (given: Piece) => outcome({ Orders: orders, Window: given })
    expect(await run(window({ upperBound: 'current row' }))).toMatch(/need an order of the rows/)
    for (const word of ['Median', 'Middle'])
      expect(await run(window({}, word))).toContain(
        `has the function "${word}"; it must be one of: sum, count,`,
      )
    expect(parameterFaults(window({ lowerBound: 'offset preceding' }))).toEqual([
      'Lower Bound Offset is missing: Lower Bound is a number of rows away',
    ])
    expect(parameterFaults(window({ upperBound: 'offset following', upperBoundOffset: '-1' }))).toHaveLength(
      1,
    )
  })

  test('an assertion counts what the outputs before it wrote, and stops those behind it', async () => {
    const warehouse = await open()
    const pieces = (lowerValue: string): Readonly<Record<string, Piece>> => ({
      After: rewrite('Enough', 'after_it'),
      Orders: orders,
      Written: rewrite('Orders', 'written'),
      Enough: piece('assert-view-sf', ['Written'], {
        rowCountComparisonType: 'Greater Than or Equal To',
        lowerValue,
        ignoreMetadataOrder: 'No',
      }),
    })
    const failing = await runPieces(warehouse, pieces('5'))
    expect(failing.failed).toEqual({ Enough: 'There are 4 rows; expected Greater Than or Equal To 5' })
    expect(failing.written.map(({ name }) => name)).toEqual(['Written'])
    expect(await warehouse.describe({ table: 'after_it' }, options)).toBeUndefined()
    const passing = await runPieces(warehouse, pieces('4'))
    expect(passing.written.map(({ message }) => message)).toEqual([
      '4 rows written to written',
      '4 rows, as asserted',
      '4 rows written to after_it',
    ])
  })

  test('an assertion that nothing reads from is checked, and wrong columns are found before anything runs', async () => {
    const warehouse = await open()
    const assertion = (parameters: Readonly<Record<string, ParameterValue>>) =>
      runPieces(warehouse, {
        Customers: { type: 'table-input', parameters: { targetTable: 'customers' } },
        Copy: rewrite('Customers', 'copy'),
        Assert: piece('assert-view', ['Customers'], parameters),
      })
    const metadata = [
      ['name', 'VARCHAR'],
      ['ID', 'NUMBER'],
      ['email', 'TEXT'],
    ]
    expect((await assertion({ metadata })).failed['Assert']).toMatch(/another order: id, name, email/i)
    expect((await assertion({ metadata: [['id', 'DATE']] })).failed['Assert']).toMatch(
      /Column "id" is .*, not DATE\. Column "name" is not among/i,
    )
    expect(await warehouse.describe({ table: 'copy' }, options)).toBeUndefined()
    expect((await assertion({ metadata, ignoreMetadataOrder: 'Yes' })).failed).toEqual({})
    const range = { rowCountComparisonType: 'Range', lowerValue: '4', upperValue: '9' }
    expect((await assertion(range)).failed).toEqual({ Assert: 'There are 3 rows; expected 4 to 9' })
    expect((await assertion({ ...range, lowerValue: '3' })).failed).toEqual({})
    for (const parameters of [
      { rowCountComparisonType: 'Range', lowerValue: '1' },
      { values: [['a', '1']] },
    ]) {
      expect(parameterFaults(piece('assert-view', [], parameters))).toHaveLength(1)
    }
  })

  test('changes keep the names of columns whose output has none, and a key in another case is that key', async () => {
    const changes = piece('detect-changes', ['Old', 'New'], {
      masterTable: 'Old',
      matchKeys: ['ID'],
      compareColumns: ['v'],
      outputColumnMapping: [
        ['id', ''],
        ['v', ' '],
      ],
    })
    const warehouse = await open()
    const pieces = {
      Old: sql('select 1 as id, 2 as v'),
      New: sql('select 1 as id, 3 as v'),
      Changes: changes,
    }
    expect(await outcome(pieces)).toEqual([['1', '3', 'C']])
    const { columns } = await rowsOf(warehouse, 'select * from outcome')
    expect(columns).toEqual(['id', 'v', 'Indicator'].map(nameIn(warehouse)))
  })

  test('text beside numbers is refused where changes are looked for', async () => {
    const changes = piece('detect-changes', ['Old', 'New'], {
      masterTable: 'Old',
      matchKeys: ['k'],
      compareColumns: ['v'],
    })
    const row = (k: string, v: string) =>
      sql(`select ${k} as k, ${v} as v`.replaceAll('text', "cast('01' as varchar(5))"))
    const [k, v] = ['k', 'v'].map(nameIn(await open()))
    const fault = (name: string | undefined, held: string, other: string) =>
      `"${name}" contains ${held} and "${name}" ${other}, which cannot become one column: convert one of them first`
    expect(await outcome({ Old: row('text', '1'), New: row('1', '1'), Changes: changes })).toBe(
      fault(k, 'text', 'a number'),
    )
    expect(await outcome({ Old: row('1', '1'), New: row('1', 'text'), Changes: changes })).toBe(
      fault(v, 'a number', 'text'),
    )
  })

  test('expressions of joins are found by their names in any case', async () => {
    const join = piece('join', ['A', 'B', 'C'], {
      mainTable: 'A',
      mainTableAlias: 'a',
      joins: [
        ['B', 'b', 'left'],
        ['C', 'c', 'LEFT'],
      ],
      joinExpressions: [
        ['"a"."n" = "c"."n" - 1', 'a_Left_c'],
        ['"a"."n" = "b"."n"', 'a_Left_b'],
      ],
      columnMappings: [
        ['b.n', 'of_b'],
        ['c.n', 'of_c'],
      ],
    })
    const pieces = { A: sql('select 1 as n'), B: sql('select 1 as n'), C: sql('select 2 as n'), Join: join }
    expect(await outcome(pieces)).toEqual([['1', '2']])
  })
}
