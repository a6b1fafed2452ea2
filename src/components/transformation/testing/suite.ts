import { expect, test } from 'vitest'
import type { Cell, Warehouse } from '../../../warehouses/warehouse.ts'
import { findCompiler, isSink } from '../compilers.ts'
import { examples } from './examples.ts'
import {
  nameIn,
  type Piece,
  parameterFaults,
  plainJson,
  rowsOf,
  runPieces,
  sorted,
  speakerOf,
} from './run.ts'

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
      const nameOf = nameIn(warehouse)
      const named = (cell: Cell) =>
        withNames(cell, speakerOf(warehouse).namesInCells?.[`${type} ${number}`], nameOf)
      const rowsNamed = sorted(expected.rows.map((row) => row.map(named)))
      expect(rows).toEqual({ columns: expected.columns.map(nameOf), rows: rowsNamed })
    },
  )
}

/**
 * A cell that is such a name, or JSON with members of such names, with them as the database describes them.
 */
function withNames(cell: Cell, names: readonly string[] = [], nameOf: (name: string) => string): Cell {
  if (cell === null || names.length === 0) return cell
  if (!cell.startsWith('{')) return names.includes(cell) ? nameOf(cell) : cell
  return plainJson(names.reduce((text, name) => text.replaceAll(`"${name}":`, `"${nameOf(name)}":`), cell))
}
