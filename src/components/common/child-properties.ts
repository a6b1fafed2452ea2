import Type from 'typebox'
import { rows } from './properties.ts'

/** What a caller may set in a child pipeline (pipelines.md §2.8). */
export const childProperties = {
  setScalarVariables: Type.Optional(rows('Set Scalar Variables', 'variable of the pipeline', 'value')),
  // Rows of text, or a mapping of grid to {status, fromGrid | values}: the flow's childValues reads both.
  setGridVariables: Type.Optional(Type.Unknown({ title: 'Set Grid Variables' })),
}
