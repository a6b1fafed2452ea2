import { expect, test } from 'vitest'
import { kindOf, lengthOf } from '../type-kinds.ts'
import { type Bench, never } from './bench.ts'

/** What a cell of a type becomes as another, the same on every database. `null`: it is refused. */
const CASTS: readonly (readonly [string, string, string, string | null])[] = [
  ['VARCHAR', '2.5', 'INTEGER', '3'],
  ['VARCHAR', '-2.5', 'INTEGER', '-3'],
  ['VARCHAR', ' 2.4999999999999999999 ', 'BIGINT', '2'],
  ['VARCHAR', '1.2e3', 'INTEGER', '1200'],
  ['VARCHAR', 'two', 'INTEGER', null],
  ['VARCHAR', '', 'INTEGER', null],
  ['VARCHAR', '99999999999', 'INTEGER', null],
  ['VARCHAR', '1_000', 'INTEGER', null],
  ['VARCHAR', '1_000', 'NUMBER(9,2)', null],
  ['VARCHAR', '1_000', 'FLOAT', null],
  ['VARCHAR', '0x1F', 'INTEGER', null],
  ['VARCHAR', '0x1F', 'FLOAT', null],
  ['VARCHAR', '1e400', 'FLOAT', null],
  ['VARCHAR', '1e300', 'FLOAT', '1e+300'],
  ['VARCHAR', ' 1E-400', 'FLOAT', '0'],
  ['VARCHAR', '2024-02-29xyz', 'DATE', null],
  ['VARCHAR', '2024-02-29 23:59:59', 'DATE', '2024-02-29'],
  ['VARCHAR', 'tomorrow', 'DATE', null],
  ['VARCHAR', 'Now', 'TIMESTAMP', null],
  ['VARCHAR', '2024-02-29T23:59:59Z', 'TIMESTAMP', '2024-02-29 23:59:59'],
  ['VARCHAR', '1.005', 'NUMBER(9,2)', '1.01'],
  ['VARCHAR', '12345678.9', 'NUMBER(9,2)', null],
  ['VARCHAR', 'off', 'BOOLEAN', 'false'],
  ['VARCHAR', ' Yes ', 'BOOLEAN', 'true'],
  ['VARCHAR', 'tru', 'BOOLEAN', null],
  ['VARCHAR', '', 'BOOLEAN', null],
  ['VARCHAR', 'äbcd', 'VARCHAR(4)', 'äbcd'],
  ['VARCHAR', 'äbcde', 'VARCHAR(4)', null],
  ['FLOAT', '2.5', 'INTEGER', '3'],
  ['FLOAT', '-2.5', 'BIGINT', '-3'],
  ['FLOAT', '0.49999999999999994', 'INTEGER', '0'],
  ['FLOAT', '1.005', 'NUMBER(9,2)', '1.01'],
  ['FLOAT', '1', 'VARCHAR', '1'],
  ['FLOAT', '-0.5', 'VARCHAR', '-0.5'],
  ['FLOAT', '1e300', 'VARCHAR', '1e+300'],
  ['FLOAT', '123.25', 'VARCHAR(3)', null],
  ['FLOAT', '0', 'BOOLEAN', 'false'],
  ['NUMBER(9,2)', '2.5', 'INTEGER', '3'],
  ['NUMBER(9,2)', '-2.5', 'INTEGER', '-3'],
  ['NUMBER(9,2)', '2.50', 'VARCHAR', '2.50'],
  ['NUMBER(9,2)', '0.01', 'BOOLEAN', 'true'],
  ['NUMBER', '1.5', 'VARCHAR', '1.5'],
  ['NUMBER', '100', 'VARCHAR', '100'],
  ['NUMBER', '1.5', 'FLOAT', '1.5'],
  ['INTEGER', '70000', 'SMALLINT', null],
  ['INTEGER', '7', 'NUMBER(9,2)', '7.00'],
  ['BOOLEAN', 'true', 'NUMBER(9,2)', '1.00'],
  ['BOOLEAN', 'false', 'FLOAT', '0'],
  ['BOOLEAN', 'true', 'VARCHAR', 'true'],
  ['DATE', '2024-02-29', 'TIMESTAMP', '2024-02-29 00:00:00'],
  ['TIMESTAMP', '2024-02-29 23:59:59.5', 'DATE', '2024-02-29'],
  ['TIMESTAMP', '2024-02-29 23:59:59.5', 'VARCHAR', '2024-02-29 23:59:59.5'],
]

