import { selectItems } from '../columns.ts'
import type { RelationCompiler } from '../relation.ts'
import { declaration } from './properties.ts'

export const compiler: RelationCompiler<typeof declaration.properties> = {
  declaration,
  relation({ warehouse }, { startValue, endValue, incrementValue, outputColumn }) {
    const numbers = [startValue, endValue, incrementValue].map((value) => `cast(${Number(value)} as bigint)`)
    const name = warehouse.quoteName(outputColumn)
    const from = `from generate_series(${numbers.join(', ')}) as headrace_series (${name})`
    return selectItems(warehouse, [{ sql: name, name: outputColumn }], from)
  },
}
