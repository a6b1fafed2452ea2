import { selectItems } from '../columns.ts'
import type { RelationCompiler } from '../relation.ts'
import { declaration } from './properties.ts'

export const compiler: RelationCompiler<typeof declaration.properties> = {
  declaration,
  relation({ warehouse }, { startValue, endValue, incrementValue, outputColumn }) {
    const name = warehouse.quoteName(outputColumn)
    const range = { start: Number(startValue), end: Number(endValue), step: Number(incrementValue) }
    const from = `from ${warehouse.parts.series(range, name)}`
    return selectItems(warehouse, [{ sql: name, name: outputColumn }], from)
  },
}
