import { isTrue } from '../common-properties.ts'
import { type CompileContext, inputNamed, type RelationCompiler } from '../relation.ts'
import { combineRows } from '../unite-parts.ts'
import { declaration } from './properties.ts'

export const compiler: RelationCompiler<typeof declaration.properties> = {
  declaration,
  relation: (context, { castTypes, primaryTable = '' }) =>
    combineRows(primaryFirst(context, primaryTable), 'except', isTrue(castTypes)),
}

function primaryFirst(context: CompileContext, name: string): CompileContext {
  if (name === '') return context
  const primary = inputNamed(context, name)
  return { ...context, inputs: [primary, ...context.inputs.filter((input) => input !== primary)] }
}