/** Casts answer alike, whichever database computes them. */
export function castTests(bench: () => Bench): void {
  const plainCast = (value: string, type: string) => bench().warehouse.parts.cast(value, type)
  const typeSql = (type: string) => {
    const [, word = type, size, precision] = /^(\w+)\((\d+)(?:,(\d+))?\)$/.exec(type) ?? []
    return bench().warehouse.typeSql({ type: word, size, precision })
  }

  /** The type as the database describes a column of it. */
  async function described(type: string): Promise<string> {
    const [column] = await bench().warehouse.describeQuery(
      `select ${plainCast('null', typeSql(type))} as a`,
      never,
    )
    return column?.type ?? ''
  }

  test('a cell becomes the same in another type, or is refused', async () => {
    const { warehouse, rowsOf, truths, countsBytes, hasFewNumbers, beyondCells } = bench()
    // One type of whole numbers takes what a smaller one would refuse, and decimals have no zeros at their
    // end.
    const few = (cell: string, to: string, answer: string | null) => {
      if (!hasFewNumbers) return answer
      if (/^\d+$/.test(cell) && /^(SMALL)?INT/.test(to)) return answer ?? cell
      return /^-?\d+\.\d+$/.test(answer ?? '') ? (answer ?? '').replace(/\.?0+$/, '') : answer
    }
    const asTruth = (cell: string | null) =>
      cell === 'true' ? truths[0] : cell === 'false' ? truths[1] : cell
    for (const [from, given, to, answered] of CASTS) {
      if (beyondCells.includes(given)) continue
      const cell = from === 'BOOLEAN' ? asTruth(given) : given
      const isTooWide = countsBytes && to === 'VARCHAR(4)' && Buffer.byteLength(given) > 4
      const expected = isTooWide ? null : asTruth(few(given, to, answered))
      const cast = warehouse.castSql('a', await described(from), typeSql(to))
      const answer = rowsOf(`select ${cast} as a from (select ${plainCast('x', typeSql(from))} as a
        from (select '${cell}' as x) as cells) as cast_cells`)
      const seen = await answer.then(
        // Each database writes a floating-point number its own way.
        ([row]) => (to === 'FLOAT' && row?.[0] ? String(Number(row[0])) : row?.[0]),
        (error: Error) => (error.name === 'WarehouseError' ? null : error.message),
      )
      expect.soft(seen, `${from} ${cell} as ${to}`).toBe(expected)
    }
  })

  test('a text of JSON becomes JSON', async () => {
    const { warehouse, rowsOf } = bench()
    const text = typeSql('VARCHAR')
    const json = warehouse.castSql('a', text, typeSql('VARIANT'))
    const [row] = await rowsOf(`select ${warehouse.json.text(json)} as b from
      (select ${plainCast(warehouse.quoteText('{"a": [1, "x"]}'), text)} as a) as cells`)
    expect(JSON.parse(row?.[0] ?? '')).toEqual({ a: [1, 'x'] })
  })

  test('bytes become their text and back, and so do texts of bytes', async () => {
    const { warehouse, rowsOf } = bench()
    const [bytes, text] = [typeSql('BINARY'), typeSql('VARCHAR')]
    // Without a type of bytes, their text is what is kept.
    if (kindOf(bytes) === 'text') return
    const asBytes = warehouse.castSql('a', text, bytes)
    for (const digits of ['', '00ff5c0a', 'DEADBEEF']) {
      // An emulator would take the letters together for an escape.
      const given = ['\\', `x${digits}`].map(warehouse.quoteText).join(' || ')
      const [row] = await rowsOf(`select ${warehouse.castSql(asBytes, bytes, text)} as b, ${asBytes} as c
        from (select ${plainCast(given, text)} as a) as cells`)
      const expected = `\\x${digits.toLowerCase()}`
      expect.soft(row, digits).toEqual([expected, expected])
    }
    const [slash, x] = ['\\', 'x'].map((one) => plainCast(warehouse.quoteText(one), text))
    const count = Math.floor(((lengthOf(text) ?? 1_000_002) - 2) / 4)
    const long = `${slash} || ${x} || repeat(${warehouse.quoteText('00ff')}, ${count})`
    const back = warehouse.castSql(asBytes, bytes, text)
    const [row] = await rowsOf(`select length(${back}) from (select ${long} as a) as cells`)
    expect(row).toEqual([String(2 + 4 * count)])
  })

  test('null is null in every type', async () => {
    const { warehouse, rowsOf } = bench()
    for (const [from, , to] of CASTS) {
      const cast = warehouse.castSql('a', await described(from), typeSql(to))
      expect(
        await rowsOf(`select ${cast} from (select ${plainCast('null', typeSql(from))} as a) as nothing`),
      ).toEqual([[null]])
    }
  })
}
