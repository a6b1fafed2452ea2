import type { operations } from '../../../openapi/types.generated.ts'

/** What the API is asked with: files of a commit, or of a published version. */
export type Source =
  | { readonly ref: string }
  | { readonly environmentName: string; readonly versionName?: string }

type Answer<O extends keyof operations> = operations[O] extends {
  responses: { 200: { content: { 'application/json': infer T } } }
}
  ? T
  : never
export type Branch = Answer<'listBranches'>['results'][number]
type Artifact = Answer<'listArtifacts'>['results'][number]
export type Environment = Answer<'listEnvironments'>['results'][number]

/** What a project without a repository gets with its first file. */
const FIRST_BRANCH = 'main'

/**
 * Where files are edited that are stated without a branch: on the default one of those that could be read.
 */
export const usualBranch = (branches: readonly Pick<Branch, 'name' | 'isDefault'>[]): string =>
  (branches.find(({ isDefault }) => isDefault) ?? branches[0])?.name ?? FIRST_BRANCH

/**
 * Where to look first: the default branch, else the environment that was published to last; undefined when
 * nothing is there.
 */
export function usualSource(
  branches: readonly Pick<Branch, 'name' | 'isDefault'>[],
  artifacts: readonly Pick<Artifact, 'environmentName'>[],
): Source | undefined {
  const branch = branches.find(({ isDefault }) => isDefault) ?? branches[0]
  if (branch !== undefined) return { ref: branch.name }
  return artifacts[0] === undefined ? undefined : { environmentName: artifacts[0].environmentName }
}
