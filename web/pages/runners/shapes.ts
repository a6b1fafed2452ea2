import type { operations } from '../../../openapi/types.generated.ts'

export type Runner = operations['getAgent']['responses'][200]['content']['application/json']
export type Command = operations['commandAgent']['requestBody']['content']['application/json']
export type AllowList = operations['getAgentAllowList']['responses'][200]['content']['application/json']
export type Track =
  operations['listAgentTracks']['responses'][200]['content']['application/json']['tracks'][number]
export type NewRunner = operations['createAgent']['requestBody']['content']['application/json']

/** What each state of a runner means; the words of `agentStatus` themselves belong to the API. */
export const meaning: Readonly<Record<Runner['agentStatus'], string>> = {
  pending: 'Has never connected',
  running: 'Accepts work',
  pausing: 'Draining: finishes its executions, accepts no new ones',
  paused: 'Accepts no work',
  stopping: 'Finishes its executions, then exits',
  stopped: 'Exited',
  unknown: 'No heartbeat for a while',
}

/** What a runner takes without `HEADRACE_BASE_PATH`. */
const USUAL_BASE_PATH = '/api'

/** The command that starts a runner process with its credential, to paste into a shell. */
export const setUpCommand = (
  origin: string,
  basePath: string,
  { clientId, clientSecret }: { readonly clientId: string; readonly clientSecret: string },
): string =>
  [
    `HEADRACE_URL=${quoted(origin)}`,
    ...(basePath === USUAL_BASE_PATH ? [] : [`HEADRACE_BASE_PATH=${quoted(basePath)}`]),
    `HEADRACE_RUNNER_CLIENT_ID=${quoted(clientId)}`,
    `HEADRACE_RUNNER_CLIENT_SECRET=${quoted(clientSecret)}`,
    'headrace runner',
  ].join(' \\\n  ')

const quoted = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`
