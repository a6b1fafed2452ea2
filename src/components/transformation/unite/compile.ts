import { isTrue } from '../common-properties.ts'
import { CompileError, type RelationCompiler, typedColumns } from '../relation.ts'
import { uniteParts } from '../unite-parts.ts'
import { declaration } from './properties.ts'

export const compiler: RelationCompiler<typeof declaration.properties> = {
  declaration,
  async relation(context, { method = 'All Columns', castTypes, addSourceComponentColumn, removeDuplicates }) {
    if (context.inputs.length === 0) throw new CompileError('It has no sources')
    // Types are needed as well as names: sources that share a column may hold it in different types.
    const parts = await Promise.all(
      context.inputs.map(async (input) => ({
        label: input.component,
        from: input.from,
        columns: await typedColumns(context, input),
      })),
    )
    return uniteParts(context.warehouse, parts, {
      common: method === 'Common Columns',
      castTypes: isTrue(castTypes),
      labelColumn: isTrue(addSourceComponentColumn) ? 'Source Component' : undefined,
      distinct: isTrue(removeDuplicates),
    })
  },
}
