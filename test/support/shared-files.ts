import { orchestration, type PieceVariable, start } from './pipelines.ts'

/** The file that says what is shared: ids by the paths of their pipelines, with notes on parameters. */
export const sharedFile = (
  pipelines: Readonly<Record<string, { id: string; parameters?: object; enabled?: boolean }>>,
): string =>
  JSON.stringify({
    version: '1.0',
    type: 'shared-pipelines-config',
    pipelines: Object.entries(pipelines).map(([pipeline, entry]) => ({ pipeline, ...entry })),
  })

/** A pipeline variable that callers may set. */
export const parameter = (
  defaultValue: string,
  type: PieceVariable['type'] = 'TEXT',
  more: Partial<PieceVariable> = {},
): PieceVariable => ({ type, defaultValue, ...more })

/** A pipeline with a component that runs a shared one, or another pipeline beside it. */
export function callerOf(
  reference: string,
  more: object = {},
  type: 'run-shared-pipeline' | 'run-orchestration' = 'run-shared-pipeline',
  variables: Readonly<Record<string, PieceVariable>> = {},
): string {
  const named = type === 'run-shared-pipeline' ? { pipelineName: reference } : { orchestrationJob: reference }
  return orchestration(
    { Start: start('Run Shared'), 'Run Shared': { type, parameters: { ...named, ...more } } },
    variables,
  )
}
