import { sharedReference } from '../../../pipeline/shared/reference.ts'
import { heldArtifacts, type TestedVersion } from '../../../runner/tests/engine.ts'
import type { Selection } from './select.ts'
import type { SharedSet } from './shared-sets.ts'

/** The files of a folder as a version, beside the sets of shared pipelines that its pipelines run. */
export function folderVersion(
  artifact: string,
  files: Selection['files'],
  sets: readonly SharedSet[],
): TestedVersion {
  const filesOf = new Map([[artifact, files], ...sets.map((set) => [set.artifact, set.files] as const)])
  return {
    artifact,
    artifacts: heldArtifacts((wanted) => filesOf.get(wanted) ?? []),
    sharedPipeline: async ({ reference, version }) => findShared(sets, reference, version),
  }
}

function findShared(sets: readonly SharedSet[], reference: string, version: string | undefined) {
  const named = sharedReference(reference)
  if (named === undefined)
    throw new Error(`"${reference}" is no shared pipeline: write the prefix of its set, # and its id`)
  const { prefix, id } = named
  const set = sets.find((one) => one.prefix.toLowerCase() === prefix.toLowerCase())
  if (set === undefined)
    throw new Error(
      `"${reference}" is a shared pipeline: say where its files are with --shared ${prefix}=FOLDER, or run the test on a ` +
        'server with --project',
    )
  const found = set.pipelines.find((one) => one.id === id)
  if (found === undefined) {
    const known = set.pipelines.map((one) => one.id).join(', ')
    throw new Error(`${set.folder} shares no pipeline "${id}", but ${known}`)
  }
  return {
    artifact: set.artifact,
    pipelineName: found.pipelineName,
    versionName: version ?? 'test',
    required: found.parameters.filter(({ required }) => required).map(({ name }) => name),
  }
}
