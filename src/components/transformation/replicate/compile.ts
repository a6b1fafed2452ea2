import { passed, selectItems } from '../columns.ts'
import { onlyInput, type RelationCompiler } from '../relation.ts'
import { declaration } from './properties.ts'

export const compiler: RelationCompiler<typeof declaration.properties> = {
  declaration,
  relation(context) {
    const input = onlyInput(context)
    return selectItems(context.warehouse, passed(context.warehouse, input.columns), `from ${input.from}`)
  },
}
