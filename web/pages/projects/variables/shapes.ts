import type { operations } from '../../../../openapi/types.generated.ts'

type Answer<O extends keyof operations> = operations[O] extends {
  responses: { 200: { content: { 'application/json': infer B } } }
}
  ? B
  : never

export type VariablePage = Answer<'listProjectVariables'>
export type Variable = VariablePage['results'][number]
export type Value = Variable['value']
export type VariableType = Variable['type']
export type OverrideOutcome = Answer<'createOrUpdateEnvironmentOverrides'>
export type FailedOverride = OverrideOutcome['failedOverride'][number]
export type VariableChange = Answer<'listProjectVariableChanges'>['results'][number]
export type ImportOutcome = Answer<'importProjectVariables'>
export type ImportChange = ImportOutcome['changes'][number]
export type Secret = Answer<'listSecrets'>['results'][number]

export const variableTypes: readonly VariableType[] = ['TEXT', 'NUMBER', 'GRID']
export const behaviours = [
  { value: 'COPIED', label: 'COPIED: each branch and iteration of a run has its own copy' },
  { value: 'SHARED', label: 'SHARED: one value for the whole run' },
] as const
