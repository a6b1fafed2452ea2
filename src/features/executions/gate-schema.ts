import Type from 'typebox'

/** What one gate found before rows were published (docs/guides/gates.md). */
export const StepGate = Type.Object({
  name: Type.String(),
  type: Type.String({ examples: ['Row Count'] }),
  onFailure: Type.Enum(['STOP', 'WARN'], {
    description: 'STOP: nothing is published when it fails, and the step fails',
  }),
  result: Type.Enum(['PASSED', 'FAILED']),
  expected: Type.String({ examples: ['at least 100 rows'] }),
  actual: Type.String({ examples: ['3 rows'] }),
  failingRows: Type.Optional(Type.Integer({ description: 'For gates that find rows' })),
  keptIn: Type.Optional(Type.String({ description: 'The table that its failed rows are kept in' })),
})
