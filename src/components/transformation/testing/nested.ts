import { expect, test } from 'vitest'
import type { ParameterValue } from '../../../pipeline/model.ts'
import type { Warehouse } from '../../../warehouses/warehouse.ts'
import { rewrite, sql } from './pieces.ts'
import { type Piece, rowsOf, runPieces, speakerOf } from './run.ts'

/** What becomes of JSON, the same on every database. */
export function nestedTests(open: () => Promise<Warehouse>): void {
  /** The rows of `piece` over one row with this JSON as text, or what is wrong with it. */
  async function outcome(json: string, piece: Omit<Piece, 'sources'>) {
    const warehouse = await open()
    const source = sql(`select 1 as id, '${json.replaceAll("'", "''")}' as data`)
    const pieces = {
      Rows: source,
      Nested: { ...piece, sources: ['Rows'] },
      Result: rewrite('Nested', 'outcome'),
    }
    const { failed } = await runPieces(warehouse, pieces)
    const [fault] = Object.values(failed)
    return fault ?? (await rowsOf(warehouse, 'select * from outcome')).rows
  }

  /** PostgreSQL may work the one row out while it compiles. */
  const failure = (run: Promise<unknown>) => run.then(String, (error: Error) => error.message)

  const extract = (columns: ParameterValue, more: Readonly<Record<string, ParameterValue>> = {}) => ({
    type: 'extract-nested-data',
    parameters: { includeInputColumns: 'No', columns, ...more },
  })
  const leaf = (name: string, datatype = 'VARCHAR', aliasName = name) => ({
    name,
    datatype,
    size: '0',
    decimalPlaces: '0',
    columnName: 'data',
    aliasName,
    isArray: 'false',
    include: 'true',
  })
  const array = (name: string, ...childElements: ParameterValue[]) => ({
    name,
    columnName: 'data',
    isArray: 'true',
    include: 'false',
    childElements: [{ name: `${name}-element`, columnName: 'data', include: 'false', childElements }],
  })
  const flatten = (columnFlattens: string[][], columnMapping: string[][]) => ({
    type: 'flatten-variant',
    parameters: { includeInputColumns: 'No', columnFlattens, columnMapping },
  })

  test('arrays in arrays become rows, and the members of any name columns', async () => {
    const json = `{"calls": [{"id": 7, "lines": [{"it's": "a"}, {"it's": "b"}]}, {"id": 8, "lines": []}], "a/b~c.d": true}`
    const columns = [array('calls', leaf('id', 'NUMBER'), array('lines', leaf("it's"))), leaf('a/b~c.d')]
    expect(await outcome(json, extract(columns))).toEqual([
      ['7', 'a', 'true'],
      ['7', 'b', 'true'],
    ])
    if (speakerOf(await open()).isLooseWithJson === true) return
    expect(await outcome(json, extract(columns, { outerJoin: 'Yes' }))).toContainEqual(['8', null, 'true'])
    const paths = [leaf("guid['#text']", 'VARCHAR', 'a'), leaf('guid"."#text', 'VARCHAR', 'b')]
    expect(await outcome('{"guid": {"#text": "x"}}', extract(paths))).toEqual([['x', 'x']])
  })

  test('elements that are no objects become columns themselves', async () => {
    const tags = { ...array('tags'), childElements: [{ ...leaf('tags-element', 'VARCHAR', 'tag') }] }
    expect(await outcome('{"tags": ["x", null, 3]}', extract([tags]))).toEqual([['3'], ['x'], [null]])
    expect(await outcome('{"tags": "x"}', extract([tags]))).toEqual([])
  })

  test('a value that does not fit fails or becomes null, as the casting method says', async () => {
    const json = '{"n": "many", "day": "soon", "ok": "2.5"}'
    const columns = [leaf('n', 'INTEGER'), leaf('day', 'DATE'), leaf('ok', 'FLOAT')]
    const run = (castingMethod: string) => outcome(json, extract(columns, { castingMethod }))
    expect(await failure(run('Fail on invalid data'))).toMatch(/many|soon/)
    expect(await run('Replace all unparseable values with null')).toEqual([[null, null, '2.5']])
    expect(await failure(run('Replace unparseable dates and timestamps with null'))).toMatch(/many/)
    const tooLarge =
      '{"n": "99999999999999999999", "part": "12345", "word": "abcd", "flag": "maybe", "fits": "99.94"}'
    const sized = (name: string, datatype: string, size: string, decimalPlaces = '0') => ({
      ...leaf(name, datatype),
      size,
      decimalPlaces,
    })
    const small = [
      leaf('n', 'INTEGER'),
      sized('part', 'NUMBER', '4', '2'),
      sized('word', 'VARCHAR', '3'),
      leaf('flag', 'BOOLEAN'),
      sized('fits', 'NUMBER', '3', '1'),
    ]
    const castingMethod = 'Replace all unparseable values with null'
    expect(await outcome(tooLarge, extract(small, { castingMethod }))).toEqual([
      [null, null, null, null, '99.9'],
    ])
    const fitting = [sized('word', 'VARCHAR', '4'), leaf('yes', 'BOOLEAN')]
    const [yes] = speakerOf(await open()).truths
    expect(await outcome('{"word": "abcd", "yes": "y"}', extract(fitting, { castingMethod }))).toEqual([
      ['abcd', yes],
    ])
    const huge = `{"n": "1${'0'.repeat(70)}", "part": "-1e70"}`
    expect(await outcome(huge, extract(small.slice(0, 2), { castingMethod }))).toEqual([[null, null]])
  })

  test('a column of JSON is read as it is, and written as it is', async () => {
    const warehouse = await open()
    const runs = async (piece: Piece) => {
      const made = {
        type: 'construct-variant',
        sources: ['Rows'],
        parameters: {
          columnMappings: [
            ['word', 'w'],
            ['whole', 'n'],
          ],
          outputSlot: 'data',
        },
      }
      const again = {
        type: 'construct-variant',
        sources: ['Made'],
        parameters: { columnMappings: [['data', 'inner']], outputSlot: 'data' },
      }
      const pieces = {
        Rows: sql(`select '12' as word, 7 as whole`),
        Made: made,
        Again: again,
        Nested: piece,
        Result: rewrite('Nested', 'outcome'),
      }
      const { failed } = await runPieces(warehouse, pieces)
      expect(Object.values(failed)).toEqual([])
      return (await rowsOf(warehouse, 'select * from outcome')).rows
    }
    const flattened = flatten(
      [],
      [
        ['data', 'inner.w', 'VARCHAR', 'w'],
        ['data', 'inner.n', 'NUMBER(5,0)', 'n'],
      ],
    )
    expect(await runs({ ...flattened, sources: ['Again'] })).toEqual([['12', '7']])
    const extracted = extract([leaf('w'), leaf('n', 'NUMBER')])
    expect(await runs({ ...extracted, sources: ['Made'] })).toEqual([['12', '7']])
  })

  test('text that is no JSON, a path through an array and no included column are faults', async () => {
    expect(await failure(outcome('{oops', extract([leaf('a')])))).toMatch(/json|MALFORMED_RECORD/i)
    expect(await outcome('{}', extract([leaf("a[]['b']")]))).toMatch(/goes through an array/)
    expect(await outcome('{}', extract([{ ...leaf('a'), include: 'false' }]))).toBe(
      'None of its columns is included',
    )
  })

  test('a flatten reads an alias of an earlier one, a path, and the values of objects', async () => {
    const json = '{"a": {"b": [{"k": {"x": 1, "y": 2}}]}}'
    const flattens = [
      ['data', 'a.b', 'one', 'No', 'No', 'Array'],
      ['one', 'k', 'two', 'No', 'No', 'Object'],
    ]
    expect(await outcome(json, flatten(flattens, [['two', '', 'NUMBER(5,0)', 'n']]))).toEqual([['1'], ['2']])
    flattens[1]![5] = 'Array'
    expect(await outcome(json, flatten(flattens, [['two', '', 'NUMBER', 'n']]))).toEqual([])
    const position = await outcome(
      '[[1, 2], [3]]',
      flatten([['data', '', 'e', 'No', 'No', '']], [['e', '[0]', '', 'n']]),
    )
    expect(position).toEqual([['1'], ['3']])
  })

  test('a column that is handed on becomes its type as in every cast, or fails', async () => {
    const as = (type: string, data: string) => outcome(data, flatten([], [['data', '', type, 'n']]))
    expect(await as('VARCHAR(3)', 'abc')).toEqual([['abc']])
    expect(await failure(as('VARCHAR(3)', 'abcd'))).toMatch(/"abcd" is longer than the 3/)
    expect(await as('INTEGER', ' 2.5')).toEqual([['3']])
    expect(await failure(as('SMALLINT', '70000'))).toMatch(/70000|smallint/i)
  })

  test('recursive flattens and unknown modes are refused, and so is one alias for two', async () => {
    const run = (...more: string[]) =>
      outcome('[]', flatten([['data', '', 'e', 'No', ...more]], [['e', '', '', 'n']]))
    expect(await run('Yes', 'Both')).toMatch(/recursive, which is not supported/)
    expect(await run('No', 'Each')).toMatch(/must be one of: Both, Object, Array/)
    const twice = [
      ['data', '', 'e', 'No', 'No', 'Both'],
      ['data', '', 'e', 'No', 'No', 'Both'],
    ]
    expect(await outcome('[]', flatten(twice, [['e', '', '', 'n']]))).toBe('Two flattens are named "e"')
  })
}
