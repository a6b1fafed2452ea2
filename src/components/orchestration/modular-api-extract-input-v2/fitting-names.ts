import type { StatementOptions, Warehouse } from '../../../warehouses/warehouse.ts'
import type { Field } from './fields.ts'

/** How many names one line of the log has. */
const SHOWN_NAMES = 20

/**
 * The fields under names that the database takes for columns, each of them once: the header of a sheet may be
 * a whole question. The log has those that are named otherwise.
 */
export function withFittingNames(
  { columnName, nameKey }: Pick<Warehouse, 'columnName' | 'nameKey'>,
  fields: readonly Field[],
  { note }: Pick<StatementOptions, 'note'>,
): readonly Field[] {
  if (columnName === undefined) return fields
  const taken = new Set<string>()
  const fitting = fields.map((field) => {
    let name = columnName(field.name, '')
    for (let number = 2; taken.has(nameKey(name)); number++) name = columnName(field.name, `_${number}`)
    taken.add(nameKey(name))
    return { ...field, name }
  })
  const renamed = fields.flatMap(({ name }, index) =>
    name === fitting[index]?.name ? [] : [`"${name}" is "${fitting[index]?.name}"`],
  )
  if (renamed.length > 0)
    note?.(
      `Columns renamed, because the database does not take their names: ${renamed.slice(0, SHOWN_NAMES).join(', ')}` +
        (renamed.length > SHOWN_NAMES ? ` and ${renamed.length - SHOWN_NAMES} more` : ''),
    )
  return fitting
}
