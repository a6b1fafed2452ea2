import type { Client } from './client.ts'

type NameOf = (id: string | undefined) => string

/** The names of projects by their ids: an id that is not among them stays an id. */
export const projectNames = async (client: Client): Promise<NameOf> =>
  namesIn((await client.all('/v1/projects')).map(({ id, name }) => [id, name]))

/** The same of runners. */
export const runnerNames = async (client: Client): Promise<NameOf> =>
  namesIn((await client.all('/v1/agents')).map(({ agentId, name }) => [agentId, name]))

function namesIn(named: readonly (readonly [id: string, name: string])[]): NameOf {
  const names = new Map(named)
  return (id = '') => names.get(id) ?? id
}
