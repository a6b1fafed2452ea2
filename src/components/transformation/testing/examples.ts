import { readFileSync } from 'node:fs'
import { parse } from 'yaml'
import { transformationDeclarations } from '../../declarations.generated.ts'
import type { Piece, Rows } from './run.ts'

/** What documentation.md of a component shows: the component as a file writes it, and the rows it makes. */
export interface Example {
  readonly type: string
  /** The example's number among those of its component, from 1. */
  readonly number: number
  readonly pieces: Readonly<Record<string, Piece>>
  readonly expected: Rows
}

/** Every example of every component; each is YAML and a table right behind it. */
export function examples(): readonly Example[] {
  return transformationDeclarations.flatMap(({ types: [type] }) => {
    const text = readFileSync(new URL(`../${type}/documentation.md`, import.meta.url), 'utf8')
    const found = [...text.matchAll(/```yaml\n(.*?)```\s*\n((?:\|[^\n]*\|\n)+)/gs)]
    return found.map(([, yaml = '', table = ''], index) => ({
      type,
      number: index + 1,
      pieces: parse(yaml) as Readonly<Record<string, Piece>>,
      expected: tableOf(table),
    }))
  })
}

/** The rows of a Markdown table in the order of `rowsOf`; `null` is null. */
export function tableOf(table: string): Rows {
  const lines = table
    .trim()
    .split('\n')
    .map((line) =>
      line
        .slice(1, -1)
        .split('|')
        .map((cell) => cell.trim()),
    )
  const [columns = [], , ...rows] = lines
  const cells = rows.map((row) => row.map((cell) => (cell === 'null' ? null : cell === '``' ? '' : cell)))
  return { columns, rows: cells.toSorted((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1)) }
}
