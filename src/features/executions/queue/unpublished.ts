import type { Db } from '../../../db/database.ts'
import type { Caller } from '../../../http/caller.ts'
import type { ArtifactId } from '../../../lib/ids.ts'
import { badRequest, conflict } from '../../../lib/problem.ts'
import { pipelineReference } from '../../../pipeline/names.ts'
import type { CutPart, PipelinePart } from '../../../pipeline/part.ts'
import { keepUnpublished, type Unpublished, type UnpublishedRun } from '../../artifacts/service.ts'
import type { EnteredEnvironment } from '../../environments/access.ts'
import { enterProject } from '../../projects/access.ts'
import type { NewExecution } from '../schema.ts'
import type { UnpublishedFacts } from './enqueue-store.ts'

type Wanted = Pick<
  NewExecution,
  'pipelineName' | 'versionName' | 'ref' | 'draft' | 'fromComponentName' | 'onlyComponentName'
>

/** Finds what a branch, a commit or a draft of the caller is now. Throws unless the caller may read it. */
export type FindUnpublished = (
  caller: Caller,
  projectId: string,
  wanted: { readonly ref: string | undefined; readonly draft: string | undefined },
) => Promise<Unpublished>

export interface UnpublishedRuns {
  /** Keeps what is to be run if that is unpublished; undefined for a version. */
  keep(
    grant: EnteredEnvironment<'executions:run'>,
    wanted: Wanted,
  ): Promise<{ readonly artifactId: ArtifactId; readonly facts: UnpublishedFacts } | undefined>
}

/** Runs of branches, commits and drafts, where the environment allows them. */
export function createUnpublishedRuns(db: Db, find: FindUnpublished, cutPart: CutPart): UnpublishedRuns {
  return {
    async keep(grant, wanted) {
      const { versionName, ref, draft } = wanted
      const part = partOf(wanted)
      if (ref === undefined && draft === undefined) return undefined
      if ([versionName, ref, draft].filter((one) => one !== undefined).length > 1)
        throw badRequest(['body must have only one of versionName, ref and draft'])
      await enterProject(db, grant.caller, grant.projectId, 'artifacts:publish')
      refuseUnpublished(grant)
      const found = await find(grant.caller, grant.projectId, { ref, draft })
      const { commitHash } = found
      const run = part === undefined ? found : await cut(found, wanted.pipelineName, part)
      return {
        artifactId: await keepUnpublished(db, grant, run),
        facts: {
          ...(ref !== undefined && { ref }),
          ...(draft !== undefined && { draft }),
          ...(commitHash !== undefined && { commitHash }),
          ...(part !== undefined && { [part.member]: part.component }),
        },
      }
    },
  }

  /**
   * With the file of the pipeline as the part alone; a pipeline that is not there is refused as a whole one
   * is.
   */
  async function cut(found: Unpublished, name: string, part: WantedPart): Promise<UnpublishedRun> {
    const file = await found.readPipeline(pipelineReference(name))
    if (file === undefined) return found
    const { path } = file
    const made = await cutPart(path, file.content, part)
    if ('fault' in made) throw badRequest([`body/${part.member}: ${made.fault}`])
    const changes = [...found.changes.filter((one) => one.path !== path), { path, content: made.text }]
    return { ...found, changes, part }
  }
}

interface WantedPart extends PipelinePart {
  /** The member of the request that named it. */
  readonly member: 'fromComponentName' | 'onlyComponentName'
}

/**
 * Throws `bad-request` where the members contradict each other, or nothing unpublished is named to take the
 * part of.
 */
function partOf({ fromComponentName, onlyComponentName, ref, draft }: Wanted): WantedPart | undefined {
  if (fromComponentName === undefined && onlyComponentName === undefined) return undefined
  if (fromComponentName !== undefined && onlyComponentName !== undefined)
    throw badRequest(['body must have only one of fromComponentName and onlyComponentName'])
  const member = fromComponentName === undefined ? 'onlyComponentName' : 'fromComponentName'
  if (ref === undefined && draft === undefined)
    throw badRequest([
      `body/${member}: a published version runs as a whole; only a part of a ref or draft can run`,
    ])
  if (fromComponentName !== undefined) return { member, extent: 'from', component: fromComponentName }
  return { member, extent: 'only', component: onlyComponentName! }
}

/** Throws `conflict` where an environment runs published versions only. */
export function refuseUnpublished({
  allowsUnpublished,
  environmentName,
}: Pick<EnteredEnvironment<'executions:run'>, 'allowsUnpublished' | 'environmentName'>): void {
  if (allowsUnpublished) return
  throw conflict(
    `${environmentName} runs published versions only. Publish a version and run that, or have an administrator of ` +
      'the environment or of the project turn its setting allowUnpublishedRuns on',
  )
}
