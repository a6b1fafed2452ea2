import { findProject } from '../client/lookup.ts'
import { isProtected } from './grants.ts'
import { defineTool, inputOf, pageInput, pageOf, projectInput, sizeInput, type Tool } from './tool.ts'

const listProjects = defineTool({
  name: 'list_projects',
  title: 'List projects',
  description: 'Lists the projects that you have access to, by name.',
  effect: 'reads',
  input: inputOf({ page: pageInput, size: sizeInput }),
  run: async (query, { client }) =>
    pageOf(await client.get('/v1/projects', { query }), ({ id, name, description, warehouse }) => ({
      id,
      name,
      description,
      warehouse,
    })),
})

const listEnvironments = defineTool({
  name: 'list_environments',
  title: 'List environments',
  description:
    'Lists the environments of a project. Where "production" is true, runs need the permission of the user.',
  effect: 'reads',
  input: inputOf({ project: projectInput, page: pageInput, size: sizeInput }),
  run: async ({ project, ...query }, { client }) => {
    const { id: projectId } = await findProject(client, project)
    const path = { projectId }
    const answer = await client.get('/v1/projects/{projectId}/environments', { path, query })
    // Connections stay out: an assistant has no use for hosts and user names.
    return pageOf(answer, (environment) => ({
      name: environment.name,
      displayName: environment.displayName,
      description: environment.description,
      warehouse: environment.connection.type,
      runner: environment.defaultAgentName,
      production: isProtected(environment),
      publishedVersionsOnly: !environment.allowUnpublishedRuns,
    }))
  },
})

export const projectTools: readonly Tool[] = [listProjects, listEnvironments]
