import { Type } from 'typebox'
import { findProject } from '../client/lookup.ts'
import { assertMayWriteTo, writableBranch } from './grants.ts'
import { defineTool, inputOf, optionalRef, projectInput, refInput, type Tool } from './tool.ts'
import { MAX_GIVEN_CHARACTERS } from './validation.ts'

const MAX_CHANGES = 50
const MAX_SHOWN_FINDINGS = 100

const createBranch = defineTool({
  name: 'create_branch',
  title: 'Create a branch',
  description: 'Creates a branch to work on; users review and merge it.',
  effect: 'adds',
  input: inputOf({
    project: projectInput,
    branch: refInput('Name of the new branch'),
    from: optionalRef,
  }),
  run: async ({ project, branch, from }, call) => {
    const { id: projectId } = await findProject(call.client, project)
    await assertMayWriteTo(call, projectId, branch)
    return call.client.post('/v1/projects/{projectId}/repositories/branches', {
      path: { projectId },
      json: { name: branch, from },
    })
  },
})

const commitFiles = defineTool({
  name: 'commit_files',
  title: 'Commit files',
  description:
    'Writes and deletes files of a branch in one commit, all or none. Not on the default branch, nor on branches that are published ' +
    'automatically. With baseCommit, the commit at which you read the files, changes by others since then are reported as conflicts instead of overwritten.',
  effect: 'changes',
  input: inputOf({
    project: projectInput,
    branch: refInput('Branch to write to'),
    message: Type.String({
      minLength: 1,
      maxLength: 10_000,
      description: 'Commit message; its first line is a summary',
    }),
    baseCommit: Type.Optional(
      Type.String({ minLength: 40, maxLength: 64, description: 'commitHash of what you read' }),
    ),
    files: Type.Array(
      inputOf({
        path: Type.String({ minLength: 1, maxLength: 1000 }),
        content: Type.Optional(
          Type.String({ maxLength: MAX_GIVEN_CHARACTERS, description: 'The whole file' }),
        ),
        delete: Type.Optional(Type.Boolean({ description: 'Instead of content' })),
      }),
      { minItems: 1, maxItems: MAX_CHANGES },
    ),
  }),
  run: async ({ project, branch, message, baseCommit, files }, call) => {
    const { id: projectId } = await findProject(call.client, project)
    const { name, commitHash } = await writableBranch(call, projectId, branch)
    const commit = await call.client.post('/v1/projects/{projectId}/repositories/commits', {
      path: { projectId },
      json: { branch: name, message, baseCommit: baseCommit ?? commitHash, changes: [...files] },
    })
    return { commitHash: commit.commitHash, subject: commit.subject, next: 'review_branch, show_diff' }
  },
})

const reviewBranch = defineTool({
  name: 'review_branch',
  title: 'Review a branch',
  description:
    'Reviews the quality of the pipelines of a branch by the rules of the repository. Errors of validation are findings too.',
  effect: 'reads',
  input: inputOf({
    project: projectInput,
    branch: refInput('Branch or tag'),
    paths: Type.Optional(
      Type.Array(Type.String({ minLength: 1, maxLength: 1000 }), {
        maxItems: 200,
        description: 'Only findings in these files',
      }),
    ),
  }),
  run: async ({ project, branch, paths }, { client }) => {
    const { id: projectId } = await findProject(client, project)
    const review = await client.post('/v1/projects/{projectId}/reviews', {
      path: { projectId },
      json: { branchName: branch, filePaths: paths && [...paths] },
    })
    const findings = Object.values(review.results).flat()
    return {
      reviewStatus: review.reviewStatus,
      commit: review.commitId,
      findings: findings.slice(0, MAX_SHOWN_FINDINGS),
      ...(findings.length > MAX_SHOWN_FINDINGS && { moreFindings: findings.length - MAX_SHOWN_FINDINGS }),
    }
  },
})

export const reviewTools: readonly Tool[] = [reviewBranch]
export const authoringTools: readonly Tool[] = [createBranch, commitFiles]
