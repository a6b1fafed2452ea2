import type { Stage, TableName, Warehouse } from '../../../warehouses/warehouse.ts'

/**
 * A change of the rows of `table`, which is done to a copy first; undefined where a transaction takes it
 * back. `change` says it as statements that change one table by the rows of a query. The rows are computed
 * once, so that what is published is what was checked.
 */
export function stageChange(
  warehouse: Warehouse,
  table: TableName,
  rows: string,
  change: (table: string, rows: string) => string,
): Stage | undefined {
  const { cloned } = warehouse.parts
  if (cloned === undefined) return undefined
  const target = warehouse.quoteTable(table)
  return (staged) => {
    const copy = warehouse.quoteTable(staged)
    const kept = warehouse.quoteTable({ ...staged, table: `${staged.table}_rows` })
    const fromKept = `select * from ${kept}`
    return {
      staged,
      make: [
        `create or replace table ${kept} as\n${rows}`,
        ...cloned(copy, target),
        change(copy, fromKept),
      ].join(';\n'),
      publish: () => change(target, fromKept),
      discard: [`drop table if exists ${copy}`, `drop table if exists ${kept}`].join(';\n'),
    }
  }
}
