import { executionStates, liveStates } from '../src/features/executions/states.ts'

/**
 * `web/api/states.generated.ts`: the states of executions for the interface, which imports nothing of the
 * server.
 */
export function webStates(): string {
  const list = (states: readonly string[]) => states.map((state) => `  '${state}',\n`).join('')
  return [
    '// Generated from src/features/executions/states.ts by npm run generate.',
    `export const executionStates = [\n${list(executionStates)}] as const`,
    '',
    '/** States in which something may still happen. */',
    `export const liveStates = [\n${list(liveStates)}] as const`,
    '',
  ].join('\n')
}
