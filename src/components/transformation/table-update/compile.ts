import type { Static } from 'typebox'
import type { Merge, TableName, Warehouse } from '../../../warehouses/warehouse.ts'
import { stageChange } from '../../common/gates/stage-change.ts'
import { shownTable, tableName } from '../../common/sql.ts'
import { columnsOf, passed, selectItems } from '../columns.ts'
import {
  type CompileContext,
  CompileError,
  changedTable,
  type Input,
  onlyInput,
  type SinkCompiler,
} from '../relation.ts'
import { declaration } from './properties.ts'

type Parameters = Static<typeof declaration.properties>

export const compiler: SinkCompiler<typeof declaration.properties> = {
  declaration,
  async sink(context, parameters) {
    const { warehouse } = context
    const input = onlyInput(context)
    const { targetAlias = 'target', sourceAlias = 'input' } = parameters
    const table = tableName(parameters, parameters.targetTable)
    // The target's own spelling of its columns is needed: a quoted name is case-sensitive on PostgreSQL.
    const described = await columnsOfTarget(context, table)
    await warehouse.refuseLasting?.(table, context.options)
    const on = parameters.joinExpression
      .map(([sql = '']) => warehouse.parts.expression(sql.trim()))
      .filter((sql) => sql !== '')
    if (on.length === 0) throw new CompileError('Join Expression ("joinExpression") is empty')
    const rows = selectItems(warehouse, passed(warehouse, input.columns), `from ${input.from}`)
    const map = mapper(
      context,
      input,
      described.map(({ name }) => name),
      sourceAlias,
    )
    // The order of the file is kept: a merge takes the first action whose condition holds.
    const matched = matchedActions(warehouse, parameters, map)
    const insert = notMatchedAction(parameters, map)
    if (matched.length === 0 && insert === undefined)
      throw new CompileError('It neither updates, deletes nor inserts anything')
    const alias = warehouse.quoteName(targetAlias)
    const quotedSource = warehouse.quoteName(sourceAlias)
    const query = context.query(rows.sql)
    const targetOf = (name: string) => `${name} as ${alias}`
    const sourceOf = (text: string) => `(\n${text}\n) as ${quotedSource}`
    const matches = on.map((sql) => `(${sql})`).join(' and ')
    const merge = (name: string, text: string): string =>
      [
        `merge into ${targetOf(name)}`,
        `using ${sourceOf(text)}`,
        `on (\n${matches}\n)`,
        ...matched.map(matchedSql),
        ...(insert === undefined ? [] : [insertSql(insert)]),
      ].join('\n')
    const quoted = warehouse.quoteTable(table)
    const changes = changesWhen(warehouse, matches, parameters)
    return {
      sql: await warehouse.mergeSql(
        {
          sql: merge(quoted, query),
          table: quoted,
          target: targetOf(quoted),
          source: sourceOf(query),
          alias,
          sourceAlias: quotedSource,
          on: matches,
          changes,
          matched,
          insert,
        },
        context.options,
      ),
      target: table,
      stage: stageChange(warehouse, table, query, merge),
      counted: true,
      message: (count) => `${count} rows of ${shownTable(table)} merged`,
    }
  },
  async written(context, parameters) {
    const table = tableName(parameters, parameters.targetTable)
    return changedTable(context, table, await columnsOfTarget(context, table))
  },
}

async function columnsOfTarget({ warehouse, options }: CompileContext, table: TableName) {
  const described = await warehouse.describe(table, options)
  if (described === undefined) throw new CompileError(`Table ${shownTable(table)} does not exist`)
  return described
}

/** Target columns, quoted, with the source's value for each. */
type Mapper = (
  rows: readonly (readonly string[])[],
) => readonly { readonly target: string; readonly value: string }[]

const mapper =
  (
    { warehouse: { quoteName } }: CompileContext,
    input: Input,
    columns: readonly string[],
    alias: string,
  ): Mapper =>
  (rows) => {
    const from = columnsOf(
      input,
      rows.map(([column = '']) => column),
    )
    const to = columnsOf(
      { columns },
      rows.map(([column = '', target = '']) => (target.trim() === '' ? column : target)),
    )
    return to.map((name, index) => ({
      target: quoteName(name),
      value: `${quoteName(alias)}.${quoteName(from[index] ?? '')}`,
    }))
  }

type Matched = Merge['matched'][number]
type Insert = NonNullable<Merge['insert']>

function matchedActions(
  { parts }: Warehouse,
  { whenMatched = [], updateMapping = [] }: Parameters,
  map: Mapper,
): Matched[] {
  return whenMatched.map(([stated = '', action = '']) => {
    const condition = isNone(stated) ? undefined : parts.expression(stated.trim())
    const word = action.trim().toLowerCase()
    if (word === 'delete') return { condition }
    if (word !== 'update') {
      throw new CompileError(`When Matched has "${action}"; it must be Update or Delete`)
    }
    // Only an action that updates needs a mapping; a component that only deletes has none.
    if (updateMapping.length === 0) throw new CompileError('Update Mapping ("updateMapping") is empty')
    return { condition, sets: map(updateMapping) }
  })
}

function matchedSql({ condition, sets }: Matched): string {
  const when = `when matched${condition === undefined ? '' : ` and (\n${condition}\n)`}`
  if (sets === undefined) return `${when} then delete`
  return `${when} then update set\n${sets.map(({ target, value }) => `  ${target} = ${value}`).join(',\n')}`
}

const insertSql = ({ columns, values }: Insert): string =>
  `when not matched then insert (${columns.join(', ')})\n  values (${values.join(', ')})`

/** When a row of the source updates or deletes one of the target. */
function changesWhen(
  { parts }: Warehouse,
  matches: string,
  { whenMatched = [] }: Parameters,
): string | undefined {
  if (whenMatched.length === 0) return undefined
  const conditions = whenMatched.map(([condition = '']) =>
    isNone(condition) ? 'true' : `(${parts.expression(condition.trim())})`,
  )
  return `(${matches}) and (${conditions.join(' or ')})`
}

/** Files write a condition that is not there as `<none>`. */
const isNone = (condition: string): boolean => ['', '<none>'].includes(condition.trim().toLowerCase())

function notMatchedAction(
  { includeNotMatched, insertMapping = [] }: Parameters,
  map: Mapper,
): Insert | undefined {
  if (includeNotMatched !== 'Yes') return undefined
  if (insertMapping.length === 0) throw new CompileError('Insert Mapping ("insertMapping") is empty')
  const cells = map(insertMapping)
  return { columns: cells.map(({ target }) => target), values: cells.map(({ value }) => value) }
}
