import { findProject } from '../client/lookup.ts'
import { assertMayRunIn } from './grants.ts'
import { defineTool, environmentInput, inputOf, projectInput, refInput, type Tool } from './tool.ts'

const MAX_SHOWN_FAULTS = 50

const publishVersion = defineTool({
  name: 'publish_version',
  title: 'Publish a version',
  description:
    'Publishes a branch, tag or commit as a version in an environment: schedules and runs there use it from then on. ' +
    'Production environments need the permission of the user.',
  effect: 'acts',
  input: inputOf({
    project: projectInput,
    environment: environmentInput,
    ref: refInput('Branch, tag or commit'),
    version: refInput('Name of the new version'),
  }),
  run: async ({ project, environment, ref, version }, call) => {
    const { id: projectId } = await findProject(call.client, project)
    await assertMayRunIn(call, projectId, environment)
    const published = await call.client.post('/v1/projects/{projectId}/artifacts/from-git', {
      path: { projectId },
      json: { environmentName: environment, versionName: version, ref },
    })
    return { ...published, faults: published.faults.slice(0, MAX_SHOWN_FAULTS) }
  },
})

export const publishTools: readonly Tool[] = [publishVersion]
