import { expect, test } from 'vitest'
import type { Warehouse } from '../../../warehouses/warehouse.ts'
import { findCompiler, isSink } from '../compilers.ts'
import { examples } from './examples.ts'
import { type Piece, parameterFaults, rowsOf, runPieces, speakerOf } from './run.ts'

const table = (targetTable: string): Piece => ({ type: 'table-input', parameters: { targetTable } })

/** Every example of the documentation, on one database that has the sample tables. */
export function exampleTests(open: () => Promise<Warehouse>): void {
  test.each(examples().map((one) => [one.type, one.number, one] as const))(
    'the documentation of %s holds, example %i',
    async (type, number, { pieces, expected }) => {
      const warehouse = await open()
      const entries = Object.entries(pieces)
      const [lastName, last] = entries.at(-1)!
      expect(last.type).toBe(type)
      for (const [, piece] of entries) expect(parameterFaults(piece)).toEqual([])
      const compiler = findCompiler(type)!
      const result = { type: 'rewrite-table', sources: [lastName], parameters: { targetTable: 'result' } }
      const { targetTable, viewName } = last.parameters
      const written = isSink(compiler) ? (viewName ?? targetTable) : undefined
      const { failed } = await runPieces(warehouse, {
        Orders: table('orders'),
        Customers: table('customers'),
        ...pieces,
        ...(written === undefined ? { Result: result } : {}),
      })
      const fault = speakerOf(warehouse).refused?.[`${type} ${number}`]
      if (fault !== undefined) {
        expect(Object.values(failed)).toEqual([expect.stringMatching(fault)])
        return
      }
      expect(failed).toEqual({})
      const name = warehouse.quoteName(String(written ?? 'result'))
      const rows = await rowsOf(warehouse, `select * from ${name}`)
      const { nameOf = (column) => column } = speakerOf(warehouse)
      expect(rows).toEqual({ ...expected, columns: expected.columns.map(nameOf) })
    },
  )
}
