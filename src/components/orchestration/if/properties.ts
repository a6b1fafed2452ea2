import Type from 'typebox'
import { comparatorNamed, ifComparators } from '../../../pipeline/expressions/comparators.ts'
import { isTemplate } from '../../../pipeline/expressions/resolve-parameters.ts'
import { textOf } from '../../common/blocks.ts'
import { choice, rows, shownWhen, text } from '../../common/properties.ts'
import type { ComponentProperties } from '../../component.ts'

const properties = Type.Object({
  mode: Type.Optional(choice('Mode', ['Simple', 'Advanced'])),
  ...shownWhen(
    { mode: ['Simple'] },
    {
      condition: Type.Optional(rows('Condition', 'variable', 'Is or Not', 'comparator', 'value')),
      combineConditions: Type.Optional(choice('Combine Conditions', ['And', 'Or'])),
    },
  ),
  ...shownWhen(
    { mode: ['Advanced'] },
    { condition1: Type.Optional(text('Condition', 'One JavaScript expression (Advanced mode)')) },
  ),
})

/** pipelines.md §2.4. The runner evaluates the condition: it alone holds what expressions need. */
export const declaration: ComponentProperties<typeof properties> = {
  types: ['if'],
  title: 'If',
  summary: 'Continues with true or false, or with failure when its condition cannot be evaluated',
  properties,
  verbatim: ['condition', 'condition1'],
  effects: 'none',
  validate: ({ mode, condition, condition1 }) => {
    if (mode === 'Advanced') {
      const given = typeof condition1 === 'string' && condition1.trim() !== ''
      return given ? [] : ['Condition ("condition1") is missing: write one JavaScript expression']
    }
    if (condition === undefined) return ['Condition ("condition") is missing: add at least one row']
    if (!Array.isArray(condition)) return []
    return condition.flatMap((row, index) => {
      const [, qualifier = '', comparator = ''] = row.map(textOf)
      const faults: string[] = []
      if (row.length < 3)
        faults.push(`Condition row ${index + 1} needs variable, Is or Not, comparator and value`)
      else if (!isTemplate(qualifier) && !['is', 'not'].includes(qualifier.toLowerCase()))
        faults.push(`Condition row ${index + 1} has "${qualifier}" instead of Is or Not`)
      else if (!isTemplate(comparator) && comparatorNamed(comparator) === undefined)
        faults.push(
          `Condition row ${index + 1} has the comparator "${comparator}"; choose ${ifComparators.join(', ')}`,
        )
      return faults
    })
  },
}
