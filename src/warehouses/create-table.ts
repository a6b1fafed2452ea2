import { quoteName as standardName, quoteText as standardText } from './sql-text.ts'
import type { ColumnDefinition, TableDefinition, TypeDefinition } from './warehouse.ts'
import { WarehouseError } from './warehouse-error.ts'

/** Where databases differ when they make a table. */
export interface TableDialect {
  /** The field's word → this database's, both in capitals. A word not listed is used unchanged. */
  readonly types: Readonly<Record<string, string>>
  /** Types of this database that take a length. */
  readonly sized: ReadonlySet<string>
  /** Types of this database that take digits and decimal places. */
  readonly scaled: ReadonlySet<string>
  /**
   * The type of numbers without stated digits: it keeps fractions. `places` is how many they have, where that
   * is known.
   */
  unsizedNumber(places: number | undefined): string
  /** Tables may have primary keys and unique columns; true unless stated. */
  readonly hasKeys?: boolean
  /**
   * The statements that create a table, replacing any old one, which stays where the new one cannot be made:
   * in one transaction with `replacesInTransaction`.
   */
  replace(table: string, body: string): readonly string[]
  readonly replacesInTransaction?: boolean
  /** Types of `sized` that have another name where no length is stated. */
  readonly unsized?: Readonly<Record<string, string>>
  /** Where comments are part of a column's definition: what stands at its end. */
  inlineComment?(text: string): string
  /** The type of numbers with stated digits, where that depends on them. */
  sizedNumber?(size: string, precision: string): string
  /**
   * The type of a column, where that says whether it takes null; NOT NULL stands behind the type unless
   * stated.
   */
  columnType?(type: string, notNull: boolean): string
  /** A name; as standard SQL quotes it unless stated. */
  quoteName?(name: string): string
  /** A text; as standard SQL quotes it unless stated. */
  quoteText?(text: string): string
  /** A column's default, an expression of SQL, as a definition takes it; as it is unless stated. */
  defaultSql?(type: string, expression: string): string
}

/** Digits of a number for which only its decimal places are stated. */
const MAX_DIGITS = '38'
const textTypes = /^(VAR|N)*CHAR|^(LONG)?TEXT$|^STRING\b/i
const textLikeTypes = /^DATE(TIME)?(32|64)?\b|^TIME|^UUID$|^JSONB?$/i
const sqlWord = /^('.*'|null|true|false|current_\w+)$/is
/**
 * A text may well have something in brackets: only a call, or quotes in brackets, make an expression of it.
 */
