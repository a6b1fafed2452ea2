import { isTrue } from '../common-properties.ts'
import { CompileError, type RelationCompiler } from '../relation.ts'
import { inputParts, uniteParts } from '../unite-parts.ts'
import { declaration } from './properties.ts'

export const compiler: RelationCompiler<typeof declaration.properties> = {
  declaration,
  async relation(context, { method = 'All Columns', castTypes, addSourceComponentColumn, removeDuplicates }) {
    if (context.inputs.length === 0) throw new CompileError('It has no sources')
    return uniteParts(context.warehouse, await inputParts(context), {
      common: method === 'Common Columns',
      castTypes: isTrue(castTypes),
      labelColumn: isTrue(addSourceComponentColumn) ? 'Source Component' : undefined,
      operator: isTrue(removeDuplicates) ? 'union' : 'union all',
    })
  },
}
