import { expect, test } from 'vitest'
import type { Warehouse } from '../../../warehouses/warehouse.ts'
import { calculate, options, rewrite, sql } from './pieces.ts'
import { type Piece, rowsOf, runPieces, speakerOf } from './run.ts'

/** What becomes of values, the same on every database. */
export function valueTests(open: () => Promise<Warehouse>): void {
  /** The rows of the last of `pieces`, or what is wrong with it. */
  async function outcome(pieces: Readonly<Record<string, Piece>>) {
    const warehouse = await open()
    const last = Object.keys(pieces).at(-1) ?? ''
    const { failed } = await runPieces(warehouse, { ...pieces, Result: rewrite(last, 'outcome') })
    if (failed[last] !== undefined) return failed[last]
    expect(failed).toEqual({})
    return (await rowsOf(warehouse, 'select * from outcome')).rows
  }

  const filter = (...row: string[]): Piece => ({
    type: 'filter',
    sources: ['Rows'],
    parameters: { filterConditions: [row] },
  })
  const rows = sql(`select * from (values
    (1, 2, 'a\\b', cast('2024-01-05' as date)), (3, 3, 'axb', cast('2024-03-05' as date)),
    (7, 2, '%x_', cast('2999-01-01' as date))) as t (n, m, word, day)`)

  test('a filter takes patterns without escapes, expressions, and all else for values', async () => {
    const cases: readonly (readonly [string, string, string, readonly number[]])[] = [
      ['word', 'Like', 'a\\b', [1]],
      ['word', 'Like', 'a_b', [1, 3]],
      ['word', 'ILike', 'A\\%', [1]],
      ['n', 'Like', '%', [1, 3, 7]],
      ['n', 'Greater than', '"m" * 2', [7]],
      ['n', 'Equal to', '"M" + 0', [3]],
      ['n', 'Less than', 'abs(-5)', [1, 3]],
      ['m', 'Less than', `length("word" || 'é') - 1`, [1, 7]],
      ['n', 'Greater than', '"m" --1', [7]],
      ['word', 'Equal to', `replace("word", 'x', 'x')`, [1, 3, 7]],
      ['word', 'Equal to', '"unknown" * 2', []],
      ['word', 'Not equal to', `x') or ('' = '`, [1, 3, 7]],
      ['day', 'Greater than', 'current_date', [7]],
      ['day', 'Less than', '2024-02-01', [1]],
    ]
    for (const [column, comparator, value, expected] of cases) {
      const found = await outcome({ Rows: rows, Kept: filter(column, 'Is', comparator, value) })
      const kept = Array.isArray(found) ? found.map(([n]) => Number(n)) : found
      expect.soft(kept, `${column} ${comparator} ${value}`).toEqual(expected)
    }
  })

  test('what could do more than compute a value is no expression', async () => {
    const values = [
      '1) or (1 = 1',
      '1; drop table orders',
      'pg_sleep(10)',
      '(select 1)',
      '1 /* x',
      '2, 3',
      '2024-01-31',
    ]
    for (const value of values) {
      const run = outcome({ Rows: rows, Kept: filter('n', 'Is', 'Equal to', value) })
      const said = await run.then(String, (error: Error) => error.message)
      expect
        .soft(said, value)
        .toMatch(
          /invalid input syntax for type integer|(could |can)not convert string|truncated incorrect|\[CAST_INVALID_INPUT\]/i,
        )
    }
  })

  test('numbers written in a pipeline keep their fractions, whatever size is stated', async () => {
    const columns = ['NUMBER', 'DECIMAL', 'NUMERIC'].map((type) => [type.toLowerCase(), type, '', ''])
    const parameters = {
      columns,
      values: [
        ['1.25', '3', '-0.000000000001'],
        ['9'.repeat(30), '', '1'],
      ],
    }
    const found = await outcome({
      Rows: { type: 'fixed-flow', parameters },
      Text: {
        type: 'convert-type',
        sources: ['Rows'],
        parameters: { conversions: [['decimal', 'VARCHAR', '5', '']] },
      },
      Sums: calculate('Text', ['"number" * 2', 'number']),
    })
    expect(found).toHaveLength(2)
    expect(found).toContainEqual(['2.5', '3', '0'])
    const warehouse = await open()
    const { rows: exact } = await rowsOf(
      warehouse,
      `select cast("numeric" * 1000000000000 as integer) from outcome
      where "decimal" = '3'`,
    )
    expect(exact).toEqual([['-1']])
  })

  test('rows written in a pipeline may be none or one, and have columns without a value', async () => {
    const columns = [
      ['i', 'INTEGER', '', ''],
      ['d', 'DATE', '', ''],
      ['t', 'VARCHAR', '', ''],
    ]
    const written = (...values: string[][]) =>
      outcome({ Rows: { type: 'fixed-flow', parameters: { columns, values } } })
    expect(await written()).toEqual([])
    expect(await written(['7', '', ''])).toEqual([['7', null, '']])
    expect(await written(['', '', 'x'], ['8', '', 'longer'])).toEqual([
      ['8', null, 'longer'],
      [null, null, 'x'],
    ])
  })

  test('averages and medians are floats, and true is the greatest of true and false', async () => {
    const parameters = {
      aggregations: [
        ['v', 'Average'],
        ['v', 'Median'],
        ['i', 'Median'],
        ['t', 'Max'],
        ['t', 'Min'],
      ],
    }
    const found = await outcome({
      Rows: sql(`select cast(v as decimal(10, 2)) as v, i, i = 1 as t
        from (values (0.01, 1), (0.02, 2)) as t (v, i)`),
      Figures: { type: 'aggregate', sources: ['Rows'], parameters },
    })
    expect(found).toEqual([['0.015', '0.015', '1.5', ...speakerOf(await open()).truths]])
  })

  test('a full join may be on an inequality, behind other joins too', async () => {
    const source = (name: string, ...cells: number[]) =>
      sql(`select * from (values ${cells.map((cell) => `(${cell})`).join(', ')}) as t (${name})`)
    const join: Piece = {
      type: 'join',
      sources: ['A', 'B', 'C'],
      parameters: {
        mainTable: 'A',
        mainTableAlias: 'a',
        joins: [
          ['B', 'b', 'Right'],
          ['C', 'c', 'Full'],
        ],
        joinExpressions: [
          ['"a"."x" = "b"."y"', 'a_Right_b'],
          ['"b"."y" < "c"."z"', 'a_Full_c'],
        ],
      },
    }
    const found = await outcome({
      A: source('x', 1, 2),
      B: source('y', 2, 8),
      C: source('z', 0, 5),
      Join: join,
    })
    expect(found).toEqual([
      ['2', '2', '5'],
      [null, '8', null],
      [null, null, '0'],
    ])
  })

  test('outputs may have quotes in their names, and are found behind texts that have them', async () => {
    const { quoteText } = await open()
    const found = await outcome({
      Rows: rows,
      Quoted: calculate(
        'Rows',
        ['1', "it's"],
        [`"it's" + 1`, "isn't"],
        [`'a ' || "isn't" || ${quoteText(" it's")}`, 'text'],
      ),
      Only: { type: 'distinct', sources: ['Quoted'], parameters: { columns: ["it's", "isn't", 'text'] } },
    })
    expect(found).toEqual([['1', '2', "a 2 it's"]])
  })

  test('names of any length are one name wherever they are used, and never two columns', async () => {
    const warehouse = await open()
    const long = speakerOf(warehouse).longName ?? 'ä'.repeat(40)
    const calculated = calculate('Rows', ['7', `${long} 1`], ['8', `${long} 2`])
    const isCut = warehouse.nameKey(`${long} 1`) === warehouse.nameKey(`${long} 2`)
    if (isCut) expect(await outcome({ Rows: rows, Long: calculated })).toMatch(/Several of its columns/)
    else expect(await outcome({ Rows: rows, Long: calculated })).toHaveLength(3)
    const parameters = { filterConditions: [[`${long} 1`, 'Is', 'Equal to', '7']] }
    const table = speakerOf(warehouse).tableOf?.(`${long} table`) ?? `${long} table`
    const { failed } = await runPieces(warehouse, {
      Rows: rows,
      Long: calculate('Rows', ['"n"', `${long} 1`]),
      Seven: { type: 'filter', sources: ['Long'], parameters },
      Write: rewrite('Seven', table),
      Again: { type: 'table-input', parameters: { targetTable: table } },
    })
    expect(failed).toEqual({})
    expect(await warehouse.describe({ table }, options)).toHaveLength(5)
  })

  test('pieces are counted from the left, also where the delimiter may overlap itself', async () => {
    const outputColumns = ['0', '1', '2'].map((index) => [index, `p${index}`])
    const parameters = { inputColumn: 't', delimiter: '--', outputColumns, includeInputColumn: 'No' }
    const rows = sql(
      `select 'a---b' as t union all select '--x' union all select 'ä--ö----ü' union all select 'c'`,
    )
    const found = await outcome({ Rows: rows, Split: { type: 'split-field', sources: ['Rows'], parameters } })
    expect(found).toEqual([
      ['', 'x', ''],
      ['a', '-b', ''],
      ['c', '', ''],
      ['ä', 'ö', ''],
    ])
  })

  test('a query may end with a semicolon and comments', async () => {
    expect(await outcome({ Rows: sql(`select ';' as t -- one;\n; -- two\n /* three; */`) })).toEqual([[';']])
    expect(await outcome({ Rows: sql('select 1 as t; select 2 as t') })).toMatch(/several statements/)
    expect(await outcome({ Rows: sql(' ; -- nothing') })).toMatch(/is empty/)
  })

  test('a delimiter that is empty is refused', async () => {
    const parameters = { inputColumn: 'word', delimiter: '', outputColumns: [['0', 'a']] }
    const found = await outcome({ Rows: rows, Split: { type: 'split-field', sources: ['Rows'], parameters } })
    expect(found).toBe('Delimiter ("delimiter") is empty')
  })

  test('the first and the last value may be null', async () => {
    const rows = sql('select * from (values (1, null), (2, 5), (3, null)) as t (n, v)')
    const functions = [
      ['First Value', 'v', 'first_v'],
      ['Last Value', 'v', 'last_v'],
    ]
    const ends = {
      type: 'window-calculation',
      sources: ['Rows'],
      parameters: { orderingWithinPartitions: [['n', 'Ascending']], functions, includeInputColumns: 'No' },
    }
    expect(await outcome({ Rows: rows, Ends: ends })).toEqual([
      [null, null],
      [null, null],
      [null, null],
    ])
    const of = (which: string, ignoreNulls: string) => ({
      type: 'first-last',
      sources: ['Rows'],
      parameters: {
        orderingInPartitions: [['n', 'Ascending']],
        firstLastColumns: [['v', which]],
        ignoreNulls,
      },
    })
    for (const which of ['First', 'Last']) {
      expect.soft(await outcome({ Rows: rows, Of: of(which, 'No') }), which).toEqual([[null]])
      expect.soft(await outcome({ Rows: rows, Of: of(which, 'Yes') }), which).toEqual([['5']])
    }
  })

  test('what there is no value for is null in samples and windows, and rows that are alike have one share', async () => {
    const groups = sql(`select * from (values ('a', 1), ('a', 3), ('b', 5)) as t (g, n)`)
    const aggregations = [
      ['n', 'Standard Deviation'],
      ['n', 'Variance Sample'],
      ['n', 'Variance Population'],
    ]
    const aggregate = {
      type: 'aggregate',
      sources: ['Groups'],
      parameters: { groupings: ['g'], aggregations },
    }
    expect(await outcome({ Groups: groups, Sums: aggregate })).toEqual([
      ['a', '1.414214', '2', '1'],
      ['b', null, null, '0'],
    ])
    const functions = [['Variance', 'n', 'v']]
    const window = { partitionData: ['g'], functions, includeInputColumns: 'No' }
    expect(
      await outcome({
        Groups: groups,
        Over: { type: 'window-calculation', sources: ['Groups'], parameters: window },
      }),
    ).toEqual([['2'], ['2'], [null]])
    const around = {
      partitionData: ['g'],
      orderingsWithinPartitions: [['n', 'Ascending']],
      functions: [
        ['Lag', 'n', '1', 'before'],
        ['Lead', 'n', '1', 'after'],
      ],
    }
    expect(
      await outcome({
        Groups: groups,
        Around: { type: 'lead-lag', sources: ['Groups'], parameters: around },
      }),
    ).toEqual([
      ['a', '1', null, '3'],
      ['a', '3', '1', null],
      ['b', '5', null, null],
    ])
    const rank = {
      orderingWithinPartitions: [['g', 'Ascending']],
      functions: [['Cume Dist', 'share']],
      includeInputColumns: 'No',
    }
    expect(
      await outcome({ Groups: groups, Rank: { type: 'rank', sources: ['Groups'], parameters: rank } }),
    ).toEqual([['0.666667'], ['0.666667'], ['1']])
  })
}
