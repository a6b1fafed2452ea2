import { isTrue } from '../common-properties.ts'
import type { RelationCompiler } from '../relation.ts'
import { combineRows } from '../unite-parts.ts'
import { declaration } from './properties.ts'

export const compiler: RelationCompiler<typeof declaration.properties> = {
  declaration,
  relation: (context, { castTypes }) => combineRows(context, 'intersect', isTrue(castTypes)),
}