const quotesInBrackets = /^\(.*'.*'.*\)$/s
const callBegins = /^\(*[\w."]+\(/
const endsWithCall = /\(.*\)$/s

/**
 * The statements that make `table` (quoted already) of these columns, comments included. Throws
 * WarehouseError with every fault of the definition.
 */
export function createTableSql(dialect: TableDialect, table: string, definition: TableDefinition): string {
  const faults = [...faultsOf(definition), ...(dialect.hasKeys === false ? keyFaults(definition) : [])]
  if (faults.length > 0) throw new WarehouseError(faults.join('. '))
  const lines = definition.columns.map((column) => columnSql(dialect, column))
  if (definition.primaryKeys.length > 0) {
    const { quoteName = standardName } = dialect
    lines.push(`primary key (${definition.primaryKeys.map(quoteName).join(', ')})`)
  }
  const body = `(\n  ${lines.join(',\n  ')}\n)`
  const statements = [
    ...tableSql(dialect, table, definition.mode, body),
    ...(dialect.inlineComment === undefined ? comments(dialect, table, definition.columns) : []),
  ]
  const isFramed = definition.mode === 'replace' && dialect.replacesInTransaction === true
  return (isFramed ? ['begin', ...statements, 'commit'] : statements).join(';\n')
}

function tableSql(dialect: TableDialect, table: string, mode: TableDefinition['mode'], body: string) {
  if (mode === 'replace') return dialect.replace(table, body)
  const unlessThere = mode === 'create-if-not-exists' ? 'if not exists ' : ''
  return [`create table ${unlessThere}${table} ${body}`]
}

function keyFaults({ primaryKeys, columns }: TableDefinition): string[] {
  const unique = columns.filter((column) => column.unique).map(({ name }) => name)
  const keys = [...new Set([...primaryKeys, ...unique])]
  if (keys.length === 0) return []
  return [
    `This database has no primary keys and no unique columns: leave them out for ${keys.join(', ')}, and merge rows ` +
      'where they may occur twice',
  ]
}

function faultsOf({ columns, primaryKeys }: TableDefinition): string[] {
  const faults = columns.length === 0 ? ['A table needs at least one column'] : []
  for (const { name, type, size, precision } of columns) {
    if (name === '') faults.push('A column has no name')
    faults.push(...typeFaults({ type, size, precision }).map((fault) => `Column "${name}": ${fault}`))
  }
  const names = new Set(columns.map(({ name }) => name.toLowerCase()))
  for (const key of primaryKeys) {
    if (!names.has(key.toLowerCase())) faults.push(`The primary key names "${key}", which is not a column`)
  }
  return faults
}

function typeFaults({ type, size, precision }: TypeDefinition): string[] {
  const faults = /^[a-z][\w ]*(\([\d, ]+\))?(\[\])?$/i.test(type)
    ? []
    : [`"${type}" is not the name of a type`]
  for (const [what, digits] of Object.entries({ size, precision })) {
    if (given(digits) !== undefined && !/^\d+$/.test(digits ?? '')) {
      faults.push(`the ${what} "${digits}" is not a whole number`)
    }
  }
  return faults
}

/** The field's type in this dialect. Throws WarehouseError for what is not the name of a type. */
export function checkedTypeSql(dialect: TableDialect, type: TypeDefinition): string {
  const faults = typeFaults(type)
  if (faults.length > 0) throw new WarehouseError(faults.join('. '))
  return typeSql(dialect, type)
}

function columnSql(dialect: TableDialect, column: ColumnDefinition): string {
  const type = typeSql(dialect, column)
  const value = given(column.defaultValue)
  const comment = given(column.comment)
  const { quoteName = standardName } = dialect
  const expression = (text: string) => dialect.defaultSql?.(type, text) ?? text
  return [
    `${quoteName(column.name)} ${dialect.columnType?.(type, column.notNull) ?? type}`,
    value === undefined ? '' : ` default ${expression(defaultSql(dialect, type, value))}`,
    column.notNull && dialect.columnType === undefined ? ' not null' : '',
    column.unique ? ' unique' : '',
    comment === undefined ? '' : (dialect.inlineComment?.(comment) ?? ''),
  ].join('')
}

function typeSql(dialect: TableDialect, column: TypeDefinition): string {
  const word = column.type.toUpperCase()
  const type = dialect.types[word] ?? word
  const size = given(column.size)
  const precision = given(column.precision)
  if (dialect.scaled.has(type)) {
    if (size === undefined && precision === undefined) return dialect.unsizedNumber(column.places)
    const digits = [size ?? MAX_DIGITS, precision ?? '0'] as const
    return dialect.sizedNumber?.(...digits) ?? `${type}(${digits.join(', ')})`
  }
  if (!dialect.sized.has(type)) return type
  return size === undefined ? (dialect.unsized?.[type] ?? type) : `${type}(${size})`
}

/** Files write the default of a text column bare or quoted; calls and SQL's own words are expressions. */
function defaultSql({ quoteText = standardText }: TableDialect, type: string, value: string): string {
  const isText = textTypes.test(type)
  if (!isText && !textLikeTypes.test(type)) return value
  if (sqlWord.test(value) || (isText ? isCall(value) : endsWithCall.test(value))) return value
  return quoteText(value)
}

function isCall(value: string): boolean {
  if (!callBegins.test(value)) return quotesInBrackets.test(value)
  let depth = 0
  const closings = [...value.matchAll(/'(?:[^']|'')*'|[()]/g)].filter(([found]) => {
    if (found === '(') depth++
    if (found === ')') depth--
    return found === ')' && depth === 0
  })
  return closings.length === 1 && depth === 0 && value.endsWith(')')
}

const comments = (
  { quoteName = standardName, quoteText = standardText }: TableDialect,
  table: string,
  columns: readonly ColumnDefinition[],
): string[] =>
  columns
    .filter(({ comment }) => given(comment) !== undefined)
    .map(
      ({ name, comment }) => `comment on column ${table}.${quoteName(name)} is ${quoteText(comment ?? '')}`,
    )

/** Files leave a cell empty where they say nothing. */
const given = (cell: string | undefined): string | undefined =>
  cell?.trim() === '' ? undefined : cell?.trim()
