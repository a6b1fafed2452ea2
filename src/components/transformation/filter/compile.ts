import { passed, selectItems } from '../columns.ts'
import { conditionSql } from '../conditions.ts'
import { onlyInput, type RelationCompiler } from '../relation.ts'
import { declaration } from './properties.ts'

export const compiler: RelationCompiler<typeof declaration.properties> = {
  declaration,
  relation(context, { filterConditions = [], combineCondition = 'And' }) {
    const input = onlyInput(context)
    const conditions = filterConditions.map((row) => conditionSql(context.warehouse, input, row))
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
