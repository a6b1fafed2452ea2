import { columnOf, columnsOf, findColumn, type Item, selectItems } from '../columns.ts'
import { commonTypeOf } from '../common-type.ts'
import {
  type CompileContext,
  CompileError,
  type Input,
  inputNamed,
  type RelationCompiler,
  typedColumns,
} from '../relation.ts'
import { declaration } from './properties.ts'

/**
 * Rows whose keys are null are ignored, and nulls among the compared values are equal. Values are those of
 * the second source, or of the master where the second has no such row; files name one of them as
 * `compare_<column>` and `master_<column>`.
 */
export const compiler: RelationCompiler<typeof declaration.properties> = {
  declaration,
  async relation(
    context,
    { masterTable, matchKeys, compareColumns, outputColumnMapping = [], indicatorColumn },
  ) {
    const { warehouse, inputs } = context
    const { parts } = warehouse
    const master = inputNamed(context, masterTable)
    const second = inputs.find((input) => input !== master)
    if (second === undefined || inputs.length !== 2) {
      throw new CompileError(
        `It has ${inputs.length} sources; it needs two, the master and the one to compare`,
      )
    }
    const pair = await pairing(context, master, second)
    const keys = pair(matchKeys)
    const compared = pair(compareColumns)
    const mapped =
      outputColumnMapping.length > 0 ? outputColumnMapping : compareColumns.map((name) => [name, name])
    // No source has null keys (`withKeys`), so a null key after the full join means that its row is missing.
    const [missingInMaster, missingInSecond] = [keys[0]?.master, keys[0]?.second]
    const value = ({ master: old, second: now }: Pair) =>
      `case when ${missingInSecond} is null then ${old} else ${now} end`
    // `<>` would give null, not true, when one side is null.
    const differs = compared.map(({ master: old, second: now }) => parts.differs(old, now))
    const indicator = [
      `case when ${missingInMaster} is null then 'N' when ${missingInSecond} is null then 'D'`,
      differs.length === 0 ? '' : ` when ${differs.join(' or ')} then 'C'`,
      ` else 'I' end`,
    ].join('')
    const wanted = mapped.map(([column = '']) => wantedColumn(column, master, second))
    pair(wanted.flatMap(({ column, side }) => (side === undefined ? [column] : []))) // all that are not there at once
    const outputs = wanted.map(({ column, side }, index) => {
      const sql =
        side === undefined
          ? value(pair([column])[0]!)
          : cellOf(context, side, { master, second }[side], column)
      const [given = '', output = ''] = mapped[index] ?? []
      const own = side === undefined ? columnOf(master, column) : given
      return { sql, name: output.trim() === '' ? own : output }
    })
    // A key that the mapping names appears there under its output name, not twice.
    const mappedKeys = new Set(wanted.map(({ column }) => findColumn(master.columns, column)))
    const items: Item[] = [
      ...keys
        .map((key, index) => ({ sql: value(key), name: matchKeys[index] ?? '' }))
        .filter(({ name }) => !mappedKeys.has(columnOf(master, name))),
      ...outputs,
      {
        sql: parts.cast(indicator, warehouse.typeSql({ type: 'VARCHAR' })),
        name: indicatorColumn ?? 'Indicator',
      },
    ]
    const on = keys.map((key) => `${key.master} = ${key.second}`).join(' and ')
    const masterRows = `${withKeys(context, master, matchKeys)} as headrace_master`
    const secondRows = `${withKeys(context, second, matchKeys)} as headrace_second`
    const select = (...from: string[]) => selectItems(warehouse, items, ...from)
    if (parts.hasFullJoin) return select(`from ${masterRows}`, `full join ${secondRows} on ${on}`)
    const left = select(`from ${masterRows}`, `left join ${secondRows} on ${on}`)
    const rest = select(
      `from ${secondRows}`,
      `left join ${masterRows} on ${on}`,
      `where ${missingInMaster} is null`,
    )
    return { ...left, sql: `${left.sql}\nunion all\n${rest.sql}` }
  },
}

/** One column in both sources. */
interface Pair {
  readonly master: string
  readonly second: string
}

/** The column that a mapping names, and which source it is to be read from where it says so. */
function wantedColumn(
  name: string,
  master: Input,
  second: Input,
): { readonly column: string; readonly side?: keyof Pair } {
  const [, prefix, column = ''] = /^(master|compare)_(.+)$/i.exec(name) ?? []
  const side = prefix?.toLowerCase() === 'master' ? 'master' : 'second'
  const input = side === 'master' ? master : second
  const isPlain = findColumn(master.columns, name) !== undefined
  if (prefix === undefined || isPlain || findColumn(input.columns, column) === undefined) {
    return { column: name }
  }
  return { column, side }
}

/**
 * Numbers that would be rounded where they are compared are in a type that holds both. Throws CompileError
 * for values of two kinds.
 */
async function pairing(context: CompileContext, master: Input, second: Input) {
  const types = { master: await typedColumns(context, master), second: await typedColumns(context, second) }
  return (names: readonly string[]): Pair[] => {
    const inMaster = columnsOf(master, names)
    const inSecond = columnsOf(second, names)
    return names.map((_, index) => {
      const [old = '', now = ''] = [inMaster[index], inSecond[index]]
      const columns = [
        types.master.find(({ name }) => name === old),
        types.second.find(({ name }) => name === now),
      ]
      const common = commonTypeOf(context.warehouse, columns)
      const wide = (cell: string) =>
        common === undefined ? cell : context.warehouse.parts.cast(cell, common)
      return {
        master: wide(cellOf(context, 'master', master, old)),
        second: wide(cellOf(context, 'second', second, now)),
      }
    })
  }
}

const cellOf = ({ warehouse }: CompileContext, side: keyof Pair, input: Input, column: string): string =>
  `headrace_${side}.${warehouse.quoteName(columnOf(input, column))}`

/** The rows of a source that have all keys. Without this filter a null key would look like a missing row. */
function withKeys({ warehouse }: CompileContext, input: Input, keys: readonly string[]): string {
  const present = columnsOf(input, keys).map((key) => `${warehouse.quoteName(key)} is not null`)
  return `(select * from ${input.from} where ${present.join(' and ')})`
}
