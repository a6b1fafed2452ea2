import { kindOf } from '../../../warehouses/type-kinds.ts'
import { columnOf, type Item, passed, selectItems, withItems } from '../columns.ts'
import { jsonPath } from '../json-path.ts'
import {
  type CompileContext,
  CompileError,
  onlyInput,
  type RelationCompiler,
  typedColumns,
} from '../relation.ts'
import { childrenOf, declaration, FAIL, isWanted, isYes, type NestedColumn, NULL } from './properties.ts'

interface Extraction {
  readonly items: Item[]
  /** One for each array whose elements become rows. */
  readonly joins: string[]
}

interface Options {
  readonly warehouse: CompileContext['warehouse']
  readonly keepsRows: boolean
  readonly castingMethod: string
}

export const compiler: RelationCompiler<typeof declaration.properties> = {
  declaration,
  async relation(context, { columns, includeInputColumns, outerJoin = 'No', castingMethod = FAIL }) {
    const input = onlyInput(context)
    const { warehouse } = context
    const inputColumn = (name: string) => `headrace_input.${warehouse.quoteName(name)}`
    const options = { warehouse, keepsRows: ['Yes', 'True'].includes(outerJoin), castingMethod }
    const types = new Map((await typedColumns(context, input)).map(({ name, type }) => [name, type]))
    const found: Extraction = { items: [], joins: [] }
    for (const column of columns.filter(isWanted)) {
      const name = columnOf(input, column.columnName)
      const json = warehouse.json.parse(inputColumn(name), types.get(name))
      extract(options, found, column, json)
    }
    if (found.items.length === 0) throw new CompileError('None of its columns is included')
    const inputs = passed(warehouse, input.columns).map(({ name }) => ({ sql: inputColumn(name), name }))
    const kept = includeInputColumns === 'No' ? [] : inputs
    const from = [`from ${input.from} as headrace_input`, ...found.joins]
    return selectItems(warehouse, withItems(warehouse, kept, found.items), from.join('\n'))
  },
}

/** Adds what `column` and the columns below it become, which are parts of `parent`. */
function extract(options: Options, found: Extraction, column: NestedColumn, parent: string): void {
  const value = options.warehouse.json.at(parent, membersOf(column.name))
  if (isYes(column.include)) found.items.push(itemOf(options, column, value))
  const below = childrenOf(column).filter(isWanted)
  if (below.length === 0) return
  if (!isYes(column.isArray)) {
    for (const child of below) extract(options, found, child, value)
    return
  }
  const element = joinElements(options, found, value)
  for (const child of below) {
    if (child.name !== `${column.name}-element`) {
      extract(options, found, child, element)
      continue
    }
    if (isYes(child.include)) found.items.push(itemOf(options, child, element))
    for (const one of childrenOf(child).filter(isWanted)) extract(options, found, one, element)
  }
}

function joinElements({ warehouse, keepsRows }: Options, { joins }: Extraction, array: string): string {
  const alias = `headrace_array_${joins.length + 1}`
  joins.push(warehouse.json.joinElements(array, 'array', alias, keepsRows))
  return `${alias}.value`
}

function itemOf({ warehouse, castingMethod }: Options, column: NestedColumn, json: string): Item {
  const { datatype = 'VARCHAR', size, decimalPlaces } = column
  const name = column.aliasName || column.name
  const type = warehouse.typeSql({ type: datatype, size: given(size), precision: given(decimalPlaces) })
  if (type === warehouse.typeSql({ type: 'VARIANT' })) return { sql: json, name }
  const text = warehouse.json.text(json)
  const cast = (one: string) => warehouse.castSql(one, warehouse.typeSql({ type: 'VARCHAR' }), type)
  const lenient = castingMethod === NULL || (castingMethod !== FAIL && isInstant(type))
  return { sql: lenient ? warehouse.json.orNull(text, type, cast) : cast(text), name }
}

/** Names hold members beside dots, which belong to the name: `guid['@id']`, `guid"."#text`. */
function membersOf(name: string): readonly string[] {
  if (/\[\]/.test(name))
    throw new CompileError(`"${name}" goes through an array; include the column below its element instead`)
  return name.includes("['") || name.includes('"."') ? jsonPath(name.replaceAll('"."', '.')) : [name]
}

const isInstant = (type: string): boolean => /^(date|time)/i.test(type) && kindOf(type) !== 'text'
const given = (digits: string | undefined): string | undefined =>
  digits === undefined || Number(digits) === 0 ? undefined : String(digits)
