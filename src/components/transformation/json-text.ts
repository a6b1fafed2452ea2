import { isJson, kindOf } from '../../warehouses/type-kinds.ts'
import type { Warehouse } from '../../warehouses/warehouse.ts'

const notInJson = ['nan', 'inf', '-inf', 'infinity', '-infinity'].map((word) => `'${word}'`).join(', ')

/**
 * `value`, an expression of this type, as a text of JSON; null stays null. A text, because databases read the
 * digits of a number in a text as they stand, while some make a float of a number that they turn into JSON
 * themselves. A float, or a `numeric` of PostgreSQL, that is no number or has no end is null: JSON has no
 * word for it.
 */
export function jsonText(warehouse: Warehouse, value: string, type: string): string {
  const varchar = warehouse.typeSql({ type: 'VARCHAR' })
  if (isJson(type)) return warehouse.json.written(value)
  const text = warehouse.castSql(value, type, varchar)
  if (kindOf(type) === 'float' || /^numeric/i.test(type))
    return `case when lower(${text}) not in (${notInJson}) then ${text} end`
  return ['integer', 'decimal', 'boolean'].includes(kindOf(type)) ? text : warehouse.json.quoted(text)
}
