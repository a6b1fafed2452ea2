import type { Execution } from '../../../components/executions/shapes.ts'

/** Where the page of pipelines finds what an execution ran. A draft shows as the branch that it is for. */
export function pageSource({ ref, draft, commitHash, environmentName, versionName }: Execution) {
  if (draft !== undefined) return { branch: draft }
  if (ref === undefined) return { environment: environmentName, version: versionName }
  return commitHash === undefined ? { branch: ref } : { commit: commitHash }
}
