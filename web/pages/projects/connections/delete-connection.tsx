import { client, invalidate } from '../../../api/client.ts'
import { readEvery } from '../../../api/every.ts'
import { nameOf } from '../../../components/choices.ts'
import { confirmLoss, showDone } from '../../../ui/confirm.tsx'
import { connectionPath, connectionsPath, overridesPath } from './shapes.ts'

/** Says what uses the connection, and deletes it when that is confirmed. */
export async function askToDelete(projectId: string, name: string): Promise<void> {
  const { defaults, overridden } = await usesOf(projectId, name)
  const parts = [
    defaults.length > 0 &&
      `SQL of ${defaults.join(', ')} runs on it: choose another connection for them first.`,
    overridden.length > 0 && `Its own settings in ${overridden.join(', ')} are deleted too.`,
    `Pipelines that name ${name} will fail.`,
  ]
  confirmLoss({
    title: `Delete the connection ${name}?`,
    message: parts.filter((part) => part !== false).join(' '),
    action: 'Delete connection',
    onConfirm: async () => {
      const params = { path: { projectId, connectionName: name } }
      const { error } = await client.DELETE(connectionPath, { params })
      if (error !== undefined) throw error
      await invalidate(connectionsPath)
      showDone(`Deleted connection ${name}`)
    },
  })
}

async function usesOf(projectId: string, name: string) {
  const path = { projectId }
  const [environments, overrides] = await Promise.all([
    readEvery('/v1/projects/{projectId}/environments', nameOf, { path }),
    readEvery(overridesPath, ({ environmentName }) => environmentName, {
      path,
      query: { connectionName: name },
    }),
  ])
  const names = (value: unknown) => [value, (Object(value) as { connectionName?: unknown }).connectionName]
  const isNamed = (value: unknown) =>
    names(value).some((one) => String(one).toLowerCase() === name.toLowerCase())
  return {
    defaults: environments
      .filter(({ defaultConnections = {} }) => Object.values(defaultConnections).some(isNamed))
      .map((one) => one.name),
    overridden: overrides.map((one) => one.environmentName),
  }
}
