import type { Warehouse } from '../../../warehouses/warehouse.ts'
import { columnOf, findColumn, type Item, selectItems, withItems } from '../columns.ts'
import { jsonPath } from '../json-path.ts'
import { CompileError, onlyInput, type RelationCompiler, typedColumns } from '../relation.ts'
import { declaration } from './properties.ts'

export const compiler: RelationCompiler<typeof declaration.properties> = {
  declaration,
  async relation(context, { columnFlattens = [], columnMapping, includeInputColumns }) {
    const input = onlyInput(context)
    const { warehouse } = context
    const inputColumn = (name: string) => `headrace_input.${warehouse.quoteName(name)}`
    const types = new Map((await typedColumns(context, input)).map(({ name, type }) => [name, type]))
    const elements = new Map<string, string>()
    /** An alias hides an input column of its name. */
    function jsonOf(name: string): string {
      const element = elements.get(name)
      if (element !== undefined) return element
      const column = columnOf(input, name)
      return warehouse.json.parse(inputColumn(column), types.get(column))
    }

    const joins = columnFlattens.map(
      ([column = '', path = '', alias = '', outer = 'No', , mode = ''], index) => {
        const table = `headrace_flatten_${index + 1}`
        const source = warehouse.json.at(jsonOf(column), jsonPath(path))
        if (elements.has(alias)) throw new CompileError(`Two flattens are named "${alias}"`)
        elements.set(alias || column, `${table}.value`)
        return warehouse.json.joinElements(source, kindOfMode(mode), table, /^yes$/i.test(outer))
      },
    )
    const items = columnMapping.map(([column = '', property = '', type = 'VARIANT', output = '']): Item => {
      const path = jsonPath(property)
      const name = output || path.at(-1) || column
      const plain = path.length === 0 && !elements.has(column) ? findColumn(input.columns, column) : undefined
      if (plain !== undefined) {
        const to = typeOf(warehouse, type)
        return { sql: warehouse.castSql(inputColumn(plain), types.get(plain) ?? '', to), name }
      }
      return { sql: typed(warehouse, warehouse.json.at(jsonOf(column), path), type), name }
    })
    const inputs = input.columns.map((name) => ({ sql: inputColumn(name), name }))
    const kept = includeInputColumns === 'No' ? [] : inputs
    const from = [`from ${input.from} as headrace_input`, ...joins]
    return selectItems(warehouse, withItems(warehouse, kept, items), from.join('\n'))
  },
}

/** `VARCHAR`, or with its size in parentheses. */
function typeOf(warehouse: Warehouse, text: string): string {
  const [, type = text, size, precision] =
    /^\s*([^(]+?)\s*(?:\(\s*(\d+)\s*(?:,\s*(\d+)\s*)?\))?\s*$/.exec(text) ?? []
  return warehouse.typeSql({ type: type || 'VARIANT', size, precision })
}

function typed(warehouse: Warehouse, json: string, type: string): string {
  const to = typeOf(warehouse, type)
  if (to === warehouse.typeSql({ type: 'VARIANT' })) return json
  return warehouse.castSql(warehouse.json.text(json), warehouse.typeSql({ type: 'VARCHAR' }), to)
}

function kindOfMode(mode: string): 'array' | 'object' | 'both' {
  const lower = mode.trim().toLowerCase()
  return lower === 'array' || lower === 'object' ? lower : 'both'
}
