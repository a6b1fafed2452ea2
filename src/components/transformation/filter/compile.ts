import { passed, selectItems } from '../columns.ts'
import { conditionsOn } from '../conditions.ts'
import { onlyInput, type RelationCompiler } from '../relation.ts'
import { declaration } from './properties.ts'

export const compiler: RelationCompiler<typeof declaration.properties> = {
  declaration,
  async relation(context, { filterConditions = [], combineCondition = 'And' }) {
    const input = onlyInput(context)
    const conditionOf = await conditionsOn(context, input)
    const conditions = filterConditions.map(conditionOf)
    const where =
      conditions.length === 0 ? '' : `where ${conditions.join(`\n  ${combineCondition.toLowerCase()} `)}`
    return selectItems(
      context.warehouse,
      passed(context.warehouse, input.columns),
      `from ${input.from}`,
      where,
    )
  },
}
