import Type from 'typebox'
import { rows } from './properties.ts'

/** What a caller may set in a child pipeline (pipelines.md §2.8). */
export const childProperties = {
  setScalarVariables: Type.Optional(rows('Set Scalar Variables', 'variable of the pipeline', 'value')),
  // Mappings of variable, status and gridValues, as the flow's childValues reads them; validation warns of
  // others.
  setGridVariables: Type.Optional(Type.Unknown({ title: 'Set Grid Variables' })),
}
