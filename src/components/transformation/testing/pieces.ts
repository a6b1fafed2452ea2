import type { Piece } from './run.ts'

/** Parts of transformations that tests are made of. */

export const options = { signal: new AbortController().signal }
export const orders: Piece = { type: 'table-input', parameters: { targetTable: 'orders' } }

export const rewrite = (source: string, targetTable = 'result'): Piece => ({
  type: 'rewrite-table',
  sources: [source],
  parameters: { targetTable },
})
export const sql = (query: string, ...sources: string[]): Piece => ({
  type: 'sql',
  sources,
  parameters: { query },
})
export const calculate = (source: string, ...calculations: string[][]): Piece => ({
  type: 'calculator',
  sources: [source],
  parameters: { calculations },
})
