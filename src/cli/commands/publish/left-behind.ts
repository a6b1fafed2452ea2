import type { Client } from '../../../client/client.ts'
import { pipelineNameOf } from '../../../pipeline/names.ts'
import { count } from '../validate/fault-text.ts'

/** More pipelines than these are only counted. */
const MAX_NAMED = 5

interface PublishedVersion {
  readonly versionName: string
  readonly files: readonly { readonly path: string }[]
}

/** The newest version of an environment; undefined where it cannot be read, or none is published. */
export function newestVersion(
  client: Client,
  projectId: string,
  environmentName: string,
): Promise<PublishedVersion | undefined> {
  return client
    .get('/v1/projects/{projectId}/artifacts/details', { path: { projectId }, query: { environmentName } })
    .catch(() => undefined)
}

/**
 * Says which pipelines of the version before are not among the paths of the new one; undefined if all of them
 * are.
 */
export function leftBehind(
  before: PublishedVersion | undefined,
  paths: readonly string[],
): string | undefined {
  if (before === undefined) return undefined
  const namesOf = (all: readonly string[]) => all.flatMap((path) => pipelineNameOf(path)?.name ?? [])
  const kept = new Set(namesOf(paths))
  const missing = namesOf(before.files.map(({ path }) => path)).filter((name) => !kept.has(name))
  if (missing.length === 0) return undefined
  const named = missing.slice(0, MAX_NAMED)
  const more = missing.length - named.length
  return (
    `${count(missing.length, 'pipeline')} of version ${before.versionName} ${missing.length === 1 ? 'is' : 'are'} ` +
    `not in this one: ${named.join(', ')}${more > 0 ? ` and ${more} more` : ''}`
  )
}
