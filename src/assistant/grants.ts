import { Failure } from '../client/failure.ts'
import { isProduction } from '../features/environments/rules.ts'
import type { Call } from './tool.ts'

/** Whether an environment is one that only published versions run in, or that is named after production. */
export const isProtected = (environment: {
  readonly name: string
  readonly displayName: string
  readonly allowUnpublishedRuns: boolean
}): boolean => !environment.allowUnpublishedRuns || isProduction(environment.name, environment.displayName)

/** Throws Failure where executions need the user's own permission: to begin one, or to end one. */
export async function assertMayRunIn(call: Call, projectId: string, environmentName: string): Promise<void> {
  if (call.grants.production) return
  if (await isForProduction(call, projectId, environmentName))
    throw new Failure(`${environmentName} is a production environment; nothing was done.`, {
      hint: call.grants.howToAllow.production,
    })
}

async function isForProduction(call: Call, projectId: string, environmentName: string): Promise<boolean> {
  const path = { projectId, environmentName }
  return isProtected(
    await call.client.get('/v1/projects/{projectId}/environments/{environmentName}', { path }),
  )
}

/**
 * Throws Failure for branches on which a commit has consequences beyond the branch: the default branch, which
 * others build on, and branches that Headrace publishes by itself, unless it is granted to publish where it
 * does.
 */
export async function assertMayWriteTo(call: Call, projectId: string, branch: string): Promise<void> {
  const { publish, production, howToAllow } = call.grants
  if (publish && production) return
  const path = { projectId }
  const { publishedBranches } = await call.client.get('/v1/projects/{projectId}/repositories', { path })
  if (!publishedBranches.includes(branch)) return
  const missing = publish ? await missingForCommits(call, projectId, branch) : 'publish'
  if (missing !== undefined)
    throw new Failure(`Every commit of ${branch} is published automatically; nothing was written.`, {
      hint: `Work on another branch. ${howToAllow[missing]}`,
    })
}

/**
 * What is not granted where the branch is published: an environment that the login does not see may be for
 * production.
 */
async function missingForCommits(call: Call, projectId: string, branch: string) {
  const all = await call.client.all('/v1/projects/{projectId}/repositories/publications', {
    path: { projectId },
  })
  const published = all.filter((publication) => publication.branch === branch)
  if (published.length === 0) return 'production'
  for (const { environmentName } of published)
    if (await isForProduction(call, projectId, environmentName)) return 'production'
  return undefined
}

/** The branch at its newest commit, if the assistant may write to it. */
export async function writableBranch(call: Call, projectId: string, branchName: string) {
  const branch = await call.client.get('/v1/projects/{projectId}/repositories/branches/{branchName}', {
    path: { projectId, branchName },
  })
  await assertMayWriteTo(call, projectId, branch.name)
  if (branch.isDefault && !call.grants.publish)
    throw new Failure(`${branchName} is the default branch; nothing was written.`, {
      hint: `Create a branch with create_branch and commit there. ${call.grants.howToAllow.publish}`,
    })
  return branch
}
