import { sqlTokens } from '../../../warehouses/sql-tokens.ts'
import type { Warehouse } from '../../../warehouses/warehouse.ts'
import { type Item, passed, selectItems, withItems } from '../columns.ts'
import { CompileError, onlyInput, type Relation, type RelationCompiler } from '../relation.ts'
import { declaration } from './properties.ts'

/**
 * A calculation may use the outputs of those above it, which SQL does not allow inside one SELECT:
 * calculations
 * are put into layers, each of which selects from the one before. The name of an input column always means
 * the
 * input's.
 */
export const compiler: RelationCompiler<typeof declaration.properties> = {
  declaration,
  relation(context, { includeInputColumns = 'Yes', calculations }) {
    const input = onlyInput(context)
    const { warehouse } = context
    const items = calculations.map((row) => itemOf(warehouse, row))
    const outputs =
      includeInputColumns === 'Yes' ? withItems(warehouse, passed(warehouse, input.columns), items) : items
    const names = outputs.map(({ name }) => name)
    if (new Set(items.map(({ name }) => warehouse.nameKey(name))).size < items.length)
      return selectItems(warehouse, items)
    const inputs = new Set(input.columns.map(warehouse.nameKey))
    const isInput = (name: string) => inputs.has(warehouse.nameKey(name))
    const layers = layersOf(warehouse, items, isInput)
    const [first = [], ...above] = layers
    if (above.length === 0) return selectItems(warehouse, outputs, `from ${input.from}`)
    return layered(warehouse, { from: input.from, columns: input.columns, isInput, outputs: names }, [
      first,
      ...above,
    ])
  },
}

function itemOf({ parts }: Warehouse, [expression = '', output = '']: readonly string[]): Item {
  const name = output.trim()
  if (name === '') throw new CompileError(`The calculation ${expression} has no name for its output`)
  if (expression.trim() === '') throw new CompileError(`The calculation of "${name}" is empty`)
  return { sql: `(\n${parts.expression(expression.trim())}\n)`, name: output }
}

function layersOf(
  { quoteName }: Warehouse,
  items: readonly Item[],
  isInput: (name: string) => boolean,
): Item[][] {
  const layers: Item[][] = [[]]
  const fresh = new Map<string, number>()
  for (const item of items) {
    const used = [...fresh]
      .filter(([name]) => mentions(item.sql, name, quoteName(name)))
      .map(([, layer]) => layer + 1)
    const layer = Math.max(0, ...used)
    layers[layer] = [...(layers[layer] ?? []), item]
    if (!isInput(item.name)) fresh.set(item.name, layer)
  }
  return layers
}

/** Whether the SQL names the column, in quotes or bare. Texts and comments do not count. */
function mentions(sql: string, name: string, quoted: string): boolean {
  if (quoted.startsWith('`') && sql.toLowerCase().includes(quoted.toLowerCase())) return true
  const lower = name.toLowerCase()
  const spellings = [lower, `"${lower.replaceAll('"', '""')}"`]
  const words = [...sqlTokens(sql)].map(({ text }) => text)
  return words.some(
    (word, index) =>
      spellings.includes(word.toLowerCase()) &&
      words[index - 1] !== '.' &&
      (words[index + 1] !== '(' || word.startsWith('"')),
  )
}

interface Flow {
  readonly from: string
  readonly columns: readonly string[]
  /** Whether an input column has this name. */
  readonly isInput: (name: string) => boolean
  readonly outputs: readonly string[]
}

/**
 * Outputs that replace an input column get a name of their own until the end, so that the layers above
 * still see
 * the input's.
 */
function layered(warehouse: Warehouse, flow: Flow, layers: readonly (readonly Item[])[]): Relation {
  const { quoteName } = warehouse
  const hidden = (name: string) => (flow.isInput(name) ? `headrace calculated ${name}` : name)
  let from = flow.from
  let known = [...flow.columns]
  for (const [index, layer] of layers.entries()) {
    const items = layer.map(({ sql, name }) => ({ sql, name: hidden(name) }))
    const { sql } = selectItems(warehouse, [...passed(warehouse, known), ...items], `from ${from}`)
    from = `(\n${sql}\n) as headrace_layer_${index + 1}`
    known = [...known, ...items.map(({ name }) => name)]
  }
  const calculated = new Set(layers.flat().map(({ name }) => name))
  const items = flow.outputs.map((name) => ({
    sql: quoteName(calculated.has(name) ? hidden(name) : name),
    name,
  }))
  return selectItems(warehouse, items, `from ${from}`)
}
