import type { Client } from './client.ts'

/** The names of projects by their ids: an id that is not among them stays an id. */
export async function projectNames(client: Client): Promise<(projectId: string | undefined) => string> {
  const projects = await client.all('/v1/projects')
  const names = new Map(projects.map(({ id, name }) => [id, name]))
  return (projectId = '') => names.get(projectId) ?? projectId
}
