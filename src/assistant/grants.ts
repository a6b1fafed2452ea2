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
  const path = { projectId, environmentName }
  const environment = await call.client.get('/v1/projects/{projectId}/environments/{environmentName}', {
    path,
  })
  if (isProtected(environment))
    throw new Failure(`${environmentName} is a production environment; nothing was done.`, {
      hint: call.grants.howToAllow.production,
    })
}

/**
 * Throws Failure for branches on which a commit has consequences beyond the branch: the default branch, which others
 * build on, and branches that Headrace publishes by itself.
 */
export async function assertMayWriteTo(call: Call, projectId: string, branch: string): Promise<void> {
  if (call.grants.publish) return
  const { publishedBranches } = await call.client.get('/v1/projects/{projectId}/repositories', {
    path: { projectId },
  })
  if (publishedBranches.includes(branch))
    throw new Failure(`Every commit of ${branch} is published automatically; nothing was written.`, {
      hint: `Work on another branch. ${call.grants.howToAllow.publish}`,
    })
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
