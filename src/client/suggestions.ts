import { closestNames } from '../lib/closest-names.ts'
import { oneLine } from '../lib/one-line.ts'
import type { Client } from './client.ts'
import { Failure } from './failure.ts'

const MAX_NAMES_SHOWN = 20

/** What to try instead of a name that does not exist: similar names, else those that do exist. */
export function nameHint(noun: string, wanted: string, names: readonly string[]): string {
  if (names.length === 0) return `There are no ${noun}s.`
  const similar = closestNames(wanted, names)
  if (similar.length > 0) return `Did you mean ${oneLine(similar.join(', '))}?`
  const shown = names.slice(0, MAX_NAMES_SHOWN)
  return `Available: ${oneLine(shown.join(', '))}${names.length > shown.length ? ' …' : ''}`
}

/** The names that a request refers to; the server looks them up. */
interface Names {
  readonly projectId: string
  readonly environmentName: string
  readonly pipelineName?: string
}

/**
 * `work`, whose Failure gets a hint when the server rejected it because the environment or the pipeline does
 * not exist. The names are read after the failure only: a request that succeeds costs nothing more.
 */
export async function withNameHint<T>(client: Client, names: Names, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof Failure) || (error.status !== 404 && error.status !== 400)) throw error
    // The first failure is the one to report, whatever happens to the look-up.
    const hint = await hintFor(client, names).catch(() => undefined)
    if (hint === undefined) throw error
    const { message, violations, requestId, status } = error
    throw new Failure(message, { violations, requestId, status, hint, cause: error })
  }
}

async function hintFor(client: Client, names: Names): Promise<string | undefined> {
  const { projectId, environmentName, pipelineName } = names
  const path = { projectId }
  const environments = await client.all('/v1/projects/{projectId}/environments', { path })
  if (!environments.some(({ name }) => name === environmentName)) {
    const known = environments.map(({ name }) => name)
    return nameHint('environment', environmentName, known)
  }
  if (pipelineName === undefined) return undefined
  const query = { environmentName }
  const pipelines = await client.all('/v1/projects/{projectId}/published-pipelines', { path, query })
  const known = pipelines.map(({ name }) => name)
  return known.includes(pipelineName) ? undefined : nameHint('published pipeline', pipelineName, known)
}
