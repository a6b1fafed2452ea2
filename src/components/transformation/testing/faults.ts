import { expect, test } from 'vitest'
import type { Warehouse } from '../../../warehouses/warehouse.ts'
import { calculate, options, orders, rewrite, sql } from './pieces.ts'
import { nameIn, type Piece, parameterFaults, runPieces } from './run.ts'

/** What is said of transformations with something wrong in them; nothing of them is run. */
export function faultTests(open: () => Promise<Warehouse>): void {
  test('every component with a fault is named, what reads from it is not, and nothing runs', async () => {
    const warehouse = await open()
    const run = await runPieces(warehouse, {
      Orders: orders,
      Typo: {
        type: 'filter',
        sources: ['Orders'],
        parameters: { filterConditions: [['amuont', 'Is', 'Null', '']] },
      },
      Result: rewrite('Typo'),
      'Second Typo': {
        type: 'rename',
        sources: ['Orders'],
        parameters: { columnMapping: [['nummer', 'n']] },
      },
      Lost: rewrite('Nowhere', 'lost'),
      Other: rewrite('Second Typo', 'other'),
      Fine: rewrite('Orders', 'fine'),
    })
    const columns = ['id', 'customer_id', 'amount', 'status', 'placed'].map(nameIn(warehouse)).join(', ')
    expect(run.failed).toEqual({
      Typo: `There is no column "amuont"; the columns are ${columns}`,
      'Second Typo': `There is no column "nummer"; the columns are ${columns}`,
      Lost: 'Its source "Nowhere" does not exist',
    })
    expect(run.written).toEqual([])
    expect(await warehouse.describe({ table: 'fine' }, options)).toBeUndefined()
  })

  test('a mistake in SQL is reported at the component that contains it, however far from the sink', async () => {
    const run = await runPieces(await open(), {
      Orders: orders,
      Wrong: calculate('Orders', ['no_such_function("id")', 'x']),
      Between: { type: 'distinct', sources: ['Wrong'], parameters: {} },
      Query: sql('select * from $T{Between}', 'Between'),
      Result: rewrite('Query'),
    })
    expect(Object.keys(run.failed)).toEqual(['Wrong'])
    expect(run.failed['Wrong']).toMatch(/no_such_function/)
    expect(run.compiled).not.toContain('Wrong')
  })

  test('what no sink reads from is not run, even of an unknown type', async () => {
    const run = await runPieces(await open(), {
      Orders: orders,
      Result: rewrite('Orders'),
      Dangling: { type: 'cortex-completions', sources: ['Orders'], parameters: {} },
    })
    expect(run).toMatchObject({ failed: {}, unused: ['Dangling'], compiled: ['Orders'] })
  })

  test('an unknown type that a sink needs is a fault of that component', async () => {
    const unknown = { type: 'cortex-completions', sources: ['Orders'], parameters: {} }
    const run = await runPieces(await open(), { Orders: orders, Ask: unknown, Result: rewrite('Ask') })
    expect(run.failed['Ask']).toMatch(/"cortex-completions"/)
  })

  test('a ring is a fault, not a hang', async () => {
    const run = await runPieces(await open(), {
      A: { type: 'distinct', sources: ['B'], parameters: {} },
      B: { type: 'distinct', sources: ['A'], parameters: {} },
      Result: rewrite('A'),
    })
    expect(Object.values(run.failed)).toEqual(['The links form a cycle: "A" → "B" → "A"'])
  })

  test('more components than a statement bears are a fault of the sink', async () => {
    const chain = Object.fromEntries(
      Array.from({ length: 301 }, (_, n) => [
        `C${n}`,
        calculate(n === 0 ? 'Orders' : `C${n - 1}`, ['1', 'a']),
      ]),
    )
    const run = await runPieces(await open(), { Orders: orders, ...chain, Result: rewrite('C300') })
    expect(run.failed).toEqual({ Result: expect.stringMatching(/302 components; .* at most 300/) })
  })

  test('parameters are checked, all of them', () => {
    const sequence = { startValue: 'one', incrementValue: '0', outputColumn: 'n' }
    expect(parameterFaults({ type: 'generate-sequence', parameters: sequence })).toHaveLength(3)
    expect(parameterFaults({ type: 'table-input', parameters: {} })).toHaveLength(1)
    expect(
      parameterFaults({ type: 'detect-changes', parameters: { masterTable: 'a', matchKeys: [] } }),
    ).toHaveLength(2)
  })

  test.each<[string, Piece, RegExp]>([
    [
      'a table that is not there',
      { type: 'table-input', parameters: { targetTable: 'x' } },
      /Table x does not exist/,
    ],
    [
      'no table of a pattern',
      { type: 'multi-table-input', parameters: { pattern: 'x%' } },
      /No table matches "x%"/,
    ],
    [
      'two outputs of one name',
      calculate('Orders', ['1', 'a'], ['2', 'a']),
      /Several of its columns would be named "a"/,
    ],
    [
      'an unknown comparator',
      { type: 'filter', sources: ['Orders'], parameters: { filterConditions: [['id', 'Is', 'Near', '1']] } },
      /must be one of/,
    ],
    [
      'a word other than Is and Not',
      {
        type: 'filter',
        sources: ['Orders'],
        parameters: { filterConditions: [['id', 'Is not', 'Null', '']] },
      },
      /has "Is not" instead of Is or Not/,
    ],
    [
      'an unknown aggregate',
      { type: 'aggregate', sources: ['Orders'], parameters: { aggregations: [['id', 'Guess']] } },
      /has the function "Guess"; it must be one of: sum, count,/,
    ],
    [
      'an unknown type',
      { type: 'convert-type', sources: ['Orders'], parameters: { conversions: [['id', 'INT) --', '', '']] } },
      /not the name of a type/,
    ],
    ['a source that is not one of its', sql('select * from $T{Orders}'), /not one of its sources/],
    ['no source', { type: 'distinct', parameters: {} }, /0 sources/],
  ])('%s is reported in a sentence', async (_, piece, message) => {
    const run = await runPieces(await open(), { Orders: orders, Wrong: piece, Result: rewrite('Wrong') })
    expect(run.failed).toEqual({ Wrong: expect.stringMatching(message) })
  })
}

/** The same of names that columns would have. */
export function columnNameTests(open: () => Promise<Warehouse>): void {
  test('a pivot value without a letter can name no column', async () => {
    const parameters = { aggregateFunction: 'Sum', pivotColumn: 'status', valueColumn: 'amount' }
    const run = await runPieces(await open(), {
      Orders: orders,
      Pivot: { type: 'pivot', sources: ['Orders'], parameters: { ...parameters, pivotValues: ['paid', ''] } },
      Result: rewrite('Pivot'),
    })
    expect(run.failed).toEqual({ Pivot: 'One of its columns would have no name; give it one' })
  })

  test('two outputs of one name are refused, also where both would replace a column', async () => {
    const functions = [
      ['Rank', 'status'],
      ['Row Number', 'status'],
    ]
    const parameters = { orderingWithinPartitions: [['id', 'Ascending']], functions }
    const run = await runPieces(await open(), {
      Orders: orders,
      Rank: { type: 'rank', sources: ['Orders'], parameters },
      Result: rewrite('Rank'),
    })
    expect(run.failed).toEqual({
      Rank: 'Several of its columns would be named "status"; give each its own name',
    })
  })
}
