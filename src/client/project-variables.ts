import type { Value, VariableScope, VariableType } from '../pipeline/model.ts'
import type { Client } from './client.ts'

/** A variable of the project, as far as pipelines see it. */
export interface ProjectVariable {
  readonly name: string
  readonly type: VariableType
  readonly scope: VariableScope
  readonly columns: readonly string[]
  readonly value: Value
  readonly overrides: readonly { readonly environmentName: string; readonly value: Value }[]
}

/** The variables of a project on the server. */
export async function variablesOfProject(
  client: Client,
  projectId: string,
): Promise<readonly ProjectVariable[]> {
  const query = { include: 'overrides' } as const
  const all = await client.all('/v1/projects/{projectId}/variables', { path: { projectId }, query })
  return all.map(({ behaviour, columns = [], overrides = [], ...one }) => ({
    ...one,
    scope: behaviour,
    columns,
    overrides,
  }))
}
